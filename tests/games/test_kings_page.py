"""The card game in the lobby and on its page: choosing, questions, conflict, setting, replay, check of the deck."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from bs4 import BeautifulSoup
from django.test import Client
from django.urls import reverse

from accounts.models import User
from engine import GAMES
from games import play
from games.models import Event, Game
from tests.games.kings_table import at_war, grown, kings_game
from tests.games.playing import done

pytestmark = pytest.mark.django_db
Log = Callable[[User], Client]


@pytest.fixture
def table(ana: User, ben: User, cleo: User) -> Game:
    return kings_game([ana, ben, cleo])


def page(client: Client, game: Game, query: str = "", **chosen: object) -> BeautifulSoup:
    response = client.get(f"/games/{game.code}/{query}", chosen)
    assert response.status_code == 200
    return BeautifulSoup(response.content, "html.parser")


def orders(game: Game) -> list[str]:
    return list(Event.objects.filter(game=game).values_list("order", flat=True))


# The lobby

@pytest.mark.parametrize("kind", GAMES)
def test_each_game_has_a_form_with_its_options_explained(kind: str, ana: User, client_for: Log) -> None:
    soup = BeautifulSoup(client_for(ana).get(reverse("game_new_of", args=[kind])).content, "html.parser")
    for option, values in GAMES[kind].options.items():
        for value in values:
            label = soup.select_one(f'label:has(input[name="{option}"][value="{value}"])')
            assert label is not None, (option, value)
            assert label.small is not None
            assert len(label.small.text) > 15, (option, value)
    assert {link["href"] for link in soup.select(".kinds a")} == {reverse("game_new_of", args=[name]) for name in GAMES}


def test_a_game_of_cards_against_bots_starts_at_once(ana: User, client_for: Log) -> None:
    response = client_for(ana).post(reverse("game_new_of", args=["kings"]), {
        "size": "2", "pace": "none", "public": "yes", "scores": "open", "points": "ask", "bot_1": "random"})
    game = Game.objects.get()
    assert response.url == reverse("game", args=[game.code])
    assert (game.kind, game.options) == ("kings", {"scores": "open", "points": "ask"})


def test_there_is_no_form_for_a_game_that_does_not_exist(ana: User, client_for: Log) -> None:
    assert client_for(ana).get(reverse("game_new_of", args=["chess"])).status_code == 404


def test_the_lobby_says_which_game_it_is(table: Game, ana: User, client_for: Log) -> None:
    assert "Contest of Kings" in client_for(ana).get(reverse("lobby")).content.decode()


# The page

def test_a_card_is_chosen_put_into_a_column_and_sent(table: Game, ana: User, client_for: Log) -> None:
    client = client_for(ana)
    soup = page(client, table, piece="settlement")
    link = soup.select_one('svg a[aria-label="settlement C"]')
    assert link is not None
    preview = BeautifulSoup(client.get(str(link["href"]).replace("#send", "")).content, "html.parser")
    assert "settlement C" in preview.select_one("#send").text
    assert orders(table) == []
    form = preview.select_one("#send form")
    client.post(form["action"], {field["name"]: field["value"] for field in form.select("input[name]") if field["name"] != "csrfmiddlewaretoken"})
    assert orders(table) == ["settlement C"]


def test_a_leader_may_stand_on_any_head(table: Game, ana: User, client_for: Log) -> None:
    labels = {link["aria-label"] for link in page(client_for(ana), table, piece="king").select("svg a")}
    assert labels == {f"king {column}1" for column in "ABCDEFGH"}


def test_the_conflict_shows_both_strengths_and_the_answers(table: Game, ana: User, client_for: Log) -> None:
    at_war(table)
    soup = page(client_for(ana), table)
    assert "External conflict: king" in soup.select_one(".conflict h2").text
    assert "Add nothing" in soup.text
    assert soup.select_one(".conflict tbody tr").text.split()[0] == "Ana"


def test_a_question_of_victory_cards_has_its_answers(ana: User, ben: User, cleo: User, client_for: Log) -> None:
    table = kings_game([ana, ben, cleo], points="ask")
    done(table, 0, "king A1; settlement A")
    soup = page(client_for(ana), table)
    assert "Lay one: settlement" in soup.text
    client_for(ana).post(f"/games/{table.code}/orders", {"text": "score yes", "seen": table.version, "key": "k"})
    assert play.view(table_now(table), 0).seats[0].points["black"] == 1  # type: ignore[index]


def table_now(game: Game) -> Game:
    return Game.objects.prefetch_related("seats__user").get(pk=game.pk)


def exchange(game: Game) -> None:
    """Ana's trader stands in the kingdom that cleo has linked; four treasures could be had: A and B here."""
    for seat, text in ((0, "trader A1; market A"), (1, "settlement A; settlement B"), (2, "temple A; temple B"), (0, "farm B; pass"),
                       (1, "pass"), (2, "market A-B")):
        for one in text.split("; "):
            done(game, seat, one)


def test_treasures_are_ticked_or_clicked(table: Game, ana: User, client_for: Log) -> None:
    exchange(table)
    assert play.view(table_now(table), 0).decision.kind == "take"  # type: ignore[union-attr]
    soup = page(client_for(ana), table)
    assert [box["value"] for box in soup.select('.picks input[name="part"]')] == ["A", "B"]
    heads = {link["aria-label"]: link["href"] for link in soup.select("svg a")}
    assert set(heads) == {"Treasure of column A", "Treasure of column B"}
    ticked = page(client_for(ana), table, pick="take", part="B")
    assert "take B" in ticked.select_one("#send").text
    none = page(client_for(ana), table, pick="take")
    assert "take none" in none.select_one("#send").text


def test_the_setting_is_changed_by_its_button(table: Game, ben: User, client_for: Log) -> None:
    client = client_for(ben)
    form = page(client, table).select_one("form.setting")
    assert form.select_one('input[name="text"]')["value"] == "points ask"
    client.post(form["action"], {"text": "points ask", "key": "a"})
    assert page(client, table).select_one('form.setting input[name="text"]')["value"] == "points always"
    assert "is asked before a victory card is laid" in page(Client(), table).select_one(".players").text


def test_a_spectator_has_no_setting(table: Game) -> None:
    assert page(Client(), table).select_one("form.setting") is None


def test_log_replay_record_and_check_of_the_deck(table: Game, ana: User, client_for: Log) -> None:
    grown(table)
    client = client_for(ana)
    assert "Check the deck" in page(client, table).select_one(".game-links").text
    assert "Was the deck left alone?" in page(client, table, "verify/").h1.text
    assert "settlement A" in page(client, table, "replay/2/").text
    record = client.get(f"/games/{table.code}/record").content.decode()
    assert "game: kings" in record
    assert "lion: king A1" in record


def test_the_end_shows_places_and_where_the_treasures_went(table: Game, ana: User, client_for: Log) -> None:
    for seat in (1, 2):
        done(table, seat, "resign")
    soup = page(client_for(ana), table)
    assert soup.select_one("table.results") is not None
    check = page(client_for(ana), table, "verify/")
    assert "It fits." in check.text
    assert "the deck holds exactly the cards" in check.text


def test_the_page_leads_to_the_rules_of_its_game(table: Game, ana: User, client_for: Log) -> None:
    assert page(client_for(ana), table).select_one(f'a[href="{reverse("rules_of", args=["kings"])}"]') is not None


# The rules

@pytest.mark.parametrize("kind", GAMES)
def test_each_game_has_rules_with_drawn_examples(kind: str, client: Client) -> None:
    soup = BeautifulSoup(client.get(reverse("rules_of", args=[kind])).content, "html.parser")
    assert len(soup.select("figure.scene svg")) >= 4
    chosen = BeautifulSoup(client.get(reverse("rules")).content, "html.parser")
    assert chosen.select_one(f'a[href="{reverse("rules_of", args=[kind])}"]') is not None


def test_the_examples_of_orders_in_the_rules_are_orders(client: Client) -> None:
    from engine.orders import parse

    for kind in GAMES:
        soup = BeautifulSoup(client.get(reverse("rules_of", args=[kind])).content, "html.parser")
        for code in soup.select(".orders td code"):
            parse(code.text, kind)
