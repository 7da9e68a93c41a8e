"""What tests of incoming mail share: a running game whose player holds a real turn mail, and answers to it."""

from __future__ import annotations

import email
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parseaddr
from pathlib import Path
from typing import Any

from engine import GAMES, Order
from games import play
from games.models import Event, Game, Seat
from mail import notices, reading
from mail.doors import pipe
from mail.message import header, parse_head
from mail.models import Incoming, Outgoing
from tests.conftest import NOW
from tests.mail.samples import render

SAMPLES = Path(__file__).parent / "samples"
MANIFEST: list[dict[str, Any]] = json.loads((SAMPLES / "manifest.json").read_text("utf-8"))["files"]


def samples(*expected: str) -> list[dict[str, Any]]:
    return [entry for entry in MANIFEST if entry["expected"] in expected]


@dataclass
class Desk:
    """A player at the start of their turn, with the mail that says so."""

    game: Game
    seat: Seat
    mail: Outgoing
    reply_to: str
    orders: tuple[str, str]  # two legal ones, to be carried out in this order
    address: str

    def events(self) -> list[str]:
        return list(Event.objects.filter(game=self.game).values_list("order", flat=True))

    def answers(self) -> list[Outgoing]:
        return list(Outgoing.objects.filter(kind="answer").order_by("pk"))

    def sample(self, name: str, **values: str) -> bytes:
        """One of the collected mails as this player's answer to the turn mail."""
        return render.load(SAMPLES / name, **{**self.values(), **values})

    def values(self) -> dict[str, str]:
        return {
            "ORDERS": self.orders[0], "ORDERS2": self.orders[1], "PLAYER": self.address, "REPLY_TO": self.reply_to,
            "PARENT": self.mail.message_id, "REFS": self.mail.message_id, "QUOTED": self.mail.text,
        }

    def write(self, words: str, *, identifier: str = "<written-1@mail.example.org>", quote: bool = True,
              reply_to: str = "", **headers: str) -> bytes:
        """A plain answer, as a simple mail program writes it."""
        quoted = "\n".join(f"> {line}".rstrip() for line in self.mail.text.splitlines()) if quote else ""
        lines = {
            "From": self.address, "To": reply_to or self.reply_to, "Subject": f"Re: {self.mail.subject}",
            "Message-ID": identifier, "In-Reply-To": self.mail.message_id, **headers,
        }
        head = "".join(f"{name.replace('_', '-')}: {value}\n" for name, value in lines.items())
        return f"{head}\n{words}\n\nOn Sunday somebody wrote:\n{quoted}\n".encode()


def desk(game: Game) -> Desk:
    """The seat that must decide, after its turn mail was made."""
    notices.collapse_due(NOW)
    game = Game.objects.prefetch_related("seats__user").get(pk=game.pk)
    seat = next(seat for seat in game.seats.all() if seat.index == game.decider)
    mail = Outgoing.objects.filter(seat=seat).latest("pk")
    assert seat.user is not None
    return Desk(game, seat, mail, reply_address(mail), two_orders(game), seat.user.email)


def reply_address(mail: Outgoing) -> str:
    return parseaddr(email.message_from_bytes(bytes(mail.raw))["Reply-To"])[1]


def two_orders(game: Game) -> tuple[str, str]:
    """Two orders after which it is still the same player's turn or the next one's, never a question."""
    rules, state = GAMES[game.kind], play.position(game)
    seat = rules.decider(state)
    assert seat is not None
    for first in filter(simple, rules.legal(state)):
        then, _ = rules.apply(state, seat, first)
        if rules.decider(then) == seat and (view := rules.view(then, seat)).decision and view.decision.kind == "turn":
            for second in filter(simple, rules.legal(then)):
                return str(first), str(second)
    raise AssertionError("no two simple orders")


def simple(order: Order) -> bool:
    return order.word in ("king", "priest", "farmer", "trader") and order.args != ("off",)


def receive(raw: bytes, *, sender: str | None = None, recipient: str = "") -> None:
    """Through the pipe, as a mail server would, and read."""
    sender = header(parse_head(raw), "Return-Path") if sender is None else sender
    code = pipe.receive(io.BytesIO(raw), sender=sender, recipients=[recipient] if recipient else [])
    assert code == pipe.STORED
    reading.read_due(NOW)


def outcome() -> str:
    """What became of the latest message."""
    return Incoming.objects.latest("pk").outcome


def facts(row: Outgoing) -> Mapping[str, str]:
    """The headers of an answer."""
    return dict(email.message_from_bytes(bytes(row.raw)).items())
