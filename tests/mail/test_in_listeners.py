"""LMTP, and what both listening doors share: STARTTLS, no login, a limit of connections."""

from __future__ import annotations

import os
import smtplib
import ssl
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import OperationalError

from games.models import Game
from mail import incoming, reading
from mail.doors import lmtp, smtp
from mail.doors.certificate import Certificate
from mail.message import MAX_BYTES
from mail.models import Incoming
from tests.conftest import NOW
from tests.mail.inbox import desk, outcome
from tests.mail.listening import listening

pytestmark = [pytest.mark.usefixtures("no_pictures"), pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _our_addresses(settings: LazySettings) -> None:
    settings.MAIL_DOMAIN, settings.MAIL_LOCAL_PART = "play.example.org", "orders"
    settings.MAIL_FROM_ADDRESS = "orders@play.example.org"


@pytest.fixture
def lmtp_door() -> Iterator[int]:
    with listening(lmtp.listen) as port:
        yield port


def make_certificate(folder: Path, name: str = "play.example.org") -> tuple[str, str]:
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={name}",
         "-addext", f"subjectAltName=DNS:{name}", "-keyout", key, "-out", certificate],
        check=True, capture_output=True,
    )  # fmt: skip
    return str(certificate), str(key)


def test_an_answer_by_lmtp_is_carried_out(lmtp_door: int, running_game: Game) -> None:
    at_desk = desk(running_game)
    with smtplib.LMTP("127.0.0.1", lmtp_door) as client:
        client.sendmail(at_desk.address, [at_desk.reply_to], at_desk.write(at_desk.orders[0]))
    reading.read_due(NOW)
    assert (Incoming.objects.get().door, outcome(), at_desk.events()) == ("lmtp", "orders", [at_desk.orders[0]])


def test_lmtp_replies_once_for_each_recipient_that_it_took(lmtp_door: int, running_game: Game) -> None:
    at_desk = desk(running_game)
    with smtplib.LMTP("127.0.0.1", lmtp_door) as client:
        client.ehlo("mail.example.org")
        client.mail(at_desk.address)
        assert client.rcpt("orders@play.example.org")[0] == 250
        assert client.rcpt("somebody@play.example.org")[0] == 550
        assert client.rcpt(at_desk.reply_to)[0] == 250
        assert client.data(at_desk.write("hello")) == (250, b"2.0.0 Stored")
        assert client.getreply() == (250, b"2.0.0 Stored")
        assert client.noop()[0] == 250  # and no third one
    assert Incoming.objects.get().recipients == ["orders@play.example.org", at_desk.reply_to]


@pytest.mark.parametrize("away", [True, False])
def test_lmtp_says_no_as_often_as_yes(lmtp_door: int, away: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*args: Any, **kwargs: Any) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(incoming, "store", gone)
    code, text = (451, b"x") if away else (552, b"a line of text\r\n" * (MAX_BYTES // 10))
    with smtplib.LMTP("127.0.0.1", lmtp_door, timeout=20) as client:
        client.ehlo("mail.example.org")
        client.mail("ana@example.org")
        client.rcpt("orders@play.example.org")
        client.rcpt("Orders@play.example.org")
        assert client.data(text)[0] == code
        assert client.getreply()[0] == code
        assert client.noop()[0] == 250


def test_lmtp_does_not_speak_smtp(lmtp_door: int) -> None:
    with smtplib.SMTP("127.0.0.1", lmtp_door, timeout=20) as client:
        assert client.docmd("EHLO", "mail.example.org")[0] == 500
        assert client.docmd("DATA")[0] == 503


@pytest.mark.parametrize(("listen", "client"), [(smtp.listen, smtplib.SMTP), (lmtp.listen, smtplib.LMTP)])
def test_a_door_with_a_certificate_offers_starttls(
    listen: Any, client: type[smtplib.SMTP], settings: LazySettings, tmp_path: Path
) -> None:
    settings.SMTP_DOOR_TLS_CERT, settings.SMTP_DOOR_TLS_KEY = make_certificate(tmp_path)
    context = ssl.create_default_context(cafile=settings.SMTP_DOOR_TLS_CERT)
    context.check_hostname = False
    with listening(listen) as port, client("127.0.0.1", port) as connection:
        connection.ehlo("mail.example.org")
        assert connection.has_extn("starttls")
        connection.starttls(context=context)
        connection.ehlo("mail.example.org")
        assert not connection.has_extn("auth")
        assert not connection.has_extn("starttls")
        connection.sendmail("ana@example.org", ["orders@play.example.org"], b"From: ana@example.org\r\n\r\nhello\r\n")
    assert Incoming.objects.count() == 1


def test_a_door_without_a_certificate_offers_none() -> None:
    with listening(smtp.listen) as port, smtplib.SMTP("127.0.0.1", port) as client:
        client.ehlo()
        assert not client.has_extn("starttls")
        assert not client.has_extn("auth")


def test_a_renewed_certificate_is_read_again_and_a_broken_one_is_not_taken(tmp_path: Path) -> None:
    paths = make_certificate(tmp_path)
    certificate = Certificate(*paths)
    first = certificate.context()
    assert certificate.context() is first
    make_certificate(tmp_path)
    os.utime(paths[0], (time.time() + 5, time.time() + 5))
    second = certificate.context()
    assert second is not first
    Path(paths[0]).write_text("half of a certif")
    assert certificate.context() is second
    with pytest.raises(OSError, match="PEM"):
        Certificate(*paths).context()


def test_too_many_at_once_are_asked_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smtp, "CLIENTS", 2)
    with listening(smtp.listen) as port:
        first, second = (smtplib.SMTP("127.0.0.1", port, timeout=20) for _ in range(2))
        with pytest.raises(smtplib.SMTPConnectError, match="Too many"):
            smtplib.SMTP("127.0.0.1", port, timeout=20)
        first.quit()
        for _ in range(50):  # until the door has seen that it left
            try:
                smtplib.SMTP("127.0.0.1", port, timeout=20).quit()
                break
            except smtplib.SMTPConnectError:
                continue
        else:
            pytest.fail("the place of one who left is not free again")
        second.quit()
