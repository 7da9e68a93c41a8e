"""The bytes of a message: its parts, and the headers that clients and machines go by."""

from __future__ import annotations

import email
from email.message import EmailMessage
from email.policy import default
from typing import Any

import pytest

from games.models import Game
from mail import mime, outbox, tokens
from mail.models import Outgoing, Token
from tests.conftest import NOW

pytestmark = pytest.mark.django_db


def queue(game: Game, **changes: Any) -> Outgoing:
    seat = game.seats.all()[0]
    values: dict[str, Any] = {
        "key": "k", "kind": "turn", "address": "ana@example.org", "subject": "Tigris x: Ana, Ben",
        "text": "Grüße\n", "html": "<p>Grüße</p>", "picture": b"\x89PNG", "user": seat.user, "game": game,
        "seat": seat, "version": 0, "token_version": 0, "now": NOW,
    }
    return outbox.queue(**{**values, **changes})


def parsed(row: Outgoing) -> EmailMessage:
    message = email.message_from_bytes(bytes(row.raw), policy=default)
    assert isinstance(message, EmailMessage)
    return message


def test_text_comes_first_then_html_with_its_picture(table: Game) -> None:
    message = parsed(queue(table))
    assert message.get_content_type() == "multipart/alternative"
    text, related = message.iter_parts()
    assert text.get_content_type() == "text/plain"
    assert related.get_content_type() == "multipart/related"
    html, picture = related.iter_parts()
    assert html.get_content_type() == "text/html"
    assert picture["Content-ID"] == f"<{mime.PICTURE}>"
    assert picture.get_content_disposition() == "inline"
    assert text.get_content() == "Grüße\r\n"


def test_every_line_is_short_and_ends_in_crlf(table: Game) -> None:
    raw = bytes(queue(table, text="ü" * 3000, subject="Tigris: " + "Ünä " * 40).raw)
    assert b"\n" not in raw.replace(b"\r\n", b"")
    assert max(map(len, raw.split(b"\r\n"))) <= 998


def test_it_says_that_a_machine_wrote_it(table: Game) -> None:
    message = parsed(queue(table))
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["X-Auto-Response-Suppress"] == "OOF"
    assert message[mime.LOOP]
    assert parsed(queue(table, key="answer", auto=mime.REPLIED))["Auto-Submitted"] == "auto-replied"


def test_one_click_unsubscribes(table: Game) -> None:
    row = queue(table)
    message = parsed(row)
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert message["List-Unsubscribe"].startswith("<http")
    assert b"List-Unsubscribe: =?" not in bytes(row.raw)  # encoded words would be no address


def test_all_mails_of_a_seat_and_game_refer_to_one_root(table: Game) -> None:
    first, second = parsed(queue(table)), parsed(queue(table, key="other", kind="ended"))
    assert first["References"] == second["References"]
    other = table.seats.all()[1]
    assert parsed(queue(table, key="ben", seat=other, user=other.user))["References"] != first["References"]


def test_an_answer_refers_to_what_it_answers(table: Game) -> None:
    asked = "<" + "very-long-" * 12 + "id@mail.example.org>"
    message = parsed(queue(table, in_reply_to=asked, references=[asked]))
    assert message["In-Reply-To"] == asked
    assert message["References"].split()[-1] == asked


def test_the_reply_address_carries_a_token_for_the_seat(table: Game) -> None:
    message = parsed(queue(table, token_version=7))
    (token,) = tokens.find([message["Reply-To"]])
    assert (token.seat, token.version) == (table.seats.all()[0], 7)


def test_a_mail_that_awaits_no_answer_has_no_token(table: Game) -> None:
    assert parsed(queue(table, token_version=None))["Reply-To"] is None
    assert not Token.objects.exists()


def test_the_message_id_stays_with_the_row(table: Game) -> None:
    row = queue(table)
    assert parsed(row)["Message-ID"] == row.message_id


def test_the_same_key_makes_one_message_and_one_token(table: Game) -> None:
    assert queue(table).pk == queue(table, text="other\n").pk
    assert Outgoing.objects.count() == Token.objects.count() == 1


def test_a_name_or_subject_cannot_add_headers(table: Game) -> None:
    ana = table.host
    ana.display_name = "Ana\r\nBcc: evil@example.org"
    message = parsed(queue(table, user=ana, subject="Tigris\r\nX-Evil: yes", in_reply_to="<a@b>\r\nX-Evil: yes"))
    assert message["Bcc"] is None
    assert message["X-Evil"] is None
