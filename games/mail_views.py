"""When the mails of one game come: a seat's own setting, which goes before the one in the profile."""

from __future__ import annotations

from typing import NamedTuple

from django.contrib import messages
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import Mails
from games.models import Notice, Seat
from games.visible import reader

AS_PROFILE = "profile"


class Choice(NamedTuple):
    value: str
    words: str | Promise
    chosen: bool


def mail_choices(seat: Seat | None) -> list[Choice]:
    """What the player of the seat can choose; nothing for a spectator."""
    if seat is None or seat.user is None:
        return []
    chosen = Mails.SILENT.value if seat.muted else seat.mail_mode or AS_PROFILE
    usual = Mails(seat.user.mail_mode).label
    words: dict[str, str | Promise] = {AS_PROFILE: _("As in my profile: %(usual)s") % {"usual": usual}}
    words |= {mode.value: mode.label for mode in Mails}
    return [Choice(value, told, value == chosen) for value, told in words.items()]


@require_POST
def game_mails(request: HttpRequest, code: str) -> HttpResponse:
    """Saves the choice. What waits for a digest or so is looked at anew."""
    who = reader(request, code)
    chosen = request.POST.get("mails", "")
    if who.seat is None:
        messages.error(request, _("Only the players of this game get its mails."))
    elif chosen in (AS_PROFILE, *Mails.values):
        who.seat.muted = chosen == Mails.SILENT
        who.seat.mail_mode = chosen if chosen in (Mails.TURNS, Mails.DIGEST) else ""
        who.seat.save(update_fields=["muted", "mail_mode"])
        waiting = Notice.objects.filter(game=who.game, user=request.user.pk, told=None, due__gt=F("created"))
        waiting.update(due=timezone.now())
        messages.success(request, _("When mails of this game come is saved."))
    return redirect("game", code)
