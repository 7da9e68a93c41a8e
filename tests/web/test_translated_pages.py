"""Every page in Spanish and German: no English sentence is left, and its examples are orders all the same."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from bs4 import BeautifulSoup
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from engine import GAMES
from engine.orders import parse_lines
from games import chance, play, positions, tables
from games.models import Game
from mail import one_click, outbox, sending
from mail.models import Outgoing
from tests.conftest import NOW, person
from tests.games.playing import days, done, make_game, play_on
from tests.web.leftovers import english_in

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES if code != "en"]),
]
Log = Callable[[User], Client]


@pytest.fixture(autouse=True)
def _no_positions_of_other_tests() -> None:
    positions.clear()


@pytest.fixture
def reader(ana: User, language: str) -> User:
    """Ana, who reads that language."""
    ana.language = language
    ana.save()
    return ana


def leftovers(client: Client, address: str, status: int = 200) -> list[str]:
    response = client.get(address, headers={"accept-language": client.defaults.get("HTTP_ACCEPT_LANGUAGE", "")})
    assert response.status_code == status, address
    return english_in(response.content.decode())


@pytest.mark.parametrize("name", ["home", "rules", "account_request_login_code", "account_login"])
def test_a_page_for_everybody_has_no_english_words(name: str, language: str) -> None:
    client = Client(headers={"accept-language": language})
    html = client.get(reverse(name)).content.decode()
    assert f'lang="{language}"' in html
    assert english_in(html) == []


@pytest.mark.parametrize("kind", sorted(GAMES))
def test_the_rules_of_a_game_have_no_english_words(kind: str, language: str) -> None:
    client = Client(headers={"accept-language": language})
    assert leftovers(client, reverse("rules_of", args=[kind])) == []


@pytest.mark.parametrize("kind", sorted(GAMES))
def test_the_choices_of_a_new_game_have_no_english_words(reader: User, client_for: Log, kind: str) -> None:
    assert leftovers(client_for(reader), reverse("game_new_of", args=[kind])) == []


@pytest.mark.parametrize("name", [
    "lobby", "game_new", "profile", "away", "rules", "account_email", "account_logout", "account_set_password", "demo",
])
def test_a_players_page_has_no_english_words(reader: User, client_for: Log, name: str, settings) -> None:
    settings.POST_ROOM = True
    assert leftovers(client_for(reader), reverse(name)) == []


def test_the_first_questions_have_no_english_words(language: str, client_for: Log) -> None:
    newcomer = User.objects.create_user("new@example.org", language=language)
    assert leftovers(client_for(newcomer), reverse("welcome")) == []


def test_a_table_and_its_invitation_have_no_english_words(reader: User, table: Game, client_for: Log, language: str) -> None:
    client = client_for(reader)
    assert leftovers(client, reverse("table", args=[table.code])) == []
    assert leftovers(client, reverse("lobby")) == []
    guest = Client(headers={"accept-language": language})
    assert english_in(guest.get(reverse("join", args=[table.invitation])).content.decode()) == []
    assert english_in(guest.get(reverse("join", args=["nothing"])).content.decode()) == []


@pytest.mark.parametrize("kind", sorted(GAMES))
def test_a_game_has_no_english_words_from_its_first_order_to_its_last(
    reader: User, ben: User, client_for: Log, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun(kind, reader, ben, monkeypatch)
    User.objects.update(language=reader.language)
    asked: set[str] = set()
    while not {"turn", "commit"} <= asked:
        assert game.decider is not None
        decision = play.view(game, game.decider).decision
        assert decision
        if decision.kind not in asked:
            asked.add(decision.kind)
            for user in User.objects.all():
                assert leftovers(client_for(user), reverse("game", args=[game.code])) == []
        play_on(game, 1, seed=game.version)
        game.refresh_from_db()
    done(game, 1, "resign")
    assert play.view(game, None).over
    client = client_for(reader)
    for name in ("game", "game_log", "game_verify"):
        assert leftovers(client, reverse(name, args=[game.code])) == []
    assert leftovers(client, reverse("game_replay", args=[game.code, 5])) == []
    assert leftovers(client, reverse("lobby")) == []


def begun(kind: str, host: User, guest: User, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game of that kind, the same every time."""
    monkeypatch.setattr(chance, "shuffle", lambda deck: tuple(Random(3).sample(list(deck), len(deck))))
    game = tables.create(host=host, now=NOW, kind=kind, size=2, pace=days(3))
    tables.join(game=game, user=guest, now=NOW)
    game.refresh_from_db()
    return game


def test_a_refusal_and_a_preview_have_no_english_words(reader: User, ben: User, client_for: Log) -> None:
    game = make_game([reader, ben])
    client = client_for(reader)
    where = reverse("game", args=[game.code])
    for chosen in ({"piece": "temple"}, {"piece": "king"}, {"order": "pass"}, {"order": "resign"}):
        assert english_in(client.get(where, chosen).content.decode()) == []
    for text in ("temple Z99", "nonsense", "pass"):
        data = {"text": text, "seen": game.version, "key": text}
        assert english_in(client.post(reverse("game_orders", args=[game.code]), data, follow=True).content.decode()) == []


def test_pages_that_mails_lead_to_have_no_english_words(reader: User, ben: User, language: str) -> None:
    game = make_game([reader, ben], pace=days(3))
    guest = Client(headers={"accept-language": language})
    while (view := play.view(game, game.decider)).decision.kind != "commit":
        play_on(game, 1, seed=game.version)
        game.refresh_from_db()
    seat = game.seats.select_related("user").get(index=game.decider)
    answer = one_click.links(game, seat, view, language)[0].make(NOW)
    for address in (answer, outbox.mute_url(seat), outbox.stop_url(reader)):
        for response in (guest.get(address), guest.post(address, {"stop": "1"}, follow=True)):
            assert response.status_code == 200
            assert english_in(response.content.decode()) == []


def test_the_post_room_has_no_english_words_of_its_own(reader: User, client_for: Log, settings) -> None:
    settings.POST_ROOM, settings.MAIL_TRANSPORT = True, ""
    game = make_game([reader, person("Ben")])
    done(game, 0, "pass")
    done(game, 1, "pass")
    sending.send_due(NOW)
    client = client_for(reader)
    row = Outgoing.objects.filter(address=reader.email).latest("pk")
    for address in (
        reverse("post_room"), reverse("post_room_inbox", args=[reader.email]),
        reverse("post_room_message", args=[reader.email, row.pk]),
    ):
        assert leftovers(client, address) == []


@pytest.mark.parametrize("status", [403, 404, 500])
def test_what_goes_wrong_is_said_without_english_words(language: str, status: int) -> None:
    from django.utils import translation

    with translation.override(language):
        from django.template.loader import render_to_string

        names = [f"{status}.html"] + (["403_csrf.html"] if status == 403 else [])
        for name in names:
            assert english_in(render_to_string(name, {"request": None})) == []


@pytest.mark.parametrize("kind", sorted(GAMES))
def test_the_examples_of_orders_mean_what_they_mean_in_english(language: str, kind: str) -> None:
    def examples(code: str) -> list[str]:
        page = Client(headers={"accept-language": code}).get(reverse("rules_of", args=[kind]))
        return [tag.get_text() for tag in BeautifulSoup(page.content, "html.parser").select(".orders code")]

    english, other = examples("en"), examples(language)
    assert len(english) == len(other) > 10
    for meant, said in zip(english, other, strict=True):
        if not meant.startswith("say"):
            assert parse_lines(said, kind) == parse_lines(meant, kind)
