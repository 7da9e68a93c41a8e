"""What players are told at the turning points of a season: division and opponents, half time, the final table."""

from __future__ import annotations

from datetime import datetime

from leagues import seasons, standings
from leagues.models import Entry, LeagueNotice, Season, Table
from leagues.told import tell_all

Note = LeagueNotice.Kind


def divisions(season: Season, *, now: datetime) -> None:
    """You are in division X with these opponents: instead of the notice of the first round."""
    opponents: dict[int, dict[int, str]] = {}
    games: dict[int, int] = {}
    for table in Table.objects.filter(round__season=season, round__number=1).prefetch_related(standings.SEATS):
        players = [seat.entry for seat in table.seats.all()]
        for entry in players:
            games[entry.user_id] = games.get(entry.user_id, 0) + (table.how != Table.How.BYE)
            opponents.setdefault(entry.user_id, {}).update(
                {other.user_id: str(other.user) for other in players if other != entry})
    news: dict[int, dict[str, object]] = {}
    for entry in standings.entries(season):
        if entry.status == Entry.Status.PLAYING and entry.division is not None:
            news[entry.user_id] = {
                "division": entry.division.number, "of": season.divisions.count(), "games": games.get(entry.user_id, 0),
                "opponents": sorted(opponents.get(entry.user_id, {}).values()), "last": season.last.isoformat()}
    tell_all(season, Note.DIVISION, news, now=now)


def half_time(season: Season, *, now: datetime) -> None:
    rules, last = seasons.rules_of(season.league), season.divisions.count()
    half: dict[int, dict[str, object]] = {}
    stay: dict[int, dict[str, object]] = {}
    for division in season.divisions.all():
        rows = list(season.standings.filter(division=division).select_related("entry").order_by("place"))
        down = rules.down if season.league.format == "divisions" and division.number < last else 0
        safe = rows[len(rows) - down - 1] if down and len(rows) > down else None
        for row in rows:
            if row.entry.gone:
                continue
            mine = Table.objects.filter(round__season=season, final=None, seats__entry=row.entry).count()
            half[row.entry.user_id] = {"place": row.place, "of": len(rows), "points": row.points, "games": mine}
            if safe is not None:
                stay[row.entry.user_id] = {
                    "place": row.place, "of": len(rows), "points": row.points, "safe": len(rows) - down,
                    "line": safe.points, "needed": max(0, safe.points - row.points), "games": mine}
    tell_all(season, Note.HALF, half, now=now)
    tell_all(season, Note.STAY, stay, now=now)


def final(season: Season, *, now: datetime) -> None:
    final: dict[int, dict[str, object]] = {}
    moved: dict[int, dict[str, object]] = {}
    whole = {entry: place for place, entry in enumerate(season.order, 1)}
    for row in season.standings.select_related("entry", "division"):
        number = row.division.number if row.division else 1
        size = season.standings.filter(division=row.division).count()
        final[row.entry.user_id] = {"place": row.place, "of": size, "points": row.points, "division": number,
                                    "overall": whole.get(row.entry_id, 0)}
        if row.entry.movement in ("up", "down"):
            to = number + (1 if row.entry.movement == "down" else -1)
            moved[row.entry.user_id] = {"movement": row.entry.movement, "division": to, "again": row.entry.again}
    tell_all(season, Note.FINAL, final, now=now)
    tell_all(season, Note.PROMOTED, moved, now=now)
