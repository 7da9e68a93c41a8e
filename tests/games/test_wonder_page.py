"""The wonder and the buildings on the page of a game: by button, by form without JavaScript, on the board."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from games import play
from games.lobby_forms import NewGameForm
from games.models import Event, Game
from tests.games.playing import done, make_game

pytestmark = pytest.mark.django_db
Log = Callable[[User], Client]


@pytest.fixture
def game(ana: User, ben: User) -> Game:
    """Ana holds temples; one lies on F10 from the start."""
    return make_game([ana, ben], hands=[("temple",) * 6], options={"wonder": "on", "buildings": "on"})


def page(client: Client, game: Game, **chosen: str) -> str:
    response = client.get(f"/games/{game.code}/", chosen)
    assert response.status_code == 200
    return response.content.decode()


def answers(html: str) -> dict[str, str]:
    """The buttons: the order of each, and its words."""
    links = re.findall(r'id="answer-\d+" href="[^"]*order=([^"#]*)#send"[^>]*>([^<]*)<', html)
    return {order.replace("%20", " "): words for order, words in links}


def send(client: Client, game: Game, html: str) -> str:
    """Press the button of what the page shows as not sent yet; the order as the log keeps it."""
    form = html.partition("Not sent yet")[2]
    fields = {name: re.search(rf'name="{name}" value="([^"]*)"', form)[1] for name in ("text", "seen", "key")}
    assert client.post(f"/games/{game.code}/orders", fields, follow=True).status_code == 200
    game.refresh_from_db()
    return Event.objects.filter(game=game).latest("seq").order


def test_the_tiles_for_a_building_can_be_chosen_in_three_ways(game: Game, ana: User, client_for: Log) -> None:
    client = client_for(ana)
    done(game, 0, "temple G10; temple H10")
    html = page(client, game)
    assert "do you put the library on a tile of it (F10, G10 or H10)?" in html
    assert answers(html) == {
        "raise F10": "library on F10", "raise G10": "library on G10", "raise H10": "library on H10",
        "raise none": "Put up no building", "undo": "Undo the last order",
    }
    assert set(re.findall(r"piece=raise&amp;cell=([A-P]\d+)#send", html)) == {"F10", "G10", "H10"}
    assert 'aria-label="building G10"' in html
    form = html.partition('class="pick"')[2].partition("</form>")[0]
    assert 'name="piece" value="raise"' in form
    assert re.findall(r"<option>(\w+)</option>", form) == ["F10", "G10", "H10"]
    assert "Put it back" not in html
    looked_at = page(client, game, piece="raise", cell="H10")
    assert "You put the library on H10." in looked_at
    assert "#tb-tile-temple-library" in looked_at
    assert send(client, game, looked_at) == "raise H10"
    assert "H10: temple, library" in page(client, game)


def test_others_see_the_question_and_can_choose_nothing(game: Game, ben: User, client_for: Log) -> None:
    done(game, 0, "temple G10; temple H10")
    html = page(client_for(ben), game)
    assert "Ana may put the library on a tile of a line" in html
    assert answers(html) == {}
    assert "piece=raise" not in html


def test_the_wonder_and_its_point_by_button(game: Game, ana: User, client_for: Log) -> None:
    client = client_for(ana)
    for seat, text in ((0, "temple E10; temple G10; raise none"), (1, "pass"), (0, "temple F9; temple F11; raise none")):
        done(game, seat, text)
    html = page(client, game)
    assert answers(html)["build wonder F10"] == "Build the wonder round F10"
    looked_at = page(client, game, order="build wonder F10")
    assert "M-17 -56H17V-17" in looked_at
    assert send(client, game, looked_at) == "build wonder F10"
    for seat, text in ((1, "pass"), (0, "temple H10; king H11")):
        done(game, seat, text)
    html = page(client, game)
    assert answers(html) | {"undo": ""} == {
        "point black": "A point of black", "point red": "A point of red", "point blue": "A point of blue",
        "point green": "A point of green", "undo": "",
    }
    assert send(client, game, page(client, game, order="point blue")) == "point blue"
    assert play.view(game, 0).seats[0].points["blue"] == 1


def test_the_choices_of_the_game_are_explained(game: Game, ana: User, client_for: Log) -> None:
    html = page(client_for(ana), game)
    assert "With the wonder" in html
    assert "With buildings" in html
    form = str(NewGameForm(kind="tigris"))
    for words in ("a king in its kingdom gets a point of any colour", "it protects its tile"):
        assert words in form


def test_a_treasure_that_stays_can_be_chosen_on_the_board(ana: User, ben: User, client_for: Log) -> None:
    game = make_game([ana, ben], hands=[("temple",) * 6])
    for seat, text in ((0, "temple G10; temple H10"), (1, "pass"), (0, "temple I10; temple J10"), (1, "pass"),
                       (0, "temple K10; trader G11")):
        done(game, seat, text)
    html = page(client_for(ana), game)
    assert set(re.findall(r"piece=leave&amp;cell=([A-P]\d+)#send", html)) == {"F10", "K11"}
    assert 'aria-label="treasure K11"' in html
    assert send(client_for(ana), game, page(client_for(ana), game, piece="leave", cell="K11")) == "leave K11"


def test_what_nobody_has_built_lies_beside_the_board(game: Game, ana: User, client_for: Log) -> None:
    html = page(client_for(ana), game)
    beside = html[html.index("Beside the board"):]
    assert all(name in beside for name in ("black-red", "wonder", "library"))
    plain = make_game([ana, "greedy"])
    html = page(client_for(ana), plain)
    beside = html[html.index("Beside the board"):][:9000]
    assert "black-red" in beside
    assert "library" not in beside
