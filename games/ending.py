"""The end of a game without an order: by agreement, by the organisers, or because nobody is left to play."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import User
from engine import GAMES
from games import clocks, follow, positions, table_events
from games.models import Game, Seat, TableEvent

AGREEMENT, DESERTED, STAFF, SEASON = "agreement", "deserted", "staff", "season"


@transaction.atomic
def end(game: Game, how: str, *, now: datetime, by: User | None = None, reason: str = "", state: Any = None) -> Game:
    """The places are those of the points that everybody has now. `state`: the position, where it is not committed yet."""
    game = clocks.locked(game)
    if game.status == Game.Status.RUNNING:
        _end(game, positions.played(game).state if state is None else state, how, now=now, by=by, reason=reason)
    return game


def end_if_deserted(game: Game, state: Any, *, now: datetime) -> bool:
    """Ends a game whose seats of people are all open or left. The caller holds the game's row."""
    seats = list(game.seats.all())
    if game.status != Game.Status.RUNNING or not any(seat.opened for seat in seats) or present(game, state):
        return False
    _end(game, state, DESERTED, now=now)
    return True


def present(game: Game, state: Any) -> list[Seat]:
    """The seats of people who are there: not open, not left."""
    view = GAMES[game.kind].view(state, None)
    return [seat for seat in game.seats.all()
            if seat.user_id is not None and seat.opened is None and not view.seats[seat.index].resigned]


def _end(game: Game, state: Any, how: str, *, now: datetime, by: User | None = None, reason: str = "") -> None:
    stopped, _facts = GAMES[game.kind].stop(state, how)
    game.ended_by = how
    table_events.write(game, TableEvent.Kind.ENDED, key=f"ended:{game.pk}", now=now, actor=by, how=how, reason=reason)
    follow.finish(game, stopped, now=now)
