"""A season from its start to its final table, and into the next one."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest

from games.models import Game, Notice, Seat
from leagues import check, seasons, standings
from leagues.models import Entry, LeagueNotice, Season, Table
from mail.models import Outgoing
from tests.conftest import person
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
OVER = START + 21 * DAY  # the last day is over


def told(season: Season, kind: str) -> dict[int, dict]:
    rows = LeagueNotice.objects.filter(season=season, kind=kind)
    assert rows.count() == rows.values("user").distinct().count()
    return {notice.user_id: notice.data for notice in rows}


def test_seven_players_at_tables_of_four_get_seven_games_each_in_four(ana):
    season = begun(ana, people(7))
    assert len(tables(season)) == 7
    seats = Seat.objects.filter(game__league_table__round__season=season)
    assert set(Counter(seats.values_list("user", flat=True)).values()) == {4}
    assert set(Counter(seats.values_list("user", "index")).values()) == {1}


def test_the_games_are_those_that_the_organiser_set(ana):
    season = begun(ana, people(7), options={"scores": "open"}, pace={"kind": "days", "days": 5}, vacation=False)
    game = tables(season)[0].game
    assert (game.status, game.kind, game.options["scores"], game.size) == (Game.Status.RUNNING, "kings", "open", 4)
    assert (game.pace["days"], game.pace["vacation"], game.pace["substitutes"], game.pace["votes"]) == (5, False, False, False)
    assert game.public
    assert game.deadline is not None


def test_everybody_is_told_once_of_division_and_opponents_and_of_no_single_game(ana):
    users = people(14)
    season = begun(ana, users)
    news = told(season, "division")
    assert set(news) == {user.pk for user in users}
    assert {data["games"] for data in news.values()} == {4}
    assert {len(data["opponents"]) for data in news.values()} == {6}
    assert not Notice.objects.filter(kind=Notice.Kind.STARTED).exists()
    assert not told(season, "round")


def test_an_organiser_who_does_not_play_sits_nowhere_and_sees_what_spectators_see(ana):
    season = begun(ana, people(7))
    game = tables(season)[0].game
    assert game.host == ana
    assert not Seat.objects.filter(user=ana).exists()


def test_a_finished_game_becomes_points_and_standings(ana):
    users = people(7)
    season = begun(ana, users)
    table = tables(season)[0]
    players = [seat.user for seat in table.game.seats.select_related("user").order_by("index")]
    finish(table.game, players)
    go_to(START + 2 * HOUR)
    points = {seat.entry.user: seat.points / 12 for seat in table.seats.select_related("entry__user")}
    assert [points[user] for user in players] == [10, 6, 3, 1]
    assert season.standings.get(place=1).entry.user == players[0]
    assert standings.differences(season) == []


def test_the_last_day_decides_running_games_by_their_present_points(ana):
    season = begun(ana, people(7))
    finish(tables(season)[0].game)
    go_to(OVER - 2 * DAY)
    assert [table.how for table in tables(season)].count("") == 6
    go_to(OVER)
    season.refresh_from_db()
    assert season.status == Season.Status.FINISHED
    assert Counter(table.how for table in tables(season)) == {"played": 1, "season": 6}
    assert {table.game.ended_by for table in tables(season)} == {"", "season"}
    assert check.season(season) == []


def test_or_they_count_as_drawn_and_go_on(ana):
    season = begun(ana, people(7), end_rule="drawn")
    finish(tables(season)[0].game)
    go_to(OVER)
    season.refresh_from_db()
    assert season.status == Season.Status.FINISHED
    drawn = [table for table in tables(season) if table.how == Table.How.DRAWN]
    assert len(drawn) == 6
    assert {table.game.status for table in drawn} == {Game.Status.RUNNING}
    assert {seat.points / 12 for table in drawn for seat in table.seats.all()} == {5}
    finish(drawn[0].game, now=OVER + HOUR)
    go_to(OVER + DAY)
    assert {seat.points / 12 for seat in drawn[0].seats.all()} == {5}
    assert check.season(season) == []


def test_after_the_season_two_go_up_two_go_down_and_everybody_is_told(ana):
    users = people(14)
    season = begun(ana, users)
    finish_all(season, by_strength=users)
    go_to(OVER)
    final, moved = told(season, "final"), told(season, "promoted")
    assert set(final) == {user.pk for user in users}
    assert Counter(data["movement"] for data in moved.values()) == {"up": 2, "down": 2}
    up = set(Entry.objects.filter(season=season, movement="up").values_list("user", flat=True))
    down = set(Entry.objects.filter(season=season, movement="down").values_list("user", flat=True))
    second = Season.objects.get(number=2)
    go_to(START + 26 * DAY)
    top = set(second.entries.filter(division__number=1).values_list("user", flat=True))
    assert up < top
    assert not down & top


def test_newcomers_begin_in_the_last_division(ana):
    season = begun(ana, people(14))
    finish_all(season)
    go_to(OVER)
    second = Season.objects.get(number=2)
    newcomer = person("Newcomer")
    seasons.register(season=second, user=newcomer, now=OVER)
    go_to(START + 26 * DAY)
    assert second.entries.get(user=newcomer).division.number == 2
    assert second.divisions.count() == 2


def test_the_next_season_repeats_no_table_of_the_last(ana):
    season = begun(ana, people(7))
    finish_all(season)
    go_to(OVER)
    go_to(START + 26 * DAY)
    assert seated(Season.objects.get(number=2)).isdisjoint(seated(season))


def seated(season: Season) -> set[frozenset[int]]:
    return {frozenset(seat.entry.user_id for seat in table.seats.select_related("entry")) for table in tables(season)}


def test_half_time_tells_where_one_stands_and_what_one_needs_to_stay_up(ana):
    users = people(14)
    season = begun(ana, users)
    finish_all(season, by_strength=users)
    go_to(START + 10 * DAY)
    assert set(told(season, "half")) == {user.pk for user in users}
    need = told(season, "stay")
    assert set(need) == set(season.entries.filter(division__number=1).values_list("user", flat=True))
    lines = {line.entry.user_id: line for line in season.standings.filter(division__number=1).select_related("entry")}
    for user, data in need.items():
        assert data["safe"] == 5
        assert data["needed"] == max(0, data["line"] - lines[user].points)
        assert (data["needed"] == 0) == (lines[user].points >= data["line"])


def test_a_season_whose_games_are_all_over_ends_before_its_last_day(ana):
    season = begun(ana, people(7))
    finish_all(season)
    go_to(START + 2 * DAY)
    season.refresh_from_db()
    assert season.status == Season.Status.FINISHED
    second = Season.objects.get(number=2)
    assert second.first == season.last + timedelta(days=6)  # when it was to begin anyway


def test_sweeping_again_changes_nothing(ana):
    season = begun(ana, people(14))
    finish_all(season)
    go_to(OVER)
    before = signature()
    for _ in range(3):
        go_to(OVER)
    assert signature() == before


def signature() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (Season, Entry, Table, Game, LeagueNotice, Notice, Outgoing))


@pytest.mark.parametrize("format", ["robin", "swiss", "groups", "knockout"])
def test_tournaments_go_on_round_by_round_until_their_order_is_known(ana, format):
    users = people(12)
    season = begun(ana, users, format=format, season_days=60, settings={"rounds": 3, "at_once": 2}, repeats=False)
    now = START
    for _round in range(30):
        rounds = list(season.rounds.values_list("number", "status"))
        assert [one for one, _status in rounds] == list(range(1, len(rounds) + 1))
        assert [status for _one, status in rounds[:-1]] == ["closed"] * (len(rounds) - 1)
        now += DAY
        finish_all(season, now=now, by_strength=users)
        go_to(now + HOUR)
        season.refresh_from_db()
        if season.status == Season.Status.FINISHED:
            break
    assert season.rounds.count() > 1
    assert sorted(season.order) == sorted(season.entries.values_list("pk", flat=True))
    assert season.entries.get(pk=season.order[0]).user == users[0]
    assert check.season(season) == []
    assert len(told(season, "final")) == 12


def test_a_round_closes_only_when_every_result_is_final(ana):
    users = people(8)
    season = begun(ana, users, format="swiss", settings={"rounds": 2})
    first, second = tables(season)
    finish(first.game)
    go_to(START + 2 * HOUR)
    assert season.rounds.count() == 1
    finish(second.game)
    go_to(START + 3 * HOUR)
    assert season.rounds.count() == 2
    news = LeagueNotice.objects.filter(season=season, kind="round")
    assert set(news.values_list("user", flat=True)) == {user.pk for user in users}
    assert {notice.data["games"] for notice in news} == {1}


def test_a_round_with_days_of_its_own_ends_after_them(ana):
    season = begun(ana, people(8), format="swiss", settings={"rounds": 2}, round_days=5)
    go_to(START + 4 * DAY)
    assert season.rounds.count() == 1
    go_to(START + 6 * DAY)
    assert [table.how for table in tables(season)][:2] == ["season", "season"]
    assert season.rounds.count() == 2


def test_with_an_odd_number_at_tables_of_two_somebody_has_a_bye_that_counts_as_a_win(ana):
    season = begun(ana, people(5), format="swiss", size=2, settings={"rounds": 2})
    bye = Table.objects.get(round__season=season, how=Table.How.BYE)
    assert bye.game is None
    assert bye.seats.get().points == 120
    finish_all(season)
    go_to(START + DAY)
    byes = Table.objects.filter(round__season=season, how=Table.How.BYE)
    assert byes.values("seats__entry").distinct().count() == 2


def test_a_season_start_does_not_wait_for_another_one_that_fails(ana, monkeypatch):
    from leagues import rounds

    broken, well = found(ana, name="Broken"), found(ana, name="Well")
    for season in (broken, well):
        for user in people(8, first=100 if season == well else 1):
            seasons.register(season=season, user=user, now=NOW)
    make = rounds.make_games

    def fails(made, **more):
        if made.season == broken:
            raise RuntimeError("no")
        return make(made, **more)

    monkeypatch.setattr(rounds, "make_games", fails)
    go_to(START)
    well.refresh_from_db()
    assert well.status == Season.Status.RUNNING
    monkeypatch.undo()
    go_to(START + HOUR)
    broken.refresh_from_db()
    assert broken.status == Season.Status.RUNNING


def test_a_worker_that_has_worked_long_enough_leaves_the_rest_to_the_next_sweep(ana):
    from leagues import rounds, steps

    season = found(ana)
    for user in people(7):
        seasons.register(season=season, user=user, now=NOW)
    go_to(START - 12 * HOUR)
    season.refresh_from_db()
    made = rounds.draw_round(season, 1, now=START)
    assert not rounds.make_games(made, now=START, span=0)
    assert made.tables.filter(game=None).count() < 7
    go_to(START)
    assert made.tables.filter(game=None).count() == 0
    assert not steps.decide_open(made.tables.all(), now=OVER, span=0)
    go_to(OVER)
    assert not made.tables.filter(final=None).exists()
