"""Which message leaves next, and whether one may leave now: the provider's limit, and people before crowds.

MAIL_RATE messages leave in any minute, whichever worker sends them. A part of it is kept for what somebody is
waiting for, so that a thousand results of a tournament don't hold up a turn.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Case, Q, QuerySet, When

from accounts.wall import quiet_until
from mail.models import Outgoing

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
AWAITED = ("account", "answer", "turn", "reminder")  # somebody has just asked for it, or somebody else waits for them
UNASKED = ("turn", "plan", "reminder", "table", "taken", "games", "started", "dropped", "chat", "ended", "invited", "cancelled",
           "league")  # not at night
KEPT = 4  # one in so many of the rate is for these alone


def in_order(due: QuerySet[Outgoing], now: datetime) -> QuerySet[Outgoing]:
    """Codes to log in first, then what is awaited or an hour late, then the rest; of each the oldest."""
    rank = Case(When(kind="account", then=0), When(Q(kind__in=AWAITED) | Q(due__lte=now - HOUR), then=1), default=2)
    return due.order_by(rank, "due", "pk")


def allowed(due: QuerySet[Outgoing], now: datetime) -> QuerySet[Outgoing]:
    """Those that the rate has room for."""
    if not settings.MAIL_RATE:
        return due
    left = settings.MAIL_RATE - leaving(now)
    if left <= 0:
        return due.none()
    return due.filter(kind__in=AWAITED) if left <= settings.MAIL_RATE // KEPT else due


def exceeded(now: datetime) -> bool:
    """Whether other workers have claimed what the rate had left, since `allowed` said so."""
    return bool(settings.MAIL_RATE) and leaving(now) > settings.MAIL_RATE


def leaving(now: datetime) -> int:
    """How many have left within a minute or are about to."""
    out = Q(status=Outgoing.Status.SENT, sent__gt=now - MINUTE)
    return Outgoing.objects.filter(out | Q(status=Outgoing.Status.WAITING, lease__gt=now)).count()


def wakes(row: Outgoing, now: datetime) -> datetime | None:
    """Until when the message must wait because its reader sleeps: it was held up, and night has come meanwhile."""
    if row.user is None or row.kind not in UNASKED:
        return None
    end = quiet_until(now, row.user.zone, row.user.quiet)
    deadlines = [row.game.deadline] if row.game and row.version is not None else [
        part.game.deadline for part in row.parts.select_related("game") if part.version is not None]
    return None if end is None or any(deadline and deadline <= end for deadline in deadlines) else end
