"""Sending: through a real SMTP server, once, again after failures, and not at all when it is no longer true."""

from __future__ import annotations

import email
import smtplib
import socket
from collections.abc import Iterator
from datetime import timedelta
from email.policy import default
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from django.conf import LazySettings

from accounts.models import User
from games.models import Game
from mail import outbox, sending, tokens
from mail.models import Outgoing
from tests.conftest import NOW

pytestmark = pytest.mark.django_db
SMTP = "django.core.mail.backends.smtp.EmailBackend"
Status = Outgoing.Status


class Mailbox:
    """What a server does with a message: keeps it, or answers what the test wants."""

    def __init__(self) -> None:
        self.taken: list[Any] = []
        self.at_recipient = self.at_data = "250 OK"

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        if self.at_recipient.startswith("250"):
            envelope.rcpt_tos.append(address)
        return self.at_recipient

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        if self.at_data.startswith("250"):
            self.taken.append(envelope)
        return self.at_data


@pytest.fixture
def mailbox(settings: LazySettings) -> Iterator[Mailbox]:
    """An SMTP server on a free port, set as the way mail leaves."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    box = Mailbox()
    server = Controller(box, hostname="127.0.0.1", port=port)
    server.start()
    settings.MAIL_TRANSPORT, settings.POST_ROOM = SMTP, False
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
    yield box
    server.stop()


def waiting(user: User, key: str = "k", **values: Any) -> Outgoing:
    return outbox.queue(key=key, kind="test", address=user.email, subject="Tigris: Ána", text="temple\n",
                        html="<p>temple</p>", picture=b"\x89PNG", user=user, now=NOW, **values)


def test_a_message_arrives_as_it_was_stored(mailbox: Mailbox, ana: User) -> None:
    raw = bytes(waiting(ana).raw)
    assert sending.send_due(NOW) == 1
    (envelope,) = mailbox.taken
    assert envelope.rcpt_tos == ["ana@example.org"]
    assert envelope.content == raw


def test_it_is_sent_once(mailbox: Mailbox, ana: User) -> None:
    waiting(ana)
    sending.send_due(NOW)
    assert sending.send_due(NOW + timedelta(days=1)) == 0
    assert len(mailbox.taken) == 1


def test_the_bytes_with_the_token_are_forgotten_once_it_is_sent(mailbox: Mailbox, ana: User) -> None:
    waiting(ana)
    sending.send_due(NOW)
    row = Outgoing.objects.get()
    assert (row.status, bytes(row.raw)) == (Status.SENT, b"")
    assert row.sent is not None
    assert row.text == "temple\n"


def test_what_is_not_due_waits(mailbox: Mailbox, ana: User) -> None:
    waiting(ana, due=NOW + timedelta(minutes=1))
    assert sending.send_due(NOW) == 0
    assert sending.send_due(NOW + timedelta(minutes=1)) == 1


def test_a_row_claimed_by_another_worker_is_left_alone(mailbox: Mailbox, ana: User) -> None:
    waiting(ana)
    assert sending.claim(NOW) is not None
    assert sending.claim(NOW) is None
    assert sending.send_due(NOW) == 0


def test_a_row_of_a_worker_that_died_is_sent_as_the_same_message(mailbox: Mailbox, ana: User) -> None:
    row = waiting(ana)
    sending.claim(NOW)  # and then nothing more: kill -9
    assert sending.send_due(NOW + sending.LEASE) == 1
    message = email.message_from_bytes(mailbox.taken[0].content, policy=default)
    assert message["Message-ID"] == row.message_id


def test_after_a_refusal_for_now_it_is_tried_again_later_and_later(mailbox: Mailbox, ana: User) -> None:
    waiting(ana)
    mailbox.at_data = "451 try later"
    now = NOW
    for interval in sending.INTERVALS[:4]:
        assert sending.send_due(now) == 0
        row = Outgoing.objects.get()
        assert timedelta(0) <= row.due - now - interval < timedelta(seconds=30)
        assert "451" in row.error
        now = row.due
    mailbox.at_data = "250 OK"
    assert sending.send_due(now) == 1


def test_in_the_end_it_is_given_up(mailbox: Mailbox, ana: User) -> None:
    row = waiting(ana)
    Outgoing.objects.filter(pk=row.pk).update(tries=len(sending.INTERVALS))
    mailbox.at_data = "451 try later"
    sending.send_due(NOW)
    assert Outgoing.objects.get().status == Status.FAILED


def test_an_address_that_does_not_exist_is_not_tried_again(mailbox: Mailbox, ana: User) -> None:
    waiting(ana)
    mailbox.at_recipient = "550 no such user"
    sending.send_due(NOW)
    row = Outgoing.objects.get()
    assert row.status == Status.FAILED
    assert "550" in row.error


def test_one_bad_address_keeps_no_other_mail(mailbox: Mailbox, ana: User, ben: User) -> None:
    waiting(ana)
    waiting(ben, key="other")
    mailbox.at_recipient = "550 no such user"
    claimed = sending.claim(NOW)
    assert claimed is not None
    sending._deal_with(claimed, sending._Post(), NOW)
    mailbox.at_recipient = "250 OK"
    assert sending.send_due(NOW) == 1


def test_a_server_that_is_away_costs_nothing_but_time(settings: LazySettings, ana: User) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings.MAIL_TRANSPORT, settings.EMAIL_HOST, settings.EMAIL_PORT = SMTP, "127.0.0.1", port
    waiting(ana)
    assert sending.send_due(NOW) == 0
    row = Outgoing.objects.get()
    assert (row.status, row.tries) == (Status.WAITING, 1)


def test_with_no_transport_the_post_room_has_it(settings: LazySettings, ana: User) -> None:
    settings.MAIL_TRANSPORT, settings.POST_ROOM = "", True
    waiting(ana)
    assert sending.send_due(NOW) == 1
    row = Outgoing.objects.get()
    assert row.status == Status.SENT
    assert bytes(row.raw)


def test_somebody_who_is_no_user_any_more_gets_none(mailbox: Mailbox, ana: User) -> None:
    waiting(ana)
    User.objects.update(is_active=False)
    assert sending.send_due(NOW) == 0
    assert Outgoing.objects.get().status == Status.DROPPED


def test_nothing_is_sent_inside_a_transaction(
    settings: LazySettings, ana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.MAIL_TRANSPORT = SMTP
    from django.db import connection

    depth = len(connection.savepoint_ids)
    seen = []

    def send_message(*_: Any, **__: Any) -> None:
        seen.append(len(connection.savepoint_ids))
        raise smtplib.SMTPServerDisconnected

    monkeypatch.setattr(sending._Post, "send", send_message)
    waiting(ana)
    sending.send_due(NOW)
    assert seen == [depth]


def test_a_provider_gets_the_same_parts(settings: LazySettings, table: Game) -> None:
    """anymail builds its call from the parts; its test backend keeps them as they would be posted."""
    from django.core import mail

    settings.MAIL_TRANSPORT, settings.POST_ROOM = "anymail.backends.test.EmailBackend", False
    mail.outbox = []
    seat = table.seats.get(user=table.host)
    row = waiting(table.host, game=table, seat=seat, token_version=0)
    assert sending.send_due(NOW) == 1
    params = mail.outbox[0].anymail_test_params  # type: ignore[attr-defined]
    assert [to.addr_spec for to in params["to"]] == ["ana@example.org"]
    assert params["text_body"].strip() == "temple"
    assert params["html_body"].strip() == "<p>temple</p>"
    assert params["subject"] == "Tigris: Ána"
    assert tokens.find([params["reply_to"][0].addr_spec])[0].seat == seat
    assert params["extra_headers"]["Message-ID"] == row.message_id
    assert params["extra_headers"]["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    (picture,) = params["attachments"]
    assert (picture.inline, picture.cid, picture.content) == (True, "board@tigris", b"\x89PNG")


def test_with_no_way_out_and_no_post_room_it_waits_for_one(mailbox: Mailbox, ana: User, settings: LazySettings) -> None:
    row = waiting(ana)
    settings.MAIL_TRANSPORT = ""
    assert sending.send_due(NOW) == 0
    row.refresh_from_db()
    assert (row.status, bool(row.raw)) == (Status.WAITING, True)
    settings.MAIL_TRANSPORT = SMTP
    assert sending.send_due(NOW) == 1
