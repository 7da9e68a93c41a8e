"""The collected mails of real programs, and more of their kinds, as answers to mails that the product really sent: by
pipe and by SMTP, in every language. One game serves for all of a language; what a mail does is taken back.
"""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import pytest
from django.conf import LazySettings
from django.conf import settings as product
from django.db import transaction

from accounts.models import User
from games.models import Game
from mail import incoming, reading
from mail.message import header, parse_head
from mail.models import Incoming, Outgoing
from tests.conftest import NOW
from tests.mail.inbox import SAMPLES, Desk, desk, facts, samples
from tests.mail.kinds import KINDS
from tests.mail.samples import render
from tests.mail.test_in_doors import client, door  # noqa: F401

pytestmark = pytest.mark.usefixtures("no_pictures")
LANGUAGES = [code for code, _ in product.LANGUAGES]


class Case(NamedTuple):
    """A mail, what must become of it, and which of the two orders are carried out."""

    name: str
    expected: str
    orders: tuple[int, ...]
    template: str


def cases() -> list[Case]:
    collected = [
        Case(entry["file"], entry["expected"], tuple(0 if order == "{{ORDERS}}" else 1 for order in entry["orders"]),
             (SAMPLES / entry["file"]).read_bytes().decode().replace("\r\n", "\n"))
        for entry in samples("orders", "no-orders", "reject", "ignore")
    ]
    return collected + [Case(*kind) for kind in KINDS]


def configure(settings: LazySettings) -> None:
    settings.MAIL_DOMAIN, settings.MAIL_LOCAL_PART = "play.example.org", "orders"
    settings.MAIL_FROM_ADDRESS = "orders@play.example.org"
    settings.DEFAULT_FROM_EMAIL = "Tigris by mail <orders@play.example.org>"
    settings.MAIL_AUTHSERV_ID = "mx.play.example.org"


def written(at_desk: Desk, case: Case, **values: str) -> bytes:
    """The mail as this player's answer."""
    more = {"REPLY_UPPER": at_desk.reply_to.upper(), "PLAYER_UPPER": at_desk.address.upper(),
            "MSGID": f"<{abs(hash(case.name))}@mail.example.org>"}
    return render.render(case.template, **{**at_desk.values(), **more, **values})


@contextmanager
def taken_back() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def became(at_desk: Desk, row: Incoming, case: Case) -> str:
    """What is wrong about what became of the mail, or ""."""
    before = Outgoing.objects.count()
    reading.read(row, NOW)
    row.refresh_from_db()
    wanted = [at_desk.orders[number] for number in case.orders]
    if (row.outcome, at_desk.events()) != (case.expected, wanted):
        return f"{row.outcome} ({row.detail}): {at_desk.events()}"
    answers = at_desk.answers()
    if case.expected == "ignore":
        return "" if Outgoing.objects.count() == before else "answered"
    if len(answers) != 1 or facts(answers[0])["Auto-Submitted"] != "auto-replied":
        return f"{len(answers)} answers"
    return ""


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_by_pipe_each_mail_has_its_outcome(running_game: Game, settings: LazySettings, language: str) -> None:
    configure(settings)
    User.objects.update(language=language)
    at_desk = desk(running_game)
    wrong = {}
    for case in cases():
        with taken_back():
            raw = written(at_desk, case)
            row = incoming.store(raw, door="pipe", sender=header(parse_head(raw), "Return-Path"), recipients=[], now=NOW)
            wrong[case.name] = became(at_desk, row, case)
    assert {name: what for name, what in wrong.items() if what} == {}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("language", LANGUAGES)
def test_by_smtp_each_mail_has_its_outcome(
    door: int, running_game: Game, settings: LazySettings, language: str  # noqa: F811
) -> None:
    """What the door does not take is refused to the sender's server: too large, or to an address that is none."""
    configure(settings)
    User.objects.update(language=language)
    at_desk = desk(running_game)
    wrong = {}
    with client(door) as connection:
        for case in cases():
            raw = written(at_desk, case)
            before = Incoming.objects.count()
            try:
                connection.sendmail(sender(raw), [recipient(raw, at_desk)], raw)
            except (smtplib.SMTPDataError, smtplib.SMTPRecipientsRefused, smtplib.SMTPSenderRefused):
                wrong[case.name] = "" if case.expected == "reject" else "refused by the door"
                continue
            assert Incoming.objects.count() == before + 1, case.name
            with taken_back():
                wrong[case.name] = became(at_desk, Incoming.objects.latest("pk"), case)
    assert {name: what for name, what in wrong.items() if what} == {}


def sender(raw: bytes) -> str:
    return header(parse_head(raw), "Return-Path").strip("<>")


def recipient(raw: bytes, at_desk: Desk) -> str:
    return header(parse_head(raw), "Delivered-To") or at_desk.reply_to


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_old_order_in_the_quote_is_never_carried_out(running_game: Game, settings: LazySettings, language: str) -> None:
    """The quote holds an order of the player's own, as it would after an answer to an answer."""
    configure(settings)
    User.objects.update(language=language)
    at_desk = desk(running_game)
    old = f"{at_desk.mail.text}\n\nAna wrote:\n{at_desk.orders[1]}\n"
    wrong = {}
    for case in cases():
        if case.expected not in ("orders", "no-orders"):
            continue
        with taken_back():
            row = incoming.store(written(at_desk, case, QUOTED=old), door="pipe", sender="", recipients=[], now=NOW)
            wrong[case.name] = became(at_desk, row, case)
    assert {name: what for name, what in wrong.items() if what} == {}
