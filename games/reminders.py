"""When a player is reminded of a deadline, and the row that waits for it (one a game: the next reminder).

The row moves with the deadline: `expect` is called whenever that may have changed. What becomes of it when its time
has come is in games.reminding.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from accounts import absences
from accounts.models import Mails, User
from accounts.wall import Quiet, quiet_since, quiet_until
from games import pace
from games.models import Due, Game, Seat

LEAST = timedelta(hours=2)  # a reminder that comes later is of no use
APART = timedelta(hours=1)  # from the moment when the decision was theirs, and from each other
BEFORE_NIGHT = timedelta(minutes=5)  # so that it has left when the quiet hours begin


def times(
    since: datetime, deadline: datetime, fractions: Iterable[float], hours: Iterable[float], quiet: Quiet, zone: ZoneInfo
) -> list[datetime]:
    """The moments, in order: when a fraction of the time from `since` to `deadline` is left, and hours before it.

    None within two hours of the deadline, within an hour of `since` or of each other, or in quiet hours: those wait
    for the morning, or come before the night if the morning is too late.
    """
    wanted = [deadline - (deadline - since) * part for part in fractions if 0 < part < 1]
    wanted += [deadline - timedelta(hours=number) for number in hours if number > 0]
    found: list[datetime] = []
    for when in sorted(awake(min(when, deadline - LEAST), deadline, quiet, zone) for when in wanted):
        if when >= (found[-1] if found else since) + APART:
            found.append(when)
    return found


def awake(when: datetime, deadline: datetime, quiet: Quiet, zone: ZoneInfo) -> datetime:
    """The same moment, moved out of the quiet hours."""
    morning, evening = quiet_until(when, zone, quiet), quiet_since(when, zone, quiet)
    if morning is None or evening is None:
        return when
    return morning if morning <= deadline - LEAST else evening - BEFORE_NIGHT


def of(game: Game, seat: Seat) -> list[datetime]:
    """All reminders of the open decision, over or not; none for who wants none or has no deadline."""
    user = seat.user
    if user is None or game.deadline is None or game.deciding_since is None or seat.mailed == Mails.SILENT:
        return []
    since = back(game, user, game.deciding_since, game.deadline)
    return times(since, game.deadline, user.remind_fractions, user.remind_hours, user.quiet, user.zone)


def back(game: Game, user: User, since: datetime, deadline: datetime) -> datetime:
    """From when on the clock runs without a vacation in between: nobody is reminded before they are back."""
    if not pace.from_dict(game.pace).vacation:
        return since
    ends = [end for start, end in absences.intervals(user, since=since, until=deadline) if start < deadline]
    return max([since, *(end for end in ends if end < deadline)])


def expect(game: Game, seat: Seat | None, *, now: datetime) -> None:
    """The row for the next reminder of who must decide; none if there is none any more."""
    ahead = [when for when in of(game, seat) if when > now] if seat is not None and game.paused is None else []
    if not ahead:
        Due.objects.filter(game=game, kind=Due.Kind.REMINDER).delete()
        return
    row = Due(game=game, kind=Due.Kind.REMINDER, version=game.version, due=ahead[0], lease=None)
    Due.objects.bulk_create([row], update_conflicts=True, unique_fields=("game", "kind"),
                            update_fields=("version", "due", "lease"))
