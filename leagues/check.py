"""Whether what is stored about a season follows from its games: results, standings, the order at the end."""

from __future__ import annotations

from leagues import points, standings, steps
from leagues.models import Season, Table

BY_GAME = (Table.How.PLAYED, Table.How.SEASON, Table.How.AGREEMENT, Table.How.STAFF, Table.How.DESERTED)


def season(which: Season) -> list[str]:
    """What differs, in words; nothing if all is well."""
    if not which.started:
        return []
    found = standings.differences(which) + results(which)
    if which.finished and which.order != steps.order_of(which):
        found.append(f"{which}: the order at the end is another one than that of the results")
    return found


def results(which: Season) -> list[str]:
    """The stored points of the tables against the places in their games."""
    found = []
    tables = Table.objects.filter(round__season=which, final__isnull=False, how__in=BY_GAME).select_related("game")
    for table in tables.prefetch_related("seats", "game__seats"):
        assert table.game is not None
        places = {seat.index: seat.place or len(table.seats.all()) for seat in table.game.seats.all()}
        rows = list(table.seats.all())
        given = points.award([places[row.index] for row in rows], absent=[row.absent for row in rows])
        if [row.points for row in rows] != list(given) or any(row.absent != (row.counts_id is None) for row in rows):
            found.append(f"{which}: game {table.game.code}: stored {[row.points for row in rows]}, computed {list(given)}")
    return found
