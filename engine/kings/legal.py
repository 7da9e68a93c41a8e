"""What can be ordered: by word, and the same as a list of orders."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from random import Random
from typing import Final

from engine.display import COLUMNS, LINKS
from engine.kings import conflicts, exchange, ships
from engine.kings.cards import can_link, has_room
from engine.kings.pieces import EMPTY, is_ship
from engine.kings.places import FIRST_LINK, NAME, ROWS
from engine.kings.state import SAIL, SCORE, SHIP, TAKE, Draft
from engine.order import Order
from engine.pieces import COLOURS, LEADERS, TILES
from engine.position import COMMIT, FIGHT, OVER, TURN

NONE: Final = "none"


def arguments(state: Draft) -> dict[str, tuple[str, ...]]:
    """What the seat that must decide may order, as `View.legal` says it, without `undo`, `resign` and `points`."""
    if state.stage == TURN:
        return _of_a_turn(state)
    if state.stage == OVER:
        return {}
    return {state.stage: ANSWERS[state.stage](state)}


def _of_a_turn(state: Draft) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    targets = (*(name for column, name in enumerate(COLUMNS) if has_room(state, column)),
               *(name for link, name in enumerate(LINKS) if can_link(state, link)))
    for tile, number in zip(TILES, state.hands[state.active], strict=True):
        if number and targets:
            found[tile] = targets
    standing = set(state.leaders)
    cards = tuple(place for place in _civilization(state) if place not in standing)
    if cards:
        found |= dict.fromkeys(LEADERS, tuple(NAME[place] for place in cards))
    hit = tuple(NAME[place] for place in cards if place >= FIRST_LINK or place % ROWS)
    if state.disasters[state.active] and hit:
        found["catastrophe"] = hit
    return found | {"pass": ()}


def _civilization(state: Draft) -> list[int]:
    """The places of all civilization cards, heads and links included."""
    found = [
        ROWS * column + row for column, cards in enumerate(state.columns) for row, card in enumerate(cards)
        if not is_ship(card)
    ]
    return found + [FIRST_LINK + link for link, card in enumerate(state.links) if card != EMPTY]


def _commit(state: Draft) -> tuple[str, ...]:
    assert state.conflict is not None
    assert state.decider is not None
    return tuple(map(str, range(state.hands[state.decider][conflicts.tile(state.conflict)] + 1)))


def _fight(state: Draft) -> tuple[str, ...]:
    return tuple(LEADERS[colour] for colour in state.wars)


def _take(state: Draft) -> tuple[str, ...]:
    assert state.decider is not None
    columns = [COLUMNS[column] for column in exchange.treasures(state)]
    return (NONE, *_choices(tuple(columns), exchange.most(state, state.decider)))


def _ship(state: Draft) -> tuple[str, ...]:
    return (*(COLOURS[colour] for colour in ships.offered(state)), NONE)


def _sail(state: Draft) -> tuple[str, ...]:
    able = tuple(LEADERS[colour] for colour in ships.able(state))
    return (NONE, *_choices(able, len(able)))


@cache
def _choices(words: tuple[str, ...], most: int) -> tuple[str, ...]:
    """Every choice of one to `most` of the words."""
    return tuple(" ".join(some) for count in range(1, most + 1) for some in combinations(words, count))


ANSWERS: Final = {
    COMMIT: _commit, FIGHT: _fight, SCORE: lambda state: ("yes", "no"), TAKE: _take, SHIP: _ship, SAIL: _sail,
}


@cache
def _order(word: str, argument: str) -> Order:
    return Order(word, tuple(argument.split()))


def orders(state: Draft) -> list[Order]:
    """All legal orders of the seat that must decide, `undo`, `resign` and `points` left out."""
    return [
        _order(word, argument) for word, listed in arguments(state).items() for argument in (listed or ("",))
    ]


def pick(state: Draft, rng: Random) -> Order:
    """One of the legal orders: any kind of order, then any of that kind. Without writing out the others."""
    listed = arguments(state)
    word = rng.choice(tuple(listed))
    return _order(word, rng.choice(listed[word] or ("",)))
