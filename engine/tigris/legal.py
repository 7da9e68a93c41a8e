"""What can be ordered: complete sets of cells for each piece, and the same as a list of orders.

The lists are put together from orders made once, byte by byte of a set, because bots and the tests ask often.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import compress, islice, product
from operator import getitem
from random import Random
from typing import Final, NamedTuple

from engine.order import Order
from engine.tigris import buildings, conflicts, kingdoms, monuments, treasures, wonder
from engine.tigris.geometry import BOARD, BYTES, NAME, NEAR, Table, beside, chosen, names, table
from engine.tigris.pieces import BLUE, COLOURS, HAND, LEADERS, RED, TILES
from engine.tigris.state import BUILD, COMMIT, FIGHT, LEAVE, POINT, RAISE, TURN, Draft
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
    borders = []
    for kingdom in state.kingdoms:
        border = kingdom << 1 | kingdom >> 1 | kingdom << 17 | kingdom >> 17
        three |= two & border
        two |= one & border
        one |= border
        borders.append((kingdom, border))
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
    standing = sum(state.leaders)
    leaders = tuple([
        by_temple & ~_joins_without(state, here, standing, borders, two, three) if here else outside
        for here in state.leaders[4 * seat:4 * seat + 4]
    ])
    catastrophe = 0
    if state.disasters[seat]:
        catastrophe = BOARD & ~(standing | state.treasures | state.turned | state.catastrophes)
        if state.buildings:
            catastrophe &= ~sum(state.buildings)
    return Sets(tiles, leaders, catastrophe)


def _joins_without(
    state: Draft, leader: int, standing: int, borders: list[tuple[int, int]], two: int, three: int
) -> int:
    """Cells next to two kingdoms or more when the leader on this cell is lifted (rules 5.2, 5.3).

    `two` and `three` are the cells next to so many kingdoms with the leader standing. Lifting it mostly
    takes the cells of `lost` out of reach of one kingdom; only one that falls apart must be looked at anew.
    """
    rest = lost = 0
    for kingdom, border in borders:
        if kingdom & leader:
            rest, lost = kingdom & ~leader, border
            break
    if not rest & standing:
        pass  # no kingdom is left: all of its border
    elif not kingdoms.splits(rest, leader):
        lost = NEAR[leader] & ~(rest << 1 | rest >> 1 | rest << 17 | rest >> 17)
    else:
        once = twice = 0
        for piece in kingdoms.lifted(state, leader):
            near = beside(piece)
            twice |= once & near
            once |= near
        return twice
    return two & ~lost | three & lost


PIECES: Final = (*TILES, *LEADERS, "catastrophe")  # as in Sets
_OFF: Final = tuple(Order(leader, ("off",)) for leader in LEADERS)
_POINT: Final = tuple(Order("point", (colour,)) for colour in COLOURS)
_FIGHT: Final = tuple(Order("fight", (leader,)) for leader in LEADERS)


@cache
def _placing(pieces: tuple[str, ...]) -> Table[Order]:
    """The orders that place each of these pieces, made when first asked for. Only a few sets of pieces occur."""
    return table({cell: tuple(Order(piece, (name,)) for piece in pieces) for cell, name in NAME.items()})


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
        found = [Order("build", (name, first)) for name in monuments.available(state) for first in squares]
        return [*found, *(Order("build", ("wonder", NAME[centre])) for centre in wonder.crosses(state)), monuments.NONE]
    if state.stage == LEAVE:
        assert state.decider is not None
        return list(chosen(_placing(("leave",)), treasures.may_stay(state, treasures.hoard(state, state.decider))))
    if state.stage == RAISE:
        return [*chosen(_placing(("raise",)), buildings.cells(state)), buildings.NONE]
    if state.stage == POINT:
        return list(_POINT)
    return []


def _of_a_turn(state: Draft) -> list[Order]:
    can = sets(state)
    found: list[Order] = []
    together: dict[int, tuple[str, ...]] = {}  # pieces that can go to the same cells
    for piece, cells in zip(PIECES, (*can.tiles, *can.leaders, can.catastrophe), strict=True):
        if cells:
            together[cells] = (*together.get(cells, ()), piece)
    for cells, pieces in together.items():
        for some in map(getitem, _placing(pieces), cells.to_bytes(BYTES, "little")):
            found += some
    return found + _without_cell(state)


def _without_cell(state: Draft) -> list[Order]:
    standing = state.leaders[4 * state.active:4 * state.active + 4]
    return [*compress(_OFF, standing), *swaps(state.hands[state.active]), PASS]


def pick(state: Draft, rng: Random) -> Order:
    """One of the legal orders, each as likely as any other, without writing out the others."""
    if state.stage != TURN:
        return rng.choice(orders(state))
    can = sets(state)
    places = (*can.tiles, *can.leaders, can.catastrophe)
    others = _without_cell(state)
    number = rng.randrange(sum(map(int.bit_count, places)) + len(others))
    for piece, cells in zip(PIECES, places, strict=True):
        if number < cells.bit_count():
            return next(islice(chosen(_placing((piece,)), cells), number, None))
        number -= cells.bit_count()
    return others[number]


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
