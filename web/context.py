"""What every page knows."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from mail.no_mail import no_mail


def site(request: HttpRequest) -> dict[str, object]:
    return {
        "SITE_URL": settings.SITE_URL, "POST_ROOM": settings.POST_ROOM,
        "no_mail": SimpleLazyObject(lambda: no_mail(getattr(request, "user", None))),
    }
