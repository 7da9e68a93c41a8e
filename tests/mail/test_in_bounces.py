"""Mails that come back: what they count for, which of them are believed, and what lets mail go on."""

from __future__ import annotations

from datetime import timedelta
from smtplib import SMTPRecipientsRefused
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import LazySettings

from accounts.models import User
from games import play
from games.models import Game
from mail import bounces, notices, sending, verp
from mail.doors.smtp import known
from mail.message import parse
from mail.models import Bounce, Outgoing, Silence
from mail.reports import report
from tests.conftest import NOW
from tests.mail.inbox import Desk, desk, outcome, receive

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_pictures")]
DAY = timedelta(days=1)


@pytest.fixture
def at_desk(running_game: Game, settings: LazySettings) -> Desk:
    settings.MAIL_DOMAIN, settings.MAIL_LOCAL_PART = "play.example.org", "orders"
    settings.MAIL_FROM_ADDRESS = "orders@play.example.org"
    at_desk = desk(running_game)
    Outgoing.objects.filter(pk=at_desk.mail.pk).update(status=Outgoing.Status.SENT, sent=NOW - DAY)
    at_desk.mail.refresh_from_db()
    return at_desk


def notification(*, to: str = "orders@play.example.org", final: str = "ana@example.org", action: str = "failed",
                 status: str = "5.1.1", said: str = "", original: str = "") -> bytes:
    diagnostic = f"Diagnostic-Code: smtp; {said}\n" if said else ""
    return f"""\
Return-Path: <>
From: Mail Delivery System <MAILER-DAEMON@mx.example.org>
To: {to}
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
Message-ID: <report-{status}-{action}@mx.example.org>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

I am sorry to tell you.

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.org
Arrival-Date: Sun, 1 Mar 2026 10:00:00 +0000

Final-Recipient: rfc822; {final}
Action: {action}
Status: {status}
{diagnostic}
--b
Content-Type: text/rfc822-headers

Message-ID: {original or "<something@elsewhere.example.org>"}
Subject: Tigris
--b--
""".encode()


def in_words(text: str, subject: str = "failure notice") -> bytes:
    return (f"Return-Path: <>\nFrom: MAILER-DAEMON@mx.example.org\nTo: x@play.example.org\n"
            f"Subject: {subject}\n\n{text}\n\n--- Below this line is a copy of the message.\n\nSubject: temporary\n").encode()


def kind_of(raw: bytes) -> str:
    found = report(parse(raw), raw)
    return found.kind if found else ""


# What a report says.


@pytest.mark.parametrize(("action", "status", "said", "kind"), [
    ("failed", "5.1.1", "550 5.1.1 no such user", "hard"),
    ("failed", "5.2.1", "550 mailbox disabled", "hard"),
    ("failed", "5.4.1", "550 5.4.1 Recipient address rejected: Access denied", "hard"),
    ("failed", "5.0.0", "550 user unknown", "hard"),
    ("failed", "5.0.0", "550 5.2.2 over quota", "soft"),
    ("failed", "5.2.2", "552 mailbox full", "soft"),
    ("failed", "5.7.1", "550 message looks like spam", "soft"),
    ("failed", "5.3.4", "552 too big", "soft"),
    ("failed", "4.4.7", "expired", "soft"),
    ("failed", "5.4.7", "delivery time expired", "soft"),
    ("delayed", "4.4.1", "", "soft"),
    ("delayed", "5.0.0", "", "soft"),
    ("delivered", "2.0.0", "", ""),
    ("relayed", "2.0.0", "", ""),
])
def test_a_notification_says_whether_the_mailbox_is_there(action: str, status: str, said: str, kind: str) -> None:
    assert kind_of(notification(action=action, status=status, said=said)) == kind


@pytest.mark.parametrize(("text", "kind"), [
    ("Sorry, no mailbox here by that name.\n<ana@example.org>:", "hard"),
    ("550 5.1.1 <ana@example.org>: Recipient address rejected: User unknown", "hard"),
    ("Die Adresse ist unbekannt.", "hard"),
    ("El buzón está lleno.", "soft"),
    ("452 4.2.2 The email account is over quota", "soft"),
    ("The recipient's mailbox is full.", "soft"),
    ("550 5.7.1 blocked, see our policy", "soft"),
    ("Your message could not be delivered for 4 hours. We will keep trying.", "soft"),
    ("Something went wrong.", "soft"),
])
def test_plain_words_say_it_too(text: str, kind: str) -> None:
    assert kind_of(in_words(text)) == kind


@pytest.mark.parametrize(("kind_of_feedback", "kind"), [("abuse", "complaint"), ("opt-out", "complaint"), ("not-spam", "")])
def test_a_feedback_report_is_a_complaint(kind_of_feedback: str, kind: str) -> None:
    raw = (b"From: fbl@isp.example.org\nContent-Type: multipart/report; report-type=feedback-report; boundary=b\n\n--b\n"
           b"Content-Type: message/feedback-report\n\nFeedback-Type: " + kind_of_feedback.encode() + b"\n\n--b--\n")
    assert kind_of(raw) == kind


def test_a_persons_mail_and_an_automatic_answer_report_nothing() -> None:
    assert kind_of(b"From: ana@example.org\n\nThe user is unknown: 550 5.1.1\n") == ""
    assert kind_of(b"From: ana@example.org\nAuto-Submitted: auto-replied\nReturn-Path: <>\n\nI no longer work here.\n") == ""


# Which reports are believed.


def test_a_report_to_the_envelope_sender_of_a_mail_counts_against_its_address(at_desk: Desk) -> None:
    receive(notification(to=verp.address(at_desk.mail)), recipient=verp.address(at_desk.mail).upper())
    assert outcome() == "ignore"
    assert [(row.address, row.kind, row.outgoing) for row in Bounce.objects.all()] == [
        (at_desk.address, "hard", at_desk.mail)]
    assert Silence.objects.get().address == at_desk.address
    assert at_desk.answers() == []


def test_a_report_that_names_the_message_counts_too(at_desk: Desk) -> None:
    receive(notification(original=at_desk.mail.message_id))
    assert Silence.objects.get().address == at_desk.address


@pytest.mark.parametrize("raw", [
    notification(), notification(to="orders+b-1-00000000000000000000@play.example.org"),
    notification(original="<turn.0123456789abcdef01234567@play.example.org>"), in_words("user unknown"),
])
def test_a_forged_report_silences_nobody(at_desk: Desk, raw: bytes) -> None:
    receive(raw.replace(b"ana@example.org", at_desk.address.encode()))
    assert outcome() == "ignore"
    assert not Bounce.objects.exists()


def test_a_report_about_a_mail_that_never_left_or_left_long_ago_is_not_believed(at_desk: Desk) -> None:
    for values in ({"status": Outgoing.Status.WAITING}, {"status": Outgoing.Status.SENT, "sent": NOW - 60 * DAY}):
        Outgoing.objects.filter(pk=at_desk.mail.pk).update(**values)
        receive(notification(to=verp.address(at_desk.mail), status="5.1.1", action=f"failed{len(values)}"))
    assert not Bounce.objects.exists()


def test_a_report_that_names_mails_to_two_people_is_not_guessed_at(at_desk: Desk) -> None:
    other = Outgoing.objects.exclude(address=at_desk.address).latest("pk")
    Outgoing.objects.filter(pk=other.pk).update(status=Outgoing.Status.SENT, sent=NOW)
    raw = notification(original=f"{at_desk.mail.message_id} {other.message_id}", final="x@example.org")
    receive(raw)
    assert not Bounce.objects.exists()
    receive(raw.replace(b"x@example.org", other.address.encode()).replace(b"report-", b"report-2-"))
    assert Bounce.objects.get().outgoing == other


def test_the_collected_reports_have_their_effect(at_desk: Desk) -> None:
    receive(at_desk.sample("61_dsn_delayed.eml"))
    assert (Bounce.objects.get().kind, Silence.objects.count()) == ("soft", 0)
    receive(at_desk.sample("62_bounce_plain.eml", MSGID="<b@old.example.org>"))
    assert Silence.objects.get().kind == "hard"
    receive(at_desk.sample("65_arf_complaint.eml", MSGID="<c@isp.example.org>"))
    assert Silence.objects.get().kind == "complaint"
    assert at_desk.events() == []


# What they count for.


def sent(address: str, days_ago: float) -> Outgoing:
    number = Outgoing.objects.count()
    return Outgoing.objects.create(
        address=address, kind="turn", key=f"k{number}", message_id=f"<turn.{number:024x}@localhost>", subject="s",
        text="", raw=b"", status=Outgoing.Status.SENT, created=NOW, due=NOW, sent=NOW - days_ago * DAY)


def test_soft_bounces_on_three_days_stop_mail_and_on_one_day_do_not(ana: User) -> None:
    for hour in range(5):
        bounces.record(ana.email, "soft", "full", NOW - 3 * DAY, sent(ana.email, 3 + hour / 24))
    assert not Silence.objects.exists()
    bounces.record(ana.email, "soft", "full", NOW - DAY, sent(ana.email, 1.5))
    assert not Silence.objects.exists()
    bounces.record(ana.email, "soft", "full", NOW, sent(ana.email, 0.1))
    assert Silence.objects.get().detail == "full"


def test_a_mail_that_arrived_in_between_starts_the_count_anew(ana: User) -> None:
    bounces.record(ana.email, "soft", "full", NOW - 6 * DAY, sent(ana.email, 6))
    sent(ana.email, 5)
    for days_ago in (4, 0):
        bounces.record(ana.email, "soft", "full", NOW - days_ago * DAY, sent(ana.email, days_ago))
    assert not Silence.objects.exists()


def test_the_same_report_twice_counts_once(ana: User) -> None:
    row = sent(ana.email, 1)
    for day in range(4):
        bounces.record(ana.email, "soft", "later", NOW + day * DAY, row)
    assert (Bounce.objects.count(), Silence.objects.count()) == (1, 0)


def test_a_provider_that_names_no_mail_is_taken_to_mean_the_last_one(ana: User) -> None:
    sent(ana.email, 2)
    last = sent(ana.email, 1)
    bounces.record(ana.email.upper(), "hard", "gone", NOW)
    assert Bounce.objects.get().outgoing == last
    assert Silence.objects.get().address == ana.email


def test_an_address_that_is_silent_is_replaced_by_another_confirmed_one(ana: User) -> None:
    EmailAddress.objects.create(user=ana, email="Second@example.org", verified=True)
    EmailAddress.objects.create(user=ana, email="third@example.org", verified=False)
    assert bounces.channel(ana) == ana.email
    bounces.record(ana.email, "hard", "gone", NOW)
    assert bounces.channel(ana) == "Second@example.org"
    bounces.record("second@example.org", "hard", "gone", NOW)
    assert bounces.channel(ana) == ""


def test_who_complained_is_not_written_to_at_another_address(ana: User) -> None:
    EmailAddress.objects.create(user=ana, email="second@example.org", verified=True)
    bounces.record(ana.email, "complaint", "abuse", NOW)
    assert bounces.channel(ana) == ""


def test_a_complaint_weighs_more_than_a_bounce(ana: User) -> None:
    bounces.record(ana.email, "hard", "gone", NOW)
    bounces.record(ana.email, "complaint", "abuse", NOW)
    bounces.record(ana.email, "hard", "gone again", NOW)
    assert Silence.objects.get().kind == "complaint"


def test_an_address_that_works_again_starts_with_nothing_against_it(ana: User) -> None:
    for days_ago in (4, 2):
        bounces.record(ana.email, "soft", "full", NOW - days_ago * DAY, sent(ana.email, days_ago))
    bounces.lift(ana.email, NOW - DAY)
    bounces.record(ana.email, "soft", "full", NOW, sent(ana.email, 0))
    assert not Silence.objects.exists()


# What follows from it.


@pytest.fixture
def second(at_desk: Desk) -> EmailAddress:
    return EmailAddress.objects.create(user=at_desk.seat.user, email="second@example.org", verified=True)


def waiting(address: str = "") -> list[str]:
    rows = Outgoing.objects.filter(status=Outgoing.Status.WAITING).exclude(kind="account").order_by("pk")
    return [row.kind for row in rows if row.address == address or not address]


def test_a_turn_that_came_back_is_told_at_another_address(at_desk: Desk, second: EmailAddress) -> None:
    Outgoing.objects.exclude(pk=at_desk.mail.pk).delete()
    receive(notification(to=verp.address(at_desk.mail)))
    notices.collapse_due(NOW)
    assert waiting() == ["turn"]
    row = Outgoing.objects.latest("pk")
    assert (row.address, row.key != at_desk.mail.key) == ("second@example.org", True)


def test_without_another_address_it_waits_until_the_address_works(at_desk: Desk) -> None:
    Outgoing.objects.exclude(pk=at_desk.mail.pk).delete()
    receive(notification(to=verp.address(at_desk.mail)))
    for day in range(3):
        notices.collapse_due(NOW + day * DAY)
    assert waiting() == []
    bounces.lift(at_desk.address, NOW + 3 * DAY)
    notices.collapse_due(NOW + 3 * DAY)
    assert waiting(at_desk.address) == ["turn"]


def test_what_is_true_no_more_by_then_is_not_told(at_desk: Desk) -> None:
    Outgoing.objects.exclude(pk=at_desk.mail.pk).delete()
    receive(notification(to=verp.address(at_desk.mail)))
    play.submit(game=at_desk.game, seat=at_desk.seat, text="pass", seen=None, source="page", key="1", actor=None, now=NOW)
    bounces.lift(at_desk.address, NOW)
    notices.collapse_due(NOW)
    assert "turn" not in waiting(at_desk.address)


def test_a_mail_that_waits_for_a_silent_address_goes_to_another(at_desk: Desk, second: EmailAddress) -> None:
    Outgoing.objects.filter(pk=at_desk.mail.pk).update(status=Outgoing.Status.WAITING, sent=None)
    Silence.objects.create(address=at_desk.address, kind="hard", since=NOW)
    sending.send_due(NOW)
    assert Outgoing.objects.get(pk=at_desk.mail.pk).status == Outgoing.Status.DROPPED
    assert Outgoing.objects.filter(address=second.email, kind="turn", status=Outgoing.Status.SENT).exists()
    assert not Outgoing.objects.filter(address=at_desk.address, status=Outgoing.Status.SENT).exists()


def test_codes_and_answers_go_to_a_silent_address_too(at_desk: Desk) -> None:
    Silence.objects.create(address=at_desk.address, kind="hard", since=NOW)
    receive(at_desk.write(at_desk.orders[0]))
    assert at_desk.answers()[0].address == at_desk.address
    assert not bounces.withheld(at_desk.answers()[0])
    assert not bounces.withheld(Outgoing(address=at_desk.address, kind="account"))
    assert bounces.withheld(Outgoing(address=at_desk.address.upper(), kind="invited"))


class Refusing:
    """A mail server that takes nothing for this address."""

    words = (550, b"5.1.1 User unknown")

    def __init__(self, *args: Any, **options: Any) -> None:
        self.connection = None

    def open(self) -> None:
        pass

    close = open

    def send_messages(self, mails: list[Any]) -> int:
        raise SMTPRecipientsRefused({mails[0].to[0]: self.words})


@pytest.mark.parametrize(("words", "silent"), [((550, b"5.1.1 User unknown"), True), ((554, b"5.7.1 spam"), False)])
def test_an_address_that_the_next_server_refuses_counts_like_a_bounce(
    at_desk: Desk, second: EmailAddress, settings: LazySettings, monkeypatch: pytest.MonkeyPatch,
    words: tuple[int, bytes], silent: bool,
) -> None:
    settings.MAIL_TRANSPORT = "tests.mail.test_in_bounces.Refusing"
    monkeypatch.setattr(Refusing, "words", words)
    Outgoing.objects.exclude(pk=at_desk.mail.pk).delete()
    Outgoing.objects.filter(pk=at_desk.mail.pk).update(status=Outgoing.Status.WAITING, sent=None)
    row = sending.claim(NOW)
    assert row is not None
    sending._deal_with(row, sending._Post(), NOW)
    assert Outgoing.objects.get(pk=row.pk).status == Outgoing.Status.FAILED
    assert Silence.objects.filter(address=at_desk.address).exists() is silent
    notices.collapse_due(NOW)
    assert waiting("second@example.org") == (["turn"] if silent else [])


def test_through_smtp_each_mail_has_a_sender_of_its_own(
    at_desk: Desk, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    left: list[Any] = []
    monkeypatch.setattr("django.core.mail.backends.smtp.EmailBackend.open", lambda self: False)
    monkeypatch.setattr("django.core.mail.backends.smtp.EmailBackend.send_messages", lambda self, mails: left.extend(mails))
    settings.MAIL_TRANSPORT = sending.SMTP
    Outgoing.objects.update(status=Outgoing.Status.WAITING, sent=None)
    sending.send_due(NOW)
    assert verp.find([mail.from_email for mail in left]) == [row.pk for row in Outgoing.objects.order_by("sent", "pk")]
    assert {mail.message()["From"] for mail in left} == {settings.DEFAULT_FROM_EMAIL}
    settings.MAIL_VERP = False
    Outgoing.objects.update(status=Outgoing.Status.WAITING, sent=None)
    left.clear()
    sending.send_due(NOW)
    assert {mail.from_email for mail in left} == {settings.DEFAULT_FROM_EMAIL}


def test_the_smtp_door_takes_bounces_of_our_own_mails_only(at_desk: Desk) -> None:
    assert known(verp.address(at_desk.mail).upper())
    assert not known("orders+b-1-00000000000000000000@play.example.org")
