"""`manage.py bench mail`: how fast mail is read, and the longest that any mail keeps a worker.

Ordinary replies are the collected ones that hold orders, with a mail the product really sent as quote; each goes from
the raw bytes to the mark on its row, with the game's own part (`games.play.submit`) and the drawing of answers taken
out. Hostile ones go the whole way, answers included: the collected samples of every kind, and mails made to be slow.
A database in memory is used and nothing is kept. Times are processor time of one core.
"""

from __future__ import annotations

import json
import logging
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from email import message_from_bytes
from email.utils import parseaddr
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any
from unittest.mock import patch

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.management import call_command
from django.db import connections
from django.db.backends.sqlite3.base import DatabaseWrapper

from accounts.models import User
from engine import GAMES
from games import play, tables
from games.models import Game
from mail import incoming, notices, reading
from mail.models import Incoming, Outgoing

SAMPLES = Path(settings.BASE_DIR) / "tests" / "mail" / "samples"
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
ROUNDS = 5
ORDINARY, HOSTILE = 50.0, 2.0  # goals: messages a second, seconds


def run(*, write: Callable[[str], object] = print, seed: int = 1, games: int = 5) -> bool:
    """`games`: how often each ordinary reply is read in a round. True if both goals are met."""
    with own_database(), quiet():
        desk = Desk()
        ordinary = [entry["file"] for entry in desk.manifest if entry["expected"] == "orders"]
        rates = [rate(desk, ordinary, games, number) for number in range(ROUNDS)]
        usual = median(rates)
        write(f"ordinary replies: {usual:,.0f} a second without the game's part ({len(ordinary)} samples, medians of {ROUNDS} rounds)")
        times = {name: seconds(raw) for name, raw in hostile(desk, random.Random(seed))}
    slow = sorted(times.items(), key=lambda one: -one[1])
    write(f"hostile mails: {len(times)}, the slowest:")
    for name, took in slow[:5]:
        write(f"  {took:6.3f} s  {name}")
    good = usual >= ORDINARY and slow[0][1] <= HOSTILE
    write("ok" if good else f"FAIL: goals are {ORDINARY:.0f} ordinary ones a second and {HOSTILE:.0f} s for the worst")
    return good


class Desk:
    """A player at the start of a turn, with the mail that says so, and what programs make of it."""

    def __init__(self) -> None:
        self.render: Any = import_module("tests.mail.samples.render")
        self.manifest: list[dict[str, Any]] = json.loads((SAMPLES / "manifest.json").read_text("utf-8"))["files"]
        self.game = new_game()
        notices.collapse_due(NOW)
        seat = next(seat for seat in self.game.seats.all() if seat.index == self.game.decider)
        assert seat.user is not None
        self.address = seat.user.email
        self.mail = Outgoing.objects.filter(seat=seat).latest("pk")
        self.reply_to = parseaddr(message_from_bytes(bytes(self.mail.raw))["Reply-To"])[1]
        legal = GAMES[self.game.kind].legal(play.position(self.game))
        self.orders = [str(order) for order in legal if order.word == "king"][:2]

    def sample(self, name: str, number: str = "") -> bytes:
        """A collected mail as this player's answer; another message for each `number`."""
        identifier = f"<{number}.{name}@mail.example.org>"
        raw: bytes = self.render.load(
            SAMPLES / name, ORDERS=self.orders[0], ORDERS2=self.orders[1], PLAYER=self.address, REPLY_TO=self.reply_to,
            PARENT=self.mail.message_id, REFS=self.mail.message_id, QUOTED=self.mail.text,
            MSGID=identifier,
        )
        return raw + number.encode()

    def write(self, words: str, **headers: str) -> bytes:
        head = {"From": self.address, "To": self.reply_to, "Subject": "Re: x", "Message-ID": "<hostile@example.org>", **headers}
        return "".join(f"{name.replace('_', '-')}: {value}\n" for name, value in head.items()).encode() + b"\n" + words.encode()


def rate(desk: Desk, names: list[str], repeat: int, number: int) -> float:
    """Ordinary messages a second."""
    raws = [desk.sample(name, f"{number}.{turn}") for turn in range(repeat) for name in names]
    done = play.Outcome(ok=True, game=desk.game, version=desk.game.version)
    User.objects.update(mail_answers=False)
    count = 0
    with patch.object(play, "submit", lambda **values: done):
        began = time.process_time()
        for raw in raws:
            incoming.store(raw, door="bench", sender="", recipients=[], now=NOW)
            count += reading.read_due(NOW)
        took = time.process_time() - began
    User.objects.update(mail_answers=True)
    wrong = Incoming.objects.exclude(outcome="orders").values_list("outcome", "detail").first()
    if count != len(raws) or wrong:
        raise RuntimeError(f"ordinary replies were not read as such: {count} of {len(raws)}, {wrong}")
    Incoming.objects.all().delete()
    return count / took


def seconds(raw: bytes) -> float:
    """From the bytes to the answer in the outbox."""
    Incoming.objects.all().delete()
    began = time.process_time()
    incoming.store(raw, door="bench", sender="", recipients=[], now=NOW)
    reading.read_due(NOW)
    return time.process_time() - began


def hostile(desk: Desk, rng: random.Random) -> Iterator[tuple[str, bytes]]:
    """Every collected sample, and mails of a player gone mad: with a valid token from the right address."""
    for entry in desk.manifest:
        yield entry["file"], desk.sample(entry["file"])
    order, most = desk.orders[0], 1024 * 1024 - 2000
    parts = "".join(f"--b\nContent-Type: text/plain\n\n{order}\n" for _ in range(20_000))
    yield "20,000 parts", desk.write(parts, Content_Type='multipart/mixed; boundary="b"')
    nested = "".join(f'Content-Type: multipart/mixed; boundary="b{n}"\n\n--b{n}\n' for n in range(2000))
    yield "2,000 levels", desk.write(nested, Content_Type='multipart/mixed; boundary="a"')
    yield "messages in messages", desk.write("Content-Type: message/rfc822\n\n" * 20_000, Content_Type="message/rfc822")
    yield "20,000 addresses", desk.write(order, Cc=",\n ".join(["a@example.org"] * 20_000))
    yield "20,000 tokens", desk.write(order, Cc=",\n ".join(f"play+{n:024d}@{settings.MAIL_DOMAIN}" for n in range(20_000)))
    yield "a Message-ID of brackets", desk.write(order, Message_ID="<[abc]@x>")
    yield "an unknown charset", desk.write(order, Content_Type="text/plain; charset=klingon")
    yield "a header of a megabyte", desk.write(order, Subject="=?utf-8?q?" + "=41" * (most // 3) + "?=")
    yield "100,000 headers", desk.write(order, **{f"X-{n}": "x" for n in range(100_000)})
    yield "one line of a megabyte", desk.write("a" * most)
    yield "a megabyte of prose", desk.write("Hello there, how are you?\n" * (most // 26))
    yield "a megabyte of orders", desk.write(f"{order}\n" * (most // (len(order) + 1)))
    yield "a megabyte of slips", desk.write("temple Q99 or so\n" * (most // 17))
    yield "a megabyte of quote marks", desk.write(">" * most)
    yield "a megabyte of quoted lines", desk.write("> a\n" * (most // 4))
    yield "a megabyte of blank lines", desk.write("\n" * most)
    yield "a megabyte of blanks", desk.write(" " * most)
    yield "a megabyte of “wrote:”", desk.write("On Sunday somebody wrote:\n" * (most // 26))
    yield "a megabyte of half quote heads", desk.write("On Sunday, " * (most // 11))
    yield "eight thousand characters of half quote heads", desk.write("On Sunday, <a@b " * 512)
    yield "a megabyte of soft breaks", desk.write(("x" * 60 + " \n") * (most // 62), Content_Type="text/plain; format=flowed")
    yield "a megabyte of combining signs", desk.write("e" + "\u0301" * (most // 2))
    yield "a megabyte of joined letters", desk.write("\ufdfa" * (most // 3))
    yield "a megabyte of random characters", desk.write("".join(rng.choices("\n >=<&;a1\u200b\u202e", k=most // 2)))
    for name, page in pages(most):
        yield f"HTML: {name}", desk.write(page[:most], Content_Type="text/html; charset=utf-8")


def pages(most: int) -> Iterator[tuple[str, str]]:
    for piece in ("<", "<b>", "<blockquote>", "</b>", "<a href='", '<a b="', "&", "&amp;", "&#1", "<!--", "<!", "<style>", "<br>",
                  "<table><tr><td>", "<div style='", "<p style=\"display:none\">", "<a" + " b" * 50, "<a b=c ", "<pre>\n", "<a/"):
        yield f"a megabyte of {piece[:24]!r}", piece * (most // len(piece))
    yield "opened and closed wrongly", "<b><i>" * (most // 16) + "</b></i>" * (most // 16)


def new_game() -> Game:
    people = []
    for name in ("Ana", "Ben", "Cleo"):
        user = User.objects.create_user(f"{name.lower()}@example.org", display_name=name)
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        people.append(user)
    game = tables.create(host=people[0], now=NOW, size=3)
    for user in people[1:]:
        tables.join(game=game, user=user, now=NOW)
    return Game.objects.prefetch_related("seats__user").get(pk=game.pk)


@contextmanager
def own_database() -> Iterator[None]:
    """An empty database in memory instead of the real one, for this thread."""
    kept = connections["default"]
    values = {**kept.settings_dict, "ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:", "CONN_MAX_AGE": 0,
              "OPTIONS": {"transaction_mode": "IMMEDIATE"}}
    connections["default"] = DatabaseWrapper(values, "default")
    try:
        call_command("migrate", verbosity=0)
        yield
    finally:
        connections["default"].close()
        connections["default"] = kept


@contextmanager
def quiet() -> Iterator[None]:
    """No line in the log for each message, and no bell at a broker."""
    logging.disable(logging.WARNING)
    try:
        with patch("games.bell.ring", lambda name: None):
            yield
    finally:
        logging.disable(logging.NOTSET)
