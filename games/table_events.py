"""The only code that writes a table event: what happened at a table beside the orders. Who should hear of it is told."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from accounts.models import User
from games import follow
from games.models import Game, Notice, Seat, TableEvent

Kind = TableEvent.Kind


def write(
    game: Game, kind: str, *, key: str, now: datetime, seat: Seat | int | None = None, actor: User | None = None,
    **data: object,
) -> TableEvent | None:
    """The event, or None if its `key` came before. `data`: as TableEvent.Kind says; JSON values."""
    index = seat.index if isinstance(seat, Seat) else seat
    if TableEvent.objects.filter(key=key).exists():  # callers hold the game's row, so nobody writes it meanwhile
        return None
    row = TableEvent.objects.create(
        game=game, kind=kind, seat=index, actor=actor, version=game.version, data=data, key=key, at=now)
    for other in game.seats.all():
        if other.user_id is not None and (actor is None or other.user_id != actor.pk) and hears(game, row, other):
            follow.tell(game, other, Notice.Kind.TABLE, now=now, event=row.pk)
    return row


def hears(game: Game, event: TableEvent, seat: Seat) -> bool:
    """Whether a mail says so at once; everything else stands in the next one. Open seats hear of themselves alone."""
    mine = event.seat == seat.index
    if seat.opened is not None and not mine:
        return False
    asks = HEARD.get(event.kind)
    return asks is not None and asks(game, event, mine)


HEARD: dict[str, Callable[[Game, TableEvent, bool], bool]] = {
    Kind.MISSED: lambda game, event, mine: mine,
    Kind.OPENED: lambda game, event, mine: True,
    Kind.RETURNED: lambda game, event, mine: not mine,
    Kind.SUBSTITUTED: lambda game, event, mine: not mine,
    Kind.AWAY: lambda game, event, mine: not mine and game.decider == event.seat,  # they would wait without knowing why
    Kind.VOTED: lambda game, event, mine: not mine and bool(event.data.get("yes")),
    Kind.PAUSED: lambda game, event, mine: True,
    Kind.RESUMED: lambda game, event, mine: True,
    Kind.EXTENDED: lambda game, event, mine: True,
    Kind.PACE: lambda game, event, mine: True,
}
