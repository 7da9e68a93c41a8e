"""What pages show: cross tables, schedules, exports, words."""

from __future__ import annotations

import csv
import io
import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games import sweep as game_sweep
from leagues import export, seasons, showing, words
from leagues.formats import FORMATS
from leagues.models import Standing
from tests.games.playing import days, make_game, order
from tests.leagues.playing import (
    DAY,
    HOUR,
    NOW,
    START,
    begun,
    finish,
    finish_all,
    found,
    go_to,
    people,
    tables,
)

pytestmark = pytest.mark.django_db


def test_the_cross_table_has_a_cell_for_each_seat_and_points_where_it_is_final(ana):
    season = begun(ana, people(7))
    finish(tables(season)[0].game)
    go_to(START + 2 * HOUR)
    (board,) = showing.boards(season)
    assert len(board.tables) == 7
    assert all(len(row.cells) == 7 and sum(cell is not None for cell in row.cells) == 4 for row in board.rows)
    first = [cell for row in board.rows for cell in row.cells if cell and cell.final]
    assert sorted((cell.place, cell.points) for cell in first) == [(1, "10"), (2, "6"), (3, "3"), (4, "1")]
    assert [row.zone for row in board.rows] == [""] * 7


def test_places_that_lead_up_or_down_are_marked(ana):
    season = begun(ana, people(14))
    top, bottom = showing.boards(season)
    assert [row.zone for row in top.rows] == [""] * 5 + ["down"] * 2
    assert [row.zone for row in bottom.rows] == ["up"] * 2 + [""] * 5


def test_how_each_tie_was_broken_is_told(ana):
    season = begun(ana, people(7))
    (board,) = showing.boards(season)
    assert [row.broken[-1][0] for row in board.rows] == ["registered"] * 7
    assert set(words.CRITERIA) >= {name for row in board.rows for name, _ in row.broken}


def test_open_and_running_seasons_and_my_leagues(ana, ben):
    season = found(ana)
    seasons.register(season=season, user=ben, now=NOW)
    assert [(one, one.registered) for one in showing.open_for(NOW)] == [(season, 1)]
    assert showing.leagues_of(ben)[0][0] == season
    assert [league.code for league in seasons.own(ana)] == ["spring-league"]
    other = begun(ana, people(7), name="Other")
    assert [(one, one.players) for one in showing.running()] == [(other, 7)]
    finish_all(other)
    go_to(START + 2 * DAY)
    assert showing.archive(other.league) == [seasons.Season.objects.get(pk=other.pk)]
    assert len(showing.final_order(other.league.seasons.get(number=1))) == 7


def test_a_players_tables_with_the_open_ones_first(ana):
    users = people(7)
    season = begun(ana, users)
    finish(next(table.game for table in tables(season) if table.game.seats.filter(user=users[0], index__gt=0).exists()))
    go_to(START + 2 * HOUR)
    mine = showing.my_games(users[0], season)
    assert [table.final is not None for table in mine] == [False, False, False, True]
    assert showing.waits_for(users[0], season) >= 1
    assert [number for number, _ in showing.rounds(season)] == [1]
    assert next(step.kind for step in showing.schedule(season)) == "open"


def test_standings_as_csv_and_json_say_the_same(ana):
    users = people(7)
    users[0].display_name = "=SUM(A1)"
    users[0].save()
    season = begun(ana, users)
    finish_all(season)
    go_to(START + 2 * DAY)
    rows = list(csv.DictReader(io.StringIO(export.as_csv(season))))
    data = json.loads(export.as_json(season))
    assert [row["points"] for row in rows] == [str(row["points"]) for row in data["standings"]]
    assert {"'=SUM(A1)"} == {row["player"] for row in rows if "SUM" in row["player"]}
    assert (data["league"], data["season"], len(data["standings"])) == ("spring-league", 1, 7)


@pytest.mark.parametrize("format", sorted(FORMATS))
@pytest.mark.parametrize("end_rule", ["decided", "drawn"])
def test_everything_that_decides_a_season_is_published(ana, format, end_rule):
    season = found(ana, format=format, end_rule=end_rule, share=0.4)
    text = " ".join(words.rules(season.league))
    for said in ("10-6-3-1", "10-5-2", "10-4", "40 percent", "weakest colour", "20 days", "waiting list"):
        assert said in text


def test_league_check_finds_what_somebody_changed_by_hand(ana):
    season = begun(ana, people(7))
    finish_all(season)
    go_to(START + 2 * DAY)
    out = StringIO()
    call_command("league", "check", stdout=out)
    assert "0 differences" in out.getvalue()
    Standing.objects.filter(place=1).update(points=1)
    with pytest.raises(SystemExit):
        call_command("league", "check", stdout=StringIO())


def test_league_design_prints_tables_and_imbalance():
    out = StringIO()
    call_command("league", "design", "7", "4", stdout=out)
    assert "7 tables; a pair meets 2 to 2 times" in out.getvalue()
    assert "imbalance: pairs 0, seats 0, games 0" in out.getvalue()
    with pytest.raises(CommandError):
        call_command("league", "design", "2", "4", stdout=StringIO())


def test_what_a_bot_did_on_somebodys_open_seat_makes_them_no_more_punctual(ana, ben):
    game = make_game([ana, ben], pace=days(1, misses=1))
    game_sweep.sweep(NOW + DAY)  # ana's seat opens
    for hour in range(1, 6):
        order(game, 1, "pass", now=NOW + DAY + hour * HOUR)
        game_sweep.sweep(NOW + DAY + hour * HOUR)
    found = showing.punctuality(ana)
    assert (found.decisions, found.missed, found.median) == (1, 1, None)
    assert showing.punctuality(ben).decisions == 5
