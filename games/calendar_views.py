"""The calendar of deadlines at its secret address, and the button that makes a new one."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.requests import PlayerRequest
from games import calendar


@require_safe
def feed(request: HttpRequest, key: str) -> HttpResponse:
    """The address is the key: it is kept nowhere on the way and told to nobody."""
    user = User.objects.filter(calendar_key=key, is_active=True).first()
    if user is None:
        raise Http404
    return HttpResponse(calendar.feed(user, now=timezone.now()), content_type="text/calendar; charset=utf-8", headers={
        "Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex, nofollow",
        "Content-Disposition": 'inline; filename="tigris.ics"',
    })


@require_POST
@login_required
def renew(request: PlayerRequest) -> HttpResponse:
    calendar.renew(User.objects.get(pk=request.user.pk))
    messages.success(request, _("Your calendar has a new address."))
    return redirect(reverse("profile") + "#calendar")
