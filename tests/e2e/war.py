"""Finds a war for an end-to-end test: reads the code of a game in which nobody has moved, answers two lines.

The first one is the first player's turn, the second one the second player's, who joins two kingdoms and fights with
nothing added; both have `;` between their orders. What the first player then commits is the test's business.
Runs as a process of the site under test, as tests/e2e/brain.py does.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Any

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tigris_site.settings"
django.setup()

from engine import GAMES, Order, RulesError  # noqa: E402
from games import play  # noqa: E402
from games.models import Game  # noqa: E402

TILES = ("settlement", "temple", "market", "farm")
RULES: Any = GAMES["tigris"]


def near(one: str, other: str) -> int:
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1:]) - int(other[1:]))


def laid(state: Any, seat: int, beside: str) -> Iterator[tuple[Order, Any]]:
    """Each tile that can be laid next to a cell and leaves the turn going on, with the position after it."""
    legal = RULES.view(state, seat).legal
    for tile in TILES:
        for cell in legal.get(tile, ()):
            if near(cell, beside) == 1:
                order = Order(tile, (cell,))
                yield order, RULES.apply(state, seat, order)[0]


def led(state: Any, seat: int) -> Iterator[tuple[Order, Any]]:
    for cell in RULES.view(state, seat).legal.get("king", ()):
        order = Order("king", (cell,))
        after = RULES.apply(state, seat, order)[0]
        if RULES.decider(after) == seat:
            yield order, after


def war(state: Any) -> tuple[list[Order], list[Order]] | None:
    """First a king and a tile, then another king and the tile between the two kingdoms."""
    first = RULES.decider(state)
    for king, led_once in led(state, first):
        for tile, turned in laid(led_once, first, king.args[0]):
            second = RULES.decider(turned)
            if second == first:
                continue
            for rival, led_twice in led(turned, second):
                if near(rival.args[0], tile.args[0]) != 2:
                    continue
                for joining, joined in laid(led_twice, second, rival.args[0]):
                    if near(joining.args[0], tile.args[0]) == 1 and fought(joined, second, first):
                        return [king, tile], [rival, joining, Order("commit", ("0",))]
    return None


def fought(state: Any, attacker: int, defender: int) -> bool:
    """Whether the attacker is asked what to add, and then the defender."""
    decision = RULES.view(state, attacker).decision
    if decision is None or (decision.kind, decision.seat) != ("commit", attacker):
        return False
    try:
        after = RULES.apply(state, attacker, Order("commit", ("0",)))[0]
    except RulesError:
        return False
    asked = RULES.view(after, defender).decision
    return asked is not None and (asked.kind, asked.seat) == ("commit", defender)


if __name__ == "__main__":
    found = war(play.position(Game.objects.get(code=sys.argv[1])))
    for orders in found or ():
        print("; ".join(map(str, orders)))
