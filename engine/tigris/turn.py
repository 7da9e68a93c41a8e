"""Rules 4: what follows from what, until somebody must decide. `engine.turns` asks in this order."""

from __future__ import annotations

from typing import Final

from engine.conflict import asked
from engine.facts import Fact
from engine.order import Order
from engine.supply import refill
from engine.tigris import buildings, monuments, treasures, wars, wonder
from engine.tigris.geometry import NAME
from engine.tigris.pieces import COLOURS, HAND, LEADERS
from engine.tigris.state import BUILD, COMMIT, FIGHT, LEAVE, POINT, RAISE, Draft

PASS: Final = Order("pass")


def question(draft: Draft, facts: list[Fact]) -> tuple[str, int] | None:
    """What must be answered now, and by whom. Steps without a choice are done on the way."""
    while draft.sides and not draft.conflict:
        left = wars.left(draft, facts)
        if not left:
            wars.end(draft)
        elif len(left) == 1:
            wars.fight(draft, left[0], facts)
        else:
            return FIGHT, draft.active
    if draft.conflict:
        return COMMIT, asked(draft.conflict)
    if draft.raising and buildings.offer(draft, facts):
        return RAISE, draft.active
    if draft.placed and monuments.offer(draft, facts):
        return BUILD, draft.active
    chooser = treasures.due(draft, facts)
    if chooser is not None:
        return LEAVE, chooser
    if draft.wonder and not draft.actions and draft.stage != POINT and wonder.due(draft):
        return POINT, draft.active  # once a turn: after its answer the stage is still this one
    return None


def nothing(draft: Draft) -> Order:
    """The order that gives nothing, whatever is asked."""
    if draft.stage == COMMIT:
        return Order("commit", ("0",))
    if draft.stage == FIGHT:
        return Order("fight", (LEADERS[draft.wars[0]],))
    if draft.stage == BUILD:
        return monuments.NONE
    if draft.stage == RAISE:
        return buildings.NONE
    if draft.stage == POINT:
        return Order("point", ("none" if draft.decider in draft.resigned else COLOURS[0],))
    if draft.stage == LEAVE:
        assert draft.decider is not None
        stay = treasures.may_stay(draft, treasures.hoard(draft, draft.decider))
        return Order("leave", (NAME[stay & -stay],))
    return PASS


def close(draft: Draft, facts: list[Fact]) -> str:
    """Income and refill (rules 4.2, 10.1); why the game is over, if it is (10.2, 10.3)."""
    draft.actions = 0
    monuments.income(draft, facts)
    full = refill(draft, HAND, facts)
    if draft.treasures.bit_count() <= 2:
        return "treasures"
    if draft.short:
        return "swap"
    return "" if full else "bag"
