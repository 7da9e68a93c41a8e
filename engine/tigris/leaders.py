"""Rules 5: placing, moving and taking back a leader."""

from __future__ import annotations

from engine.errors import Illegal
from engine.facts import Fact
from engine.order import Order
from engine.tigris import kingdoms, reading, revolt
from engine.tigris.geometry import NAME, NEAR
from engine.tigris.pieces import LEADER, RED
from engine.tigris.returning import take_off
from engine.tigris.state import Draft, changed


def lead(draft: Draft, order: Order, facts: list[Fact]) -> None:
    """`king D5`, `king off`."""
    seat = draft.active
    colour = LEADER[order.word]
    index = 4 * seat + colour
    here = draft.leaders[index]
    if order.args == ("off",):
        if not here:
            raise Illegal("leader_not_on_board", rule="5.4", leader=order.word)
        draft.actions -= 1
        take_off(draft, index)
        facts.append(Fact("withdrew", seat, {"leader": order.word, "cell": NAME[here]}, (NAME[here],)))
        return
    cell = reading.cell(order)
    _check(draft, order.word, here, cell)
    draft.actions -= 1
    if here:
        take_off(draft, index)
    draft.leaders = changed(draft.leaders, index, cell)
    kingdoms.add(draft, cell, leader=True)
    name = NAME[cell]
    source = NAME[here] if here else ""
    facts.append(Fact("leader", seat, {"leader": order.word, "cell": name, "source": source},
                      (source, name) if here else (name,)))
    revolt.begin(draft, colour, cell, facts)


def _check(draft: Draft, leader: str, here: int, cell: int) -> None:
    if cell == here:
        raise Illegal("leader_stands_there", rule="5.2", leader=leader, cell=NAME[cell])
    if cell & (draft.filled | draft.catastrophes):
        raise Illegal("cell_not_empty", rule="5.1", cell=NAME[cell])
    if cell & draft.terrain.river:
        raise Illegal("leader_on_river", rule="5.1", cell=NAME[cell])
    if not NEAR[cell] & draft.tiles[RED]:
        raise Illegal("leader_needs_temple", rule="5.1", cell=NAME[cell])
    lifted = kingdoms.lifted(draft, here) if here else draft.kingdoms
    if kingdoms.touched(lifted, cell) > 1:
        raise Illegal("leader_joins_kingdoms", rule="5.3", leader=leader, cell=NAME[cell])
