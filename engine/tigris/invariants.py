"""What must hold in every position of the board game, whatever was played: for the fuzzer and the tests.

Everything is found anew from the board, nothing is taken from what the engine keeps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from random import Random

from engine.facts import Fact
from engine.order import Order
from engine.tigris.geometry import CELL, NAME, WIDTH, beside, each, flood
from engine.tigris.pieces import BUILDINGS, COLOURS, LEADERS, MONUMENTS, SET, TILES
from engine.tigris.state import REVOLT, State

CENTRES = tuple(f"{column}{row}" for column in "CDEFGHIJKLMN" for row in range(3, 10))  # where the fuzzer plays


def faults(state: State) -> Iterator[str]:
    """What is wrong with a position, a sentence each."""
    yield from _material(state)
    yield from _places(state)
    for seat, hand in enumerate(state.hands):
        if min(hand) < 0:
            yield f"seat {seat} holds less than no tile: {hand}"
    for cell in state.leaders:
        if cell and not beside(cell) & state.tiles[1]:
            yield f"the leader on {NAME[cell]} has no temple"
    for kingdom in _kingdoms(state):
        for colour in range(4):
            two = [cell for cell in state.leaders[colour::4] if cell & kingdom]
            fought = state.conflict and state.conflict.colour == colour and state.conflict.kind == REVOLT
            if len(two) > 1 and not fought and not state.sides:
                yield f"two leaders of one colour in a kingdom: {', '.join(NAME[cell] for cell in two)}"
    if sorted(state.kingdoms) != sorted(_kingdoms(state)):
        yield "the kingdoms that the position keeps are not those of its board"


def _material(state: State) -> Iterator[str]:
    """153 tiles: in hands, on the board, turned over, in the bag, out of the game (rules 1.1)."""
    turned = crosses = 0
    for colour, number in enumerate(SET):
        seen = state.tiles[colour].bit_count() + state.gone[colour]
        seen += sum(hand[colour] for hand in state.hands) + state.bag[state.drawn:].count(colour)
        seen += bool(state.sides) and state.placed_colour == colour
        odd = (number - seen) % 4  # squares of four, and one cross of five
        if seen > number or odd > 1 or (odd and number - seen < 5):
            yield f"{seen} of {number} {COLOURS[colour]} tiles are there"
        turned += number - seen
        crosses += odd
    if turned != state.turned.bit_count() or turned != 4 * len(state.monuments) + 5 * crosses:
        yield f"{turned} tiles are missing, {state.turned.bit_count()} are turned over"
    if crosses != bool(state.wonder):
        yield f"tiles of {crosses} crosses are missing, the wonder is {'' if state.wonder else 'not '}built"


def _places(state: State) -> Iterator[str]:
    """No two things on one cell, and everything on its ground."""
    taken = 0
    covered = state.placed if state.sides else 0
    for cells in (*state.tiles, state.turned, state.catastrophes, *state.leaders, covered):
        if taken & cells:
            yield f"two things on {NAME[next(each(taken & cells))]}"
        taken |= cells
    if state.filled != taken & ~state.catastrophes:
        yield "what joins is not what lies there"
    if state.treasures & ~(sum(state.tiles) | state.turned):
        yield "a treasure lies on no tile"
    built = state.wonder | beside(state.wonder) if state.wonder else 0
    for _, first in state.monuments:
        square = sum(first << step for step in (0, 1, WIDTH, WIDTH + 1))
        if square & built:
            yield f"something else is built over the monument on {NAME[first]}"
        built |= square
    if built != state.turned:
        yield "what is turned over is not what is built over"
    for colour, cell in enumerate(state.buildings or ()):
        if cell & ~state.tiles[colour]:
            yield f"the {BUILDINGS[colour]} on {NAME[cell]} stands on no tile of its colour"
    land = state.tiles[0] | state.tiles[1] | state.tiles[3] | sum(state.leaders)
    if land & state.terrain.river or state.tiles[2] & ~state.terrain.river:
        yield "something lies on the wrong ground"


def _kingdoms(state: State) -> list[int]:
    found = []
    leaders = sum(state.leaders)
    filled = sum(state.tiles) | state.turned | leaders | (state.placed if state.sides else 0)
    while leaders:
        found.append(flood(leaders & -leaders, filled))
        leaders &= ~found[-1]
    return found


def final(before: State, after: State, seat: int, order: Order, facts: Sequence[Fact]) -> bool:
    """Whether `undo` cannot take the order back: a tile was drawn, or tiles were added in a conflict."""
    return before.drawn != after.drawn or (order.word == "commit" and order.args != ("0",))


def with_settings(before: State, after: State) -> State:
    """The earlier position with the settings of the later one; the board game has none."""
    return before


def untold(before: State, after: State, facts: Sequence[Fact]) -> Iterator[str]:
    """What changed without a fact that says so: points, treasures, tiles that left the game, what was built."""
    points = [list(four) for four in before.points]
    gone = list(before.gone)
    built = dict(before.monuments) | ({"wonder": before.wonder} if before.wonder else {})
    standing = list(before.buildings or ())
    for fact in facts:
        values = fact.values
        if fact.kind == "scored" and fact.seat is not None:
            points[fact.seat][COLOURS.index(str(values["colour"]))] += int(str(values["points"]))
        elif fact.kind == "treasures" and fact.seat is not None:
            points[fact.seat][4] += int(str(values["count"]))
        elif fact.kind == "committed" and values["count"]:
            gone[TILES.index(str(values["tile"]))] += int(str(values["count"]))
        elif fact.kind == "removed":
            gone[TILES.index(str(values["tile"]))] += len(fact.cells)
        elif fact.kind == "catastrophe" and values["destroyed"]:
            gone[TILES.index(str(values["destroyed"]))] += 1
        elif fact.kind == "built":
            built[str(values["monument"])] = CELL[str(values["cell"])]
        elif fact.kind in ("raised", "cleared"):
            standing[BUILDINGS.index(str(values["building"]))] = (
                CELL[str(values["cell"])] if fact.kind == "raised" else 0)
        elif fact.kind == "swapped" and fact.secret is not None:
            for tile in fact.secret["tiles"]:  # type: ignore[attr-defined]
                gone[TILES.index(tile)] += 1
    if tuple(map(tuple, points)) != after.points:
        yield f"points are {after.points}, the facts make them {points}"
    if tuple(gone) != after.gone:
        yield f"out of the game are {after.gone}, the facts make it {gone}"
    if built != dict(after.monuments) | ({"wonder": after.wonder} if after.wonder else {}):
        yield f"built are {after.monuments} and {after.wonder}, the facts make it {built}"
    if tuple(standing) != (after.buildings or ()):
        yield f"the buildings stand on {after.buildings}, the facts make it {standing}"


def every_order(state: State) -> Iterator[Order]:
    """Every order that can be written down, legal or not, and a few that cannot be meant."""
    for cell in (*CELL, "A0", "A12", "Q1"):
        for word in (*TILES, *LEADERS, "catastrophe", "leave", "raise"):
            yield Order(word, (cell,))
        for pair in (*MONUMENTS, "wonder"):
            yield Order("build", (pair, cell))
    for leader in LEADERS:
        yield Order(leader, ("off",))
        yield Order("fight", (leader,))
    for number in range(8):
        yield Order("commit", (str(number),))
        for tiles in combinations_with_replacement(TILES, number):
            yield Order("swap", tiles)
    for word in ("pass", "leave", "dance", "temple", ""):
        yield Order(word)
    for colour in (*COLOURS, "none"):
        yield Order("point", (colour,))
    yield Order("build", ("none",))
    yield Order("raise", ("none",))


def disguised(state: State, seat: int | None, rng: Random, *, points: bool = True, keep: Order | None = None,
              mover: int | None = None) -> State:
    """A position that the seat cannot tell from this one: all that is hidden from it dealt anew.

    `keep`: `mover`, another seat, still holds the tiles that this order needs.
    """
    draft = state.draft()
    draft.before, draft.order = state.before, state.order
    pool = list(state.bag[state.drawn:])
    needed = [0, 0, 0, 0]
    for tile in _needed(state, keep):
        needed[TILES.index(tile)] += 1
    hands = [list(hand) for hand in state.hands]
    for other, hand in enumerate(hands):
        if other != seat:
            kept = needed if other == mover else [0, 0, 0, 0]
            pool += [colour for colour in range(4) for _ in range(hand[colour] - kept[colour])]
    rng.shuffle(pool)
    for other, hand in enumerate(hands):
        if other == seat:
            continue
        size = sum(hand)
        hand[:] = needed if other == mover else [0, 0, 0, 0]
        for _ in range(size - sum(hand)):
            hand[pool.pop()] += 1
    draft.hands = tuple(map(tuple, hands))
    draft.bag = state.bag[:state.drawn] + bytes(pool)
    gone = list(state.gone)
    rng.shuffle(gone)
    draft.gone = tuple(gone)
    if points and state.scores == "hidden" and state.decider is not None:
        draft.points = tuple(
            own if other == seat else (*(rng.randrange(20) for _ in range(4)), own[4])
            for other, own in enumerate(state.points)
        )
    return draft.seal()


def _needed(state: State, order: Order | None) -> list[str]:
    """The tiles that the order takes from a hand."""
    if order is None:
        return []
    if order.word == "commit" and state.conflict:
        colour = 1 if state.conflict.kind == REVOLT else state.conflict.colour
        return [TILES[colour]] * int(order.args[0])
    return [order.word] if order.word in TILES else list(order.args) if order.word == "swap" else []
