"""Rules 6: placing a civilization tile, and what it scores."""

from __future__ import annotations

from engine.errors import Illegal
from engine.facts import Fact
from engine.order import Order
from engine.tigris import buildings, kingdoms, reading, wars
from engine.tigris.geometry import NAME, NEAR
from engine.tigris.pieces import BLACK, BLUE, TILE
from engine.tigris.scoring import score
from engine.tigris.state import Draft, changed


def place(draft: Draft, order: Order, facts: list[Fact]) -> None:
    """`temple D5`."""
    seat = draft.active
    colour = TILE[order.word]
    cell = reading.cell(order)
    hand = draft.hands[seat]
    if not hand[colour]:
        raise Illegal("not_in_hand", rule="6.1", tile=order.word)
    if cell & (draft.filled | draft.catastrophes):
        raise Illegal("cell_not_empty", rule="6.1", cell=NAME[cell])
    if (colour == BLUE) != bool(cell & draft.terrain.river):
        key = "farm_needs_river" if colour == BLUE else "river_needs_farm"
        raise Illegal(key, rule="6.1", tile=order.word, cell=NAME[cell])
    near = NEAR[cell]
    joined = tuple(kingdom for kingdom in draft.kingdoms if kingdom & near)
    if len(joined) > 2:
        raise Illegal("joins_three_kingdoms", rule="6.2", cell=NAME[cell])
    draft.actions -= 1
    draft.hands = changed(draft.hands, seat, changed(hand, colour, hand[colour] - 1))
    draft.placed = cell
    draft.placed_colour = colour
    draft.raising = draft.buildings is not None
    kingdoms.add(draft, cell, leader=False)
    facts.append(Fact("placed", seat, {"tile": order.word, "cell": NAME[cell]}, (NAME[cell],)))
    if len(joined) == 2 and wars.begin(draft, joined, facts):
        return
    draft.tiles = changed(draft.tiles, colour, draft.tiles[colour] | cell)
    if len(joined) == 1:
        kingdom = draft.kingdoms[-1]
        owner, why = kingdoms.owner(draft, colour, kingdom), "tile"
        if owner is None:
            owner, why = kingdoms.owner(draft, BLACK, kingdom), "king"
        if owner is not None:
            score(draft, owner, colour, 1, why, facts)
            if draft.buildings:
                buildings.bonus(draft, owner, colour, kingdom, facts)
