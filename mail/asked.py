"""Whether the decision that a mail asks for is still asked."""

from __future__ import annotations

from games.models import Event, Game, Seat
from mail.models import Outgoing


def still(game: Game, seat: Seat, version: int) -> bool:
    """Asked at `version` and not answered since. Somebody else's event (a resignation) may lie between."""
    if game.status != Game.Status.RUNNING or game.decider != seat.index:
        return False
    later = Event.objects.filter(game=game, seat=seat.index, seq__gt=version)
    return game.version == version or not later.exists()


def holds(row: Outgoing) -> bool:
    """Whether a message is still true. One without a version always is."""
    if row.user is not None and not row.user.is_active:
        return False
    if row.version is None or row.game is None:
        return True
    if row.seat is None or row.seat.user_id != row.user_id or row.seat.muted:
        return False
    return row.game.version == row.version and still(row.game, row.seat, row.version)
