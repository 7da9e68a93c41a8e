"""What can be ordered: complete sets of cells for each piece, and the same as a list of orders.

The lists are put together from orders made once, byte by byte of a set, because bots and the tests ask often.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from engine.order import Order
from engine.tigris import conflicts, kingdoms, monuments, treasures
from engine.tigris.geometry import BOARD, NAME, NEAR, Table, beside, chosen, names, table
from engine.tigris.pieces import BLUE, HAND, LEADERS, RED, TILES
from engine.tigris.state import BUILD, COMMIT, FIGHT, LEAVE, TURN, Draft
from engine.tigris.turn import PASS


class Sets(NamedTuple):
    """Where each piece of the active player can go. No cells: it cannot go anywhere."""

    tiles: tuple[int, ...]  # by colour
    leaders: tuple[int, ...]
    catastrophe: int


def sets(state: Draft) -> Sets:
    """All placements of the active player, who must be asked for an action."""
    seat = state.active
    terrain = state.terrain
    one = two = three = 0  # cells next to so many kingdoms or more
    for kingdom in state.kingdoms:
        border = kingdom << 1 | kingdom >> 1 | kingdom << 17 | kingdom >> 17
        three |= two & border
        two |= one & border
        one |= border
    empty = BOARD & ~(state.filled | state.catastrophes)
    land = empty & terrain.land
    dry = land & ~three
    hand = state.hands[seat]
    tiles = (
        dry if hand[0] else 0,
        dry if hand[1] else 0,
        empty & terrain.river & ~three if hand[BLUE] else 0,
        dry if hand[3] else 0,
    )
    by_temple = land & beside(state.tiles[RED])
    outside = by_temple & ~two
    first = 4 * seat
    leaders = tuple([
        outside if not here else by_temple & ~_joins_without(state, here, two, three)
        for here in state.leaders[first:first + 4]
    ])
    catastrophe = 0
    if state.disasters[seat]:
        catastrophe = BOARD & ~(sum(state.leaders) | state.treasures | state.turned | state.catastrophes)
    return Sets(tiles, leaders, catastrophe)


def _joins_without(state: Draft, leader: int, two: int, three: int) -> int:
    """Cells next to two kingdoms or more when the leader on this cell is lifted (rules 5.2, 5.3).

    `two` and `three` are the cells next to so many kingdoms with the leader standing. Lifting it mostly
    takes the cells of `lost` out of reach of one kingdom; only one that falls apart must be looked at anew.
    """
    kingdom = kingdoms.of(state, leader)
    rest = kingdom & ~leader
    if not rest & sum(state.leaders):
        lost = beside(kingdom)
    elif not kingdoms.splits(rest, leader):
        lost = NEAR[leader] & ~beside(rest)
    else:
        once = twice = 0
        for piece in kingdoms.lifted(state, leader):
            border = beside(piece)
            twice |= once & border
            once |= border
        return twice
    return two & ~lost | three & lost


def _orders(word: str) -> Table[Order]:
    return table({cell: Order(word, (name,)) for cell, name in NAME.items()})


_TILES: Final = tuple(map(_orders, TILES))
_LEADERS: Final = tuple(map(_orders, LEADERS))
_OFF: Final = tuple(Order(leader, ("off",)) for leader in LEADERS)
_CATASTROPHE: Final = _orders("catastrophe")
_LEAVE: Final = _orders("leave")
_FIGHT: Final = tuple(Order("fight", (leader,)) for leader in LEADERS)


def orders(state: Draft) -> list[Order]:
    """All legal orders of the seat that must decide, `undo` and `resign` left out."""
    if state.stage == TURN:
        return _of_a_turn(state)
    if state.stage == COMMIT:
        assert state.conflict is not None
        return [Order("commit", (str(count),)) for count in conflicts.counts(state, state.conflict)]
    if state.stage == FIGHT:
        return [_FIGHT[colour] for colour in state.wars]
    if state.stage == BUILD:
        squares = names_of_squares(state)
        return [Order("build", (name, first)) for name in monuments.available(state) for first in squares] + [
            monuments.NONE]
    if state.stage == LEAVE:
        assert state.decider is not None
        return list(chosen(_LEAVE, treasures.may_stay(state, treasures.hoard(state, state.decider))))
    return []


def _of_a_turn(state: Draft) -> list[Order]:
    can = sets(state)
    found: list[Order] = []
    for colour in range(4):
        if can.tiles[colour]:
            found += chosen(_TILES[colour], can.tiles[colour])
    first = 4 * state.active
    for colour in range(4):
        if can.leaders[colour]:
            found += chosen(_LEADERS[colour], can.leaders[colour])
        if state.leaders[first + colour]:
            found.append(_OFF[colour])
    if can.catastrophe:
        found += chosen(_CATASTROPHE, can.catastrophe)
    found += swaps(state.hands[state.active])
    found.append(PASS)
    return found


@lru_cache(maxsize=4096)
def swaps(hand: tuple[int, ...]) -> tuple[Order, ...]:
    """Every choice of one to six tiles of a hand."""
    return tuple(
        Order("swap", tuple(tile for tile, count in zip(TILES, counts, strict=True) for _ in range(count)))
        for counts in product(*(range(have + 1) for have in hand))
        if 1 <= sum(counts) <= HAND
    )


def names_of_squares(state: Draft) -> tuple[str, ...]:
    """The top-left cells of the squares that can be built on."""
    return tuple(NAME[first] for first in monuments.squares(state))


def arguments(state: Draft) -> dict[str, tuple[str, ...]]:
    """What the seat that must decide may order, as `View.legal` says it, without `undo` and `resign`."""
    if state.stage == TURN:
        can = sets(state)
        found = {word: names(cells) for word, cells in zip(TILES, can.tiles, strict=True) if cells}
        for colour, leader in enumerate(LEADERS):
            off = ("off",) if state.leaders[4 * state.active + colour] else ()
            if can.leaders[colour] or off:
                found[leader] = names(can.leaders[colour]) + off
        if can.catastrophe:
            found["catastrophe"] = names(can.catastrophe)
        hand = state.hands[state.active]
        if sum(hand):
            found["swap"] = tuple(tile for tile, count in zip(TILES, hand, strict=True) for _ in range(count))
        return found | {"pass": ()}
    listed = orders(state)
    return {listed[0].word: tuple(" ".join(order.args) for order in listed)} if listed else {}
