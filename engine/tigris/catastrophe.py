"""Rules 13: the catastrophe."""

from __future__ import annotations

from engine.errors import Illegal
from engine.facts import Fact
from engine.order import Order
from engine.tigris import kingdoms, reading
from engine.tigris.geometry import NAME
from engine.tigris.pieces import BUILDINGS, RED, TILES
from engine.tigris.returning import return_stranded
from engine.tigris.state import Draft, changed


def strike(draft: Draft, order: Order, facts: list[Fact]) -> None:
    """`catastrophe D5`."""
    seat = draft.active
    cell = reading.cell(order)
    _check(draft, seat, cell)
    draft.actions -= 1
    draft.disasters = changed(draft.disasters, seat, draft.disasters[seat] - 1)
    draft.catastrophes |= cell
    destroyed = next((colour for colour in range(4) if draft.tiles[colour] & cell), None)
    name = NAME[cell]
    tile = "" if destroyed is None else TILES[destroyed]
    facts.append(Fact("catastrophe", seat, {"cell": name, "destroyed": tile}, (name,)))
    if destroyed is None:
        return
    draft.tiles = changed(draft.tiles, destroyed, draft.tiles[destroyed] & ~cell)
    draft.gone = changed(draft.gone, destroyed, draft.gone[destroyed] + 1)
    kingdoms.remove(draft, cell)
    if destroyed == RED:
        return_stranded(draft, facts)


def _check(draft: Draft, seat: int, cell: int) -> None:
    name = NAME[cell]
    if not draft.disasters[seat]:
        raise Illegal("no_catastrophe_left", rule="13.1")
    if cell & sum(draft.leaders):
        raise Illegal("catastrophe_on_leader", rule="13.1", cell=name)
    if cell & draft.treasures:
        raise Illegal("catastrophe_on_treasure", rule="13.1", cell=name)
    if draft.buildings and cell in draft.buildings:
        raise Illegal("catastrophe_on_building", rule="B5", cell=name,
                      building=BUILDINGS[draft.buildings.index(cell)])
    if cell & draft.turned:
        raise Illegal("catastrophe_on_monument", rule="13.1", cell=name)
    if cell & draft.catastrophes:
        raise Illegal("catastrophe_on_catastrophe", rule="13.1", cell=name)
