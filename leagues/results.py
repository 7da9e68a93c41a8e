"""A finished game becomes a result; what was played on a seat by whom; a table that the organiser decides.

A result is final once: the first to claim `Table.final` writes it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Count

from games import ending, play
from games.models import Event, Game, Seat
from leagues import points, standings
from leagues.models import Entry, League, Season, Table, TableSeat

How = Table.How
HOW = {"": How.PLAYED, ending.SEASON: How.SEASON, ending.AGREEMENT: How.AGREEMENT, ending.STAFF: How.STAFF,
       ending.DESERTED: How.DESERTED}


def season_of(table: Table) -> Season:
    return table.round.season


@transaction.atomic
def settle(table: Table, *, now: datetime) -> bool:
    """The result of a table whose game is over; whether it was not known before."""
    table = locked(table)
    game = table.game
    if table.final is not None or game is None or game.status != Game.Status.FINISHED:
        return False
    rows, seats = list(table.seats.select_related("entry__user")), list(game.seats.select_related("user"))
    by_index = {seat.index: seat for seat in seats}
    counts = {row.index: whose(table, row, by_index[row.index]) for row in rows}
    places = [by_index[row.index].place or len(rows) for row in rows]
    given = points.award(places, absent=[counts[row.index] is None for row in rows])
    weakest = {index: min(seat.points.values()) for index, seat in by_index.items() if seat.points}
    winners = [weakest[row.index] for row, place in zip(rows, places, strict=True) if place == 1 and row.index in weakest]
    for row, place, twelfths in zip(rows, places, given, strict=True):
        row.place, row.points, row.counts = place, twelfths, counts[row.index]
        row.absent = row.counts is None
        row.weakest, row.winners = weakest.get(row.index), max(winners) if winners else None
        row.save()
    close(table, HOW.get(game.ended_by, How.STAFF), now=now)
    return True


def whose(table: Table, row: TableSeat, seat: Seat) -> Entry | None:
    """The entry that the result of a seat counts for; None where it was lost by absence or counts for nobody."""
    if seat.bot or seat.opened is not None or seat.user is None:
        return None
    if seat.user_id == row.entry.user_id:
        return row.entry
    entry = season_of(table).entries.filter(user=seat.user).first()
    if entry is None or entry.division_id is None:
        return None
    return entry if share_played(seat) >= season_of(table).league.share else None


def share_played(seat: Seat) -> float:
    """The share of a seat's orders that its present player gave."""
    orders = Event.objects.filter(game=seat.game_id, seat=seat.index).values("submission__actor").annotate(n=Count("pk"))
    own = sum(row["n"] for row in orders if row["submission__actor"] == seat.user_id)
    return float(own / max(1, sum(row["n"] for row in orders)))


@transaction.atomic
def draw(table: Table, *, now: datetime) -> bool:
    """The last day finds the game running, and the league counts such tables as drawn: the game goes on."""
    table = locked(table)
    if table.final is not None or table.game is None:
        return False
    seats = {seat.index: seat for seat in table.game.seats.select_related("user")}
    rows = list(table.seats.select_related("entry__user"))
    resigned = [seat.resigned for seat in play.view(table.game, None).seats]
    counts = [whose(table, row, seats[row.index]) for row in rows]
    given = points.drawn([entry is None or resigned[row.index] for row, entry in zip(rows, counts, strict=True)])
    for row, entry, twelfths in zip(rows, counts, given, strict=True):
        row.place, row.points, row.counts, row.absent = 1, twelfths, entry, entry is None
        row.save()
    close(table, How.DRAWN, now=now)
    return True


def by_end_rule(table: Table, *, now: datetime) -> None:
    """What the published rule says of a game that runs on the last day."""
    league = season_of(table).league
    if table.game is None or table.final is not None:
        return
    game = Game.objects.get(pk=table.game.pk)
    if league.end_rule == League.EndRule.DRAWN and game.status == Game.Status.RUNNING:
        draw(table, now=now)
        return
    ending.end(game, ending.SEASON, now=now)
    settle(table, now=now)


@transaction.atomic
def set_places(table: Table, places: Mapping[int, int] | None, *, how: str, reason: str, now: datetime) -> None:
    """The organiser's word: these places by seat, or (None) no result at all. Stands above what was there before.
    A place counts for who was drawn to the seat, or for a substitute as ever."""
    table = locked(table)
    rows = list(table.seats.select_related("entry__user"))
    counts = heirs(table, rows)
    order = [places[row.index] for row in rows] if places else [1] * len(rows)
    given = points.award(order, absent=[entry is None for entry in counts]) if places else (0,) * len(rows)
    for row, entry, place, twelfths in zip(rows, counts, order, given, strict=True):
        row.place, row.points = (place, twelfths) if places else (None, 0)
        row.counts, row.absent = (entry, entry is None) if places else (None, False)
        row.weakest = row.winners = None
        row.save()
    table.reason = reason
    table.save(update_fields=("reason",))
    close(table, how, now=now)
    if table.game is not None:
        ending.end(table.game, ending.STAFF, now=now, reason=reason)


def heirs(table: Table, rows: Sequence[TableSeat]) -> list[Entry | None]:
    """For whom a place that the organiser gives would count, by seat: who was drawn to it, or a substitute who has earned
    it; None for nobody."""
    seats = {seat.index: seat for seat in table.game.seats.select_related("user")} if table.game else {}
    return [row.entry if row.index not in seats or seats[row.index].user_id == row.entry.user_id
            else whose(table, row, seats[row.index]) for row in rows]


def close(table: Table, how: str, *, now: datetime) -> None:
    table.final, table.how = table.final or now, how
    table.save(update_fields=("final", "how"))
    Season.objects.filter(pk=table.round.season_id).update(stale=True)


def locked(table: Table) -> Table:
    """The row, held to the end of the transaction, and its season's before it."""
    Season.objects.select_for_update().get(rounds__tables=table.pk)
    Table.objects.select_for_update().get(pk=table.pk)
    return Table.objects.select_related("round__season__league", "game", "division").get(pk=table.pk)


def collect(season: Season, *, now: datetime) -> int:
    """Counts what has been finished since; the standings follow. How many results were new."""
    new = 0
    waiting = Table.objects.filter(round__season=season, final=None, game__isnull=False)
    for table in waiting.filter(game__status=Game.Status.FINISHED).order_by("game__ended", "pk"):
        new += settle(table, now=now)
    for table in waiting.filter(game__status=Game.Status.RUNNING, seats__entry__status__in=("removed", "replaced")).distinct():
        if table.game is not None and is_deserted(table):
            ending.end(table.game, ending.DESERTED, now=now)
            new += settle(table, now=now)
    if Season.objects.filter(pk=season.pk, stale=True).exists():
        standings.store(season)
    return new


def is_deserted(table: Table) -> bool:
    """Whether only removed players, open seats and bots are left, so that nobody waits for this game."""
    if table.game is None:
        return False
    game = Game.objects.prefetch_related("seats__user").get(pk=table.game.pk)
    gone = {row.entry.user_id for row in table.seats.select_related("entry") if row.entry.gone}
    return not [seat for seat in ending.present(game, play.position(game)) if seat.user_id not in gone]
