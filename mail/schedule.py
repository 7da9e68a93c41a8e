"""When a player wants to be told: at once, at hours of their choice, not at night. Pure functions of times.

Hours are those on the player's wall (accounts.wall), so that a digest at 8 comes at 8 in summer and in winter.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from accounts.models import Mails, User
from accounts.wall import Quiet, next_hour, quiet_until
from games.models import Seat

HOUR = timedelta(hours=1)
NOTICE = HOUR  # a deadline before a digest, or so soon after it, is told of at once
NO_TIME = timedelta(0)


@dataclass(frozen=True)
class Plan:
    """What a player has chosen. `mode`: a value of `Mails`; `hours`: 0 to 23; `quiet`: from, until; () for none."""

    zone: ZoneInfo
    mode: str = Mails.TURNS
    hours: tuple[int, ...] = ()
    quiet: Quiet = ()


def plan_of(user: User, seat: Seat | None = None) -> Plan:
    """The plan for one game, or (no seat) for what is no mail of a running game."""
    return Plan(
        zone=user.zone, mode=seat.mailed if seat else Mails.TURNS,
        hours=tuple(hour for hour in user.digest_hours if isinstance(hour, int) and 0 <= hour <= 23),
        quiet=user.quiet,
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
