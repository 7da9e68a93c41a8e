"""Rules 12: the catastrophe takes one card out of the game."""

from __future__ import annotations

from engine.errors import Illegal
from engine.facts import Fact
from engine.kings import kingdoms, reading
from engine.kings.pieces import EMPTY, is_ship
from engine.kings.places import NAME, ROWS, is_link
from engine.kings.state import Draft
from engine.order import Order
from engine.pieces import TILES
from engine.position import changed


def strike(draft: Draft, order: Order, facts: list[Fact]) -> None:
    """`catastrophe B3`, `catastrophe B-C`."""
    seat = draft.active
    place = reading.place(order)
    _check(draft, seat, place)
    card = kingdoms.card(draft, place)
    draft.actions -= 1
    draft.disasters = changed(draft.disasters, seat, draft.disasters[seat] - 1)
    draft.lost = changed(draft.lost, card, draft.lost[card] + 1)
    kingdoms.remove(draft, 1 << place)
    name = NAME[place]
    facts.append(Fact("catastrophe", seat, {"cell": name, "destroyed": TILES[card]}, (name,)))


def _check(draft: Draft, seat: int, place: int) -> None:
    name = NAME[place]
    if not draft.disasters[seat]:
        raise Illegal("no_catastrophe_left", rule="12.1")
    card = kingdoms.card(draft, place)
    if card == EMPTY:
        raise Illegal("no_card_there", rule="12.1", cell=name)
    if not is_link(place) and place % ROWS == 0:
        raise Illegal("catastrophe_on_head", rule="12.1", cell=name)
    if is_ship(card):
        raise Illegal("catastrophe_on_ship", rule="12.1", cell=name)
    if place in draft.leaders:
        raise Illegal("catastrophe_on_leader", rule="12.1", cell=name)
