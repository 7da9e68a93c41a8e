"""A player's mail from the door to the log: carried out as a whole or refused as a whole, once, and answered."""

from __future__ import annotations

import email
import itertools
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import LazySettings
from django.db import OperationalError

from accounts.models import User
from engine import GAMES, Order
from games import play
from games.models import Chat, Game, Seat, Submission
from mail import answers, boundary, incoming, notices, reading
from mail.inert import is_inert
from mail.models import Incoming, Outgoing
from tests.conftest import NOW
from tests.mail.inbox import Desk, desk, facts, outcome, receive, reply_address

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_pictures")]


@pytest.fixture
def at_desk(running_game: Game) -> Desk:
    return desk(running_game)


def text_of(row: Outgoing) -> str:
    return " ".join(row.text.split())


def test_two_orders_of_one_mail_are_one_submission(at_desk: Desk) -> None:
    receive(at_desk.write("\n".join(at_desk.orders)))
    assert at_desk.events() == list(at_desk.orders)
    submission = Submission.objects.get()
    assert (submission.source, submission.actor) == ("mail", at_desk.seat.user)


def test_one_wrong_order_refuses_the_whole_mail_and_says_which(at_desk: Desk) -> None:
    receive(at_desk.write(f"{at_desk.orders[0]}\ntemple Z99\nHave a nice day"))
    assert (outcome(), at_desk.events()) == ("refused", [])
    (answer,) = at_desk.answers()
    assert "Nothing in your mail was carried out" in text_of(answer)
    assert f"“{at_desk.orders[0]}” was understood" in text_of(answer)
    assert "“temple Z99” was not understood" in text_of(answer)
    assert "Have a nice day" not in text_of(answer)


def test_an_illegal_order_is_refused_with_its_reason_and_what_would_be_legal(at_desk: Desk) -> None:
    receive(at_desk.write(f"{at_desk.orders[0]}\ncommit 3"))
    assert (outcome(), at_desk.events()) == ("refused", [])
    assert "“commit 3”" in text_of(at_desk.answers()[0])
    assert "What you can write now" in text_of(at_desk.answers()[0])


def test_an_accepted_mail_is_answered_with_what_was_done_and_the_position(at_desk: Desk) -> None:
    receive(at_desk.write(at_desk.orders[0]))
    (answer,) = at_desk.answers()
    message = email.message_from_bytes(bytes(answer.raw))
    assert "Your orders were carried out" in text_of(answer)
    assert [part.get_content_type() for part in message.walk() if not part.is_multipart()] == [
        "text/plain", "text/html", "image/png",
    ]
    assert answer.text.startswith(boundary.line(at_desk.game.code))
    assert answer.version is None, "an answer is true whatever happens before it leaves"


def test_an_answer_names_the_mail_it_answers_and_says_that_a_machine_wrote_it(at_desk: Desk) -> None:
    receive(at_desk.write(at_desk.orders[0]))
    headers = facts(at_desk.answers()[0])
    assert headers["In-Reply-To"] == "<written-1@mail.example.org>"
    assert "<written-1@mail.example.org>" in headers["References"]
    assert headers["Auto-Submitted"] == "auto-replied"
    assert headers["To"].endswith(f"<{at_desk.address}>")


def test_an_answer_can_be_answered_while_the_turn_lasts(at_desk: Desk) -> None:
    receive(at_desk.write(at_desk.orders[0]))
    again = reply_address(at_desk.answers()[0])
    assert again != at_desk.reply_to
    receive(at_desk.write(at_desk.orders[1], identifier="<2@example.org>", reply_to=again))
    assert at_desk.events() == list(at_desk.orders)


def test_the_mail_that_opened_the_turn_serves_for_all_of_it(at_desk: Desk) -> None:
    receive(at_desk.write(at_desk.orders[0]))
    receive(at_desk.write(at_desk.orders[1], identifier="<2@example.org>"))
    assert at_desk.events() == list(at_desk.orders)


def test_no_answer_to_accepted_orders_for_who_does_not_want_it(at_desk: Desk) -> None:
    User.objects.filter(email=at_desk.address).update(mail_answers=False)
    receive(at_desk.write(at_desk.orders[0]))
    assert (outcome(), at_desk.answers()) == ("orders", [])
    receive(at_desk.write("temple Z99", identifier="<2@example.org>"))
    assert len(at_desk.answers()) == 1, "a refusal is always told"


def test_an_answer_to_a_turn_that_is_over_gets_the_present_position(at_desk: Desk) -> None:
    receive(at_desk.write("pass"))
    receive(at_desk.write(at_desk.orders[0], identifier="<2@example.org>"))
    assert (outcome(), at_desk.events()) == ("stale", ["pass"])
    assert "earlier moment of the game" in text_of(at_desk.answers()[-1])


def test_words_for_the_table_go_with_any_moment_of_a_game(at_desk: Desk) -> None:
    receive(at_desk.write("pass"))
    receive(at_desk.write("say Well played; see you!", identifier="<2@example.org>"))
    assert outcome() == "orders"
    assert Chat.objects.get().text == "Well played; see you!"
    assert "Well played; see you!" in text_of(at_desk.answers()[-1])


def test_words_and_orders_of_one_mail_go_together(at_desk: Desk) -> None:
    receive(at_desk.write(f"{at_desk.orders[0]}\nsay Good luck"))
    assert (at_desk.events(), Chat.objects.get().text) == ([at_desk.orders[0]], "Good luck")


def test_a_mail_that_asks_for_help_gets_the_legal_orders(at_desk: Desk) -> None:
    receive(at_desk.write("help"))
    assert outcome() == "no-orders"
    assert "Here is how to play by mail" in text_of(at_desk.answers()[0])
    assert "What you can write now" in text_of(at_desk.answers()[0])


def test_the_same_mail_twice_has_one_effect_and_one_answer(at_desk: Desk) -> None:
    raw = at_desk.write("\n".join(at_desk.orders))
    receive(raw)
    receive(raw)
    assert at_desk.events() == list(at_desk.orders)
    assert len(at_desk.answers()) == 1


def test_a_worker_that_died_after_the_orders_is_made_up_for(at_desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The turn is over by then; it must not be taken for a mail that came too late."""

    def dies(*args: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(reading, "close", dies)
        with pytest.raises(KeyboardInterrupt):
            receive(at_desk.write("pass"))
    assert reading.read_due(NOW) == 0, "the lease of the dead worker holds"
    assert reading.read_due(NOW + reading.LEASE) == 1
    assert (outcome(), at_desk.events()) == ("orders", ["pass"])
    assert "carried out" in text_of(at_desk.answers()[0])


def test_two_workers_with_one_message_make_one_effect_and_one_answer(at_desk: Desk) -> None:
    """The first is so slow that its lease ends while it reads."""
    incoming.store(at_desk.write(at_desk.orders[0]), door="pipe", sender="", recipients=[], now=NOW)
    slow, quick = reading.claim(NOW), reading.claim(NOW + reading.LEASE)
    assert slow is not None
    assert quick is not None
    reading.read(slow, NOW)
    reading.read(quick, NOW + reading.LEASE)
    assert (outcome(), at_desk.events(), len(at_desk.answers())) == ("orders", [at_desk.orders[0]], 1)


def test_trouble_with_the_database_is_tried_again_and_a_fault_of_ours_is_not(
    at_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(error: Exception) -> Callable[..., Any]:
        def submit(**kwargs: Any) -> None:
            raise error

        return submit

    with monkeypatch.context() as patch:
        patch.setattr(play, "submit", failing(OperationalError("locked")))
        receive(at_desk.write(at_desk.orders[0]))
        assert Incoming.objects.get().status == Incoming.Status.NEW
        patch.setattr(play, "submit", failing(ZeroDivisionError("secret words")))
        assert reading.read_due(NOW + timedelta(minutes=5)) == 1
    row = Incoming.objects.get()
    assert (row.status, row.outcome) == (Incoming.Status.UNREADABLE, "error")
    assert row.detail.startswith("ZeroDivisionError at")
    assert "secret" not in row.detail
    [answer] = at_desk.answers()
    assert "Nothing in your mail was carried out." in answer.text


def test_a_fault_of_ours_after_the_orders_tells_nobody_that_nothing_was_done(
    at_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "done", lambda *args: 1 / 0)
    receive(at_desk.write(at_desk.orders[0]))
    assert (outcome(), at_desk.events(), at_desk.answers()) == ("error", [at_desk.orders[0]], [])


def test_a_fault_of_ours_is_told_to_nobody_but_the_player_of_the_token(
    at_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "stranger", lambda *args: 1 / 0)
    receive(at_desk.write(at_desk.orders[0], From="somebody@example.org"))
    assert (outcome(), at_desk.answers()) == ("error", [])


def test_the_time_of_a_message_is_when_it_is_read_and_not_when_the_round_began(
    at_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        incoming.store(f"From: x@example.org\n\n{number}\n".encode(), door="pipe", sender="", recipients=[], now=NOW)
    ticks = itertools.count(step=200)  # seconds: each message takes longer than a lease
    monkeypatch.setattr(reading.time, "monotonic", lambda: next(ticks))
    reading.read_due(NOW)
    passed = [(done - NOW).seconds for done in Incoming.objects.order_by("pk").values_list("done", flat=True)]
    assert passed == [200, 400, 600]


def test_a_message_that_kills_its_worker_every_time_is_given_up(at_desk: Desk) -> None:
    receive(b"From: ana@example.org\n\nhello\n")
    Incoming.objects.update(status=Incoming.Status.NEW, tries=reading.MOST_TRIES)
    reading.read_due(NOW)
    assert Incoming.objects.get().status == Incoming.Status.UNREADABLE


# Who wrote it.


def test_another_player_cannot_order_with_a_token_that_they_saw(at_desk: Desk) -> None:
    other = next(seat for seat in at_desk.game.seats.all() if seat.pk != at_desk.seat.pk)
    receive(at_desk.write(at_desk.orders[0], From=other.user.email))
    assert (outcome(), at_desk.events()) == ("reject", [])
    assert at_desk.answers()[0].address == other.user.email


def test_a_second_address_counts_once_it_is_confirmed(at_desk: Desk) -> None:
    second = EmailAddress.objects.create(user=at_desk.seat.user, email="second@example.org", verified=False)
    receive(at_desk.write(at_desk.orders[0], From="Me <Second@example.org>"))
    assert (outcome(), at_desk.events()) == ("reject", [])
    EmailAddress.objects.filter(pk=second.pk).update(verified=True)
    receive(at_desk.write(at_desk.orders[0], From="Me <Second@example.org>", identifier="<2@example.org>"))
    assert (outcome(), at_desk.events()) == ("orders", [at_desk.orders[0]])
    assert at_desk.answers()[-1].address == "second@example.org"


def test_two_tokens_in_one_mail_authorise_nothing(at_desk: Desk) -> None:
    other = Outgoing.objects.exclude(seat=at_desk.seat).latest("pk")
    receive(at_desk.write(at_desk.orders[0], Cc=reply_address(other)))
    assert (outcome(), at_desk.events()) == ("reject", [])


def test_a_stranger_who_writes_to_the_bare_address_hears_nothing(at_desk: Desk) -> None:
    receive(at_desk.write("hello", From="nobody@elsewhere.example.org", reply_to="play@localhost"))
    assert (outcome(), at_desk.answers()) == ("reject", [])


def test_a_forged_sender_is_dropped_on_the_word_of_our_own_server_alone(
    at_desk: Desk, settings: LazySettings
) -> None:
    settings.MAIL_AUTHSERV_ID = "mx.example.org"
    receive(at_desk.write(at_desk.orders[0], Authentication_Results="mx.example.org; spf=pass; dmarc=fail"))
    assert (outcome(), at_desk.events()) == ("ignore", [])
    receive(at_desk.write(at_desk.orders[0], identifier="<2@example.org>",
                          Authentication_Results="elsewhere.example.org; dmarc=fail"))
    assert (outcome(), at_desk.events()) == ("orders", [at_desk.orders[0]])


# How often it is answered.


def test_a_player_who_slips_corrects_and_slips_again_is_answered_each_time(at_desk: Desk) -> None:
    for number, words in enumerate(("temple Z99", "tempel D5 D6", "temple Y98")):
        receive(at_desk.write(words, identifier=f"<{number}@example.org>"))
    assert len(at_desk.answers()) == 3


def test_the_same_refused_words_within_an_hour_come_from_a_machine(at_desk: Desk) -> None:
    for number in range(3):
        receive(at_desk.write("temple Z99", identifier=f"<{number}@example.org>"))
    assert len(at_desk.answers()) == 1
    assert Incoming.objects.latest("pk").detail.endswith("limit")


def test_two_machines_do_not_write_to_each_other_for_long(at_desk: Desk) -> None:
    """An answer carries a new token each time; the loop is seen all the same."""
    to = at_desk.reply_to
    for number in range(12):
        receive(at_desk.write(f"I am away, case {number}.", identifier=f"<{number}@example.org>", reply_to=to))
        to = reply_address(at_desk.answers()[-1])
    assert len(at_desk.answers()) <= 6


def test_accepted_orders_are_answered_however_many_were_refused(at_desk: Desk) -> None:
    for number in range(30):
        receive(at_desk.write(f"temple Z{number + 50}", identifier=f"<{number}@example.org>"))
    refused = len(at_desk.answers())
    assert refused < 30
    receive(at_desk.write(at_desk.orders[0], identifier="<right@example.org>"))
    assert len(at_desk.answers()) == refused + 1


# What cannot be taken back.


def test_a_game_is_left_only_by_an_answer_that_shows_our_mail(at_desk: Desk) -> None:
    receive(at_desk.write("resign", quote=False))
    assert (outcome(), at_desk.events()) == ("refused", [])
    receive(at_desk.write("resign", identifier="<2@example.org>"))
    assert (outcome(), at_desk.events()) == ("orders", ["resign"])


def test_a_game_is_not_left_by_an_answer_to_an_earlier_moment(at_desk: Desk) -> None:
    receive(at_desk.write("pass"))
    receive(at_desk.write("resign", identifier="<2@example.org>"))
    assert (outcome(), at_desk.events()) == ("stale", ["pass"])


# Interrupted by somebody else's decision.


@pytest.fixture
def revolt(running_game: Game) -> tuple[Desk, str]:
    """The next player at their turn, and an order of theirs that starts a revolt against the player before."""
    rules, state = GAMES[running_game.kind], play.position(running_game)
    first = rules.decider(state)
    for order in kings(rules.legal(state)):
        after, _facts = rules.apply(rules.apply(state, first, order)[0], first, Order("pass"))
        second = rules.decider(after)
        for attack in kings(rules.legal(after)):
            position, _facts = rules.apply(after, second, attack)
            if rules.view(position, None).conflict is not None:
                play.submit(game=running_game, seat=first, text=f"{order}\npass", seen=None, source="page", key="0",
                            actor=None, now=NOW)
                running_game.refresh_from_db()
                return desk(running_game), str(attack)
    raise AssertionError("no revolt is possible")


def kings(orders: list[Order]) -> list[Order]:
    return [order for order in orders if order.word == "king" and order.args != ("off",)]


def test_orders_behind_a_conflict_wait_and_go_on_by_themselves(revolt: tuple[Desk, str]) -> None:
    at_desk, attack = revolt
    receive(at_desk.write(f"{attack}\ncommit 0\npass"))
    assert at_desk.events()[2:] == [attack, "commit 0"]
    assert "“pass”" in text_of(at_desk.answers()[0])

    notices.collapse_due(NOW)
    defender = defender_of(at_desk)
    asked = Outgoing.objects.filter(seat=defender).latest("pk")
    receive(at_desk.write("commit 0", identifier="<2@example.org>", From=defender.user.email,
                          reply_to=reply_address(asked)))
    assert at_desk.events()[2:] == [attack, "commit 0", "commit 0", "pass"]


def test_the_mail_of_the_turn_serves_after_the_other_side_has_answered(revolt: tuple[Desk, str]) -> None:
    at_desk, attack = revolt
    receive(at_desk.write(f"{attack}\ncommit 0"))
    play.submit(game=at_desk.game, seat=defender_of(at_desk), text="commit 0", seen=None, source="page", key="1",
                actor=None, now=NOW)
    receive(at_desk.write("pass", identifier="<2@example.org>"))
    assert (outcome(), at_desk.events()[-1]) == ("orders", "pass")


def test_the_answer_to_a_conflict_is_not_taken_for_anything_later(revolt: tuple[Desk, str]) -> None:
    at_desk, attack = revolt
    receive(at_desk.write(f"{attack}\ncommit 0"))
    notices.collapse_due(NOW)
    defender = defender_of(at_desk)
    to = reply_address(Outgoing.objects.filter(seat=defender).latest("pk"))
    values = {"From": defender.user.email, "reply_to": to}
    receive(at_desk.write("commit 0", identifier="<2@example.org>", **values))
    assert outcome() == "orders"
    receive(at_desk.write("commit 1", identifier="<3@example.org>", **values))
    assert outcome() == "stale"


def defender_of(at_desk: Desk) -> Seat:
    game = Game.objects.get(pk=at_desk.game.pk)
    assert game.decider is not None
    return Seat.objects.select_related("user").get(game=game, index=game.decider)


# Languages, and what comes back quoted.


@pytest.mark.parametrize(("language", "words"), [("es", "Cuando quieras"), ("de", "Viel Erfolg")])
def test_answers_are_inert_in_every_language(at_desk: Desk, language: str, words: str) -> None:
    User.objects.filter(email=at_desk.address).update(language=language)
    for number, text in enumerate((at_desk.orders[0], "temple Z99", "help", words, f"say {words}", "pass",
                                   at_desk.orders[1])):
        receive(at_desk.write(text, identifier=f"<{number}@example.org>"))
    assert len(at_desk.answers()) == 7
    for answer in at_desk.answers():
        assert [line for line in answer.text.splitlines() if not is_inert(line, "tigris")] == []


def test_an_answer_that_carries_nothing_out_tells_what_happened_since_the_players_last_order(at_desk: Desk) -> None:
    receive(at_desk.write(f"{at_desk.orders[0]}\npass", identifier="<1@example.org>"))
    at_desk.game.refresh_from_db()
    next_one = at_desk.game.seats.select_related("user").get(index=at_desk.game.decider)
    play.submit(game=at_desk.game, seat=next_one, text="pass", seen=None, source="page", key="0", actor=None, now=NOW)
    receive(at_desk.write("pass", identifier="<2@example.org>"))
    assert outcome() == "stale"
    news = " ".join(text_of(at_desk.answers()[-1]).split()).partition("since your last order")[2]
    assert f"{next_one.user} passed" in news or f"{next_one.user} ended" in news
