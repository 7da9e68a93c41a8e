"""Standings as CSV and JSON, at addresses that stay. Points are decimals here: 6.33."""

from __future__ import annotations

import csv
import io
import json

from leagues.models import Season, Standing
from leagues.points import TWELFTHS

COLUMNS = ("division", "place", "player", "points", "games", "wins", "share", "missed", "status", "movement")


def rows(season: Season) -> list[dict[str, object]]:
    lines = season.standings.select_related("entry__user", "division").order_by("division__number", "place")
    return [_row(line) for line in lines]


def _row(line: Standing) -> dict[str, object]:
    return {
        "division": line.division.number if line.division else 1, "place": line.place, "player": str(line.entry.user),
        "points": round(line.points / TWELFTHS, 2), "games": line.games, "wins": line.wins, "share": line.share,
        "missed": line.missed, "status": line.entry.status, "movement": line.entry.movement,
    }


def as_csv(season: Season) -> str:
    """With a head line; a name that a spreadsheet would take for a formula gets an apostrophe before it."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS)
    writer.writeheader()
    for row in rows(season):
        name = str(row["player"])
        writer.writerow({**row, "player": f"'{name}" if name[:1] in "=+-@\t\r" else name})
    return out.getvalue()


def as_json(season: Season) -> str:
    return json.dumps({
        "league": season.league.code, "name": season.league.name, "season": season.number, "status": season.status,
        "first": season.first.isoformat(), "last": season.last.isoformat(), "standings": rows(season),
    }, ensure_ascii=False, indent=1)
