"""Chooses orders for the players of an end-to-end test: reads lines, answers one line for each.

"CODE ADDRESS REPLY_TO" asks for the answer to a mail with this reply address, "CODE ADDRESS REPLY_TO hurry" for one
that brings the game to its end soon: all tiles are exchanged, so the bag empties.

The answer is the orders of one mail, `;` between them: the bot's choice, and where the turn goes on another one, or a
`pass` that must wait for somebody else's decision (only where it will be legal then: the others think with the same
brain, so that is known). It is "-" where the seat has nothing to decide; where the mail shows an earlier position, for
then a newer mail is on its way; and where the seat has been told what to write in this position: two mails may ask for
one decision, and come one after the other.
Runs as a process of the site under test, so that it sees the site's database and nothing of the test's.
"""

from __future__ import annotations

import os
import random
import sys
from typing import Any

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tigris_site.settings"
django.setup()

from engine import GAMES, Order  # noqa: E402
from engine.bots import BOTS  # noqa: E402
from games import play  # noqa: E402
from games.models import Game  # noqa: E402
from mail import tokens  # noqa: E402
from mail.current import current  # noqa: E402


def choice(rules: Any, state: Any, code: str, addresses: list[str]) -> Order:
    """What whoever must decide writes first; the same each time it is asked for the same position."""
    seat = rules.decider(state)
    return BOTS["greedy"](rules.view(state, seat), random.Random(f"{code} {addresses[seat]}"))


told: set[tuple[str, int]] = set()  # address and version of the game


def orders(code: str, address: str, reply_to: str, hurry: str = "") -> list[Order]:
    game = Game.objects.get(code=code)
    found = tokens.find([reply_to])
    if (address, game.version) in told or not found or not current(game, found[0].seat, found[0].version):
        return []
    rules, state = GAMES[game.kind], play.position(game)
    addresses = [seat.user.email for seat in game.seats.order_by("index")]
    seat = addresses.index(address)
    if rules.decider(state) != seat:
        return []
    told.add((address, game.version))
    first = choice(rules, state, code, addresses)
    view = rules.view(state, seat)
    asked = view.decision
    if hurry and asked.kind == "turn" and "swap" in view.legal:
        return [Order("swap", view.legal["swap"][:6])]
    after, _facts = rules.apply(state, seat, first)
    blind = first.word == "swap"  # what it drew is not known to whoever writes the mail
    if blind or asked.kind != "turn" or rules.decider(after) is None or rules.view(after, seat).active != seat:
        return [first]
    if rules.decider(after) == seat:
        return [first, choice(rules, after, code, addresses)]
    while rules.decider(after) not in (seat, None):
        after, _facts = rules.apply(after, rules.decider(after), choice(rules, after, code, addresses))
    goes_on = rules.decider(after) == seat and Order("pass") in rules.legal(after)
    return [first, Order("pass")] if goes_on and rules.view(after, seat).active == seat else [first]


for line in sys.stdin:
    print("; ".join(map(str, orders(*line.split()))) or "-", flush=True)
