"""The post room: every mailbox, each message as a mail program shows it, and answers through the SMTP door."""

from __future__ import annotations

import email
import socket
from collections.abc import Iterator
from email.message import EmailMessage
from email.policy import default
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game
from mail import notices, outbox, sending, tokens
from mail.models import Outgoing
from mail.opened import opened
from tests.conftest import NOW
from tests.games.playing import make_game

pytestmark = pytest.mark.django_db
HTML = '<html><head></head><body><p>Hello <a href="https://example.org">there</a></p><img src="cid:board@tigris"></body></html>'


@pytest.fixture(autouse=True)
def _open_post_room(settings: LazySettings) -> None:
    settings.POST_ROOM, settings.MAIL_TRANSPORT = True, ""


def sent(user: User, game: Game | None = None, key: str = "k", **values: Any) -> Outgoing:
    seat = game.seats.get(user=user) if game else None
    row = outbox.queue(key=key, kind="turn", address=user.email, subject="Tigris x: Ána, Ben", user=user,
                       text="=== Answer above this line === Tigris x ===\n\nHello\n", html=HTML, game=game, seat=seat,
                       picture=b"\x89PNG", token_version=0 if game else None, now=NOW, **values)
    sending.send_due(NOW)
    row.refresh_from_db()
    return row


def page(row: Outgoing, name: str = "post_room_message") -> str:
    return reverse(name, args=[row.address, row.pk])


class Door:
    def __init__(self) -> None:
        self.taken: list[Any] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        self.taken.append(envelope)
        return "250 OK"


@pytest.fixture
def door(settings: LazySettings) -> Iterator[Door]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        settings.SMTP_DOOR_PORT = free.getsockname()[1]
    handler = Door()
    server = Controller(handler, hostname="127.0.0.1", port=settings.SMTP_DOOR_PORT)
    server.start()
    yield handler
    server.stop()


def test_it_lists_every_mailbox_with_its_count(client: Client, ana: User, ben: User) -> None:
    for key in ("a", "b"):
        sent(ana, key=key)
    sent(ben, key="c")
    body = client.get(reverse("post_room")).content.decode()
    assert "ana@example.org" in body
    assert "2 messages" in body
    assert "1 message<" in body


def test_it_says_what_it_is(client: Client) -> None:
    assert "This server sends no real mail" in client.get(reverse("post_room")).content.decode()


def test_an_inbox_shows_the_newest_first_and_nobody_elses(client: Client, ana: User, ben: User) -> None:
    first, second, other = sent(ana, key="a"), sent(ana, key="b"), sent(ben, key="c")
    body = client.get(reverse("post_room_inbox", args=[ana.email])).content.decode()
    assert 0 < body.index(page(second)) < body.index(page(first))
    assert page(other) not in body


def test_what_has_not_left_is_not_shown(client: Client, ana: User) -> None:
    row = outbox.queue(key="k", kind="turn", address=ana.email, subject="s", text="t", html="h", user=ana, now=NOW)
    assert client.get(page(row)).status_code == 404


def test_a_message_shows_its_headers_and_text(client: Client, table: Game, ana: User) -> None:
    row = sent(ana, table)
    body = client.get(page(row), {"show": "text"}).content.decode()
    assert "=== Answer above this line === Tigris x ===" in body
    assert "X-Tigris" not in body
    assert "List-Unsubscribe" in body
    assert "Reply-To" in body


def test_the_html_stands_in_a_frame_without_rights(client: Client, ana: User) -> None:
    row = sent(ana)
    body = client.get(page(row)).content.decode()
    assert page(row, "post_room_html") in body
    assert 'sandbox="allow-top-navigation-by-user-activation"' in body
    part = client.get(page(row, "post_room_html"))
    assert "default-src 'none'" in part["Content-Security-Policy"]
    assert part["X-Frame-Options"] == "SAMEORIGIN"
    assert 'src="data:image/png;base64,' in part.content.decode()
    assert '<base target="_top">' in part.content.decode()


def test_a_message_is_found_only_in_its_own_mailbox(client: Client, ana: User) -> None:
    row = sent(ana)
    assert client.get(reverse("post_room_message", args=["ben@example.org", row.pk])).status_code == 404


def test_an_answer_is_a_real_reply_through_the_door(client: Client, door: Door, table: Game, ana: User) -> None:
    row = sent(ana, table)
    response = client.post(page(row), {"words": "temple D5\r\nfarm E3"})
    assert response.status_code == 302
    (envelope,) = door.taken
    message = email.message_from_bytes(envelope.content, policy=default)
    assert isinstance(message, EmailMessage)
    assert message["From"] == ana.email
    assert message["In-Reply-To"] == row.message_id
    assert row.message_id in message["References"]
    assert message["Subject"] == "Re: Tigris x: Ána, Ben"
    assert tokens.find([message["To"]])[0].seat.user == ana
    lines = message.get_content().splitlines()
    assert lines[:2] == ["temple D5", "farm E3"]
    assert "> === Answer above this line === Tigris x ===" in lines


def test_it_then_shows_what_comes_back(client: Client, door: Door, table: Game, ana: User) -> None:
    row = sent(ana, table)
    where = client.post(page(row), {"words": "pass"})["Location"]
    assert "Nothing has come back yet" in client.get(where).content.decode()
    answer = sent(ana, table, key="answer")
    body = client.get(where).content.decode()
    assert "Delivered" in body
    assert page(answer) in body
    part = client.get(where.partition("#")[0] + "&only=arrivals").content.decode()
    assert page(answer) in part
    assert "<html" not in part


def test_when_the_door_is_shut_the_words_are_kept(client: Client, settings: LazySettings, table: Game, ana: User) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        settings.SMTP_DOOR_PORT = free.getsockname()[1]
    response = client.post(page(sent(ana, table)), {"words": "temple D5"})
    assert response.status_code == 422
    assert "temple D5</textarea>" in response.content.decode()
    assert "did not take it" in response.content.decode()


def test_an_empty_answer_is_not_sent(client: Client, door: Door, table: Game, ana: User) -> None:
    assert client.post(page(sent(ana, table)), {"words": " \n"}).status_code == 422
    assert door.taken == []


def test_a_message_without_reply_address_takes_no_answer(client: Client, door: Door, ana: User) -> None:
    row = sent(ana)
    assert "<textarea" not in client.get(page(row)).content.decode()
    assert client.post(page(row), {"words": "pass"}).status_code == 422
    assert door.taken == []


@pytest.mark.parametrize(("post_room", "transport"), [(False, ""), (True, "django.core.mail.backends.smtp.EmailBackend")])
def test_it_does_not_exist_where_real_mail_leaves(
    client: Client, settings: LazySettings, ana: User, post_room: bool, transport: str
) -> None:
    row = sent(ana)
    settings.POST_ROOM, settings.MAIL_TRANSPORT = post_room, transport
    places = [reverse("post_room"), reverse("post_room_inbox", args=[ana.email]), page(row),
              page(row, "post_room_html"), page(row, "post_room_raw")]
    assert [client.get(place).status_code for place in places] == [404] * 5
    assert client.post(page(row), {"words": "pass"}).status_code == 404


def test_a_mail_about_several_games_is_answered_for_one_of_them(
    client: Client, door: Door, ana: User, ben: User, no_pictures: None
) -> None:
    games = [make_game([ana, ben]) for _number in range(2)]
    sending.send_due(NOW + notices.WINDOW)
    row = Outgoing.objects.get(user=ana)
    takers = opened(bytes(row.raw)).takers()
    assert [code in words for code, words in zip([game.code for game in games], takers.values(), strict=True)] == [True, True]
    html = client.get(page(row)).content.decode()
    assert all(f'<option value="{taker}"' in html for taker in takers)
    client.post(page(row), {"words": "pass", "to": list(takers)[1]})
    (envelope,) = door.taken
    (token,) = tokens.find(envelope.rcpt_tos)
    assert token.seat.game == games[1]


def test_an_answer_goes_to_no_address_that_the_mail_does_not_name(
    client: Client, door: Door, table: Game, ana: User
) -> None:
    row = sent(ana, table)
    client.post(page(row), {"words": "pass", "to": "somebody@example.org"})
    assert tokens.find(door.taken[0].rcpt_tos)
