"""Rounds: drawn at once and stored, their games made one by one, closed when every result is final.

Chance in a draw follows from the season's seed, and the draw is stored in one transaction; each game is made in a
transaction of its own that holds its table's row. So whatever kills the process, the next one goes on.
"""

from __future__ import annotations

import time
from datetime import datetime, timedelta

from django.db import transaction

from games import seating
from games.models import Game
from leagues import dates, points, standings
from leagues.formats import FORMATS, Draw
from leagues.models import Entry, LeagueNotice, Round, Season, Step, Table, TableSeat
from leagues.seasons import locked
from leagues.told import tell_all

SPAN = 8.0  # seconds that one worker makes games for at a stretch; then others have their turn
Kind = LeagueNotice.Kind


def next_draw(season: Season) -> Draw:
    draw: Draw = FORMATS[season.league.format].next_round(standings.field(season))
    return draw


def keep_plan(season: Season) -> None:
    """The tables of all rounds, where the format draws them at once: later rounds follow from what was drawn, whoever
    comes or goes. The caller holds the season's row."""
    drawing = getattr(FORMATS[season.league.format], "plan", None)
    if drawing is not None and not season.plan:
        season.plan = [list(table) for table in drawing(standings.field(season))]
        season.save(update_fields=("plan",))


@transaction.atomic
def draw_round(season: Season, number: int, *, now: datetime) -> Round | None:
    """The round with its tables, drawn now or before; None if the format has no more rounds."""
    season = locked(season)
    found = season.rounds.filter(number=number).first()
    if found is not None:
        return found
    keep_plan(season)
    draw = next_draw(season)
    if draw.order is not None:
        return None
    made = Round.objects.create(season=season, number=number)
    divisions = {division.number: division for division in season.divisions.all()}
    for seating_ in draw.tables:
        table = Table.objects.create(
            round=made, division=divisions.get(seating_.group), number=seating_.number,
            key=f"{season.pk}:{number}:{seating_.group}:{seating_.number}")
        TableSeat.objects.bulk_create(
            TableSeat(table=table, index=index, entry_id=player) for index, player in enumerate(seating_.seats))
    for place, player in enumerate(draw.byes, 1):
        table = Table.objects.create(
            round=made, division=divisions.get(1) if season.league.format == "swiss" else None, number=len(draw.tables) + place,
            key=f"{season.pk}:{number}:bye:{place}", final=now, how=Table.How.BYE)
        TableSeat.objects.create(table=table, index=0, entry_id=player, counts_id=player, place=1, points=points.BYE)
    return made


def make_games(made: Round, *, now: datetime, span: float = SPAN) -> bool:
    """Makes the games that are not made yet, as long as the time allows, one at least; whether all are."""
    until = time.monotonic() + span
    waiting = made.tables.filter(game=None, final=None).order_by("division__number", "number")
    for done, pk in enumerate(list(waiting.values_list("pk", flat=True))):
        if done and time.monotonic() > until:
            return False
        make_game(pk, now=now)
    return True


@transaction.atomic
def make_game(pk: int, *, now: datetime) -> None:
    """The game of a table, once: a second one finds it, for the row is held."""
    Table.objects.select_for_update().get(pk=pk)
    table = Table.objects.select_related("round__season__league__organiser", "division").get(pk=pk)
    if table.game_id is not None or table.final is not None:
        return
    league = table.round.season.league
    seats = list(table.seats.select_related("entry__user").order_by("index"))
    table.game = seating.start_for(
        [seat.entry.user for seat in seats], host=league.organiser, kind=league.kind, options=league.options,
        pace=league.pace, now=now, title=title(table), told=False)
    table.save(update_fields=("game",))


def title(table: Table) -> str:
    season = table.round.season
    where = f"{season.number}.{table.division.number}" if table.division else f"{season.number}/{table.round.number}"
    return f"{season.league.name[:45]} {where} #{table.number}"


def opened(made: Round, *, now: datetime) -> None:
    """All games of the round are there: everybody is told once, however many games they have. What the first round
    brings stands in the notice of the division."""
    Round.objects.filter(pk=made.pk, status=Round.Status.DRAWN).update(status=Round.Status.RUNNING, opened=now)
    season = made.season
    if season.league.round_days:
        end = dates.midnight(dates.today(now, season.league.zone) + timedelta(days=season.league.round_days), season.league.zone)
        Step.objects.get_or_create(season=season, kind=Step.Kind.ROUND_END, number=made.number, defaults={"due": end})
    if made.number == 1:
        return
    data: dict[int, dict[str, object]] = {}
    for seat in TableSeat.objects.filter(table__round=made).select_related("entry", "table").order_by("pk"):
        mine = data.setdefault(seat.entry.user_id, {"round": made.number, "games": 0, "bye": False})
        if seat.table.how == Table.How.BYE:
            mine["bye"] = True
        else:
            mine["games"] = int(str(mine["games"])) + 1
    tell_all(season, Kind.ROUND, data, now=now, about=made.number)


def close_if_done(made: Round, *, now: datetime) -> bool:
    """Closes the round when every result is final; whether it is closed."""
    if made.status == Round.Status.CLOSED:
        return True
    if made.tables.filter(final=None).exists() or made.status != Round.Status.RUNNING:
        return False
    Round.objects.filter(pk=made.pk, status=Round.Status.RUNNING).update(status=Round.Status.CLOSED, closed=now)
    made.refresh_from_db()
    return True


@transaction.atomic
def go_on(season: Season, *, now: datetime) -> None:
    """After a closed round: the step for the next one, or the final table if the format has no more."""
    season = locked(season)
    last = season.rounds.order_by("-number").first()
    if last is None or last.status != Round.Status.CLOSED or season.status != Season.Status.RUNNING:
        return
    lasts_on = season.steps.filter(kind=Step.Kind.LAST, done=None).exists()
    if lasts_on and next_draw(season).order is None:
        Step.objects.get_or_create(season=season, kind=Step.Kind.ROUND, number=last.number + 1, defaults={"due": now})
        return
    Step.objects.filter(season=season, kind=Step.Kind.FINAL, done=None, due__gt=now).update(due=now)


def seated(season: Season, entry: Entry) -> list[Table]:
    """The tables of an entry that have no result yet."""
    return list(Table.objects.filter(round__season=season, seats__entry=entry, final=None).select_related("game").distinct())


def games_running(season: Season) -> int:
    return Table.objects.filter(round__season=season, game__status=Game.Status.RUNNING).count()
