"""The position as a picture: drawn once for a position and viewer, then kept in a file, for mails and for pages.

What is kept is found by the viewer's seat among other things, so that no other seat is ever given it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

import drawing
from engine import View
from games import page, play, positions
from games.models import Game, Seat
from games.visible import reader


def picture(game: Game, seat: Seat | None, *, language: str, highlight: Iterable[str] = (), view: View | None = None) -> bytes:
    """A PNG of the game at its version for the seat; None is a spectator. `view`: theirs, if it is at hand."""
    cells = tuple(highlight)
    key = key_of(game, seat, language, cells)
    kept = caches["pictures"].get(key)
    if kept is None:
        kept = drawing.png(view or play.view(game, seat), language=language, highlight=cells)
        caches["pictures"].set(key, kept)
    return bytes(kept)


def key_of(game: Game, seat: Seat | None, language: str, cells: tuple[str, ...]) -> str:
    """The digest of the log is in it: the number of a game may be used again, by tests or after a restored backup."""
    who = "spectator" if seat is None else f"seat {seat.index}"
    position = positions.digest_of(game, game.version)
    parts = (game.pk, game.commitment, game.status, game.version, position, who, language, *cells)
    return hashlib.sha256(repr(parts).encode()).hexdigest()


@never_cache
@require_safe
def game_picture(request: HttpRequest, code: str) -> HttpResponse:
    """The same on demand, for whoever may see the game's page; the last order is highlighted."""
    who = reader(request, code)
    if who.game.status not in (Game.Status.RUNNING, Game.Status.FINISHED):
        raise Http404
    last = play.history(who.game, who.seat, since=max(0, who.game.version - 1))
    cells = page.touched([fact for entry in last for fact in entry.facts], who.game.kind)
    return HttpResponse(picture(who.game, who.seat, language=who.language, highlight=cells), content_type="image/png")
