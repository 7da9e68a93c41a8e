"""What mailcheck tells an administrator: right set-ups are found right, each slip is named, and a message comes back."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import dns.exception
import dns.resolver
import pytest
from django.conf import LazySettings
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client

from mail import reading
from mail.checks import addresses, doors, records, round_trip, way_out
from mail.checks.records import Given
from mail.doors import lmtp, smtp, webhook
from mail.models import Incoming, Outgoing
from tests.conftest import NOW
from tests.mail.listening import listening

RSA = base64.b64encode(b"k" * 294).decode()
SPF = "v=spf1 ip4:192.0.2.1 mx include:spf.example.org ~all"
DKIM = f"v=DKIM1; k=rsa; p={RSA}"
DMARC = "v=DMARC1; p=quarantine; rua=mailto:dmarc@example.org"
GIVEN = Given(SPF, DKIM, DMARC, "10 mail.example.org.")


@pytest.fixture(autouse=True)
def _well_set_up(settings: LazySettings) -> None:
    settings.MAIL_DOMAIN, settings.MAIL_LOCAL_PART, settings.MAIL_FROM_ADDRESS = "play.example.org", "play", "play@play.example.org"
    settings.DEFAULT_FROM_EMAIL = "Tigris by mail <play@play.example.org>"
    settings.SITE_URL, settings.MAIL_AUTHSERV_ID = "https://play.example.org", "mail.example.org"
    settings.SMTP_DOOR_PORT = settings.LMTP_DOOR_PORT = 0
    settings.IMAP_URL = settings.WEBHOOK_SECRET = settings.WEBHOOK_PROVIDER = settings.ANYMAIL_BACKEND = ""


def levels(results: list[Any]) -> list[str]:
    return [result.level for result in results]


def texts(results: list[Any]) -> str:
    return "\n".join(result.text for result in results if result.level != "ok")


def checked(given: Given) -> list[Any]:
    return records.check(given, sender_domain="play.example.org", mail_domain="play.example.org", mx_wanted=True)


def test_addresses_that_fit_together_are_all_right() -> None:
    assert levels(addresses.check()) == ["ok"]


@pytest.mark.parametrize(("values", "level", "words"), [
    ({"MAIL_LOCAL_PART": "play+games"}, "fail", "letters, digits"),
    ({"MAIL_LOCAL_PART": "p" * 40}, "fail", "too long"),
    ({"MAIL_DOMAIN": "localhost", "MAIL_FROM_ADDRESS": "play@localhost"}, "fail", "no domain"),
    ({"MAIL_FROM_ADDRESS": "nobody"}, "fail", "holds no address"),
    ({"MAIL_FROM_ADDRESS": "club@example.org"}, "warn", "answered to play.example.org"),
    ({"SITE_URL": "http://localhost:8000"}, "warn", "only this machine"),
    ({"SITE_URL": "http://play.example.org"}, "warn", "without TLS"),
    ({"MAIL_AUTHSERV_ID": ""}, "warn", "forged sender"),
])
def test_each_slip_in_addresses_is_named(values: dict[str, str], level: str, words: str, settings: LazySettings) -> None:
    for name, value in values.items():
        setattr(settings, name, value)
    results = addresses.check()
    assert level in levels(results)
    assert words in texts(results)


def test_good_records_are_all_right() -> None:
    assert levels(checked(GIVEN)) == ["ok"] * 4


@pytest.mark.parametrize(("name", "record", "level", "words"), [
    ("spf", "spf1 mx -all", "fail", "begin with v=spf1"),
    ("spf", "v=spf1 mx +all", "fail", "everybody"),
    ("spf", "v=spf1 mx all", "fail", "everybody"),
    ("spf", "v=spf1 -all", "fail", "nobody"),
    ("spf", "v=spf1 ipv4:192.0.2.1 -all", "fail", "ipv4:192.0.2.1"),
    ("spf", "v=spf1 mx", "warn", "~all or -all"),
    ("spf", "v=spf1 mx ?all", "warn", "~all or -all"),
    ("spf", "v=spf1 " + " ".join(f"include:s{n}.example.org" for n in range(11)) + " -all", "fail", "look-ups"),
    ("spf", "v=spf1 redirect=_spf.example.org", "ok", ""),
    ("dkim", "v=DKIM1; k=rsa", "fail", "no key"),
    ("dkim", "v=DKIM1; p=", "fail", "withdrawn"),
    ("dkim", f"v=DKIM1; p={RSA[:-3]}", "fail", "not whole"),
    ("dkim", f"v=DKIM2; p={RSA}", "fail", "version"),
    ("dkim", f"v=DKIM1; p={base64.b64encode(b'k' * 162).decode()}", "warn", "2048"),
    ("dkim", f"v=DKIM1; t=y; p={RSA}", "warn", "test"),
    ("dkim", f"v=DKIM1; k=ed25519; p={base64.b64encode(b'k' * 32).decode()}", "ok", ""),
    ("dmarc", "p=none", "fail", "begin with v=DMARC1"),
    ("dmarc", "v=DMARC1", "fail", "p= must be"),
    ("dmarc", "v=DMARC1; p=all", "fail", "p= must be"),
    ("dmarc", "v=DMARC1; p=reject; adkim=x", "fail", "adkim"),
    ("dmarc", "v=DMARC1; p=none", "warn", "rua"),
])
def test_each_slip_in_a_record_is_named(name: str, record: str, level: str, words: str) -> None:
    results = checked(GIVEN._replace(**{name: record}))
    other = [result.level for result in results if result.level != "ok"]
    assert other == ([] if level == "ok" else [level])
    assert words in texts(results)


class Answer:
    """A name server's answer."""

    def __init__(self, *strings: bytes) -> None:
        self.strings = strings

    def to_text(self) -> str:
        return "10 mail.example.org."


def test_records_that_are_not_given_are_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    zone = {
        ("play.example.org", "TXT"): [Answer(b"unrelated"), Answer(b"v=spf1 mx ", b"-all")],
        ("k1._domainkey.play.example.org", "TXT"): [Answer(DKIM.encode()[:200], DKIM.encode()[200:])],
        ("_dmarc.play.example.org", "TXT"): [Answer(DMARC.encode())],
        ("play.example.org", "MX"): [Answer()],
    }
    monkeypatch.setattr(dns.resolver, "resolve", lambda name, kind, **more: zone[(name, kind)])
    assert levels(checked(Given(selector="k1"))) == ["ok"] * 4
    zone[("play.example.org", "TXT")] += [Answer(b"v=spf1 -all")]
    assert "there are 2 records" in texts(checked(Given(selector="k1")))


def test_a_record_that_is_not_there_fails_and_a_silent_name_server_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(*asked: Any, **more: Any) -> None:
        raise dns.resolver.NXDOMAIN

    def silent(*asked: Any, **more: Any) -> None:
        raise dns.exception.Timeout

    monkeypatch.setattr(dns.resolver, "resolve", absent)
    assert levels(checked(Given(selector="k1"))) == ["fail"] * 4
    monkeypatch.setattr(dns.resolver, "resolve", silent)
    assert levels(checked(Given())) == ["note"] * 4


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", ["SMTP", "LMTP"])
def test_an_open_door_answers_and_a_shut_one_is_told(name: str, settings: LazySettings) -> None:
    with listening({"SMTP": smtp.listen, "LMTP": lmtp.listen}[name]) as port:
        setattr(settings, f"{name}_DOOR_PORT", port)
        assert levels(doors.check()) == ["ok"]
        settings.SMTP_DOOR_TLS_CERT = "certificate.pem"  # which the door was not started with
        assert "offers no STARTTLS" in texts(doors.check())
    assert "does not answer" in texts(doors.check())


def test_no_door_at_all_is_only_for_those_who_have_a_pipe() -> None:
    assert levels(doors.check()) == ["warn"]


def test_a_mailbox_that_cannot_be_opened_is_told(settings: LazySettings) -> None:
    for url, words in (("imaps://nobody", "must look like"), ("imap://u:p@127.0.0.1:1/?tls=0", "cannot be opened")):
        settings.IMAP_URL = url
        assert levels(doors.check()) == ["fail"]
        assert words in texts(doors.check())


@pytest.mark.parametrize(("secret", "provider", "words"), [
    ("only-a-word", "postmark", "must look like user:password"),
    ("tigris:secret", "", "ANYMAIL_INBOUND"),
    ("tigris:secret", "console", "takes no mail in for console"),
    ("tigris:secret", "mailgun", "SIGNING_KEY"),
    ("tigris:secret", "postmark", "does not answer"),
    ("t:s", "postmark", "guessed"),
])
def test_each_slip_with_a_webhook_is_named(secret: str, provider: str, words: str, settings: LazySettings) -> None:
    settings.WEBHOOK_SECRET, settings.WEBHOOK_PROVIDER, settings.SITE_URL = secret, provider, "http://127.0.0.1:1"
    settings.ANYMAIL = {"WEBHOOK_SECRET": secret}
    assert words in texts(doors.check())


@pytest.mark.django_db
@pytest.mark.parametrize(("status", "level"), [(400, "ok"), (401, "ok"), (200, "fail"), (404, "fail")])
def test_a_webhook_must_refuse_who_has_no_secret(
    status: int, level: str, settings: LazySettings, monkeypatch: pytest.MonkeyPatch, live_server: Any
) -> None:
    settings.WEBHOOK_SECRET, settings.WEBHOOK_PROVIDER, settings.SITE_URL = "tigris:a-long-secret", "postmark", live_server.url
    settings.ANYMAIL = {"WEBHOOK_SECRET": "tigris:a-long-secret" if status == 400 else ""}
    if status in {401, 404}:
        monkeypatch.setattr(webhook.Door, "post", lambda self, request: HttpResponse(status=status), raising=False)
    assert levels(doors.check()) == [level]


def test_a_way_out_that_does_not_work_is_told(settings: LazySettings) -> None:
    settings.MAIL_TRANSPORT = ""
    assert "set MAIL_URL" in texts(way_out.check())
    settings.MAIL_TRANSPORT, settings.EMAIL_HOST, settings.EMAIL_PORT = way_out_by_smtp(), "127.0.0.1", 1
    assert "cannot leave by 127.0.0.1:1" in texts(way_out.check())
    settings.ANYMAIL_BACKEND = settings.MAIL_TRANSPORT = "anymail.backends.postmark.EmailBackend"
    settings.ANYMAIL = {}
    assert "POSTMARK_SERVER_TOKEN" in texts(way_out.check())
    settings.ANYMAIL = {"POSTMARK_SERVER_TOKEN": "a-token"}
    assert levels(way_out.check()) == ["ok"]


def way_out_by_smtp() -> str:
    return "django.core.mail.backends.smtp.EmailBackend"


@contextmanager
def one_machine(settings: LazySettings) -> Iterator[None]:
    """Mail leaves by SMTP and comes back by the SMTP door, which is the same server here."""
    with listening(smtp.listen) as port:
        settings.SMTP_DOOR_PORT = settings.EMAIL_PORT = port
        settings.EMAIL_HOST, settings.MAIL_TRANSPORT = "127.0.0.1", way_out_by_smtp()
        yield


@pytest.mark.django_db(transaction=True)
def test_the_test_message_comes_back_and_nobody_answers_it(settings: LazySettings) -> None:
    with one_machine(settings):
        result = round_trip.check(seconds=10)
    assert result.level == "ok", result
    assert "came back through the smtp door" in result.text
    reading.read_due(NOW)
    assert (Incoming.objects.get().outcome, Outgoing.objects.count()) == ("ignore", 0)


@pytest.mark.django_db(transaction=True)
def test_without_a_way_out_the_test_message_goes_to_the_smtp_door(settings: LazySettings) -> None:
    with one_machine(settings):
        settings.MAIL_TRANSPORT = ""
        assert round_trip.check(seconds=10).level == "ok"


@pytest.mark.django_db(transaction=True)
def test_a_message_that_does_not_come_back_or_cannot_leave_is_told(settings: LazySettings) -> None:
    settings.MAIL_TRANSPORT = "django.core.mail.backends.dummy.EmailBackend"
    waited: list[float] = []
    lost = round_trip.check(seconds=2, wait=waited.append)
    assert (lost.level, sum(waited)) == ("fail", 2)
    assert "did not come back within 2 s" in lost.text
    settings.MAIL_TRANSPORT, settings.EMAIL_HOST, settings.EMAIL_PORT = way_out_by_smtp(), "127.0.0.1", 1
    assert "could not be sent" in round_trip.check(seconds=2).text


@pytest.mark.django_db(transaction=True)
def test_the_command_says_all_well_or_what_must_be_mended(settings: LazySettings) -> None:
    options = ["--spf", SPF, "--dkim", DKIM, "--dmarc", DMARC, "--mx", "10 mail.example.org", "--wait", "10"]
    said = io.StringIO()
    with one_machine(settings):
        call_command("mailcheck", *options, stdout=said)
    assert "All well." in said.getvalue()
    assert "WARN" not in said.getvalue()
    with pytest.raises(SystemExit) as end:
        call_command("mailcheck", "--no-send", *options[:2], "--dkim", "p=", *options[4:], stdout=said)
    assert end.value.code == 1
    assert "3 things must be mended" in said.getvalue()  # nothing answers at the two ports any more


def test_the_address_of_the_webhook_is_the_one_that_is_told() -> None:
    assert Client().post("/anymail/postmark/inbound/").status_code == 404
