"""How much of a clock a stretch of time uses, and when an allowance is used up. Pure functions of instants.

Time runs except on weekends and in the hours of standstill (both as a wall in the calendar's zone shows them) and
in the `stops`: absences and pauses. All instants are aware; results are in UTC.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from games.pace import Pace

DAY = timedelta(days=1)
NOTHING = timedelta(0)
FOREVER = datetime(9999, 1, 1, tzinfo=UTC)  # the end of a pause that nobody has ended yet
SATURDAY = 5
GREENWICH = ZoneInfo("UTC")

Interval = tuple[datetime, datetime]  # from, until: the second no more


@dataclass(frozen=True, slots=True)
class Calendar:
    """When a clock stands still. `still`: hours from, until, maybe over midnight. `stops`: in any order, may overlap."""

    zone: ZoneInfo = GREENWICH
    weekend_off: bool = False
    still: tuple[int, int] | None = None
    stops: tuple[Interval, ...] = ()


def calendar(pace: Pace, stops: Iterable[Interval] = ()) -> Calendar:
    still = None if pace.still_from is None or pace.still_until is None else (pace.still_from, pace.still_until)
    return Calendar(ZoneInfo(pace.zone), pace.weekend_off, still, tuple(stops))


def used(on: Calendar, since: datetime, until: datetime) -> timedelta:
    """The running time between two instants; none if the second is not later."""
    total = NOTHING
    for start, end in running(on, since):
        if start >= until:
            break
        total += min(end, until) - start
    return total


def deadline(on: Calendar, since: datetime, left: timedelta) -> datetime | None:
    """When more than `left` of running time would have gone by since `since`; None: the clock never runs again.

    So `used(since, deadline) == left`; what is used up at the moment when the clock stops lasts until it goes on.
    """
    for start, end in running(on, since):
        if end - start > left:
            return start + left
        left -= end - start
    return None


def running(on: Calendar, since: datetime) -> Iterator[Interval]:
    """The stretches after `since` in which time runs, in their order; without end unless a stop has none."""
    stops = joined(on.stops)
    for start, end in open_days(on, since.astimezone(UTC)):
        while stops and stops[0][1] <= start:
            stops.pop(0)
        for stop_from, stop_until in stops:
            if stop_from >= end or start >= end:
                break
            if stop_from > start:
                yield start, stop_from
            start = max(start, stop_until)
        if start < end:
            yield start, end
        if stops and stops[-1][1] >= FOREVER and stops[-1][0] <= end:
            return


def joined(intervals: Iterable[Interval]) -> list[Interval]:
    """The same instants in the fewest intervals, ordered."""
    result: list[Interval] = []
    for start, end in sorted((start.astimezone(UTC), end.astimezone(UTC)) for start, end in intervals if start < end):
        if result and start <= result[-1][1]:
            result[-1] = (result[-1][0], max(end, result[-1][1]))
        else:
            result.append((start, end))
    return result


def before(intervals: Iterable[Interval], moment: datetime) -> list[Interval]:
    """What of the intervals lies before the moment."""
    return [(start, min(end, moment)) for start, end in intervals if start < moment]


def after(intervals: Iterable[Interval], moment: datetime) -> list[Interval]:
    return [(max(start, moment), end) for start, end in intervals if end > moment]


def open_days(on: Calendar, since: datetime) -> Iterator[Interval]:
    """The stretches without weekends and hours of standstill, from `since` on."""
    if not on.weekend_off and on.still is None:
        yield since, FOREVER
        return
    day = since.astimezone(on.zone).date()
    while day.year < FOREVER.year - 1:
        if not (on.weekend_off and day.weekday() >= SATURDAY):
            for start, end in open_hours(on, day):
                if end > since and end > (start := max(start, since)):
                    yield start, end
        day += DAY


def open_hours(on: Calendar, day: date) -> list[Interval]:
    """One day on the wall. It has 23 or 25 hours where clocks are changed, and none where a day is left out."""
    begin, end = on_wall(day, 0, on.zone), on_wall(day + DAY, 0, on.zone)
    if on.still is None:
        return [(begin, end)]
    first, last = on.still
    still_from, still_until = on_wall(day, first, on.zone), on_wall(day, last, on.zone)
    if first < last:
        return [(begin, still_from), (still_until, end)]
    return [(still_until, still_from)]


def on_wall(day: date, hour: int, zone: ZoneInfo) -> datetime:
    """When clocks in the zone show this full hour: the first time, or when they leave it out."""
    return datetime.combine(day, time(hour), zone).astimezone(UTC)
