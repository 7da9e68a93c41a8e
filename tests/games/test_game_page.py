"""The page of a game for its players and for others: what it shows, and how orders come in through it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from games import play
from games.models import Chat, Event, Game
from tests.games.playing import days, done, make_game, order, play_on

pytestmark = pytest.mark.django_db
Log = Callable[[User], Client]


def page(client: Client, game: Game, **chosen: str) -> str:
    response = client.get(f"/games/{game.code}/", chosen)
    assert response.status_code == 200
    return response.content.decode()


def send(client: Client, game: Game, text: str, **more: object) -> object:
    data = {"text": text, "seen": game.version, "key": f"form-{text}", **more}
    return client.post(f"/games/{game.code}/orders", data, follow=True)


def orders(game: Game) -> list[str]:
    return list(Event.objects.filter(game=game).order_by("seq").values_list("order", flat=True))


def test_the_page_shows_the_decision_the_players_the_bag_and_the_board(game: Game, ana: User, client_for: Log) -> None:
    html = page(client_for(ana), game)
    for words in ("Your decision", "Ana", "Ben", "Cleo", "tiles in the bag", game.commitment, "<svg", "Type your orders"):
        assert words in html


def test_others_see_who_is_waited_for_and_get_no_pieces_to_move(game: Game, ben: User, client_for: Log) -> None:
    html = page(client_for(ben), game)
    assert "Waiting for Ana" in html
    assert "?piece=" not in html


def test_a_spectator_sees_a_public_game_without_any_form(game: Game) -> None:
    html = page(Client(), game)
    assert "Waiting for Ana" in html
    assert f"/games/{game.code}/orders" not in html
    assert "Words at the table" not in html


def test_a_private_game_is_there_for_its_players_and_by_link_only(ana: User, ben: User, cleo: User, client_for: Log) -> None:
    game = make_game([ana, ben], public=False)
    address = f"/games/{game.code}/"
    assert client_for(ana).get(address).status_code == 200
    stranger = client_for(cleo)
    for part in ("", "log/", "replay/0/", "record", "verify/", "version"):
        assert stranger.get(address + part).status_code == 404
        assert Client().get(address + part).status_code == 404
    assert stranger.get(address, {"link": "guess"}).status_code == 404
    assert stranger.get(address, {"link": game.invitation}).status_code == 200
    assert stranger.get(f"{address}log/").status_code == 200  # the session keeps it


def test_a_table_that_has_not_begun_is_shown_by_the_lobby(table: Game, ana: User, client_for: Log) -> None:
    response = client_for(ana).get(f"/games/{table.code}/")
    assert response.status_code == 302
    assert response["Location"] == f"/tables/{table.code}/"


def test_choosing_a_piece_marks_the_cells_where_it_may_go(game: Game, ana: User, client_for: Log) -> None:
    html = page(client_for(ana), game, piece="king")
    cells = set(re.findall(r'piece=king&amp;cell=([A-P]\d+)#send', html))
    assert cells == set(play.view(game, 0).legal["king"])


def test_choosing_a_cell_shows_what_would_happen_and_sends_nothing(game: Game, ana: User, client_for: Log) -> None:
    html = page(client_for(ana), game, piece="priest", cell="A2")
    assert "Not sent yet" in html
    assert 'name="text" value="priest A2"' in html
    assert orders(game) == []


def test_a_choice_that_is_not_legal_is_refused_with_the_reason(game: Game, ana: User, client_for: Log) -> None:
    html = page(client_for(ana), game, piece="priest", cell="H5")
    assert "That is not possible" in html
    assert "temple" in html.partition("That is not possible")[2].partition("</div>")[0]


@pytest.mark.parametrize("chosen", [
    {"piece": "<script>"}, {"cell": "D5"}, {"piece": "king", "cell": "Z99"}, {"order": "x" * 5000}, {"order": "say hi"},
    {"swap_temple": "9"}, {"swap_temple": "0"}, {"order": "help"}, {"piece": "commit"}, {"piece": "swap"}, {"piece": "resign"},
])  # fmt: skip
def test_nonsense_in_the_address_does_no_harm(game: Game, ana: User, client_for: Log, chosen: dict[str, str]) -> None:
    html = page(client_for(ana), game, **chosen)
    assert "<script>&" not in html
    assert "piece=<script" not in html


def test_the_swap_form_becomes_an_order(game: Game, ana: User, client_for: Log) -> None:
    html = page(client_for(ana), game, swap_temple="2", swap_farm="1", swap_market="0")
    assert 'name="text" value="swap temple temple farm"' in html


def test_an_order_sent_by_the_form_is_carried_out(game: Game, ana: User, client_for: Log) -> None:
    response = send(client_for(ana), game, "priest A2")
    assert response.redirect_chain == [(f"/games/{game.code}/", 302)]
    assert "Done: priest A2." in response.content.decode()
    assert orders(game) == ["priest A2"]


def test_a_double_click_is_one_order(game: Game, ana: User, client_for: Log) -> None:
    client = client_for(ana)
    send(client, game, "priest A2")
    response = send(client, game, "priest A2")
    assert "carried out once" in response.content.decode()
    assert orders(game) == ["priest A2"]


def test_the_key_of_a_form_is_the_players_own(game: Game, ana: User, ben: User, client_for: Log) -> None:
    send(client_for(ana), game, "say hello", key="same")
    send(client_for(ben), game, "say hello", key="same")
    assert Chat.objects.count() == 2


def test_a_position_that_moved_on_is_told_and_what_was_typed_is_kept(game: Game, ana: User, client_for: Log) -> None:
    client = client_for(ana)
    stale = game.version
    done(game, 0, "priest A2")
    response = send(client, game, "temple A1", seen=stale)
    assert response.status_code == 409
    html = response.content.decode()
    assert "The position has moved on" in html
    assert ">temple A1</textarea>" in html
    assert f'name="seen" value="{game.version}"' in html
    assert orders(game) == ["priest A2"]


def test_a_refused_order_is_told_with_the_reason_and_kept(game: Game, ana: User, client_for: Log) -> None:
    response = send(client_for(ana), game, "temple B2")
    assert response.status_code == 422
    html = response.content.decode()
    assert "B2 is not empty" in html
    assert ">temple B2</textarea>" in html


def test_typed_orders_can_be_looked_at_first(game: Game, ana: User, client_for: Log) -> None:
    response = send(client_for(ana), game, "priest A2\ntemple A1", preview="1")
    html = response.content.decode()
    assert "Not sent yet" in html
    assert ">priest A2\ntemple A1</textarea>" in html
    assert orders(game) == []


def test_resigning_is_asked_for_twice(game: Game, ana: User, client_for: Log) -> None:
    client = client_for(ana)
    html = send(client, game, "resign").content.decode()
    assert "Resigning is for good" in html
    assert orders(game) == []
    send(client, game, "resign", sure="1")
    assert orders(game) == ["resign"]


def test_resigning_is_possible_in_somebody_elses_turn(game: Game, ben: User, client_for: Log) -> None:
    assert "?order=resign" in page(client_for(ben), game)
    send(client_for(ben), game, "resign", sure="1")
    assert orders(game) == ["resign"]


def test_a_spectator_can_order_nothing(game: Game, client_for: Log, db: None) -> None:
    stranger = User.objects.create_user("dora@example.org", display_name="Dora")
    for client in (Client(), client_for(stranger)):
        response = send(client, game, "pass")
        assert "Only the players of this game" in response.content.decode()
    assert orders(game) == []


def test_a_player_can_order_nothing_for_another_seat(game: Game, ben: User, client_for: Log) -> None:
    assert send(client_for(ben), game, "pass").status_code == 422
    assert orders(game) == []


def test_orders_need_the_forms_own_token(game: Game, ana: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(ana)
    assert client.post(f"/games/{game.code}/orders", {"text": "pass"}).status_code == 403
    assert client.get(f"/games/{game.code}/orders").status_code == 405


def test_words_to_the_table_are_shown_to_the_players(game: Game, ana: User, ben: User, client_for: Log) -> None:
    client_for(ben).post(f"/games/{game.code}/orders", {"say": "tea; <b>at</b>  seven", "key": "k"})
    assert "tea; &lt;b&gt;at&lt;/b&gt; seven" in page(client_for(ana), game)


def test_waiting_orders_are_shown_to_their_player_alone_and_can_be_taken_back(
    game: Game, ana: User, ben: User, client_for: Log
) -> None:
    done(game, 0, "priest A2; pass")
    order(game, 1, "priest C2; commit 1; temple P1")
    assert "temple P1" in page(client_for(ben), game)
    assert "temple P1" not in page(client_for(ana), game)
    response = client_for(ben).post(f"/games/{game.code}/orders", {"withdraw": "1"}, follow=True)
    assert "Taken back: temple P1." in response.content.decode()
    assert play.waiting(game, 1) == ()


def test_dropped_orders_are_shown_with_the_reason_until_new_ones_come(game: Game, ben: User, client_for: Log) -> None:
    done(game, 0, "priest A2; pass")
    order(game, 1, "priest C2; commit 0; priest off")
    done(game, 0, "commit 0")
    assert "Your waiting orders could not go on" in page(client_for(ben), game)
    order(game, 1, "temple P1", now=game.started.replace(hour=13))
    assert "Your waiting orders could not go on" not in page(client_for(ben), game)


def test_a_conflict_shows_both_strengths(game: Game, ana: User, client_for: Log) -> None:
    done(game, 0, "priest A2; pass")
    done(game, 1, "priest C2; commit 1")
    html = page(client_for(ana), game)
    panel = html.partition("conflict-head")[2].partition("</section>")[0]
    assert "Revolt" in panel
    assert re.findall(r"<strong>(\d+)</strong>", panel) == ["2", "1"]
    assert "Add nothing" in html


def test_htmx_gets_the_position_alone(game: Game, ana: User, client_for: Log) -> None:
    response = client_for(ana).get(
        f"/games/{game.code}/", {"piece": "king"}, headers={"HX-Request": "true", "HX-Target": "position"}
    )
    html = response.content.decode().strip()
    assert html.startswith('<div id="position"')
    assert "<html" not in html
    assert "textarea" not in html  # what is typed stays as it is


def test_an_open_page_is_told_of_news_once(game: Game, ana: User, client_for: Log) -> None:
    client, address = client_for(ana), f"/games/{game.code}/version"
    assert client.get(address, {"seen": 0, "said": 0}).status_code == 204
    done(game, 0, "priest A2")
    response = client.get(address, {"seen": 0, "said": 0})
    assert response.status_code == 286
    assert "The position has moved on" in response.content.decode()
    order(game, 1, "say hello")
    assert "Somebody said something" in client.get(address, {"seen": 1, "said": 0}).content.decode()


def test_a_finished_game_shows_places_points_and_the_way_to_its_record(game: Game, ana: User, client_for: Log) -> None:
    play_on(game, 3000)
    html = page(client_for(ana), game)
    assert "The game is over" in html
    assert "Result" in html
    assert "Type your orders" not in html
    assert f"/games/{game.code}/record" in html
    check = client_for(ana).get(f"/games/{game.code}/verify/").content.decode()
    assert "It fits." in check
    assert game.salt in check
    assert "sha256sum" in check


def test_the_check_of_a_running_game_shows_the_seal_alone(game: Game, ana: User, client_for: Log) -> None:
    html = client_for(ana).get(f"/games/{game.code}/verify/").content.decode()
    assert game.commitment in html
    assert game.draw not in html
    assert game.salt not in html.replace(game.commitment, "")


def test_every_position_of_the_replay_can_be_reached(game: Game, client_for: Log, ana: User) -> None:
    play_on(game, 12)
    client = client_for(ana)
    for number in range(13):
        html = client.get(f"/games/{game.code}/replay/{number}/").content.decode()
        assert ('rel="prev"' in html) == (number > 0)
        assert ('rel="next"' in html) == (number < 12)
    assert client.get(f"/games/{game.code}/replay/13/").status_code == 404
    assert client.get(f"/games/{game.code}/replay/", {"number": "7"})["Location"] == f"/games/{game.code}/replay/7/"


def test_pages_are_told_in_the_readers_language(game: Game, ana: User, client_for: Log) -> None:
    done(game, 0, "priest A2")
    for language, word in (("es", "sacerdote"), ("de", "Priester")):
        ana.language = language
        ana.save()
        assert word in client_for(ana).get(f"/games/{game.code}/log/").content.decode()


def test_times_are_told_in_the_readers_zone(ana: User, ben: User, client_for: Log) -> None:
    game = make_game([ana, ben], pace=days(1))
    ana.time_zone = "Asia/Tokyo"
    ana.save()
    assert "9 p.m. (Asia/Tokyo)" in page(client_for(ana), game)


def test_the_page_asks_the_database_a_bounded_number_of_questions(
    game: Game, ana: User, client_for: Log, django_assert_max_num_queries: Callable[[int], object]
) -> None:
    client = client_for(ana)
    play_on(game, 100)
    page(client, game)
    with django_assert_max_num_queries(22):
        page(client, game)
    with django_assert_max_num_queries(12):
        client.get(f"/games/{game.code}/log/")
    with django_assert_max_num_queries(8):
        client.get(f"/games/{game.code}/version", {"seen": 1, "said": 0})


def test_a_choice_made_on_an_old_position_says_that_it_moved_on(game: Game, ana: User, client_for: Log) -> None:
    done(game, 0, "priest A2")
    assert "The position has moved on" in page(client_for(ana), game, seen="0", piece="temple")
    assert "The position has moved on" not in page(client_for(ana), game, seen="1", piece="temple")


def test_an_endless_message_is_refused(game: Game, ana: User, client_for: Log) -> None:
    assert send(client_for(ana), game, "temple A1\n" * 5000).status_code == 422


def test_signs_that_no_database_keeps_are_left_out(game: Game, ana: User, client_for: Log) -> None:
    send(client_for(ana), game, "priest A2\0", key="a\0key")
    assert orders(game) == ["priest A2"]


def test_orders_are_shown_in_the_readers_words(game: Game, ana: User, client_for: Log) -> None:
    ana.language = "de"
    ana.save()
    client = client_for(ana)
    sent = client.post(f"/games/{game.code}/orders", {"text": "Priester A2", "seen": game.version, "key": "german1"}, follow=True)
    assert "Erledigt: Priester A2." in sent.content.decode()
    log = client.get(f"/games/{game.code}/log/").content.decode()
    assert "<code>Priester A2</code>" in log
    assert "Noch nicht abgeschickt: <code>zurücknehmen</code>" in " ".join(page(client, game, order="undo").split())
    assert orders(game) == ["priest A2"]


def test_the_list_of_places_keeps_the_one_that_was_chosen(game: Game, ana: User, client_for: Log) -> None:
    html = page(client_for(ana), game, piece="king", cell="C2")
    assert re.findall(r"<option selected>(\w+)</option>", html) == ["C2"]


def test_an_order_after_the_end_of_ones_turn_is_told_so(game: Game, ana: User, client_for: Log) -> None:
    text = "priest A2\nking C2\ntrader E4"
    answer = client_for(ana).post(f"/games/{game.code}/orders", {"text": text, "seen": game.version, "key": "late1"})
    assert answer.status_code == 422
    assert "Your turn was over before it came to that." in answer.content.decode()
