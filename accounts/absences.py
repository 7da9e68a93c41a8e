"""Vacation: whole days, on the player's wall, on which their clocks stand still in all games that allow it.

A day taken while it runs counts as a whole, but stops clocks only from that moment on, so that no time that was
used comes back. Days stay where they were taken: a player who moves to another time zone moves none of them.
Who changes an absence calls `games.away.changed` in the same transaction, which moves the deadlines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Absence, User

DAY = timedelta(days=1)
Interval = tuple[datetime, datetime]  # UTC, without its end


def intervals(user: User, *, since: datetime, until: datetime) -> list[Interval]:
    """When the user is away, as far as it touches the time from `since` to `until`: in order, apart from each other,
    not cut to that time."""
    near = Absence.objects.filter(
        user=user, last__gte=since.astimezone(UTC).date() - 2 * DAY, first__lte=until.astimezone(UTC).date() + 2 * DAY)
    return [(start, end) for start, end in merged(filter(None, map(interval, near))) if start < until and end > since]


def interval(absence: Absence) -> Interval | None:
    """From the first midnight to the last; from the moment when it was taken, if that is later. None: taken back."""
    start, end = begins(absence.first, absence.zone), begins(absence.last + DAY, absence.zone)
    start = max(start, absence.created.astimezone(UTC))
    return (start, end) if start < end else None


def merged(parts: Iterable[Interval]) -> list[Interval]:
    """The same time in as few parts as can be, in order."""
    found: list[Interval] = []
    for start, end in sorted(parts):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((start, end))
    return found


def begins(day: date, zone: str) -> datetime:
    """When a day begins in a zone, in UTC. Where clocks are put forward at midnight, it is the moment they are."""
    return datetime.combine(day, time(), ZoneInfo(zone)).astimezone(UTC)


def today(user: User, now: datetime) -> date:
    return now.astimezone(user.zone).date()


def present(user: User, *, now: datetime) -> Absence | None:
    """The absence that the user is in now."""
    near = Absence.objects.filter(user=user, last__gte=now.astimezone(UTC).date() - 2 * DAY)
    for absence in near:
        times = interval(absence)
        if times and times[0] <= now < times[1]:
            return absence
    return None


def days_used(user: User, year: int) -> int:
    """Days of a calendar year that were taken; a day that belongs to several absences counts once."""
    return len(taken(user, year))


def days_left(user: User, year: int) -> int:
    return max(0, settings.VACATION_DAYS - days_used(user, year))


def taken(user: User, year: int) -> set[datetime]:
    """The moments at which the user's days of this year begin. The same date in two zones is two days."""
    rows = Absence.objects.filter(user=user, first__lte=date(year, 12, 31), last__gte=date(year, 1, 1))
    return {begins(day, row.zone) for row in rows for day in days(row.first, row.last) if day.year == year}


def days(first: date, last: date) -> Iterator[date]:
    return (first + step * DAY for step in range((last - first).days + 1))


@transaction.atomic
def take(user: User, first: date, last: date, *, now: datetime) -> Absence:
    """The days from `first` to `last`, with those they overlap. Raises ValidationError in words."""
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    this = today(user, now)
    if last < first:
        raise ValidationError(_("The last day is before the first one."), code="order")
    if first < this:
        raise ValidationError(_("Days that are over can't be taken; the first one can be today."), code="past")
    if last.year > this.year + 1:
        raise ValidationError(_("Days can be taken up to the end of next year."), code="far")
    check_left(user, first, last)
    return join(user, first, last, now=now)


def check_left(user: User, first: date, last: date) -> None:
    for year in range(first.year, last.year + 1):
        new = {begins(day, user.time_zone) for day in days(first, last) if day.year == year} - taken(user, year)
        left = days_left(user, year)
        if len(new) > left:
            raise ValidationError(
                ngettext("That is %(count)d day more in %(year)d, and you have %(left)d left.",
                         "That is %(count)d days more in %(year)d, and you have %(left)d left.", len(new))
                % {"count": len(new), "year": year, "left": left}, code="left")


def join(user: User, first: date, last: date, *, now: datetime) -> Absence:
    """One row for these days and all that they overlap in the same zone; what is swallowed is empty from now on."""
    near = list(Absence.objects.filter(user=user, zone=user.time_zone, first__lte=last, last__gte=first).exclude(
        last__lt=F("first")).order_by("first", "pk"))
    if not near:
        return Absence.objects.create(user=user, first=first, last=last, zone=user.time_zone, created=now)
    row = near[0]
    row.last = max(last, *(other.last for other in near))
    row.automatic = False
    if first < row.first:  # it has not begun yet: `first` is today or later
        row.first, row.created = first, now
    row.save(update_fields=("first", "last", "automatic", "created"))
    for other in near[1:]:
        other.last = other.first - DAY
        other.save(update_fields=("last",))
    return row


@transaction.atomic
def give_back(absence: Absence, *, now: datetime) -> int:
    """Gives back the days that have not begun; the running day stays. Returns how many came back."""
    User.objects.select_for_update(no_key=True).get(pk=absence.user_id)
    absence.refresh_from_db()
    this = now.astimezone(ZoneInfo(absence.zone)).date()
    last = min(absence.last, max(this, absence.first - DAY))
    count = (absence.last - last).days
    if count:
        absence.last = last
        absence.save(update_fields=("last",))
    return count


@transaction.atomic
def begin_automatically(user: User, *, now: datetime, since: datetime | None = None) -> Absence | None:
    """A day of vacation because a clock would run out; one day each time. None if the user wants none of it or has none left.

    `since`: the moment at which the clock would have run out, a little before `now`; clocks stand still from then
    on. Whoever is away at that moment already gets that absence, and no other.
    """
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    moment = since or now
    if there := present(user, now=moment):
        return there
    if not user.auto_vacation:
        return None
    day = today(user, moment)
    mine = Absence.objects.filter(user=user, zone=user.time_zone)
    if begun := mine.filter(first=day, last__gte=day).first():  # today is taken, but a moment later: two clocks in one sweep
        begun.created = moment
        begun.save(update_fields=("created",))
        return begun
    if begins(day, user.time_zone) not in taken(user, day.year) and not days_left(user, day.year):
        return None
    before = mine.filter(automatic=True, first__lte=day - DAY, last=day - DAY).first()
    if before and moment == begins(day, user.time_zone):  # the clock stood until midnight, with nothing left on it
        before.last = day
        before.save(update_fields=("last",))
        return before
    return Absence.objects.create(
        user=user, first=day, last=day, zone=user.time_zone, automatic=True, created=moment)


def told(absence: Absence) -> str:
    """Its days in words, in the language that is spoken now."""
    if absence.first == absence.last:
        return date_format(absence.first, "DATE_FORMAT")
    return _("%(first)s to %(last)s") % {
        "first": date_format(absence.first, "DATE_FORMAT"), "last": date_format(absence.last, "DATE_FORMAT")}
