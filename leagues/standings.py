"""Standings of a season: computed from its results at any time, and stored for pages and for what follows."""

from __future__ import annotations

from collections import Counter

from django.db import transaction
from django.db.models import F, Prefetch

from games.models import Decision
from leagues.formats import Field
from leagues.models import Apart, Entry, Season, Standing, Table, TableSeat
from leagues.ties import Entrant, Line, Result, SeatResult, share, standings

# Not "seats__entry": SQLite refuses what Django makes of that for a thousand seats.
SEATS = Prefetch("seats", TableSeat.objects.select_related("entry__user", "counts__user"))
TAKES_PART = (Entry.Status.PLAYING, Entry.Status.SUBSTITUTE, Entry.Status.REMOVED, Entry.Status.REPLACED)


def missed(season: Season) -> Counter[int]:
    """Missed deadlines by user, in games whose result is final, up to when it became so."""
    rows = Decision.objects.filter(game__league_table__round__season=season, missed=True, user__isnull=False)
    rows = rows.filter(made__lt=F("game__league_table__final"))
    return Counter(user for user in rows.values_list("user", flat=True) if user is not None)


def entries(season: Season) -> list[Entry]:
    """Those who take part, in the order of registration."""
    rows = season.entries.filter(status__in=TAKES_PART, division__isnull=False)
    return list(rows.select_related("user", "division").order_by("registered", "pk"))


def entrants(season: Season, *, with_substitutes: bool) -> tuple[Entrant, ...]:
    late = missed(season)
    return tuple(
        Entrant(entry.pk, group=entry.division.number if entry.division else 1, order=order, rating=entry.rating,
                missed=late[entry.user_id], removed=entry.gone)
        for order, entry in enumerate(entries(season), 1)
        if with_substitutes or entry.status != Entry.Status.SUBSTITUTE
    )


def results(season: Season) -> tuple[Result, ...]:
    """The tables whose result is final, but for annulled ones."""
    tables = Table.objects.filter(round__season=season, final__isnull=False).exclude(how=Table.How.ANNULLED)
    tables = tables.select_related("round", "division").prefetch_related("seats").order_by(
        "round__number", "division__number", "number")
    return tuple(
        Result(table.division.number if table.division else 0, table.round.number, table.number,
               tuple(seat_result(seat) for seat in table.seats.all()), bye=table.how == Table.How.BYE)
        for table in tables
    )


def seat_result(seat: TableSeat) -> SeatResult:
    worth = None
    if seat.weakest is not None and seat.winners is not None and not seat.absent:
        worth = share(seat.weakest, seat.winners)
    return SeatResult(seat.counts_id, seat.place or 1, seat.points, worth, seat.absent)


def drawn_results(season: Season) -> tuple[Result, ...]:
    """The results as a format needs them for the next round: annulled tables too, so that rounds are not drawn anew,
    and each seat in the name of who was drawn to it, or of who plays on for them in all that follows."""
    tables = Table.objects.filter(round__season=season, final__isnull=False).select_related("round", "division")
    tables = tables.prefetch_related(SEATS).order_by("round__number", "division__number", "number")
    found = []
    for table in tables:
        seats = []
        for seat in table.seats.all():
            heir = seat.counts is not None and seat.counts.status == Entry.Status.PLAYING
            own = heir or seat.counts_id == seat.entry_id
            result = seat_result(seat)
            seats.append(SeatResult(result.player if own else seat.entry_id, result.place, result.points if own else 0,
                                    result.share, absent=seat.absent or not own))
        found.append(Result(table.division.number if table.division else 0, table.round.number, table.number, tuple(seats),
                            bye=table.how == Table.How.BYE))
    return tuple(found)


def field(season: Season) -> Field:
    """The season as its format sees it."""
    league = season.league
    taking = entrants(season, with_substitutes=False)
    by_user = {entry.user_id: entry.pk for entry in entries(season)}
    blocked = frozenset(
        frozenset((by_user[one], by_user[other]))
        for one, other in Apart.objects.filter(league=league).values_list("one", "other")
        if one in by_user and other in by_user
    )
    return Field(taking, drawn_results(season), seats=league.size, settings=league.settings, blocked=blocked,
                 before=tables_before(season, by_user), seed=season.seed, plan=tuple(map(tuple, season.plan)))


def tables_before(season: Season, by_user: dict[int, int]) -> frozenset[frozenset[int]]:
    """The tables of the season before, with the numbers of this season's entries."""
    seats = TableSeat.objects.filter(
        table__round__season__league=season.league, table__round__season__number=season.number - 1)
    tables: dict[int, set[int]] = {}
    for table, user in seats.values_list("table", "entry__user"):
        tables.setdefault(table, set()).add(by_user.get(user, -user))
    return frozenset(frozenset(players) for players in tables.values() if all(player > 0 for player in players))


def computed(season: Season) -> dict[int, tuple[Line, ...]]:
    """The standings by number of the division, from the results alone."""
    found = results(season)
    everybody = entrants(season, with_substitutes=True)
    counted = {seat.player for result in found for seat in result.seats}
    substitutes = set(season.entries.filter(status=Entry.Status.SUBSTITUTE).values_list("pk", flat=True))
    everybody = tuple(one for one in everybody if one.player not in substitutes or one.player in counted)
    together = season.league.format != "groups"  # there the knock-out is not part of the groups' tables
    return {
        group: standings([one for one in everybody if one.group == group],
                         [result for result in found if result.group == group or (together and result.group == 0)])
        for group in sorted({one.group for one in everybody})
    }


def rows(season: Season) -> list[dict[str, object]]:
    """What is stored, as values: one for each line."""
    divisions = {division.number: division.pk for division in season.divisions.all()}
    return [
        {"entry_id": line.player, "division_id": divisions[group], "place": line.place, "points": line.points,
         "games": line.games, "wins": line.wins, "share": str(line.share), "missed": line.missed,
         "broken": [list(pair) for pair in line.broken]}
        for group, lines in computed(season).items() for line in lines
    ]


FIELDS = ("entry_id", "division_id", "place", "points", "games", "wins", "share", "missed", "broken")


def stored(season: Season) -> list[dict[str, object]]:
    return [dict(row) for row in season.standings.values(*FIELDS).order_by("division__number", "place")]


@transaction.atomic
def store(season: Season) -> None:
    """Brings the stored standings up to the results."""
    Season.objects.select_for_update().get(pk=season.pk)
    now = rows(season)
    season.standings.exclude(entry__in=[row["entry_id"] for row in now]).delete()
    Standing.objects.bulk_create(
        [Standing(season=season, **row) for row in now], update_conflicts=True, unique_fields=["entry"],
        update_fields=[name.removesuffix("_id") for name in FIELDS if name != "entry_id"],
    )
    Season.objects.filter(pk=season.pk).update(stale=False)


def differences(season: Season) -> list[str]:
    """Where the stored standings are not those of the results."""
    was = {row["entry_id"]: row for row in stored(season)}
    should = {row["entry_id"]: row for row in rows(season)}
    return [f"{season}: entry {entry}: stored {was.get(entry)}, computed {should.get(entry)}"
            for entry in sorted({*was, *should}, key=str) if was.get(entry) != should.get(entry)]


