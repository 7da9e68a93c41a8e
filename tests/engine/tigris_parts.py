"""Short words for the tests of the board game."""

from __future__ import annotations

from random import Random
from typing import Any

from engine import GAMES, Order
from engine.tigris import legal
from engine.tigris.arrange import arrange
from engine.tigris.state import State

GAME = GAMES["tigris"]
# Three treasures far from everything keep the game from ending with the turn.
FAR = {"A11": "temple", "C11": "temple", "E11": "temple"}


def order(text: str) -> Order:
    word, *args = text.split()
    return Order(word, tuple(args))


def play(state: State, *lines: str) -> State:
    """Orders of whoever must decide, or `seat: order`."""
    for line in lines:
        seat, _, text = line.rpartition(":")
        state, _ = GAME.apply(state, int(seat) if seat else state.decider or 0, order(text))
    return state


def table(players: int = 2, tiles: dict[str, str] | None = None, **parts: Any) -> State:
    """A position in which the game can go on for a while."""
    dynasties = ("lion", "bull", "bow", "vase")[:players]
    parts.setdefault("bag", ["market"] * 40)
    parts.setdefault("hands", [{"temple": 2, "market": 2, "settlement": 1, "farm": 1}] * players)
    parts["treasures"] = [*parts.get("treasures", ()), *FAR]
    return arrange(dynasties, parts.pop("options", {}), tiles={**FAR, **(tiles or {})}, **parts)


def begin(seed: object, players: int, **options: str) -> State:
    """A game from the start, its bag shuffled by the seed."""
    dynasties = GAME.dynasties[:players]
    draw = list(GAME.deck(dynasties, options))
    Random(f"{seed}").shuffle(draw)
    state: State = GAME.setup(dynasties, options, draw)
    return state


def some(seed: object, players: int, orders: int) -> State:
    """A position of a random game after so many orders, or at its end."""
    rng = Random(f"{seed} orders")
    state = begin(seed, players)
    for _ in range(orders):
        if state.decider is not None:
            state, _ = GAME.apply(state, state.decider, legal.pick(state, rng))
    return state
