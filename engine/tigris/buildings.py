"""Rules B, an option: civilization buildings, one a colour, each on a tile of its colour.

The tile just placed brings a building if it lies in a line of three or more of its colour; `Draft.raising` says
that this is still to be looked at.
"""

from __future__ import annotations

from typing import Final

from engine.errors import Illegal
from engine.facts import Fact
from engine.order import Order
from engine.tigris import reading
from engine.tigris.geometry import NAME, line, names
from engine.tigris.pieces import BUILDINGS
from engine.tigris.scoring import score
from engine.tigris.state import Draft, changed

LEAST: Final = 3  # tiles of a line
NONE: Final = Order("raise", ("none",))


def cells(draft: Draft) -> int:
    """The tiles on which the building of the tile just placed may be put (rules B2, B3)."""
    assert draft.buildings is not None
    colour = draft.placed_colour
    tiles, stands = draft.tiles[colour], draft.buildings[colour]
    needed = max(LEAST, 1 + _longest(stands, tiles)) if stands else LEAST
    found = 0
    for down in (False, True):
        tiles_of_line = line(draft.placed, tiles, down=down)
        if tiles_of_line.bit_count() >= needed and not tiles_of_line & stands:
            found |= tiles_of_line
    return found


def _longest(cell: int, tiles: int) -> int:
    """The length of the longest line through a cell."""
    return max(line(cell, tiles, down=down).bit_count() for down in (False, True))


def offer(draft: Draft, facts: list[Fact]) -> bool:
    """Whether the active player may put a building somewhere; the tile just placed brings none if not."""
    found = cells(draft)
    if not found:
        draft.raising = False
        return False
    facts.append(Fact("line", draft.active, {"building": BUILDINGS[draft.placed_colour]}, names(found)))
    return True


def raise_(draft: Draft, order: Order, facts: list[Fact]) -> None:
    """`raise F6`, `raise none`."""
    assert draft.buildings is not None
    draft.raising = False
    seat, colour = draft.active, draft.placed_colour
    if order == NONE:
        facts.append(Fact("declined", seat, {"what": "raise"}))
        return
    cell = reading.cell(order)
    stands = draft.buildings[colour]
    _check(draft, cell, stands)
    draft.buildings = changed(draft.buildings, colour, cell)
    name, source = NAME[cell], NAME[stands] if stands else ""
    facts.append(Fact("raised", seat, {"building": BUILDINGS[colour], "cell": name, "source": source},
                      (source, name) if source else (name,)))


def _check(draft: Draft, cell: int, stands: int) -> None:
    possible, colour = cells(draft), draft.placed_colour
    if cell & possible:
        return
    values = {"cell": NAME[cell], "building": BUILDINGS[colour], "cells": names(possible)}
    tiles = draft.tiles[colour]
    for down in (False, True):
        tiles_of_line = line(draft.placed, tiles, down=down)
        if cell & tiles_of_line and tiles_of_line.bit_count() >= LEAST and stands:
            raise Illegal("line_not_longer", rule="B3", **values)
    raise Illegal("not_in_the_line", rule="B2", **values)


def bonus(draft: Draft, owner: int, colour: int, kingdom: int, facts: list[Fact]) -> None:
    """One more point for a tile that scored in the kingdom of the building of its colour (rules B4)."""
    assert draft.buildings is not None
    if draft.buildings[colour] & kingdom:
        score(draft, owner, colour, 1, "building", facts, BUILDINGS[colour])


def clear(draft: Draft, built_on: int, facts: list[Fact]) -> None:
    """The building on cells that are turned over goes back to the supply (rules B5)."""
    assert draft.buildings is not None
    for colour, cell in enumerate(draft.buildings):
        if cell & built_on:
            draft.buildings = changed(draft.buildings, colour, 0)
            facts.append(Fact("cleared", draft.active, {"building": BUILDINGS[colour], "cell": NAME[cell]}, (NAME[cell],)))
