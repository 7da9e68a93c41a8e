"""Rules 5: placing and moving a leader."""

from __future__ import annotations

from engine.errors import Illegal
from engine.facts import Fact
from engine.kings import internal, kingdoms, reading
from engine.kings.pieces import EMPTY, is_ship
from engine.kings.places import NAME
from engine.kings.state import Draft
from engine.order import Order
from engine.pieces import LEADER
from engine.position import changed


def lead(draft: Draft, order: Order, facts: list[Fact]) -> None:
    """`king B3`, `king B-C`."""
    seat = draft.active
    colour = LEADER[order.word]
    index = 4 * seat + colour
    here = draft.leaders[index]
    place = reading.place(order)
    _check(draft, order.word, here, place)
    draft.actions -= 1
    draft.leaders = changed(draft.leaders, index, place)
    name = NAME[place]
    source = "" if here == EMPTY else NAME[here]
    facts.append(Fact("leader", seat, {"leader": order.word, "cell": name, "source": source},
                      (source, name) if source else (name,)))
    internal.begin(draft, colour, place, facts)


def _check(draft: Draft, leader: str, here: int, place: int) -> None:
    name = NAME[place]
    if place == here:
        raise Illegal("leader_stands_there", rule="5.2", leader=leader, cell=name)
    card = kingdoms.card(draft, place)
    if card == EMPTY:
        raise Illegal("no_card_there", rule="5.1", cell=name)
    if is_ship(card):
        raise Illegal("leader_on_ship", rule="5.1", cell=name)
    if place in draft.leaders:
        raise Illegal("leader_on_card", rule="5.1", cell=name)
