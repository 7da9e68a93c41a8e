"""Lines that are no orders: which they are, and what they do on the page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from engine import GAMES
from engine.lexicon.vocabulary import meanings
from engine.orders import read_line
from games import asides
from games.asides import MEANING, WORDS, Aside, noted, read
from games.models import Event, Game, Seat


@pytest.mark.parametrize(("line", "aside"), [
    ("board", Aside("board")), ("Board.", Aside("board")), ("> board", None), ("“LOG”", Aside("log")),
    ("Stellung", Aside("board")), ("posición", Aside("board")), ("Verlauf!", Aside("log")), ("stumm", Aside("mute")),
    ("laut", Aside("unmute")), ("stop", Aside("stop")), ("Stopp", Aside("stop")), ("aufhören", Aside("stop")),
    ("notes", Aside("notes")), ("Notes: Ben wants the  river", Aside("notes", "Ben wants the river")),
    ("Notizen Ana hat zwei Tempel; König?", Aside("notes", "Ana hat zwei Tempel; König?")),
    ("notas nada", Aside("notes", "nada")),
    ("Board games are fun", None), ("Stop it!", None), ("Log:", None), ("mute?", None), ("Note that I am away", None),
    ("help", None), ("temple D5", None), ("say stop", None), ("", None), ("position D5", None),
])
def test_a_line_is_an_aside_only_if_it_is_nothing_but_the_word(line: str, aside: Aside | None) -> None:
    assert read(line) == aside


def test_no_aside_is_an_order_in_any_game() -> None:
    for word in MEANING:
        assert meanings(word) == (), word
        assert [read_line(word, kind) for kind in GAMES] == [None] * len(GAMES), word
    assert set(MEANING.values()) == set(WORDS)


def test_notes_grow_by_lines_and_are_emptied_by_none() -> None:
    notes = noted("", [Aside("notes", "Ben is strong"), Aside("board"), Aside("notes", "two farms")])
    assert notes == "Ben is strong\ntwo farms"
    assert noted(notes, [Aside("notes", "two farms")]) == notes, "a form sent twice"
    assert noted(notes, [Aside("notes")]) == notes
    for nothing in ("none", "-", "nichts", "Nada.", "ninguna"):
        assert noted(notes, [Aside("notes", nothing), Aside("notes", "new")]) == "new"


@pytest.fixture
def mine(running_game: Game, client_for: Callable[[User], Client]) -> tuple[Client, Seat]:
    seat = running_game.seats.get(index=running_game.decider)
    assert seat.user is not None
    return client_for(seat.user), seat


def send(client: Client, game: Game, **values: str) -> str:
    return client.post(reverse("game_orders", args=[game.code]), values, follow=True).content.decode()


def test_notes_typed_into_the_box_for_orders_are_kept(mine: tuple[Client, Seat], running_game: Game) -> None:
    client, seat = mine
    page = send(client, running_game, text="notes Ben wants the river\nNotes and more", key="1")
    seat.refresh_from_db()
    assert seat.notes == "Ben wants the river\nand more"
    assert "Your notes are kept" in page
    assert "Ben wants the river" in page
    assert not Event.objects.exists()


def test_mute_and_orders_in_one_go(mine: tuple[Client, Seat], running_game: Game) -> None:
    client, seat = mine
    page = send(client, running_game, text="mute\npass\nnotes passed", key="1")
    seat.refresh_from_db()
    assert (seat.muted, seat.notes) == (True, "passed")
    assert [event.order for event in Event.objects.all()] == ["pass"]
    assert "no more mails" in page


def test_nothing_of_it_is_done_if_the_orders_are_refused(mine: tuple[Client, Seat], running_game: Game) -> None:
    client, seat = mine
    page = send(client, running_game, text="notes x\ntemple Z99", key="1")
    seat.refresh_from_db()
    assert seat.notes == ""
    assert "notes x\ntemple Z99" in page, "what was typed stays in the box"


def test_log_and_board_show_the_page_that_they_ask_for(mine: tuple[Client, Seat], running_game: Game) -> None:
    client, _seat = mine
    for text, name in (("log", "game_log"), ("board", "game"), ("help", "game")):
        response = client.post(reverse("game_orders", args=[running_game.code]), {"text": text, "key": text})
        assert response["Location"] == reverse(name, args=[running_game.code])


def test_stop_asks_first(mine: tuple[Client, Seat], running_game: Game) -> None:
    client, _seat = mine
    page = send(client, running_game, text="stop", key="1")
    assert "Resigning is for good" in page
    assert not Event.objects.exists()


def test_the_box_for_notes_holds_and_keeps_the_whole(mine: tuple[Client, Seat], running_game: Game) -> None:
    client, seat = mine
    url = reverse("game_notes", args=[running_game.code])
    client.post(url, {"notes": "one\r\n\r\ntwo  \r\n"})
    seat.refresh_from_db()
    assert seat.notes == "one\n\ntwo"
    client.post(url, {"notes": "x" * (asides.LONGEST + 1)})
    seat.refresh_from_db()
    assert seat.notes == "one\n\ntwo"


def test_nobody_else_sees_or_writes_notes(
    mine: tuple[Client, Seat], running_game: Game, client_for: Callable[[User], Client]
) -> None:
    _client, seat = mine
    Seat.objects.filter(pk=seat.pk).update(notes="very secret plan")
    others = [client_for(other.user) for other in running_game.seats.exclude(pk=seat.pk) if other.user]
    for client in (*others, Client()):
        assert "very secret plan" not in client.get(reverse("game", args=[running_game.code])).content.decode()
        client.post(reverse("game_notes", args=[running_game.code]), {"notes": "mine"})
    seat.refresh_from_db()
    assert seat.notes == "very secret plan"
