"""Why a player gets no mail at an address: what every page of theirs says, and what mends it."""

from __future__ import annotations

from typing import Any, NamedTuple

from allauth.account.authentication import get_authentication_records
from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed, user_logged_in
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import User
from accounts.requests import PlayerRequest
from mail import bounces
from mail.models import Bounce, Silence


class NoMail(NamedTuple):
    """`instead`: the address that mail goes to meanwhile, "" if none does."""

    silences: list[Silence]
    instead: str


def no_mail(user: Any) -> NoMail | None:
    """What to tell this reader of a page, if anything."""
    if not isinstance(user, User) or not Silence.objects.exists():
        return None
    silences = bounces.silences(user)
    return NoMail(silences, bounces.channel(user)) if silences else None


@login_required
@require_POST
def again(request: PlayerRequest) -> HttpResponse:
    """The player wants mail at an address that was stopped."""
    address = request.POST.get("address", "").lower()
    if address in [one.lower() for one in bounces.addresses(request.user)] and bounces.lift(address, timezone.now()):
        messages.success(request, _("Mail goes to %(address)s again.") % {"address": address})
    target = request.POST.get("next", "")
    inside = url_has_allowed_host_and_scheme(target, allowed_hosts={request.get_host()}, require_https=request.is_secure())
    return redirect(target if inside else "profile")


@receiver(user_logged_in, dispatch_uid="mail.no_mail.entered")
def entered(request: HttpRequest, user: User, **values: Any) -> None:
    """A code that was read at an address shows that mail arrives there. It takes no complaint back."""
    records = get_authentication_records(request, user)
    latest = records[-1] if records else {}
    address = str(latest.get("email") or "").lower()
    if latest.get("method") != "code" or not address:
        return
    if not Silence.objects.filter(address=address, kind=Bounce.Kind.COMPLAINT).exists():
        bounces.lift(address, timezone.now())


@receiver(email_confirmed, dispatch_uid="mail.no_mail.confirmed")
def confirmed(email_address: EmailAddress, **values: Any) -> None:
    """The player has proved the address (once more)."""
    bounces.lift(email_address.email, timezone.now())
