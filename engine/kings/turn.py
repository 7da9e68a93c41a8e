"""Rules 4: what follows from what, until somebody must decide. `engine.turns` asks in this order."""

from __future__ import annotations

from typing import Final

from engine.conflict import asked
from engine.display import DEEPEST
from engine.facts import Fact
from engine.kings import exchange, external, kingdoms, laying, ships
from engine.kings.pieces import EMPTY, HAND
from engine.kings.state import SAIL, SCORE, SHIP, TAKE, Draft
from engine.order import Order
from engine.pieces import LEADERS
from engine.position import COMMIT, FIGHT
from engine.supply import refill

NOTHING: Final = {
    COMMIT: Order("commit", ("0",)), SCORE: Order("score", ("no",)), TAKE: Order("take", ("none",)),
    SHIP: Order("ship", ("none",)), SAIL: Order("sail", ("none",)),
}
PASS: Final = Order("pass")


def question(draft: Draft, facts: list[Fact]) -> tuple[str, int] | None:
    """What must be answered now, and by whom. Steps without a choice are done on the way."""
    while True:
        if draft.offer:
            seat = laying.settle(draft, facts)
            if seat is not None:
                return SCORE, seat
        elif draft.spoils:
            external.plunder(draft, facts)
        elif draft.conflict:
            return COMMIT, asked(draft.conflict)
        elif draft.covered != EMPTY:
            wars = external.left(draft, facts)
            if len(wars) > 1:
                return FIGHT, draft.active
            if wars:
                external.fight(draft, wars[0], facts)
            else:
                external.uncover(draft, facts)
        else:
            break
    if draft.joined != EMPTY and (seat := exchange.due(draft)) is not None:
        return TAKE, seat
    if ships.offered(draft):
        return SHIP, draft.active
    draft.fresh = EMPTY
    if not draft.actions and not draft.sailed and draft.active not in draft.resigned and ships.due(draft, facts):
        return SAIL, draft.active
    return None


def nothing(draft: Draft) -> Order:
    """The order that gives nothing, whatever is asked."""
    if draft.stage == FIGHT:
        return Order("fight", (LEADERS[draft.wars[0]],))
    return NOTHING.get(draft.stage, PASS)


def close(draft: Draft, facts: list[Fact]) -> str:
    """Refill (rules 9.1); why the game is over, if it is (9.2)."""
    draft.actions = 0
    draft.sailed = False
    drawn = draft.drawn
    full = refill(draft, HAND, facts, "cards")
    draft.still = draft.still + 1 if draft.drawn == drawn and _stuck(draft) else 0
    if len(kingdoms.treasures(draft, 0, len(draft.columns) - 1)) <= 1:
        return "heads"
    if not full:
        return "deck"
    return "still" if draft.still >= len(draft.players) - len(draft.resigned) else ""


def _stuck(draft: Draft) -> bool:
    """No card can be played, whatever is in the hands: every place is taken and no catastrophe is left.

    The rules do not say how such a game ends, and it would go on for ever: it is over when everybody has had a turn
    in which no card left a hand.
    """
    return (
        min(map(len, draft.columns)) > DEEPEST and EMPTY not in draft.links
        and not any(number for seat, number in enumerate(draft.disasters) if seat not in draft.resigned)
    )
