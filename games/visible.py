"""Who may see a game's pages: anybody a public one; a private one its players, and who was given its link."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import get_language

from games import play
from games.models import Game, Seat
from games.page import spoken


@dataclass(frozen=True)
class Reader:
    """One game for the one who asks: `seat` is None for a spectator."""

    game: Game
    seat: Seat | None
    names: tuple[str, ...]
    language: str

    @property
    def index(self) -> int | None:
        return self.seat.index if self.seat else None


def reader(request: HttpRequest, code: str) -> Reader:
    """Raises Http404 for a game that is not there for this reader."""
    game = get_object_or_404(Game.objects.prefetch_related("seats__user"), code=code)
    seat = next((seat for seat in game.seats.all() if seat.user_id and seat.user_id == request.user.pk), None)
    if not (game.public or seat or game.host_id == request.user.pk or has_link(request, game)):
        raise Http404
    return Reader(game, seat, play.names(game), spoken(get_language() or "en"))


def has_link(request: HttpRequest, game: Game) -> bool:
    """The link of a private game for spectators is its page with ?link=…; a session that had it once keeps it."""
    kept = request.session.get("links", [])
    if game.code in kept:
        return True
    if not secrets.compare_digest(request.GET.get("link", "").encode(), game.invitation.encode()):
        return False
    request.session["links"] = [*kept, game.code][-50:]
    return True
