"""The pages of leagues: what everybody sees, and the buttons of those who take part."""

from __future__ import annotations

import csv
import io
import json
from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import play
from games import tables as game_tables
from games.models import Game, Seat
from leagues import rated, seasons
from leagues.formats import FORMATS
from leagues.models import Entry, League, RatingChange, Season
from leagues.organiser_forms import DEEDS
from leagues.plot import plot
from leagues.points import TWELFTHS
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
    vanish,
)
from tests.web.leftovers import english_in

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _then(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages are looked at while the leagues of these tests go on."""
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW + HOUR)


def text(client: Client, name: str, *args: object, status: int = 200) -> str:
    response = client.get(reverse(name, args=args))
    assert response.status_code == status, (name, response.status_code)
    return response.content.decode()


def at(season: Season) -> tuple[str, int]:
    return season.league.code, season.number


@pytest.fixture
def everybody(client_for, ana, ben, cleo) -> dict[str, Client]:
    """Ana organises, ben plays, cleo does neither, and somebody who is not logged in."""
    return {"ana": client_for(ana), "ben": client_for(ben), "cleo": client_for(cleo), "spectator": Client()}


@pytest.fixture
def season(ana: User, ben: User) -> Season:
    """Nine players in one division, ben and ana among them; some games are over."""
    season = begun(ana, [ben, ana, *people(5)])
    for table in tables(season)[:4]:
        finish(table.game)
    go_to(START + 2 * HOUR)
    season.refresh_from_db()
    return season


def test_everybody_can_read_every_page_of_a_league_without_login(everybody, season, ben):
    code, number = at(season)
    addresses = [
        ("leagues",), ("league", code), ("season", code, number), ("season_division", code, number, 1),
        ("season_round", code, number, 1), ("season_csv", code, number), ("season_json", code, number), ("league_formats",),
        ("ratings",), ("ratings_of", "kings", "many"), ("player", ben.pk), *(("league_format", name) for name in FORMATS)]
    for who, client in everybody.items():
        for name, *args in addresses:
            assert client.get(reverse(name, args=args)).status_code == 200, (who, name)


@pytest.mark.parametrize(("who", "status"), [("ana", 200), ("ben", 403), ("cleo", 403), ("spectator", 302)])
def test_only_the_organiser_has_a_desk(everybody, season, who, status):
    code, number = at(season)
    table = tables(season)[-1]
    for address in (
        reverse("organise", args=[code, number]), reverse("organise_deed", args=[code, number, "remove"]),
        reverse("organise_deed", args=[code, number, "annul"]) + f"?table={table.pk}",
    ):
        assert everybody[who].get(address).status_code == status
    posted = everybody[who].post(reverse("organise_deed", args=[code, number, "close"]), {"reason": "so", "sure": "1"})
    assert posted.status_code == 302 if who in ("ana", "spectator") else 403
    season.league.refresh_from_db()
    assert (season.league.closed is not None) == (who == "ana")


def test_what_is_not_there_is_not_found(season):
    client, (code, number) = Client(), at(season)
    for name, args in (
        ("league", ["nothing"]), ("season", [code, 9]), ("season_division", [code, number, 9]), ("season_round", [code, number, 9]),
        ("league_format", ["ladder"]), ("player", [0]), ("ratings_of", ["kings", "huge"]), ("season_csv", [code, 9]),
    ):
        assert client.get(reverse(name, args=args)).status_code == 404, name


def test_a_visitor_may_keep_the_pages_and_everybody_the_files(season):
    client, (code, number) = Client(), at(season)
    assert "max-age" in client.get(reverse("season", args=[code, number]))["Cache-Control"]
    assert "public" in client.get(reverse("season_csv", args=[code, number]))["Cache-Control"]


def test_nothing_of_the_hands_in_running_games_is_on_the_pages(everybody, season, ana):
    """The pages do not even ask for a position."""
    code, number = at(season)
    pages = [("season", code, number), ("season_round", code, number, 1), ("season_division", code, number, 1),
             ("organise", code, number), ("player", ana.pk)]
    def never(*args: object, **values: object) -> None:
        raise AssertionError("a page of a league looked into a game")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(play, "view", never)
        patch.setattr(play, "position", never)
        for name, *args in pages:
            assert everybody["ana"].get(reverse(name, args=args)).status_code == 200


def test_the_leagues_that_wait_for_me_come_first(client_for, season, ben):
    page = text(client_for(ben), "leagues")
    assert "Spring league, season 1" in page
    waiting = [table for table in tables(season) if table.game and table.game.status == Game.Status.RUNNING
               and Seat.objects.filter(game=table.game, user=ben, index=table.game.decider).exists()]
    assert (f"{len(waiting)} game" in page) == bool(waiting)
    assert page.index("My leagues") < page.index("Registration is open")


def test_a_league_says_all_its_rules(season):
    page = text(Client(), "league", season.league.code)
    for words in ("10-6-3-1", "Ties are broken by", "A season lasts 20 days", "percent of the seat", "3 days", "organised by Ana",
                  "The league is founded", "not rated"):
        assert words in page, words


def test_the_organiser_who_plays_is_marked_wherever_the_table_shows(season):
    code, number = at(season)
    for name, *more in (("season",), ("season_division", 1), ("season_round", 1)):
        assert "organiser of this league" in text(Client(), name, code, number, *more)


def test_a_season_shows_standings_and_cross_table_with_the_points_of_each_game(season):
    page = text(Client(), "season", *at(season))
    for row in season.standings.select_related("entry__user"):
        assert str(row.entry.user) in page
    assert "Cross table" in page
    assert page.count('scope="row"') >= 14
    for table in tables(season):
        assert reverse("game", args=[table.game.code]) in page


def test_how_a_tie_was_broken_is_said(ana):
    users = people(8)
    season = begun(ana, users, repeats=False)
    page = text(Client(), "season", *at(season))
    assert "How ties were broken" in page
    assert "earlier registration" in page


def test_registering_and_withdrawing_are_one_button_each(client_for, ana, cleo):
    season = found(ana)
    client = client_for(cleo)
    assert "Register" in text(client, "season", *at(season))
    client.post(reverse("season_action", args=[*at(season), "register"]))
    assert season.entries.get(user=cleo).status == Entry.Status.REGISTERED
    page = text(client, "season", *at(season))
    assert "Withdraw" in page
    client.post(reverse("season_action", args=[*at(season), "withdraw"]))
    assert season.entries.get(user=cleo).status == Entry.Status.WITHDRAWN


def test_a_visitor_is_sent_to_the_login_and_back(ana):
    season = found(ana)
    page = text(Client(), "season", *at(season))
    assert f"?next={reverse('season', args=at(season))}" in page
    posted = Client().post(reverse("season_action", args=[*at(season), "register"]))
    assert posted.status_code == 302
    assert not season.entries.exists()


def test_looking_changes_nothing(client_for, season, cleo):
    assert client_for(cleo).get(reverse("season_action", args=[*at(season), "register"])).status_code == 405
    assert not season.entries.filter(user=cleo).exists()


def test_who_comes_late_is_on_the_waiting_list_and_told_what_it_means(client_for, season, cleo):
    client = client_for(cleo)
    assert "agrees to take a seat" in text(client, "season", *at(season))
    page = client.post(reverse("season_action", args=[*at(season), "register"]), follow=True).content.decode()
    assert "You are on the waiting list" in page
    assert season.entries.get(user=cleo).status == Entry.Status.WAITING


def test_who_plays_can_say_no_to_the_next_season_and_take_it_back(client_for, season, ben):
    client = client_for(ben)
    assert "Not again next season" in text(client, "season", *at(season))
    client.post(reverse("season_action", args=[*at(season), "last"]))
    assert not season.entries.get(user=ben).again
    client.post(reverse("season_action", args=[*at(season), "again"]))
    assert season.entries.get(user=ben).again


def test_an_archived_season_keeps_its_address_its_table_and_its_final_order(season):
    code, number = at(season)
    finish_all(season)
    go_to(START + 30 * DAY)
    season.refresh_from_db()
    assert season.status == Season.Status.FINISHED
    page = text(Client(), "season", code, number)
    assert "Final order" in page
    order = [str(season.entries.get(pk=pk).user) for pk in season.order]
    listed = page[page.index("Final order"):]
    assert [listed.index(name) for name in order] == sorted(listed.index(name) for name in order)
    assert "86400" in Client().get(reverse("season_json", args=[code, number]))["Cache-Control"]


def test_standings_as_files_say_the_same_as_the_table(season):
    code, number = at(season)
    client = Client()
    lines = list(csv.DictReader(io.StringIO(text(client, "season_csv", code, number))))
    data = json.loads(text(client, "season_json", code, number))
    stored = [(str(row.entry.user), round(row.points / TWELFTHS, 2)) for row in season.standings.order_by("place")]
    assert [(line["player"], float(line["points"])) for line in lines] == stored
    assert [(row["player"], row["points"]) for row in data["standings"]] == stored


def test_a_round_shows_who_got_the_result_instead_of_whom(client_for, season, ben, cleo):
    seasons.register(season=season, user=cleo, now=START + HOUR)
    vanish(ben)
    go_to(START + 4 * DAY)
    page = text(Client(), "league", season.league.code)
    assert "Cleo instead of Ben" in page


def test_the_form_founds_a_league_as_it_says(client_for, ana):
    client = client_for(ana)
    page = text(client, "league_new_of", "kings")
    for words in ("League of divisions", "Swiss system", "Percent of a seat", "A week a move", "They are decided"):
        assert words in page
    response = client.post(reverse("league_new_of", args=["kings"]), form())
    league = League.objects.get()
    assert response["Location"] == reverse("season", args=[league.code, 1])
    assert (league.format, league.settings, league.size, league.limit) == ("swiss", {"rounds": 3}, 3, 24)
    assert (league.divisions["up"], league.share, league.zone) == (1, 0.4, "Europe/Berlin")
    assert league.pace["kind"] == "days"
    assert not league.pace["substitutes"]
    assert str(league.seasons.get().first) == "2026-03-20"


def form(**more: object) -> dict[str, object]:
    return {
        "name": "Autumn cup", "about": "For fun", "size": 3, "format": "swiss", "rounds": 3, "at_once": 2, "from_group": 2,
        "go_on": 2, "target": 7, "least": 6, "most": 8, "up": 1, "down": 1, "newcomers": "bottom",
        "league_zone": "Europe/Berlin", "first": "2026-03-20", "opens": "", "season_days": 30, "round_days": 0, "break_days": 7,
        "end_rule": "decided", "wait_days": 2, "share": 40, "limit": 24, "pace": "week", "pace_kind": "bank",
        "answer_increment": 12, "zone": "UTC", "vacation": "yes", "on_expiry": "pass", "misses": 2, "repeats": "on",
        "scores": "hidden", "support": "standard", "points": "always", **more}


@pytest.mark.parametrize(("wrong", "words"), [
    ({"first": "2026-03-02"}, "must be later than tomorrow"), ({"name": " "}, "required"), ({"least": 9}, "between the least"),
    ({"size": 7}, "valid choice"), ({"first": "soon"}, "valid date"),
])
def test_what_does_not_fit_is_said_and_nothing_is_lost(client_for, ana, wrong, words):
    response = client_for(ana).post(reverse("league_new_of", args=["kings"]), form(**wrong))
    page = response.content.decode()
    assert response.status_code == 422
    assert words in page
    assert "For fun" in page
    assert not League.objects.exists()


def test_founding_needs_a_login():
    assert Client().get(reverse("league_new")).status_code == 302


def rate(user: User, number: int) -> None:
    """Some rated games."""
    for index in range(number):
        other = people(1, first=100 + index)[0]
        game = game_tables.create(host=user, now=NOW, kind="kings", size=2)
        game_tables.join(game=game, user=other, now=NOW)
        Game.objects.filter(pk=game.pk).update(version=200)
        game.refresh_from_db()
        loser = other if index % 3 else user
        seat = game.seats.get(user=loser)
        Game.objects.filter(pk=game.pk).update(
            version=200, status="finished", ended=NOW + timedelta(hours=index), decider=None)
        for one in game.seats.all():
            Seat.objects.filter(pk=one.pk).update(place=2 if one.pk == seat.pk else 1)
    rated.catch_up(now=NOW + DAY)


def test_a_players_page_has_record_ratings_games_and_punctuality(ana):
    rate(ana, 5)
    assert RatingChange.objects.filter(user=ana).exists()
    page = text(Client(), "player", ana.pk)
    for words in ("Results so far", "Punctuality", "Contest of Kings, two players", "<polyline", "Recent games", "place 1 of 2", "5 rated games"):
        assert words in page, words
    assert page.count("<tr>") >= 10
    table = text(Client(), "ratings_of", "kings", "two")
    assert "Ana" in table


def test_a_newcomers_page_says_that_there_is_nothing_yet(cleo):
    page = text(Client(), "player", cleo.pk)
    assert "No game is rated yet" in page
    assert "No decision yet" in page


def test_private_games_stay_off_a_players_page(ana, ben):
    game = game_tables.create(host=ana, now=NOW, kind="kings", size=2, public=False)
    game_tables.join(game=game, user=ben, now=NOW, invitation=game.invitation)
    Game.objects.filter(pk=game.pk).update(status="finished", ended=NOW)
    assert game.code not in text(Client(), "player", ana.pk)


def test_a_line_of_ratings_fits_its_picture():
    drawn = plot([(NOW, number, "a") for number in (1000, 1100, 950, 1210)])
    assert drawn is not None
    assert all(0 <= x <= drawn.width and 0 <= y <= drawn.height for x, y in drawn.dots)
    assert drawn.dots[3][1] < drawn.dots[1][1] < drawn.dots[0][1] < drawn.dots[2][1]
    assert plot([(NOW, 1000, "a")]) is None


def test_before_one_registers_one_sees_what_a_result_would_change(client_for, ana, ben, cleo):
    season = found(ana)
    seasons.register(season=season, user=ben, now=NOW)
    page = text(client_for(cleo), "season", *at(season))
    assert "What a result would change" in page
    assert "Your rating after a first game with Ben" in page
    assert "What a result would change" not in text(client_for(ben), "season", *at(season))


@pytest.mark.parametrize(("who", "status"), [("ana", 200), ("ben", 200), ("cleo", 200), ("spectator", 302)])
def test_what_a_result_at_an_open_table_would_change(everybody, table, who, status):
    response = everybody[who].get(reverse("rating_table", args=[table.code]))
    assert response.status_code == status
    if status == 200:
        assert "by your place in it" in response.content.decode()
    private = game_tables.create(host=User.objects.get(display_name="Ana"), now=NOW, size=3, public=False)
    assert everybody["cleo"].get(reverse("rating_table", args=[private.code])).status_code == 404


def test_more_games_ask_no_more_questions(ana, django_assert_max_num_queries):
    small, large = begun(ana, people(7)), begun(ana, people(24, first=50), name="Large league")
    client = Client()
    for season in (small, large):
        for name, *more in (("season_round", 1), ("season_division", 1), ("season",)):
            with django_assert_max_num_queries(30):
                client.get(reverse(name, args=[*at(season), *more]))


def test_the_navigation_leads_to_the_leagues():
    assert reverse("leagues") in text(Client(), "home")


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES if code != "en"])
def test_the_pages_have_no_english_words(client_for, ana, ben, language):
    users = [ben, ana, *people(5)]
    for user in users[2:]:
        User.objects.filter(pk=user.pk).update(display_name=f"P{user.pk}")
    season = begun(ana, users, name="Liga")
    for table in tables(season)[:4]:
        finish(table.game)
    go_to(START + 2 * HOUR)
    User.objects.update(language=language)
    ana.refresh_from_db()
    code, number = at(season)
    table = tables(season)[-1].pk
    desk = [reverse("organise", args=[code, number]), *(
        reverse("organise_deed", args=[code, number, name]) + (f"?table={table}" if deed.of_table else "")
        for name, deed in DEEDS.items())]
    pages = [reverse(name, args=args) for name, *args in (
        ("leagues",), ("league", code), ("season", code, number), ("season_division", code, number, 1),
        ("season_round", code, number, 1), ("league_formats",), ("league_new_of", "kings"), ("ratings",), ("player", ben.pk),
        ("game", tables(season)[0].game.code), *(("league_format", name) for name in FORMATS))]
    client = client_for(ana)
    for address in (*pages, *desk):
        assert english_in(client.get(address).content.decode(), besides="UTC") == [], address
