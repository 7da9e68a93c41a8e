"""What a player's absence does at their tables: the clocks are brought up to date, and the others hear until when."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from django.db import transaction
from django.db.models import F, Q

from accounts import absences
from accounts.models import Absence, User
from games import bell, clocks, pace, table_events
from games.models import Game, Seat, TableEvent

DAY = timedelta(days=1)


def changed(user: User, *, now: datetime) -> None:
    """After an absence was taken or given back, in the same transaction."""
    clocks.recompute_for(user, now=now)
    announce(now, user=user)
    bell.ring("mail.send")


@transaction.atomic
def take(user: User, first: date, last: date, *, now: datetime) -> Absence:
    """Raises ValidationError in words."""
    absence = absences.take(user, first, last, now=now)
    changed(user, now=now)
    return absence


@transaction.atomic
def give_back(absence: Absence, *, now: datetime) -> int:
    count = absences.give_back(absence, now=now)
    changed(absence.user, now=now)
    return count


def announce(now: datetime, *, user: User | None = None) -> int:
    """Tells the tables of absences that have begun, or that end on another day than was told; returns of how many.

    What is taken in advance is nobody's business before. The cost follows the absences of these days.
    """
    today = now.date()
    due = Absence.objects.filter(Q(announced__isnull=True) | ~Q(announced=F("last")), last__gte=today - DAY,
                                 first__lte=today + DAY).filter(last__gte=F("first"))
    if user is not None:
        due = due.filter(user=user)
    count = 0
    for absence in due.select_related("user"):
        times = absences.interval(absence)
        if times and times[0] <= now < times[1]:
            count += _announce(absence, now)
    return count


@transaction.atomic
def _announce(absence: Absence, now: datetime) -> int:
    same = Absence.objects.filter(pk=absence.pk, last=absence.last)
    if not same.update(announced=absence.last):
        return 0
    for seat in allowing(absence.user):
        table_events.write(seat.game, TableEvent.Kind.AWAY, key=f"away:{absence.pk}:{absence.last}:{seat.pk}", now=now,
                           seat=seat, actor=absence.user, until=absence.last.isoformat())
    return 1


def allowing(user: User) -> list[Seat]:
    """The user's seats in running games whose clock a vacation stops."""
    return [seat for seat in running(user) if stops(seat.game)]


def running(user: User) -> list[Seat]:
    seats = Seat.objects.filter(user=user, game__status=Game.Status.RUNNING)
    return list(seats.select_related("game").order_by("game__pk"))


def clocked(user: User) -> list[Seat]:
    """The user's seats in running games that have a clock."""
    return [seat for seat in running(user) if pace.from_dict(seat.game.pace).runs]


def stops(game: Game) -> bool:
    """Whether a vacation stops this game's clocks."""
    found = pace.from_dict(game.pace)
    return found.runs and found.vacation
