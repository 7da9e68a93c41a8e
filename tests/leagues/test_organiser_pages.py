"""The organiser's desk: each deed is shown before it is done, refused with words, and stands in the log for everybody."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game
from leagues import seasons
from leagues.models import Apart, Entry, LeagueNotice, Season, Table
from tests.conftest import person
from tests.leagues.playing import HOUR, NOW, START, begun, found, go_to, people, tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(ana: User, ben: User) -> Season:
    return begun(ana, [ben, *people(6)])


@pytest.fixture(autouse=True)
def _then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: START + HOUR)


class Desk:
    """Ana at her desk."""

    def __init__(self, client: Client, season: Season) -> None:
        self.client, self.season = client, season

    def address(self, deed: str, table: Table | None = None) -> str:
        address = reverse("organise_deed", args=[self.season.league.code, self.season.number, deed])
        return f"{address}?table={table.pk}" if table else address

    def ask(self, deed: str, table: Table | None = None, **data: object) -> str:
        """The page that says what will happen, or the form with what is wrong."""
        return self.client.post(self.address(deed, table), data).content.decode()

    def do(self, deed: str, table: Table | None = None, **data: object) -> str:
        return self.client.post(self.address(deed, table), {**data, "sure": "1"}, follow=True).content.decode()

    def log(self) -> str:
        """As a visitor reads it."""
        return Client().get(reverse("league", args=[self.season.league.code])).content.decode()


@pytest.fixture
def desk(client_for, ana, season) -> Desk:
    return Desk(client_for(ana), season)


def entry(season: Season, user: User) -> Entry:
    return season.entries.get(user=user)


def test_nothing_happens_before_one_is_sure(desk, season, ben):
    page = desk.ask("remove", entry=entry(season, ben).pk, reason="never there")
    assert "this will happen" in page
    assert "4 seats in running games" in page
    assert "never there" in page
    assert entry(season, ben).status == Entry.Status.PLAYING
    assert not season.league.events.filter(kind="removed").exists()
    assert not LeagueNotice.objects.filter(kind="removed").exists()


def test_one_can_go_back_and_change_something_without_losing_it(desk, season, ben):
    page = desk.client.post(desk.address("remove"), {"entry": entry(season, ben).pk, "reason": "never there", "change": "1"})
    assert "never there</textarea>" in page.content.decode()


def test_a_removed_player_is_out_with_the_reason_for_all_to_read(desk, season, ben):
    page = desk.do("remove", entry=entry(season, ben).pk, reason="never there")
    assert "stands in the log" in page
    assert entry(season, ben).status == Entry.Status.REMOVED
    assert "A player is removed</strong>: Ben" in desk.log()
    assert "never there" in desk.log()


def test_a_reason_is_asked_for(desk, season, ben):
    response = desk.client.post(desk.address("remove"), {"entry": entry(season, ben).pk, "reason": " "})
    assert response.status_code == 422
    assert entry(season, ben).status == Entry.Status.PLAYING


def test_a_refusal_comes_before_the_question(desk, season, ben):
    page = desk.ask("add", player="Ben", reason="")
    assert "takes part already" in page
    assert "this will happen" not in page
    assert "There is nobody of this name" in desk.ask("add", player="Nobody", reason="")


def test_a_player_is_added_by_name_and_once_the_divisions_are_formed_waits(desk, season, cleo):
    assert "onto the waiting list" in desk.ask("add", player="cleo")
    desk.do("add", player="cleo")
    assert entry(season, cleo).status == Entry.Status.WAITING
    assert "Cleo, onto the waiting list" in desk.log()


def test_a_substitute_takes_over_the_running_games(desk, season, ben, cleo):
    page = desk.ask("substitute", entry=entry(season, ben).pk, to="Cleo", reason="moved away")
    assert "Cleo plays on in 4 running games of Ben" in page
    desk.do("substitute", entry=entry(season, ben).pk, to="Cleo", reason="moved away")
    assert Game.objects.filter(seats__user=cleo, status="running").count() == 4
    assert not Game.objects.filter(seats__user=ben, status="running").exists()
    assert "Cleo instead of Ben" in desk.log()


def test_a_player_is_moved_between_the_forming_and_the_games(client_for, ana):
    users = people(14)
    season = found(ana)
    for user in users:
        seasons.register(season=season, user=user, now=NOW)
    go_to(START - timedelta(hours=12))
    desk = Desk(client_for(ana), season)
    mover = entry(season, users[0])
    assert mover.division is not None
    other = 3 - mover.division.number
    assert reverse("organise_deed", args=[season.league.code, 1, "move"]) in desk.client.get(
        reverse("organise", args=[season.league.code, 1])).content.decode()
    assert f"division {other} instead" in desk.ask("move", entry=mover.pk, division=other, reason="by wish")
    desk.do("move", entry=mover.pk, division=other, reason="by wish")
    mover.refresh_from_db()
    assert mover.division is not None
    assert mover.division.number == other
    assert f"from division {3 - other} to {other}" in desk.log()
    assert "no such player or division" in desk.ask("move", entry=mover.pk, division=9, reason="x")


def test_two_are_kept_apart_and_the_log_does_not_say_who(desk, season, ben):
    one, other = entry(season, ben), season.entries.exclude(user=ben).first()
    assert "not who" in desk.ask("apart", one=one.pk, other=other.pk)
    desk.do("apart", one=one.pk, other=other.pk)
    assert Apart.objects.count() == 1
    assert "Two players are kept apart" in desk.log()
    assert "Ben" not in desk.log().split("Two players are kept apart")[1].split("</li>")[0]
    assert "the same" in desk.ask("apart", one=one.pk, other=one.pk)


def test_more_time_in_a_game_is_given_to_one_player(desk, season, ben):
    table = next(table for table in tables(season) if table.game and table.game.decider is not None)
    before = table.game.deadline
    page = desk.ask("extend", table, seat=table.game.decider, hours=24, reason="a wedding")
    assert "24 hours more" in page
    assert "Give more time" in desk.client.get(reverse("organise", args=[season.league.code, 1])).content.decode()
    desk.do("extend", table, seat=table.game.decider, hours=24, reason="a wedding")
    table.game.refresh_from_db()
    assert table.game.deadline == before + timedelta(hours=24)
    assert "A deadline is extended" in desk.log()


def test_the_season_is_extended(desk, season):
    last = season.last
    assert "lasts 5 days longer" in desk.ask("longer", last=(last + timedelta(days=5)).isoformat(), reason="holidays")
    assert "later than the old one" in desk.ask("longer", last=last.isoformat(), reason="holidays")
    desk.do("longer", last=(last + timedelta(days=5)).isoformat(), reason="holidays")
    season.refresh_from_db()
    assert season.last == last + timedelta(days=5)
    assert "April 3, 2026 instead of March 29, 2026" in desk.log()


def test_an_annulled_game_counts_for_nobody_and_its_reason_stands_with_it(desk, season):
    table = tables(season)[0]
    assert "ends now" in desk.ask("annul", table, reason="a bug")
    table.game.refresh_from_db()
    assert table.game.status == Game.Status.RUNNING
    desk.do("annul", table, reason="a bug")
    table.refresh_from_db()
    assert (table.how, table.reason) == ("annulled", "a bug")
    page = Client().get(reverse("season_round", args=[season.league.code, 1, 1])).content.decode()
    assert "Reason: a bug" in page


def test_a_game_is_decided_by_places(desk, season):
    table = tables(season)[0]
    places = {"place_0": 2, "place_1": 1, "place_2": 2, "place_3": 4}
    page = desk.ask("decide", table, reason="agreed", **places)
    assert "place 2, points: 4½" in page
    assert "as many are left out" in desk.ask("decide", table, reason="agreed", **{**places, "place_3": 3})
    desk.do("decide", table, reason="agreed", **places)
    table.refresh_from_db()
    assert table.how == "decided"
    assert [seat.place for seat in table.seats.all()] == [2, 1, 2, 4]
    assert "A game is decided" in desk.log()


def test_an_announcement_goes_to_all_and_not_twice_by_a_double_click(desk, season):
    assert "7 players of this season get a mail" in desk.ask("announce", text="Have fun!")
    desk.do("announce", text="Have fun!")
    desk.do("announce", text="Have fun!")
    assert LeagueNotice.objects.filter(kind="announcement").count() == 7
    assert desk.log().count("Have fun!") == 1


def test_the_league_is_closed_for_good(desk, season):
    assert "No further season follows" in desk.ask("close", reason="enough")
    desk.do("close", reason="enough")
    season.league.refresh_from_db()
    assert season.league.closed is not None
    assert reverse("organise_deed", args=[season.league.code, 1, "close"]) not in desk.client.get(
        reverse("organise", args=[season.league.code, 1])).content.decode()


def test_a_table_of_another_league_is_not_reached(desk, season, ana):
    other = begun(ana, people(7, first=20), name="Winter cup")
    table = tables(other)[0]
    assert desk.client.get(desk.address("annul", table)).status_code == 404
    assert desk.client.get(desk.address("annul")).status_code == 404
    assert desk.client.get(desk.address("nonsense")).status_code == 404


def test_an_organiser_of_another_league_has_no_desk_here(client_for, season, ben):
    begun(ben, people(7, first=30), name="Winter cup")
    assert client_for(ben).post(reverse("organise_deed", args=[season.league.code, 1, "close"]), {
        "reason": "mine", "sure": "1"}).status_code == 403


def test_the_page_of_a_game_says_to_which_league_it_belongs_and_who_organises_it(season):
    table = tables(season)[0]
    page = Client().get(reverse("game", args=[table.game.code])).content.decode()
    assert "Spring league, season 1" in page
    assert "organised by Ana" in page


def test_a_game_page_marks_the_organiser_who_plays_and_shows_why_a_game_was_decided(desk, ana, client_for):
    season = begun(ana, [ana, *people(6, first=40)], name="Own cup")
    mine = next(table for table in tables(season) if table.seats.filter(entry__user=ana).exists())
    assert "organiser of this league" in Client().get(reverse("game", args=[mine.game.code])).content.decode()
    Desk(client_for(ana), season).do("annul", mine, reason="a bug")
    page = Client().get(reverse("game", args=[mine.game.code])).content.decode()
    assert "annulled" in page
    assert "a bug" in page


def test_cleo_sees_no_deeds(client_for, season):
    page = client_for(person("Dora")).get(reverse("season_round", args=[season.league.code, 1, 1])).content.decode()
    assert "Annul" not in page
