"""A league and its registration: found it, register, withdraw, wait; the season that follows.

Each function is one transaction and raises LeagueError, with words for the reader, when it changes nothing.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any
from zoneinfo import available_timezones

from django.db import transaction
from django.db.models import Q
from django.utils.text import slugify
from django.utils.translation import gettext as _

from accounts.models import User
from engine import GAMES
from games import bell
from games import pace as paces
from games.words import game_name
from leagues import dates
from leagues.divisions import Rules
from leagues.formats import FORMATS
from leagues.models import Entry, League, Season
from leagues.told import write

LEAST_DAYS, LONGEST_DAYS = 2, 400


class LeagueError(Exception):
    """Nothing was changed; the text says why. `about`: the field of a form."""

    def __init__(self, words: str, *, about: str = "") -> None:
        super().__init__(words)
        self.about = about


@transaction.atomic
def found(
    *, organiser: User, name: str, first: date, now: datetime, opens: datetime | None = None, code: str = "", about: str = "",
    kind: str = "tigris", options: Mapping[str, str] | None = None, size: int = 4, pace: Mapping[str, Any] | None = None,
    vacation: bool = True, format: str = "divisions", settings: Mapping[str, int] | None = None,
    divisions: Mapping[str, Any] | None = None, zone: str = "UTC", season_days: int = 90, round_days: int = 0,
    break_days: int = 7, repeats: bool = True, end_rule: str = League.EndRule.DECIDED, share: float = 0.5,
    wait_days: int = 2, limit: int | None = None,
) -> Season:
    """A league and its first season, whose first day is `first` in the league's zone. Registration opens at
    `opens`, by default now."""
    if kind not in GAMES:
        raise LeagueError(_("There is no game called “%(name)s” here.") % {"name": kind}, about="kind")
    rules = GAMES[kind]
    if size not in rules.seats:
        raise LeagueError(_("%(size)d players can't play this.") % {"size": size}, about="size")
    if format not in FORMATS:
        raise LeagueError(_("There is no format of this name."), about="format")
    if zone not in available_timezones():
        raise LeagueError(_("There is no time zone of this name."), about="zone")
    if not LEAST_DAYS <= season_days <= LONGEST_DAYS:
        raise LeagueError(
            _("A season has %(least)d to %(most)d days.") % {"least": LEAST_DAYS, "most": LONGEST_DAYS}, about="season_days")
    if break_days < 1:
        raise LeagueError(_("Between two seasons is at least one day."), about="break_days")
    if not 0 <= share <= 1:
        raise LeagueError(_("The share of a substitute is from none to all turns."), about="share")
    if limit is not None and limit < 2:
        raise LeagueError(_("A season needs two players."), about="limit")
    if dates.midnight(first - dates.DAY, zone) <= now:
        raise LeagueError(_("The first day must be later than tomorrow: registration closes a day before it."), about="first")
    name = name.strip()
    if not name:
        raise LeagueError(_("A league needs a name."), about="name")
    try:
        clock = paces.from_dict({**(pace or {}), "votes": False, **({"vacation": vacation, "substitutes": False} if pace else {})})
    except paces.PaceError as error:
        raise LeagueError(str(error), about="pace") from None
    try:
        Rules(**(divisions or {}))
    except TypeError:
        raise LeagueError(_("This says nothing about divisions."), about="divisions") from None
    chosen = {option: (options or {}).get(option, values[0]) for option, values in rules.options.items()}
    if wrong := [option for option, value in chosen.items() if value not in rules.options[option]]:
        raise LeagueError(_("This is no choice for %(option)s.") % {"option": wrong[0]}, about="options")
    league = League.objects.create(
        code=code or free_code(name), name=name, about=about, organiser=organiser, kind=kind, options=chosen, size=size,
        pace=clock.as_dict(), format=format, settings={**FORMATS[format].DEFAULTS, **(settings or {})},
        divisions=dict(divisions or {}), zone=zone, season_days=season_days, round_days=round_days, break_days=break_days,
        repeats=repeats, end_rule=end_rule, share=share, wait_days=wait_days, limit=limit, created=now,
    )
    season = announce(league, 1, first, opens=opens or now, now=now)
    write(league, "founded", key=str(league.pk), now=now, season=season, actor=organiser, game=str(game_name(kind)))
    return season


def free_code(name: str) -> str:
    stem = slugify(name)[:30] or "league"
    code, number = stem, 1
    while League.objects.filter(code=code).exists():
        number += 1
        code = f"{stem}-{number}"
    return code


def announce(league: League, number: int, first: date, *, opens: datetime, now: datetime) -> Season:
    """A season with its steps; the one that is there already if there is."""
    season, _made = Season.objects.get_or_create(league=league, number=number, defaults={
        "first": first, "last": dates.last_day(league, first), "opens": opens, "seed": secrets.token_hex(16)})
    dates.plan(season)
    bell.ring("leagues.sweep")
    return season


def rules_of(league: League) -> Rules:
    return Rules(**league.divisions)


def locked(season: Season) -> Season:
    """The season's row, held to the end of the transaction."""
    Season.objects.select_for_update().get(pk=season.pk)
    return Season.objects.select_related("league").get(pk=season.pk)


def has_room(season: Season) -> bool:
    limit = season.league.limit
    return limit is None or season.entries.filter(status=Entry.Status.REGISTERED).count() < limit


@transaction.atomic
def register(*, season: Season, user: User, now: datetime, automatic: bool = False) -> Entry:
    """Registers, or puts on the waiting list if there is no room or registration is closed. Twice is once.

    Who is on the waiting list of a running season agrees to take an open seat.
    """
    season = locked(season)
    if season.status == Season.Status.ANNOUNCED:
        raise LeagueError(_("Registration is not open yet."))
    if season.status == Season.Status.FINISHED:
        raise LeagueError(_("This season is over."))
    entry = season.entries.filter(user=user).first()
    if entry is not None and entry.status != Entry.Status.WITHDRAWN:
        return entry
    if season.league.kind not in GAMES:
        raise LeagueError(_("This game is not played here any more."))
    fits = season.status == Season.Status.OPEN and has_room(season)
    status = Entry.Status.REGISTERED if fits else Entry.Status.WAITING
    entry, _made = Entry.objects.update_or_create(season=season, user=user, defaults={
        "status": status, "registered": now, "automatic": automatic, "again": True})
    return entry


@transaction.atomic
def withdraw(*, season: Season, user: User, now: datetime) -> None:
    """Takes a registration back before the start; the first of the waiting list moves up."""
    season = locked(season)
    entry = season.entries.filter(user=user).first()
    if entry is None or entry.status == Entry.Status.WITHDRAWN:
        return
    if entry.status not in (Entry.Status.REGISTERED, Entry.Status.WAITING):
        raise LeagueError(_("The season has begun. The organiser can remove you; you may also resign in a game."))
    was, entry.status, entry.again = entry.status, Entry.Status.WITHDRAWN, False
    entry.save(update_fields=("status", "again"))
    if was == Entry.Status.REGISTERED and season.status in (Season.Status.OPEN, Season.Status.CLOSED):
        move_up(season)


def move_up(season: Season) -> None:
    """Those on the waiting list for whom there is room now. Once registration is closed, one for one who goes."""
    for entry in season.entries.filter(status=Entry.Status.WAITING).order_by("registered", "pk"):
        if not has_room(season):
            return
        entry.status = Entry.Status.REGISTERED
        entry.save(update_fields=("status",))
        if season.status == Season.Status.CLOSED:
            return


@transaction.atomic
def play_again(*, season: Season, user: User, again: bool, now: datetime) -> None:
    """Whether this player is registered for the next season without a word; registered already, it is changed there."""
    season = locked(season)
    season.entries.filter(user=user).update(again=again)
    following = Season.objects.filter(league=season.league, number=season.number + 1).first()
    if following is None:
        return
    if not again:
        withdraw(season=following, user=user, now=now)
    elif following.status == Season.Status.OPEN:
        register(season=following, user=user, now=now)


def current(league: League) -> Season | None:
    """The season that is played, else the next one, else the last one."""
    seasons = list(league.seasons.order_by("number"))
    running = [season for season in seasons if season.status == Season.Status.RUNNING]
    coming = [season for season in seasons if season.status not in (Season.Status.RUNNING, Season.Status.FINISHED)]
    return next(iter(running or coming or reversed(seasons)), None)


def entry_of(season: Season, user: User | None) -> Entry | None:
    return season.entries.filter(user=user).select_related("division").first() if user else None


def own(user: User) -> Any:
    """The leagues that this user organises or has played in."""
    return League.objects.filter(Q(organiser=user) | Q(seasons__entries__user=user)).distinct().order_by("name")
