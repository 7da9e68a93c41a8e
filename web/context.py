"""What every page knows."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    return {"SITE_URL": settings.SITE_URL, "POST_ROOM": settings.POST_ROOM}
