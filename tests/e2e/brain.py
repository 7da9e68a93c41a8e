"""Chooses orders for the players of an end-to-end test: reads "CODE ADDRESS" lines, answers one line for each.

The answer is the orders of one mail, `;` between them, or "-" where the seat has nothing to decide: the bot's
choice, and where the turn goes on another one, or a `pass` that must wait for somebody else's decision.
Runs as a process of the site under test, so that it sees the site's database and nothing of the test's.
"""

from __future__ import annotations

import os
import random
import sys

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tigris_site.settings"
django.setup()

from engine import GAMES  # noqa: E402
from engine.bots import BOTS  # noqa: E402
from games import play  # noqa: E402
from games.models import Game, Seat  # noqa: E402


def orders(code: str, seat: int, rng: random.Random) -> list[str]:
    game = Game.objects.get(code=code)
    rules, state = GAMES[game.kind], play.position(game)
    if rules.decider(state) != seat:
        return ["-"]
    first = BOTS["greedy"](rules.view(state, seat), rng)
    asked = rules.view(state, seat).decision
    after, _facts = rules.apply(state, seat, first)
    view = rules.view(after, seat)
    blind = first.word == "swap"  # what it drew is not known to whoever writes the mail
    if blind or asked is None or asked.kind != "turn" or view.over or view.active != seat:
        return [str(first)]
    if view.decision is not None and view.decision.seat == seat:
        return [str(first), str(BOTS["greedy"](view, rng))]
    return [str(first), "pass"] if view.actions else [str(first)]


for line in sys.stdin:
    code, address = line.split()
    seat = Seat.objects.get(game__code=code, user__email=address).index
    print("; ".join(orders(code, seat, random.Random(line))), flush=True)
