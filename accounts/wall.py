"""Hours on a player's own wall: when they come next, and when it is quiet. Pure functions of times.

Of an hour that comes twice the first one counts; one that is left out comes as late as the clock was put forward.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

DAY = timedelta(days=1)
Quiet = tuple[time, time] | tuple[()]  # from, until; () for none


def next_hour(since: datetime, zone: ZoneInfo, hours: Iterable[int]) -> datetime:
    """The first moment from `since` on at which a clock in the zone shows one of the full hours."""
    today = since.astimezone(zone).date()
    days = [today + step * DAY for step in (-1, 0, 1, 2)]
    moments = (on_wall(day, time(hour), zone) for day in days for hour in hours)
    return min(moment for moment in moments if moment >= since)


def quiet_until(now: datetime, zone: ZoneInfo, quiet: Quiet) -> datetime | None:
    """When the quiet hours that `now` lies in end; None outside of them. They may begin before midnight."""
    if not quiet:
        return None
    start, end = quiet
    local = now.astimezone(zone)
    shown = local.time()
    if not (start <= shown < end if start < end else shown >= start or shown < end):
        return None
    day = local.date() if shown < end else local.date() + DAY
    first, again = on_wall(day, end, zone), on_wall(day, end, zone, fold=1)
    return first if first > now else again


def quiet_since(now: datetime, zone: ZoneInfo, quiet: Quiet) -> datetime | None:
    """When the quiet hours that `now` lies in began; None outside of them."""
    if not quiet or quiet_until(now, zone, quiet) is None:
        return None
    start = quiet[0]
    local = now.astimezone(zone)
    day = local.date() if start <= local.time() else local.date() - DAY
    first, again = on_wall(day, start, zone), on_wall(day, start, zone, fold=1)
    return again if again <= now else first if first <= now else now


def on_wall(day: date, at: time, zone: ZoneInfo, *, fold: int = 0) -> datetime:
    """The moment, in UTC, when clocks in the zone show this."""
    return datetime.combine(day, at.replace(fold=fold), zone).astimezone(UTC)
