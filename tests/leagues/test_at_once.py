"""Two workers at the same time on PostgreSQL: one season, one result, one rating."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection

from games.models import Game
from leagues import rated, results, rounds, seasons, steps, sweep
from leagues.models import Entry, LeagueNotice, RatingChange, Season, Table
from tests.conftest import person
from tests.games.playing import play_on
from tests.games.racing import at_once
from tests.leagues.playing import HOUR, NOW, START, begun, finish, found, go_to, people, tables

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _on_postgresql() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("runs only with DATABASE_URL of a PostgreSQL; ./test does so")


@pytest.fixture
def organiser():
    return person("Ana")


def test_two_sweeps_start_one_season(organiser):
    season = found(organiser)
    for index, user in enumerate(people(8)):
        seasons.register(season=season, user=user, now=NOW + timedelta(minutes=index))
    at_once(lambda: sweep.sweep(START), lambda: sweep.sweep(START))
    go_to(START + HOUR)
    season.refresh_from_db()
    assert season.status == Season.Status.RUNNING
    assert Table.objects.count() == Game.objects.count() == 8
    assert LeagueNotice.objects.filter(kind="division").count() == 8


def test_two_owners_of_one_step_make_each_game_once(organiser):
    season = found(organiser)
    for index, user in enumerate(people(8)):
        seasons.register(season=season, user=user, now=NOW + timedelta(minutes=index))
    go_to(START - 12 * HOUR)
    season.refresh_from_db()
    at_once(lambda: steps.start_round(season, 1, START), lambda: steps.start_round(season, 1, START))
    made = season.rounds.get()
    at_once(lambda: rounds.make_games(made, now=START), lambda: rounds.make_games(made, now=START))
    assert Table.objects.count() == Game.objects.count() == 8


def test_a_result_is_counted_once(organiser):
    season = begun(organiser, people(7))
    table = tables(season)[0]
    finish(table.game)
    assert sorted(at_once(lambda: results.settle(table, now=START), lambda: results.settle(table, now=START))) == [False, True]


def test_a_game_is_rated_once(organiser):
    season = begun(organiser, people(7))
    for table in tables(season)[:2]:
        play_on(table.game, 60)
        finish(table.game)
    at_once(lambda: rated.catch_up(now=START), lambda: rated.catch_up(now=START))
    assert RatingChange.objects.count() == 2 * 4 * 2
    assert rated.differences() == []


def test_the_last_place_is_given_once(organiser):
    season = found(organiser, limit=2)
    one, *others = people(3)
    seasons.register(season=season, user=one, now=NOW)
    at_once(*(lambda user=user: seasons.register(season=season, user=user, now=NOW) for user in others))
    assert season.entries.filter(status=Entry.Status.REGISTERED).count() == 2
