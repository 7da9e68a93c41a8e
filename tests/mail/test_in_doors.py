"""The doors: what they take, what they refuse, and that a message is stored before they say yes."""

from __future__ import annotations

import io
import os
import smtplib
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import OperationalError

from games.models import Game
from mail import incoming, reading, tokens, verp
from mail.doors import pipe, smtp
from mail.message import MAX_BYTES
from mail.models import Incoming, Outgoing
from tests.conftest import NOW
from tests.mail.inbox import Desk, desk, receive
from tests.mail.listening import listening

pytestmark = pytest.mark.usefixtures("no_pictures")
TOKEN = "a" * tokens.LENGTH


@pytest.fixture
def door(transactional_db: None, settings: LazySettings) -> Iterator[int]:
    """The SMTP door's port."""
    settings.MAIL_DOMAIN, settings.MAIL_LOCAL_PART = "play.example.org", "orders"
    settings.MAIL_FROM_ADDRESS = "orders@play.example.org"
    settings.MAIL_AUTHSERV_ID = "mx.play.example.org"
    with listening(smtp.listen) as port:
        yield port


def client(port: int) -> smtplib.SMTP:
    return smtplib.SMTP("127.0.0.1", port, timeout=20)


def test_the_same_mail_through_both_doors_has_one_effect_and_one_answer(door: int, running_game: Game) -> None:
    at_desk = desk(running_game)
    raw = at_desk.sample("01_gmail_web_top.eml")
    with client(door) as connection:
        connection.sendmail(at_desk.address, [at_desk.reply_to], raw)
    receive(raw)
    receive(raw, recipient=at_desk.reply_to)
    assert Incoming.objects.count() == 1
    assert at_desk.events() == [at_desk.orders[0]]
    assert len(at_desk.answers()) == 1


@pytest.mark.parametrize("address", [
    "somebody@play.example.org", "orders@elsewhere.example.org", f"orders+{TOKEN}@play.example.org",
    "orders+short@play.example.org", "postmaster@example.org",
])
def test_smtp_refuses_an_unknown_recipient(door: int, address: str) -> None:
    with client(door) as connection:
        connection.ehlo()
        connection.mail("ana@example.org")
        assert connection.rcpt(address)[0] == 550


def test_smtp_takes_the_bare_address_and_a_token_in_any_case(door: int, running_game: Game) -> None:
    at_desk = desk(running_game)
    with client(door) as connection:
        connection.ehlo()
        connection.mail("ana@example.org")
        assert connection.rcpt("Orders@Play.example.org")[0] == 250
        assert connection.rcpt(at_desk.reply_to.upper())[0] == 250


def test_smtp_takes_what_comes_back_to_the_sender_of_a_mail_and_no_forgery_of_it(door: int, running_game: Game) -> None:
    ours = verp.address(desk(running_game).mail)
    with client(door) as connection:
        connection.ehlo()
        connection.mail("")
        assert connection.rcpt(ours)[0] == 250
        assert connection.rcpt(ours.replace("+b-", "+b-1"))[0] == 550


def test_smtp_announces_its_limit_and_keeps_it(door: int) -> None:
    with client(door) as connection:
        connection.ehlo()
        assert connection.esmtp_features["size"] == str(MAX_BYTES)
        assert connection.mail("ana@example.org", [f"size={MAX_BYTES + 1}"])[0] == 552
        connection.mail("ana@example.org")
        connection.rcpt("orders@play.example.org")
        assert connection.data(b"a line of text\r\n" * (MAX_BYTES // 10))[0] == 552
    assert not Incoming.objects.exists()


def test_smtp_says_250_only_when_the_message_is_stored(door: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*args: Any, **kwargs: Any) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(incoming, "store", away)
    with client(door) as connection:
        connection.ehlo()
        connection.mail("ana@example.org")
        connection.rcpt("orders@play.example.org")
        assert connection.data(b"Subject: x\r\n\r\nhello\r\n")[0] == 451


def test_smtp_asks_for_another_try_when_it_cannot_look_up_a_token(door: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(addresses: Any) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(tokens, "find", away)
    with client(door) as connection:
        connection.ehlo()
        connection.mail("ana@example.org")
        assert connection.rcpt(f"orders+{TOKEN}@play.example.org")[0] == 451


def test_a_bounce_by_smtp_is_known_by_its_empty_sender(door: int) -> None:
    with client(door) as connection:
        connection.sendmail("", ["orders@play.example.org"], b"From: ana@example.org\r\n\r\ntemple D5\r\n")
    assert Incoming.objects.get().sender == "<>"


@pytest.mark.django_db
def test_the_log_of_a_door_holds_no_recipient_and_no_text(caplog: pytest.LogCaptureFixture, running_game: Game) -> None:
    at_desk = desk(running_game)
    with caplog.at_level("DEBUG"):
        receive(at_desk.write(at_desk.orders[0]), recipient=at_desk.reply_to)
    ours = "\n".join(record.getMessage() for record in caplog.records if record.name.startswith("mail"))
    assert "stored" in ours
    assert at_desk.reply_to.partition("+")[2].partition("@")[0] not in ours
    assert at_desk.orders[0] not in ours


@pytest.mark.django_db
def test_any_bytes_in_any_envelope_can_be_stored_and_read() -> None:
    for raw in (b"", b"\0", b"\xff\xfe: \x80\n\n\0", b"From: \0\xff@\xff\nMessage-ID: <\0\xff>\n\nx"):
        incoming.store(raw, door="smtp", sender="a\0b\udcff@x", recipients=["\udc80\0@y"], now=NOW)
    assert Incoming.objects.count() == 4
    assert reading.read_due(NOW) == 4
    assert set(Incoming.objects.values_list("outcome", flat=True)) <= {"ignore", "reject"}
    assert not Outgoing.objects.exists()


@pytest.mark.django_db
def test_the_pipe_asks_for_another_try_when_nothing_could_be_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*args: Any, **kwargs: Any) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(incoming, "store", away)
    assert pipe.receive(io.BytesIO(b"From: ana@example.org\n\nhello\n")) == pipe.AGAIN


@pytest.mark.django_db
def test_the_pipe_keeps_the_beginning_of_a_mail_over_the_limit_and_reads_all_of_it() -> None:
    stream = io.BytesIO(b"From: ana@example.org\n\n" + b"x" * (3 * MAX_BYTES))
    assert pipe.receive(stream) == pipe.STORED
    assert len(Incoming.objects.get().raw) == MAX_BYTES + 1
    assert stream.read() == b""


@pytest.fixture
def command(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[bytes]]:
    """`manage.py …` as a process of its own, with a database of its own."""

    def run(*arguments: str, message: bytes = b"", **values: str) -> subprocess.CompletedProcess[bytes]:
        environment = {**os.environ, "TIGRIS_VAR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "tigris_site.settings",
                       "DATABASE_URL": f"sqlite:///{tmp_path / 'db.sqlite3'}", **values}
        return subprocess.run([sys.executable, "manage.py", *arguments], input=message, env=environment,
                              capture_output=True, timeout=120, check=False)

    return run


def test_the_command_exits_with_75_without_a_database_and_with_0_when_stored(
    command: Callable[..., subprocess.CompletedProcess[bytes]],
) -> None:
    message = b"From: ana@example.org\nMessage-ID: <a@example.org>\n\nhello\n"
    assert command("receive", message=message).returncode == 75
    assert command("migrate", "-v0").returncode == 0
    assert command("receive", message=message, SENDER="ana@example.org").returncode == 0
    assert command("receive", message=message).returncode == 0
    count = command("shell", "-v0", "-c", "from mail.models import *; print(Incoming.objects.get().sender)")
    assert count.stdout.strip() == b"ana@example.org"


@pytest.mark.django_db
def test_a_desk_holds_a_mail_with_a_reply_address(running_game: Game) -> None:
    at_desk: Desk = desk(running_game)
    assert smtp.known(at_desk.reply_to)
