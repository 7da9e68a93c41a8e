"""Whether the decision that a mail asks for is still asked."""

from __future__ import annotations

from datetime import datetime

from accounts.models import Mails
from games.models import Event, Game, Seat
from mail.models import Outgoing

SEVERAL = "games"  # the kind of a message about several games
REMINDER = "reminder"  # its key holds the deadline (mail.compose_reminder)


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
    if row.kind == SEVERAL:
        parts = row.parts.select_related("game", "seat__user")
        return all(_holds(part.game, part.seat, part.version, row.user_id) for part in parts)
    if row.kind == REMINDER and row.game is not None and row.game.deadline != datetime.fromisoformat(row.key.split("/")[2]):
        return False
    return row.game is None or _holds(row.game, row.seat, row.version, row.user_id)


def _holds(game: Game, seat: Seat | None, version: int | None, user: int | None) -> bool:
    if version is None:
        return True
    if seat is None or seat.user_id != user or seat.mailed == Mails.SILENT:
        return False
    return game.version == version and still(game, seat, version)
