"""Games whose seats somebody else has arranged: started at once, with these players in this order; a seat that is
given to somebody else without asking whether the table allows it. For leagues.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import User
from games import clocks, decisions, substitutes, tables, votes
from games.models import Game, Seat, TableEvent


@transaction.atomic
def start_for(
    users: Sequence[User], *, host: User, kind: str, options: Mapping[str, str], pace: Mapping[str, Any], now: datetime,
    title: str = "", public: bool = True, told: bool = False,
) -> Game:
    """A running game with these players in this order of play; the host may be among them or not. `told`: with the
    notice that it has started; the first player is told of the turn in any case."""
    game = Game.objects.create(
        code=tables.new_code(), kind=kind, title=title[:60], host=host, options=dict(options), size=len(users),
        pace=dict(pace), public=public, invitation=secrets.token_urlsafe(16), created=now,
    )
    seats = [Seat.objects.create(game=game, index=index, user=user) for index, user in enumerate(users)]
    tables.start(game, seats, now=now, told=told)
    return game


@transaction.atomic
def give(game: Game, seat: Seat, *, now: datetime, to: User | None = None, bot: str = "", by: User | None = None) -> bool:
    """The seat goes to another player or a bot; False if that cannot be: the game is over, or nobody may know two
    hands of it."""
    game = clocks.locked(game)
    seat = decisions.seat_of(game, seat.index)
    if game.status != Game.Status.RUNNING or (to is None and not bot) or seat.user is None or seat.user == to:
        return False
    known = TableEvent.objects.filter(game=game, kind=TableEvent.Kind.SUBSTITUTED)
    if to is not None and (game.seats.filter(user=to).exists() or known.filter(data__left=to.pk).exists()):
        return False
    substitutes.give(game, seat, now=now, to=to, bot=bot, by=by)
    if to is None:  # one less is asked
        votes.settle(game, now=now)
    return True
