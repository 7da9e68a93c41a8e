"""Rules 7: the merchant exchanges treasures after a link has joined two kingdoms."""

from __future__ import annotations

from engine.display import COLUMNS
from engine.errors import Illegal
from engine.facts import Fact
from engine.kings import kingdoms, laying, reading
from engine.kings.pieces import EMPTY
from engine.kings.places import COLUMN, between
from engine.kings.state import Draft
from engine.order import Order
from engine.pieces import GREEN, RED, TREASURE
from engine.position import changed


def due(draft: Draft) -> int | None:
    """The merchant's owner, if there is something to exchange and they hold a card at all; else it is done with."""
    columns = treasures(draft)
    if len(columns) > 1:
        owner = kingdoms.holder(draft, GREEN, between(*kingdoms.span(draft, draft.joined)))
        if owner is not None and owner not in draft.resigned and any(draft.hands[owner]):
            return owner
    draft.joined = EMPTY
    return None


def treasures(draft: Draft) -> tuple[int, ...]:
    """The columns of the joined kingdom that are headed by a treasure."""
    return kingdoms.treasures(draft, *kingdoms.span(draft, draft.joined))


def most(draft: Draft, seat: int) -> int:
    """How many treasures can be taken: one stays, and each needs a temple card."""
    return min(len(treasures(draft)) - 1, draft.hands[seat][RED])


def take(draft: Draft, order: Order, facts: list[Fact]) -> None:
    """`take B C`, `take none`."""
    seat = draft.decider
    assert seat is not None
    named = reading.some(order, COLUMNS)
    offered = treasures(draft)
    for name in named:
        if COLUMN[name] not in offered:
            raise Illegal("no_treasure_to_take", rule="7.1", cell=name,
                          cells=tuple(COLUMNS[column] for column in offered))
    if len(named) == len(offered):
        raise Illegal("one_treasure_stays", rule="7.1")
    hand = draft.hands[seat]
    if len(named) > hand[RED]:
        raise Illegal("not_so_many_in_hand", rule="7.1", tile="temple", count=len(named), have=hand[RED])
    draft.joined = EMPTY
    if not named:
        facts.append(Fact("declined", seat, {"what": "take"}))
        return
    draft.hands = changed(draft.hands, seat, changed(hand, RED, hand[RED] - len(named)))
    for name in named:
        column = COLUMN[name]
        draft.columns = changed(draft.columns, column, bytes((RED,)) + draft.columns[column][1:])
    laying.gain(draft, seat, TREASURE, len(named))
    facts.append(Fact("exchanged", seat, {"count": len(named)}, tuple(f"{name}1" for name in sorted(named))))
