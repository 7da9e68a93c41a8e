"""The steps of a season: what each does, and when it is done.

A step is a function of the season, its number and `now`. It returns None when it is done and an instant when it must
be looked at again; it can be called any number of times and be killed anywhere, for all that it makes is keyed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from leagues import dates, divisions, news, rated, results, rounds, seasons, standings, vanished
from leagues.models import Apart, Division, Entry, LeagueNotice, Season, Step, Table, TableSeat
from leagues.seasons import locked
from leagues.told import tell_all, write

Kind, Note, Status = Step.Kind, LeagueNotice.Kind, Season.Status
AGAIN = timedelta(minutes=5)  # to wait for something else
PUT_OFF = timedelta(days=7)  # a season without enough players
NOW = timedelta(0)


def open_registration(season: Season, number: int, now: datetime) -> datetime | None:
    """Registration opens; who played last season is registered again unless they said otherwise."""
    before = Season.objects.filter(league=season.league, number=season.number - 1).first()
    with transaction.atomic():
        season = locked(season)
        if season.status == Status.ANNOUNCED:
            season.status = Status.OPEN
            season.save(update_fields=("status",))
    told: dict[int, dict[str, object]] = {}
    if before is not None:
        for entry in before.entries.exclude(status=Entry.Status.WITHDRAWN).select_related("user").order_by("registered", "pk"):
            comes = entry.again and not entry.gone and entry.user.is_active
            if comes:
                seasons.register(season=season, user=entry.user, now=now, automatic=True)
            told[entry.user_id] = {"automatic": comes, "first": season.first.isoformat()}
    tell_all(season, Note.OPEN, told, now=now)
    return None


def close_registration(season: Season, number: int, now: datetime) -> datetime | None:
    """Without two players the season is put off, and registration stays open."""
    with transaction.atomic():
        season = locked(season)
        if season.status == Status.CLOSED or season.started:
            return None
        seasons.move_up(season)
        if season.entries.filter(status=Entry.Status.REGISTERED).count() < 2:
            season.first, season.last = season.first + PUT_OFF, season.last + PUT_OFF
            season.save(update_fields=("first", "last"))
            dates.plan(season)
            write(season.league, "put_off", key=f"{season.pk}:{season.first}", now=now, season=season,
                  first=season.first.isoformat())
            return dates.due(season, Kind.CLOSE)
        season.status = Status.CLOSED
        season.save(update_fields=("status",))
    return None


def form_divisions(season: Season, number: int, now: datetime) -> datetime | None:
    """Divisions by last season's result and rating; waits for last season's final table."""
    before = Season.objects.filter(league=season.league, number=season.number - 1).first()
    if season.status in (Status.ANNOUNCED, Status.OPEN) or (before is not None and before.status != Status.FINISHED):
        return max(now, dates.due(season, Kind.FORM)) + AGAIN
    with transaction.atomic():
        season = locked(season)
        if not season.divisions.exists():
            _form(season, before)
    return None


def _form(season: Season, before: Season | None) -> None:
    league = season.league
    entries = {entry.pk: entry for entry in season.entries.filter(status=Entry.Status.REGISTERED).select_related("user")}
    ratings = rated.present([entry.user_id for entry in entries.values()], rated.pool(league.kind, league.size))
    last = {row.entry.user_id: row for row in before.standings.select_related("entry", "division")} if before else {}
    candidates = []
    for order, entry in enumerate(sorted(entries.values(), key=lambda entry: (entry.registered, entry.pk)), 1):
        row = last.get(entry.user_id)
        entry.rating = ratings.get(entry.user_id, rated.START).worth
        known = row is not None and row.division is not None and row.entry.status != Entry.Status.SUBSTITUTE
        entry.before = row.division.number if row and row.division and known else None
        candidates.append(divisions.Candidate(
            entry.pk, order, entry.rating, division=entry.before, place=row.place if row and known else None))
    grouped = league.format in ("divisions", "groups")
    by_user = {entry.user_id: entry.pk for entry in entries.values()}
    blocked = [frozenset((by_user[one], by_user[other])) for one, other in
               Apart.objects.filter(league=league).values_list("one", "other") if one in by_user and other in by_user]
    if grouped and league.format == "divisions":
        sizes = sizes_of(before) if before else []
        parts = divisions.form(candidates, seasons.rules_of(league), before=sizes, seats=league.size, blocked=blocked)
    elif grouped:
        parts = _dealt(candidates, divisions.sizes(len(candidates), seasons.rules_of(league), seats=league.size))
    else:
        parts = (tuple(one.player for one in candidates),)
    for number, members in enumerate(parts, 1):
        division = Division.objects.create(season=season, number=number)
        for player in members:
            entry = entries[player]
            entry.division, entry.status = division, Entry.Status.PLAYING
            entry.save(update_fields=("division", "status", "rating", "before"))


def _dealt(candidates: list[divisions.Candidate], sizes: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Groups of equal strength: dealt forth and back by rating."""
    parts: list[list[int]] = [[] for _ in sizes]
    order: list[int] = []
    for one in sorted(candidates, key=lambda one: (-one.rating, one.order)):
        while True:
            if not order:
                order = list(range(len(sizes)))
                if max(map(len, parts)) % 2:
                    order.reverse()
            index = order.pop(0)
            if len(parts[index]) < sizes[index]:
                break
        parts[index].append(one.player)
    return tuple(map(tuple, parts))


def sizes_of(season: Season) -> list[int]:
    """How many lines the final tables have, the top division first: what places are counted in."""
    found = [season.standings.filter(division=division).count() for division in season.divisions.order_by("number")]
    return found


def start_round(season: Season, number: int, now: datetime) -> datetime | None:
    """The tables of a round and their games. The first round starts the season."""
    if season.status == Status.FINISHED or season.steps.filter(kind=Kind.LAST, done__isnull=False).exists():
        return None
    if not season.divisions.exists():
        return now + AGAIN
    made = rounds.draw_round(season, number, now=now)
    if made is None:
        return None
    if not rounds.make_games(made, now=now):
        return now + NOW
    with transaction.atomic():
        season = locked(season)
        if season.started is None:
            season.status, season.started = Status.RUNNING, now
            season.save(update_fields=("status", "started"))
    rounds.opened(made, now=now)
    if number == 1:
        standings.store(season)
        news.divisions(season, now=now)
    return None


def end_round(season: Season, number: int, now: datetime) -> datetime | None:
    """A round with a last day of its own: what runs is decided as the rule says."""
    if not decide_open(Table.objects.filter(round__season=season, round__number=number), now=now):
        return now + NOW
    standings.store(season)
    return None


def decide_open(tables: QuerySet[Table], *, now: datetime, span: float = rounds.SPAN) -> bool:
    """What the rule says of each table without a result, as long as the time allows; whether all have one."""
    until = time.monotonic() + span
    for done, pk in enumerate(list(tables.filter(final=None).order_by("pk").values_list("pk", flat=True))):
        if done and time.monotonic() > until:
            return False
        table = Table.objects.select_related("round__season__league", "game").get(pk=pk)
        if table.game_id is None:  # its time is over before it could begin
            results.set_places(table, None, how=Table.How.ANNULLED, reason="", now=now)
        results.by_end_rule(table, now=now)
    return True


def half_time(season: Season, number: int, now: datetime) -> datetime | None:
    """Where everybody stands and what they need to stay up; registration for the next season opens."""
    if season.status != Status.RUNNING:
        return None if season.status == Status.FINISHED else now + AGAIN
    results.collect(season, now=now)
    standings.store(season)
    news.half_time(season, now=now)
    announce_next(season, now=now)
    return None


def announce_next(season: Season, *, now: datetime) -> None:
    league = season.league
    if league.repeats and league.closed is None:
        seasons.announce(league, season.number + 1, dates.next_first(season), opens=now, now=now)


def last_day(season: Season, number: int, now: datetime) -> datetime | None:
    """The last day is over: every open result follows from the league's rule."""
    if season.status == Status.FINISHED:
        return None
    if season.status != Status.RUNNING:
        return now + AGAIN
    if not decide_open(Table.objects.filter(round__season=season), now=now):
        return now + NOW
    season.rounds.filter(status="drawn").update(status="running", opened=now)
    standings.store(season)
    return None


def final_table(season: Season, number: int, now: datetime) -> datetime | None:
    """The final table, who goes up and down; everybody is told."""
    if season.status == Status.FINISHED:
        return None
    ended = season.steps.filter(kind=Kind.LAST, done__isnull=False).exists()
    results.collect(season, now=now)
    for made in season.rounds.exclude(status="closed"):
        rounds.close_if_done(made, now=now)
    running = season.status != Status.RUNNING or Table.objects.filter(round__season=season, final=None).exists()
    if running or season.rounds.exclude(status="closed").exists():
        return now + AGAIN
    draw = rounds.next_draw(season)
    if draw.order is None and not ended:
        return max(now + AGAIN, dates.due(season, Kind.FINAL))
    standings.store(season)
    with transaction.atomic():
        season = locked(season)
        season.order = order_of(season)
        season.status, season.finished = Status.FINISHED, now
        season.save(update_fields=("order", "status", "finished"))
        move(season)
        vanished.not_again(season, absentees(season))
        Step.objects.filter(season=season, kind=Kind.NEXT, done=None, due__gt=now).update(due=now)
    news.final(season, now=now)
    return None


def absentees(season: Season) -> list[int]:
    """Users who lost the seat of their last game by absence."""
    seats = TableSeat.objects.filter(table__round__season=season).order_by("table__final", "table")
    last = dict(seats.values_list("entry__user", "absent"))
    return [user for user, absent in last.items() if absent]


def order_of(season: Season) -> list[int]:
    """All entries of the standings, first place first: as the format says, else by place, division after division."""
    rows = list(season.standings.order_by("division__number", "place").values_list("entry", flat=True))
    draw = rounds.next_draw(season)
    if season.league.format in ("knockout", "groups") and draw.order is not None:
        known = [player for player in draw.order if player in set(rows)]
        return [*known, *(player for player in rows if player not in set(known))]
    return rows


def move(season: Season) -> None:
    """Writes to each entry where its result leads."""
    if season.league.format != "divisions":
        return
    rules, count = seasons.rules_of(season.league), season.divisions.count()
    for division in season.divisions.all():
        rows = list(season.standings.filter(division=division).order_by("place").select_related("entry"))
        leads = divisions.moves([row.place for row in rows], division=division.number, last=count, rules=rules)
        for row in rows:
            to = leads[row.place]
            movement = "up" if to < division.number else "down" if to > division.number else "stays"
            Entry.objects.filter(pk=row.entry_id).update(movement=movement)


def next_season(season: Season, number: int, now: datetime) -> datetime | None:
    """The season after this one, if half time did not announce it; its registration opens at once."""
    if season.status != Status.FINISHED:
        return now + AGAIN
    announce_next(season, now=now)
    return None


STEPS: dict[str, Callable[[Season, int, datetime], datetime | None]] = {
    Kind.OPEN: open_registration,
    Kind.CLOSE: close_registration,
    Kind.FORM: form_divisions,
    Kind.ROUND: start_round,
    Kind.ROUND_END: end_round,
    Kind.HALF: half_time,
    Kind.LAST: last_day,
    Kind.FINAL: final_table,
    Kind.NEXT: next_season,
}
