"""A mail with a player's token from an address that nobody has confirmed: "somebody wrote this, is it yours?"."""

from __future__ import annotations

import re
import time
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings as product
from django.test import Client

from accounts.models import User
from games.models import Game
from mail import bounces, claims, reading
from mail.inert import is_inert
from mail.models import Claim, Incoming, Outgoing
from mail.opened import opened
from tests.conftest import NOW, person
from tests.mail.inbox import Desk, desk, outcome, receive

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_pictures")]
FOREIGN = "me@phone.example.org"
DAY = timedelta(days=1)


@pytest.fixture
def at_desk(running_game: Game) -> Desk:
    return desk(running_game)


def write(at_desk: Desk, words: str, *, address: str = FOREIGN, number: int = 1) -> None:
    receive(at_desk.write(words, identifier=f"<f{number}@phone.example.org>", From=f"Some One <{address}>"))


def questions() -> list[Outgoing]:
    return list(Outgoing.objects.filter(kind="claim").order_by("pk"))


def link(mail: Outgoing) -> str:
    found = re.search(r"https?://\S+/mail/claim/\S+", opened(bytes(mail.raw)).text)
    assert found is not None
    return urlsplit(found[0]).path


def answers_to(address: str) -> list[str]:
    return [" ".join(row.text.split()) for row in Outgoing.objects.filter(kind="answer", address=address).order_by("pk")]


def test_nothing_is_carried_out_and_the_owner_is_asked_once(at_desk: Desk) -> None:
    write(at_desk, f"{at_desk.orders[0]}\nRegards")
    write(at_desk, at_desk.orders[1], number=2)
    assert (outcome(), at_desk.events()) == ("reject", [])
    (question,) = questions()
    assert question.address == at_desk.address
    words = opened(bytes(question.raw)).text
    assert FOREIGN in words
    assert at_desk.orders[0] in words
    assert [line for line in question.text.splitlines() if not is_inert(line, "tigris")] == []
    assert "/mail/claim/" not in question.text, "what is kept holds no key"
    assert "somebody wrote:" not in question.text, "a program wrote that"
    assert answers_to(FOREIGN)[0].count("has not confirmed your address") == 1
    assert len(answers_to(FOREIGN)) == 1


def test_a_token_in_what_was_written_goes_no_further(at_desk: Desk) -> None:
    write(at_desk, f"I answered {at_desk.reply_to}, did you see?")
    (question,) = questions()
    assert at_desk.reply_to not in opened(bytes(question.raw)).text
    assert "play+…@localhost" in question.text
    assert at_desk.reply_to not in Client().get(link(question)).content.decode()


def test_looking_changes_nothing_and_shows_what_was_written_and_from_where(at_desk: Desk) -> None:
    write(at_desk, at_desk.orders[0])
    page = Client().get(link(questions()[0]))
    text = page.content.decode()
    assert "Some One" in text
    assert FOREIGN in text
    assert at_desk.orders[0] in text
    assert page["Referrer-Policy"] == "no-referrer"
    assert "Yours notes" not in text
    assert (at_desk.events(), EmailAddress.objects.filter(email=FOREIGN).exists()) == ([], False)


def test_yes_adds_the_address_and_carries_the_mail_out_once(at_desk: Desk) -> None:
    write(at_desk, at_desk.orders[0])
    path = link(questions()[0])
    for _ in range(2):
        assert "This address is yours now" in Client().post(path, {"yes": "1"}, follow=True).content.decode()
        reading.read_due(NOW)
    row = EmailAddress.objects.get(email=FOREIGN)
    assert (row.user, row.verified, row.primary) == (at_desk.seat.user, True, False)
    assert (outcome(), at_desk.events()) == ("orders", [at_desk.orders[0]])
    _refusal, done = answers_to(FOREIGN)
    assert "Your orders were carried out" in done
    write(at_desk, at_desk.orders[1], number=2)
    assert at_desk.events() == list(at_desk.orders)


def test_a_yes_that_comes_too_late_for_the_orders_still_adds_the_address(at_desk: Desk) -> None:
    write(at_desk, at_desk.orders[0])
    receive(at_desk.write("pass"))
    Client().post(link(questions()[0]), {"yes": "1"})
    reading.read_due(NOW)
    assert at_desk.events() == ["pass"]
    assert Incoming.objects.get(author=FOREIGN).outcome == "stale"
    assert EmailAddress.objects.filter(email=FOREIGN, verified=True).exists()


def test_an_address_that_the_player_had_not_confirmed_yet_is_confirmed(at_desk: Desk) -> None:
    EmailAddress.objects.create(user=at_desk.seat.user, email="Me@Phone.example.org", verified=False)
    write(at_desk, at_desk.orders[0])
    Client().post(link(questions()[0]), {"yes": "1"})
    assert EmailAddress.objects.get(email__iexact=FOREIGN).verified


def test_no_is_remembered(at_desk: Desk) -> None:
    write(at_desk, at_desk.orders[0])
    path = link(questions()[0])
    assert "not yours" in Client().post(path, {"no": "1"}, follow=True).content.decode()
    Client().post(path, {"yes": "1"})
    assert (at_desk.events(), EmailAddress.objects.filter(email=FOREIGN).exists()) == ([], False)
    assert not claims.askable(at_desk.seat.user, FOREIGN, Claim.objects.get().settled + 20 * DAY)  # type: ignore[arg-type, operator]
    assert claims.askable(at_desk.seat.user, FOREIGN, Claim.objects.get().settled + 31 * DAY)  # type: ignore[arg-type, operator]


def test_the_next_day_there_may_be_another_question_and_a_day_has_few(at_desk: Desk) -> None:
    row = Incoming.objects.create(key="k", door="pipe", raw=b"", received=NOW)
    asked = [claims.ask(row, at_desk.seat, f"{number}@phone.example.org", ["hi"], NOW) for number in range(8)]
    assert len([claim for claim in asked if claim]) == claims.A_DAY
    assert claims.ask(row, at_desk.seat, "0@phone.example.org", ["hi"], NOW + DAY) is not None
    assert len(questions()) == claims.A_DAY + 1


@pytest.mark.parametrize("address", ["not an address", "a@b", "play+x@localhost", "play@localhost", "x" * 250 + "@example.org"])
def test_what_cannot_be_an_address_of_theirs_is_not_asked_about(at_desk: Desk, address: str) -> None:
    assert at_desk.seat.user is not None
    assert not claims.askable(at_desk.seat.user, address, NOW)


def test_another_players_address_is_refused_and_asks_nobody(at_desk: Desk) -> None:
    person("Dora", FOREIGN)
    write(at_desk, at_desk.orders[0])
    assert (outcome(), questions(), at_desk.events()) == ("reject", [], [])


def test_an_address_that_has_become_another_players_is_not_taken_from_them(at_desk: Desk) -> None:
    write(at_desk, at_desk.orders[0])
    dora = person("Dora", FOREIGN)
    path = link(questions()[0])
    assert "belongs to another player" in Client().get(path).content.decode()
    Client().post(path, {"yes": "1"})
    reading.read_due(NOW)
    assert EmailAddress.objects.get(email=FOREIGN).user == dora
    assert at_desk.events() == []


def test_a_forged_or_old_link_does_nothing(at_desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    write(at_desk, at_desk.orders[0])
    path = link(questions()[0])
    assert Client().post(path[:-4] + "abc/", {"yes": "1"}).status_code == 404
    later = time.time() + 8 * 24 * 3600
    monkeypatch.setattr("django.core.signing.time.time", lambda: later)
    assert Client().post(path, {"yes": "1"}).status_code == 404
    assert at_desk.events() == []


def test_machines_and_forgers_ask_nothing(at_desk: Desk, settings: pytest.FixtureRequest) -> None:
    settings.MAIL_AUTHSERV_ID = "mx.example.org"  # type: ignore[attr-defined]
    for number, extra in enumerate(({"Auto_Submitted": "auto-replied"}, {"Precedence": "bulk"},
                                    {"Authentication_Results": "mx.example.org; dmarc=fail"})):
        receive(at_desk.write(at_desk.orders[0], identifier=f"<{number}@x.example.org>", From=FOREIGN, **extra))
    assert (questions(), answers_to(FOREIGN)) == ([], [])


def test_a_player_without_an_address_that_works_is_not_asked(at_desk: Desk) -> None:
    bounces.record(at_desk.address, "hard", "gone", NOW)
    write(at_desk, at_desk.orders[0])
    assert questions() == []


@pytest.mark.parametrize("language", [code for code, _ in product.LANGUAGES])
def test_the_question_is_inert_whatever_was_written(at_desk: Desk, language: str) -> None:
    User.objects.filter(pk=at_desk.seat.user_id).update(language=language)
    at_desk.seat.refresh_from_db()
    row = Incoming.objects.create(key="k", door="pipe", raw=b"", received=NOW)
    claims.ask(row, at_desk.seat, FOREIGN, ["temple D5", "stop", "board", "x" * 500, *["king A1; pass"] * 50], NOW)
    (question,) = questions()
    assert [line for line in question.text.splitlines() if not is_inert(line, "tigris")] == []
    assert len(question.text) < 4000
