"""Rules 11: treasures go to the traders, one stays."""

from __future__ import annotations

from engine.errors import Illegal
from engine.facts import Fact
from engine.order import Order
from engine.tigris import kingdoms, reading
from engine.tigris.geometry import NAME, names
from engine.tigris.pieces import GREEN, TREASURE
from engine.tigris.state import Draft, changed


def hoard(draft: Draft, seat: int) -> int:
    """The treasures in the kingdom of this seat's trader."""
    trader = draft.leaders[4 * seat + GREEN]
    return kingdoms.of(draft, trader) & draft.treasures if trader else 0


def may_stay(draft: Draft, treasures: int) -> int:
    """Those of them that may stay: corner treasures only if there is no other (rules 11.1)."""
    return treasures & ~draft.terrain.corners or treasures


def due(draft: Draft, facts: list[Fact]) -> int | None:
    """The first seat that must choose what stays, in seat order from the active player (rules 11.2).

    Whoever has no choice takes theirs at once.
    """
    on_board = draft.treasures
    if not any((ripe := kingdom & on_board) & (ripe - 1) for kingdom in draft.kingdoms):
        return None
    count = len(draft.players)
    seats: tuple[int, ...] = (*range(draft.active, count), *range(draft.active))
    for seat in seats:
        treasures = hoard(draft, seat)
        if treasures & (treasures - 1):
            stay = may_stay(draft, treasures)
            if stay & (stay - 1):
                return seat
            _take(draft, seat, treasures, stay, facts)
    return None


def leave(draft: Draft, order: Order, facts: list[Fact]) -> None:
    """`leave D5`."""
    seat = draft.decider
    assert seat is not None
    cell = reading.cell(order)
    treasures = hoard(draft, seat)
    stay = may_stay(draft, treasures)
    if not cell & treasures:
        raise Illegal("no_treasure_to_leave", rule="11.1", cell=NAME[cell], cells=names(stay))
    if not cell & stay:
        raise Illegal("corner_treasure_first", rule="11.1", cell=NAME[cell], cells=names(stay))
    _take(draft, seat, treasures, cell, facts)


def _take(draft: Draft, seat: int, treasures: int, stays: int, facts: list[Fact]) -> None:
    taken = treasures & ~stays
    count = taken.bit_count()
    own = draft.points[seat]
    draft.treasures &= ~taken
    draft.points = changed(draft.points, seat, changed(own, TREASURE, own[TREASURE] + count))
    facts.append(Fact("treasures", seat, {"count": count, "stays": NAME[stays]}, names(taken)))
