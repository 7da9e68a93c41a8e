"""The only code that writes a table event: what happened at a table beside the orders."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from games.models import Game, Seat, TableEvent


def write(
    game: Game, kind: str, *, key: str, now: datetime, seat: Seat | int | None = None, actor: User | None = None,
    **data: object,
) -> TableEvent | None:
    """The event, or None if its `key` came before. `data`: as TableEvent.Kind says; JSON values."""
    index = seat.index if isinstance(seat, Seat) else seat
    made = TableEvent(game=game, kind=kind, seat=index, actor=actor, version=game.version, data=data, key=key, at=now)
    row, new = TableEvent.objects.get_or_create(key=key, defaults={
        name: getattr(made, name) for name in ("game", "kind", "seat", "actor", "version", "data", "at")})
    return row if new else None
