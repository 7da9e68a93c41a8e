"""Victory cards: laying one from hand, and asking for it or not (rules 6.3, 8.4, 10.3, 11.4, 14)."""

from __future__ import annotations

from engine import reading
from engine.facts import Fact
from engine.kings.state import SAIL, Draft, Offer
from engine.order import Order
from engine.pieces import TILES
from engine.position import changed

ANSWERS = ("yes", "no")


def gain(draft: Draft, seat: int, colour: int, number: int = 1) -> None:
    """Cards on top of a victory stack."""
    own = draft.points[seat]
    draft.points = changed(draft.points, seat, changed(own, colour, own[colour] + number))
    draft.tops = changed(draft.tops, seat, colour)


def lay(draft: Draft, seat: int, colour: int, why: str, facts: list[Fact]) -> None:
    """A card from hand onto the victory stack."""
    hand = draft.hands[seat]
    draft.hands = changed(draft.hands, seat, changed(hand, colour, hand[colour] - 1))
    gain(draft, seat, colour)
    facts.append(Fact("laid", seat, {"tile": TILES[colour], "why": why}))


def look(draft: Draft, seat: int) -> None:
    """What is in this hand decides what happens: whoever ordered cannot take it back, unless the hand is their own
    or known to be empty."""
    if draft.before is not None and seat != draft.before.decider and any(draft.hands[seat]):
        draft.before = None


def settle(draft: Draft, facts: list[Fact]) -> int | None:
    """The seat that must be asked about the open offer; None when the offer is settled without a question."""
    assert draft.offer is not None
    seat, colour, why = draft.offer
    if seat not in draft.resigned:
        look(draft, seat)
        if not draft.hands[seat][colour]:
            facts.append(Fact("lapsed", seat, {"tile": TILES[colour], "why": why}))
        elif draft.asks[seat]:
            return seat
        else:
            lay(draft, seat, colour, why, facts)
    draft.offer = None
    return None


def offer(draft: Draft, seat: int, colour: int, why: str) -> None:
    draft.offer = Offer(seat, colour, why)


def score(draft: Draft, order: Order, facts: list[Fact]) -> None:
    """`score yes`, `score no`."""
    answer = reading.word(order, ANSWERS)
    assert draft.offer is not None
    seat, colour, why = draft.offer
    draft.offer = None
    if answer == "yes":
        lay(draft, seat, colour, why, facts)
    else:
        facts.append(Fact("declined", seat, {"what": "score", "tile": TILES[colour]}))


def may_sail(draft: Draft, facts: list[Fact], sailing: tuple[int, ...]) -> bool:
    """Whether the active player must be asked for which leaders a card is laid; `sailing`: those with a ship."""
    seat = draft.active
    if sailing:
        look(draft, seat)
    able = tuple(colour for colour in sailing if draft.hands[seat][colour])
    if able and draft.asks[seat]:
        return True
    for colour in able:
        lay(draft, seat, colour, SAIL, facts)
    draft.sailed = True
    return False
