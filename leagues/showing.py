"""What pages and mails show of leagues: values, no rows to save. A spectator sees all of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median

from django.db.models import Count, F, Q, QuerySet

from accounts.models import User
from games.models import Decision, Game, Seat
from leagues import points, rated, standings
from leagues.divisions import moves
from leagues.models import Division, Entry, League, RatingChange, Season, Standing, Step, Table
from leagues.ratings import MANY, OVERALL, TWO, Rating
from leagues.seasons import rules_of


@dataclass(frozen=True, slots=True)
class Cell:
    """One table in the cross table of a player: what they got, who else sat there, where to look."""

    table: Table
    place: int | None
    points: str  # "" while it is open
    final: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the standings with the player's cells, one for each table of the division (None: did not play there).

    `broken`: how ties were broken, as (criterion, value): a key of leagues.words.CRITERIA.
    `zone`: up, down or "" — where the place leads as it is now.
    """

    standing: Standing
    entry: Entry
    points: str
    share: str  # percent
    cells: tuple[Cell | None, ...]
    broken: tuple[tuple[str, str], ...]
    zone: str
    organiser: bool


@dataclass(frozen=True, slots=True)
class Board:
    """A division with its cross table. `tables` are its columns."""

    division: Division
    tables: tuple[Table, ...]
    rows: tuple[Row, ...]


def boards(season: Season, only: int | None = None) -> tuple[Board, ...]:
    """The divisions of a season, the top one first, or the one of that number. For a knock-out, whose tables belong to
    no division, one board."""
    divisions = list(season.divisions.order_by("number"))
    wanted = _tables(season) if only is None or len(divisions) == 1 else _tables(season).filter(division__number=only)
    every = list(wanted.order_by("round__number", "number"))
    found = []
    for division in divisions:
        if only is not None and division.number != only:
            continue
        tables = tuple(table for table in every if table.division_id in (division.pk, None) and (
            table.division_id == division.pk or len(divisions) == 1))
        lines = list(season.standings.filter(division=division).select_related("entry__user").order_by("place"))
        leads = {}
        if season.league.format == "divisions":
            leads = moves([line.place for line in lines], division=division.number, last=len(divisions),
                          rules=rules_of(season.league))
        rows = tuple(_row(season, line, tables, leads.get(line.place, division.number) - division.number) for line in lines)
        found.append(Board(division, tables, rows))
    return tuple(found)


def _tables(season: Season) -> QuerySet[Table]:
    return Table.objects.filter(round__season=season).select_related("game", "division", "round").prefetch_related(
        standings.SEATS)


def _row(season: Season, line: Standing, tables: Sequence[Table], leads: int) -> Row:
    cells = []
    for table in tables:
        seat = next((seat for seat in table.seats.all() if line.entry_id in (seat.entry_id, seat.counts_id)), None)
        final = table.final is not None
        cells.append(None if seat is None else Cell(
            table, seat.place if final and seat.counts_id == line.entry_id else None,
            (points.shown(seat.points) if seat.counts_id == line.entry_id else "0") if final else "", final))
    top, _, bottom = line.share.partition("/")
    return Row(
        line, line.entry, points.shown(line.points), f"{100 * int(top) / int(bottom or 1):.0f}", tuple(cells),
        tuple((name, value) for name, value in line.broken), "up" if leads < 0 else "down" if leads > 0 else "",
        line.entry.user_id == season.league.organiser_id)


def schedule(season: Season) -> list[Step]:
    """The steps of a season, done and still to come, in the order of their times."""
    return list(season.steps.order_by("due", "pk"))


def rounds(season: Season) -> list[tuple[int, list[Table]]]:
    """The tables round by round, with players and results (`table.seats`)."""
    found: dict[int, list[Table]] = {}
    for table in _tables(season).order_by("round__number", "division__number", "number"):
        found.setdefault(table.round.number, []).append(table)
    return sorted(found.items())


def final_order(season: Season) -> list[Entry]:
    """Everybody in the order in which the season ended; empty before."""
    entries = {entry.pk: entry for entry in season.entries.select_related("user", "division")}
    return [entries[number] for number in season.order if number in entries]


def open_for(now: datetime) -> QuerySet[Season]:
    """Seasons whose registration is open, the soonest to begin first, with `registered` players."""
    rows = Season.objects.filter(status=Season.Status.OPEN, league__closed=None).select_related("league__organiser")
    registered = Count("entries", filter=Q(entries__status=Entry.Status.REGISTERED))
    return rows.annotate(registered=registered).order_by("first", "pk")


def running() -> QuerySet[Season]:
    rows = Season.objects.filter(status=Season.Status.RUNNING).select_related("league__organiser")
    return rows.annotate(players=Count("entries", filter=Q(entries__status=Entry.Status.PLAYING))).order_by("last", "pk")


def archive(league: League) -> list[Season]:
    """Finished seasons, the last one first."""
    return list(league.seasons.filter(status=Season.Status.FINISHED).order_by("-number"))


@dataclass(frozen=True, slots=True)
class Tally:
    """A player's record in one kind of game and size of table."""

    kind: str
    two: bool
    games: int
    won: int


@dataclass(frozen=True, slots=True)
class Punctuality:
    """From decisions made by the player. `median`: of the time for an answer, None without any."""

    decisions: int
    median: timedelta | None
    missed: int


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A rating with its history: (when, shown number, code of the game), oldest first."""

    pool: str
    kind: str  # a key of engine.GAMES, or overall
    two: bool
    rating: Rating
    games: int
    history: tuple[tuple[datetime, int, str], ...]


def tallies(user: User) -> list[Tally]:
    """Finished games of all kinds, those with bots too."""
    rows = Seat.objects.filter(user=user, game__status=Game.Status.FINISHED).values("game__kind", "game__size").annotate(
        games=Count("pk"), won=Count("pk", filter=Q(place=1))).order_by("game__kind", "game__size")
    found: dict[tuple[str, bool], tuple[int, int]] = {}
    for row in rows:
        key = row["game__kind"], row["game__size"] == 2
        games, won = found.get(key, (0, 0))
        found[key] = games + row["games"], won + row["won"]
    return [Tally(kind, two, games, won) for (kind, two), (games, won) in sorted(found.items())]


def recent_games(user: User, number: int = 10) -> list[Seat]:
    """The player's seats in the games that ended last; those that others may see."""
    rows = Seat.objects.filter(user=user, game__status=Game.Status.FINISHED, game__public=True)
    return list(rows.select_related("game").prefetch_related("game__seats__user").order_by("-game__ended")[:number])


def punctuality(user: User, last: int = 200) -> Punctuality:
    """Of the last decisions that they made or missed, not of what a bot did for them. The time counts from when a decision
    became theirs, nights and all."""
    rows = list(Decision.objects.filter(user=user, made__isnull=False).exclude(source__in=("", "bot")).order_by("-made").values_list(
        "since", "made", "missed")[:last])
    times = [(made - since).total_seconds() for since, made, missed in rows if made and not missed]
    return Punctuality(len(rows), timedelta(seconds=median(times)) if times else None, sum(missed for *_, missed in rows))


def ratings_of(user: User) -> list[RatingLine]:
    """Overall first, then game by game; of two before those of many."""
    found: dict[str, list[RatingChange]] = {}
    for row in RatingChange.objects.filter(user=user).select_related("game").order_by("number"):
        found.setdefault(row.pool, []).append(row)
    lines = []
    for pool, rows in found.items():
        kind, _, size = pool.partition(":")
        history = tuple((row.at, Rating(row.mu, row.sigma).shown, row.game.code) for row in rows)
        lines.append(RatingLine(pool, kind, size == TWO, Rating(rows[-1].mu, rows[-1].sigma), rows[-1].number, history))
    return sorted(lines, key=lambda line: (line.kind != OVERALL, line.kind, not line.two))


def best(pool: str = f"{OVERALL}:{MANY}", number: int = 50) -> list[tuple[User, Rating, int]]:
    """The best players of a pool, with their numbers of games."""
    latest: dict[int, RatingChange] = {}
    for row in RatingChange.objects.filter(pool=pool, user__is_active=True).select_related("user").order_by("number"):
        latest[row.user_id] = row
    found = [(row.user, Rating(row.mu, row.sigma), row.number) for row in latest.values()]
    return sorted(found, key=lambda line: -line[1].worth)[:number]


def leagues_of(user: User) -> list[tuple[Season, Entry]]:
    """The player's entries in all leagues, the latest season first."""
    rows = Entry.objects.filter(user=user).exclude(status=Entry.Status.WITHDRAWN).select_related(
        "season__league", "division", "standing").order_by("-season__first", "-pk")
    return [(entry.season, entry) for entry in rows]


def my_games(user: User, season: Season) -> list[Table]:
    """The player's tables of a season, open ones first."""
    rows = _tables(season).filter(seats__entry__user=user).distinct()
    return sorted(rows, key=lambda table: (table.final is not None, table.round.number, table.number))


def if_i_join(user: User, others: Iterable[int], kind: str) -> list[tuple[int, int, int]]:
    """What each place would change: (place, the shown rating then, the change)."""
    return [(one.place, one.rating.shown, one.change) for one in rated.predict(user.pk, list(others), kind)]


def waits_for(user: User, season: Season) -> int:
    """How many games of the season wait for this player now."""
    return Game.objects.filter(league_table__round__season=season, status=Game.Status.RUNNING, seats__user=user,
                               seats__index=F("decider")).count()
