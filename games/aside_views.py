"""A player's private notes on a game's page, and the asides that are typed into the box for orders."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games import ahead, asides, away_lines
from games.asides import Aside
from games.models import Seat
from games.visible import Reader, reader


@require_POST
def game_notes(request: HttpRequest, code: str) -> HttpResponse:
    """The whole of the notes, as the box on the page holds them."""
    who = reader(request, code)
    if who.seat is None:
        messages.error(request, _("Only the players of this game can keep notes on it."))
        return redirect("game", code)
    lines = request.POST.get("notes", "").replace("\0", " ").splitlines()
    notes = "\n".join(line.rstrip() for line in lines).strip()
    if asides.too_long(notes):
        messages.error(request, too_long())
        return redirect("game", code)
    Seat.objects.filter(pk=who.seat.pk).update(notes=notes)
    messages.success(request, kept(notes))
    return redirect("game", code)


def answer(request: HttpRequest, who: Reader, asked: Sequence[Aside], *, version: int | None = None) -> HttpResponse:
    """Carries typed asides out, says so, and goes where they ask for. `version`: what the player saw."""
    assert who.seat is not None
    assert who.seat.user is not None
    words = [aside.word for aside in asked]
    try:
        with transaction.atomic():
            done = away_lines.carry_out(who.seat.user, asked, now=timezone.now())
        for line in (line for aside in done for line in aside.answer):
            messages.success(request, line)
    except ValidationError as error:
        messages.error(request, error.messages[0])
    if asides.too_long(asides.noted(who.seat.notes, asked)):
        messages.error(request, too_long())
    else:
        asides.carry_out(who.seat, asked)
        if any(aside.word == "notes" and aside.text for aside in asked):
            messages.success(request, kept(who.seat.notes))
    for line in ahead.told(who.game, who.seat, asked, who.language):
        messages.success(request, line)
    ahead.write(who.game, who.seat, asked, version=who.game.version if version is None else version,
                key=f"page:{who.seat.pk}:{uuid.uuid4().hex}", now=timezone.now())
    if loudness := [word for word in words if word in ("mute", "unmute")]:
        messages.success(request, muted(loudness[-1] == "mute"))
    return redirect("game_log" if words[-1] == "log" else "game", who.game.code)


def kept(notes: str) -> str:
    return _("Your notes are kept. Nobody else sees them.") if notes else _("Your notes on this game are empty now.")


def too_long() -> str:
    return _("The notes were not kept: at most %(most)d characters fit.") % {"most": asides.LONGEST}


def muted(now: bool) -> str:
    if now:
        return _("You get no more mails that it is your turn in this game.")
    return _("You get a mail again when it is your turn in this game.")
