"""When a player wants to be told: at once, at hours of their choice, not at night. Pure functions of times.

Hours are those on the player's wall, so that a digest at 8 comes at 8 in summer and in winter. Of an hour that
comes twice the first one counts; one that is left out comes as late as the clock was put forward.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from accounts.models import Mails, User
from games.models import Seat

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
NOTICE = HOUR  # a deadline before a digest, or so soon after it, is told of at once
NO_TIME = timedelta(0)


@dataclass(frozen=True)
class Plan:
    """What a player has chosen. `mode`: a value of `Mails`; `hours`: 0 to 23; `quiet`: from, until; () for none."""

    zone: ZoneInfo
    mode: str = Mails.TURNS
    hours: tuple[int, ...] = ()
    quiet: tuple[time, time] | tuple[()] = ()


def plan_of(user: User, seat: Seat | None = None) -> Plan:
    """The plan for one game, or (no seat) for what is no mail of a running game."""
    start, end = user.quiet_from, user.quiet_until
    return Plan(
        zone=user.zone, mode=seat.mailed if seat else Mails.TURNS,
        hours=tuple(hour for hour in user.digest_hours if isinstance(hour, int) and 0 <= hour <= 23),
        quiet=(start, end) if start is not None and end is not None and start != end else (),
    )


def due(
    now: datetime, since: datetime, plan: Plan, *, deadline: datetime | None = None, window: timedelta = NO_TIME
) -> datetime:
    """When to tell what came up at `since`: a time up to `now` means now.

    `window`: how long what must not wait for a digest waits for company all the same. `deadline`: of the reader's
    own decision; nothing waits beyond it.
    """
    when = since + window
    if plan.mode == Mails.DIGEST and plan.hours:
        together = next_hour(since, plan.zone, plan.hours)
        if deadline is None or deadline > together + NOTICE:
            when = together
    end = quiet_until(max(when, now), plan.zone, plan.quiet)
    return when if end is None or (deadline is not None and deadline <= end) else end


def next_hour(since: datetime, zone: ZoneInfo, hours: Iterable[int]) -> datetime:
    """The first moment from `since` on at which a clock in the zone shows one of the full hours."""
    today = since.astimezone(zone).date()
    days = [today + step * DAY for step in (-1, 0, 1, 2)]
    moments = (on_wall(day, time(hour), zone) for day in days for hour in hours)
    return min(moment for moment in moments if moment >= since)


def quiet_until(now: datetime, zone: ZoneInfo, quiet: tuple[time, time] | tuple[()]) -> datetime | None:
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


def on_wall(day: date, at: time, zone: ZoneInfo, *, fold: int = 0) -> datetime:
    """The moment, in UTC, when clocks in the zone show this."""
    return datetime.combine(day, at.replace(fold=fold), zone).astimezone(UTC)
