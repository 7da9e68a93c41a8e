"""Rules 9: squares of four, monuments, and their income; also what building the wonder (rules W1) has in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.errors import Ambiguous, Illegal, Invalid
from engine.facts import Fact
from engine.order import Order
from engine.tigris import buildings, kingdoms, reading, wonder
from engine.tigris.geometry import CELLS, CROSS, NAME, SQUARE, names
from engine.tigris.pieces import COLOURS, MONUMENTS, RED, TILES
from engine.tigris.returning import return_stranded
from engine.tigris.scoring import score
from engine.tigris.state import Draft, changed

WITH: Final[dict[int, tuple[int, ...]]] = {  # the squares that hold a cell, by their top-left cells
    cell: tuple(first for first, square in SQUARE.items() if square & cell) for cell in CELLS
}
NONE: Final = Order("build", ("none",))


def squares(draft: Draft) -> tuple[int, ...]:
    """The squares that the tile just placed completes, by their top-left cells."""
    tiles = draft.tiles[draft.placed_colour]
    return tuple(first for first in WITH[draft.placed] if not SQUARE[first] & ~tiles)


def available(draft: Draft) -> tuple[str, ...]:
    """The unbuilt monuments that have the colour of the tile just placed."""
    built = dict(draft.monuments)
    colour = draft.placed_colour
    return tuple(name for name, colours in MONUMENTS.items() if colour in colours and name not in built)


def offer(draft: Draft, facts: list[Fact]) -> bool:
    """Whether there is something to build; the tile just placed is done with if not."""
    found = squares(draft)
    monuments = available(draft) if found else ()
    crosses = wonder.crosses(draft)
    if not monuments and not crosses:
        draft.placed = 0
        return False
    if monuments:
        facts.append(Fact("square", draft.active, {"monuments": monuments}, names(_together(found, SQUARE))))
    if crosses:
        facts.append(Fact("cross", draft.active, {}, names(_together(crosses, CROSS))))
    return True


def _together(found: tuple[int, ...], shapes: Mapping[int, int]) -> int:
    """All cells of these squares or crosses."""
    cells = 0
    for first in found:
        cells |= shapes[first]
    return cells


def build(draft: Draft, order: Order, facts: list[Fact]) -> None:
    """`build black-red D5`, `build black-red`, `build wonder F6`, `build wonder`, `build none`."""
    seat = draft.active
    if order == NONE:
        what = "build" if squares(draft) and available(draft) else "wonder"
        facts.append(Fact("declined", seat, {"what": what}))
        draft.placed = 0
        return
    if order.args[:1] == ("wonder",) and len(order.args) <= 2:
        name, where = "wonder", wonder.meant(draft, order)
        cells = CROSS[where]
        draft.wonder = where
    else:
        name, where = _meant(draft, order)
        cells = SQUARE[where]
        draft.monuments += ((name, where),)
    draft.order = Order("build", (name, NAME[where]))
    colour = draft.placed_colour
    draft.tiles = changed(draft.tiles, colour, draft.tiles[colour] & ~cells)
    draft.turned |= cells
    draft.placed = 0
    facts.append(Fact("built", seat, {"monument": name, "cell": NAME[where]}, names(cells)))
    if draft.buildings:
        buildings.clear(draft, cells, facts)
    if colour == RED:
        return_stranded(draft, facts)


def _meant(draft: Draft, order: Order) -> tuple[str, int]:
    """The monument and the square of an order, checked."""
    if not 1 <= len(order.args) <= 2 or order.args[0] not in MONUMENTS:
        raise Invalid("needs_a_monument", word=order.word)
    name = order.args[0]
    possible = squares(draft)
    if not possible:
        raise Illegal("no_square", rule="9.1")
    if draft.placed_colour not in MONUMENTS[name]:
        raise Illegal("monument_has_not_the_colour", rule="9.1", monument=name,
                      colour=COLOURS[draft.placed_colour], tile=TILES[draft.placed_colour])
    if name not in (free := available(draft)):
        raise Illegal("monument_is_built" if free else "no_monument_left", rule="9.1", monument=name, monuments=free,
                      colour=COLOURS[draft.placed_colour])
    if len(order.args) == 1:
        if len(possible) > 1:
            raise Ambiguous("which_square", rule="9.1", monument=name, cells=tuple(NAME[cell] for cell in possible))
        return name, possible[0]
    first = reading.named(order.args[1])
    if first not in possible:
        raise Illegal("no_such_square", rule="9.1", cell=NAME[first], cells=tuple(NAME[cell] for cell in possible))
    return name, first


def income(draft: Draft, facts: list[Fact]) -> None:
    """A point for each colour of a monument in whose kingdom the active player has that leader (rules 9.6)."""
    seat = draft.active
    for name, first in draft.monuments:
        kingdom = kingdoms.of(draft, first)
        for colour in MONUMENTS[name]:
            if draft.leaders[4 * seat + colour] & kingdom:
                score(draft, seat, colour, 1, "monument", facts, name)
