"""When the steps of a season are due: days in the league's zone, instants inside."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from leagues.models import League, Season, Step

DAY = timedelta(days=1)
Kind = Step.Kind


def midnight(day: date, zone: str) -> datetime:
    """When this day begins there."""
    return datetime.combine(day, time(), ZoneInfo(zone))


def today(now: datetime, zone: str) -> date:
    return now.astimezone(ZoneInfo(zone)).date()


def last_day(league: League, first: date) -> date:
    return first + (league.season_days - 1) * DAY


def next_first(season: Season) -> date:
    """The first day of the season after this one."""
    return season.last + (1 + season.league.break_days) * DAY


def half_day(season: Season) -> date:
    return season.first + (season.last - season.first) / 2


def due(season: Season, kind: str) -> datetime:
    """When a step that depends on the dates alone is due."""
    zone = season.league.zone
    if kind == Kind.OPEN:
        return season.opens
    if kind in (Kind.CLOSE, Kind.FORM):
        return midnight(season.first - DAY, zone)
    if kind == Kind.ROUND:
        return midnight(season.first, zone)
    if kind == Kind.HALF:
        return midnight(half_day(season), zone)
    return midnight(season.last + DAY, zone)  # LAST, FINAL, NEXT


def plan(season: Season) -> None:
    """The steps of a season that depend on its dates. Doing it twice changes nothing that is done."""
    for kind in (Kind.OPEN, Kind.CLOSE, Kind.FORM, Kind.ROUND, Kind.HALF, Kind.LAST, Kind.FINAL, Kind.NEXT):
        number = 1 if kind == Kind.ROUND else 0
        step, made = Step.objects.get_or_create(
            season=season, kind=kind, number=number, defaults={"due": due(season, kind)})
        if not made and step.done is None:
            Step.objects.filter(pk=step.pk, done=None).update(due=due(season, kind))
