"""What the tests of the card game share."""

from __future__ import annotations

from random import Random
from typing import Any

from engine import GAMES, Fact, Order, scenario
from engine.orders import parse

GAME = GAMES["kings"]
PLAYERS = ("lion", "bull", "bow", "vase")


def begin(seed: int = 1, players: int = 2, **options: str) -> Any:
    """The start of a game whose deck follows from the seed."""
    dynasties = PLAYERS[:players]
    deck = list(GAME.deck(dynasties, options))
    Random(seed).shuffle(deck)
    return GAME.setup(dynasties, options, deck)


def position(*lines: str, players: str = "lion bull") -> Any:
    """A position from the header lines of a scenario, with `setup: empty`."""
    return scenario.parse("\n".join(["game: kings", f"players: {players}", "setup: empty", *lines, "", ""])).start


def play(state: Any, *lines: str) -> Any:
    """The position after orders such as `lion: market B`."""
    return told(state, *lines)[0]


def told(state: Any, *lines: str) -> tuple[Any, tuple[Fact, ...]]:
    """The position after the orders, and the facts of the last one."""
    facts: tuple[Fact, ...] = ()
    for line in lines:
        who, _, text = line.partition(": ")
        state, facts = GAME.apply(state, state.players.index(who), parse(text, "kings"))
    return state, facts


def random_order(state: Any, rng: Random) -> Order:
    words = sorted({order.word for order in GAME.legal(state)})
    word = rng.choice(words)
    return rng.choice([order for order in GAME.legal(state) if order.word == word])
