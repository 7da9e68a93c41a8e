"""What a mail can ask for besides orders: help, board, log, notes, mute, unmute, stop."""

from __future__ import annotations

import email
import re
from urllib.parse import urlsplit

import pytest
from django.conf import settings as product
from django.test import Client

from accounts.models import User
from games.models import Event, Game, Seat
from mail import compose_turn, reading
from mail.inert import is_inert
from mail.models import Outgoing
from mail.opened import opened
from tests.conftest import NOW
from tests.mail.inbox import Desk, desk, outcome, receive, reply_address
from tests.mail.test_out_inert import offending

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_pictures")]


@pytest.fixture
def at_desk(running_game: Game) -> Desk:
    return desk(running_game)


def ask(at_desk: Desk, words: str, **headers: str) -> Outgoing:
    """Writes and gives the answer."""
    number = Outgoing.objects.count()
    receive(at_desk.write(words, identifier=f"<{number}@mail.example.org>", **headers))
    assert Outgoing.objects.count() == number + 1
    return at_desk.answers()[-1]


def text_of(row: Outgoing) -> str:
    return " ".join(opened(bytes(row.raw)).text.split())


def seat_of(at_desk: Desk) -> Seat:
    return Seat.objects.get(pk=at_desk.seat.pk)


@pytest.mark.parametrize("word", ["help", "Hilfe", "AYUDA", "Help!"])
def test_help_brings_the_manual_and_what_is_legal(at_desk: Desk, word: str) -> None:
    answer = text_of(ask(at_desk, word))
    assert (outcome(), at_desk.events()) == ("no-orders", [])
    assert "Here is how to play by mail" in answer
    assert "“board” the position again" in answer
    assert "What you can write now" in answer
    assert "No orders were found" not in answer


def test_who_asks_for_help_twice_is_answered_twice(at_desk: Desk) -> None:
    first = ask(at_desk, "help")
    assert "Here is how to play" in text_of(ask(at_desk, "help", reply_to=reply_address(first)))


@pytest.mark.parametrize("word", ["board", "tablero", "Brett."])
def test_board_brings_the_position_again(at_desk: Desk, word: str) -> None:
    answer = text_of(ask(at_desk, word))
    assert outcome() == "asked"
    assert "In your hand:" in answer
    assert "Here is how to play by mail" not in answer
    assert "No orders" not in answer


def test_log_brings_all_that_happened(at_desk: Desk) -> None:
    receive(at_desk.write("\n".join(at_desk.orders)))
    answer = text_of(ask(at_desk, "log"))
    cell = at_desk.orders[0].split()[-1]
    assert "The log" in answer
    assert cell in answer.partition("The log")[2]


def test_an_empty_log_says_so(at_desk: Desk) -> None:
    assert "Nothing has happened yet" in text_of(ask(at_desk, "Protokoll"))


def test_notes_are_kept_and_stand_in_the_mails_of_that_seat_alone(at_desk: Desk) -> None:
    answer = text_of(ask(at_desk, "notes Ben wants the river\nnotes temple D5 next"))
    assert (outcome(), seat_of(at_desk).notes) == ("asked", "Ben wants the river\ntemple D5 next")
    assert "Your notes are kept" in answer
    assert "Ben wants the river" in answer
    game = Game.objects.prefetch_related("seats__user").get(pk=at_desk.game.pk)
    for seat in game.seats.all():
        letter = compose_turn.turn(game, seat, [])
        mine = seat.pk == at_desk.seat.pk
        assert ("Ben wants the river" in letter.text, "Ben wants the river" in letter.html) == (mine, mine)
        assert offending(letter) == [], "a note that is an order does no harm when it is quoted"


def test_notes_alone_show_them_and_none_empties_them(at_desk: Desk) -> None:
    Seat.objects.filter(pk=at_desk.seat.pk).update(notes="look out")
    assert "look out" in text_of(ask(at_desk, "notes"))
    assert seat_of(at_desk).notes == "look out"
    assert "empty now" in text_of(ask(at_desk, "notas ninguna"))
    assert seat_of(at_desk).notes == ""


def test_too_many_notes_are_refused_and_change_nothing(at_desk: Desk) -> None:
    Seat.objects.filter(pk=at_desk.seat.pk).update(notes="x" * 1990)
    answer = ask(at_desk, "notes too much of it\nmute")
    assert (outcome(), seat_of(at_desk).muted) == ("refused", False)
    assert "at most 2000 characters" in text_of(answer)


def test_mute_and_unmute(at_desk: Desk) -> None:
    assert "no more mails that it is your turn" in text_of(ask(at_desk, "mute"))
    assert seat_of(at_desk).muted
    assert "a mail again when it is your turn" in text_of(ask(at_desk, "laut"))
    assert not seat_of(at_desk).muted


def test_asides_go_with_orders_and_fall_with_them(at_desk: Desk) -> None:
    answer = text_of(ask(at_desk, f"notes went well\n{at_desk.orders[0]}\nmute\nlog"))
    assert (outcome(), at_desk.events()) == ("orders", [at_desk.orders[0]])
    assert (seat_of(at_desk).notes, seat_of(at_desk).muted) == ("went well", True)
    assert "Your orders were carried out" in answer
    assert "The log" in answer
    refused = text_of(ask(at_desk, f"unmute\n{at_desk.orders[1]} Z9\nnotes more"))
    assert (seat_of(at_desk).notes, seat_of(at_desk).muted) == ("went well", True)
    assert "was understood, and not carried out" in refused


def test_who_wants_no_answers_gets_the_one_they_ask_for(at_desk: Desk) -> None:
    User.objects.filter(email=at_desk.address).update(mail_answers=False)
    assert "The log" in text_of(ask(at_desk, f"{at_desk.orders[0]}\nlog"))


def test_asides_count_whatever_has_happened_since(at_desk: Desk) -> None:
    receive(at_desk.write("pass"))
    ask(at_desk, "notes passed")
    assert (outcome(), seat_of(at_desk).notes) == ("asked", "passed")
    receive(at_desk.write("pass\nnotes late", identifier="<late@mail.example.org>"))
    assert (outcome(), seat_of(at_desk).notes) == ("stale", "passed")


def test_a_note_is_kept_once_though_two_workers_read_the_mail(at_desk: Desk) -> None:
    from mail import incoming

    incoming.store(at_desk.write("notes once"), door="pipe", sender="", recipients=[], now=NOW)
    slow, quick = reading.claim(NOW), reading.claim(NOW + reading.LEASE)
    assert slow is not None
    assert quick is not None
    reading.read(quick, NOW + reading.LEASE)
    Seat.objects.filter(pk=at_desk.seat.pk).update(notes="changed on the page")
    reading.read(slow, NOW)
    assert (seat_of(at_desk).notes, len(at_desk.answers())) == ("changed on the page", 1)


def test_prose_is_no_aside(at_desk: Desk) -> None:
    ask(at_desk, "Board games are fun.\nStop it, Ben!\nLog: none")
    assert (outcome(), seat_of(at_desk).notes) == ("no-orders", "")


# Stop.


def link(answer: Outgoing) -> str:
    found = re.search(r"https?://\S+/mail/leave/\S+", opened(bytes(answer.raw)).text)
    assert found is not None
    return urlsplit(found[0]).path


@pytest.mark.parametrize("word", ["stop", "Parar", "aufhören"])
def test_stop_brings_a_link_that_only_a_button_obeys(at_desk: Desk, word: str) -> None:
    answer = ask(at_desk, word)
    path = link(answer)
    assert "/mail/leave/" not in answer.text, "what is kept holds no key"
    assert path in email.message_from_bytes(bytes(answer.raw)).as_string().replace("=\n", "").replace("=3D", "=")
    page = Client().get(path)
    assert "Leave this game for good?" in page.content.decode()
    assert page["Referrer-Policy"] == "no-referrer"
    assert at_desk.events() == []
    done = Client().post(path, follow=True)
    assert at_desk.events() == ["resign"]
    assert "You have left this game" in done.content.decode()
    Client().post(path)
    assert at_desk.events() == ["resign"]


def test_a_link_is_void_for_another_player_when_old_and_when_forged(
    at_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = link(ask(at_desk, "stop"))
    assert Client().post(path[:-3] + "aa/").status_code == 404
    with monkeypatch.context() as patch:
        import time
        later = time.time() + 8 * 24 * 3600
        patch.setattr("django.core.signing.time.time", lambda: later)
        assert Client().get(path).status_code == 404
    other = next(seat.user for seat in at_desk.game.seats.all() if seat.pk != at_desk.seat.pk)
    Seat.objects.filter(game=at_desk.game, user=other).update(user=None)
    Seat.objects.filter(pk=at_desk.seat.pk).update(user=other)
    assert Client().post(path).status_code == 404
    assert not Event.objects.exists()


@pytest.mark.parametrize("language", [code for code, _ in product.LANGUAGES])
def test_answers_to_asides_are_inert_and_told_in_the_players_language(at_desk: Desk, language: str) -> None:
    User.objects.filter(email=at_desk.address).update(language=language)
    receive(at_desk.write("\n".join(at_desk.orders)))
    answer = ask(at_desk, "help\nboard\nlog\nnotes king A1\nnotes stop\nmute\nstop")
    assert [line for line in answer.text.splitlines() if not is_inert(line, "tigris")] == []
    if language != "en":
        assert "Here is how" not in answer.text


def test_what_was_understood_is_said_in_the_readers_words(at_desk: Desk) -> None:
    User.objects.filter(email=at_desk.address).update(language="de")
    told = text_of(ask(at_desk, "Tempel A1\nsagen hallo\nKönig Z9"))
    assert "wurde verstanden als „Tempel A1“" in told
    assert "wurde verstanden als „sagen hallo“" in told
