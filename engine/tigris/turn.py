"""Rules 4: what follows from what, until somebody must decide.

Each chapter does its own step and leaves its mark in the position; `go_on` reads the marks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.errors import Invalid
from engine.facts import Fact
from engine.order import Order
from engine.tigris import conflicts, ending, monuments, treasures, wars
from engine.tigris.geometry import NAME
from engine.tigris.pieces import LEADERS
from engine.tigris.state import BUILD, COMMIT, FIGHT, LEAVE, TURN, Draft

ANSWERS: Final[dict[str, Callable[[Draft, Order, list[Fact]], None]]] = {
    COMMIT: conflicts.commit,
    FIGHT: wars.choose,
    BUILD: monuments.build,
    LEAVE: treasures.leave,
}
PASS: Final = Order("pass")


def go_on(draft: Draft, facts: list[Fact]) -> None:
    """After an action or an answer: everything up to the next decision, also the end of the turn."""
    while question := _question(draft, facts):
        draft.stage, draft.decider = question
        if draft.decider not in draft.resigned:
            return
        answer(draft, facts)
    if draft.actions:
        draft.stage, draft.decider = TURN, draft.active
    else:
        end(draft, facts)


def _question(draft: Draft, facts: list[Fact]) -> tuple[str, int] | None:
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
        return COMMIT, conflicts.asked(draft.conflict)
    if draft.placed and monuments.offer(draft, facts):
        return BUILD, draft.active
    chooser = treasures.due(draft, facts)
    return None if chooser is None else (LEAVE, chooser)


def answer(draft: Draft, facts: list[Fact]) -> None:
    """The answer that gives nothing, for somebody who has left (rules 16.1)."""
    order = nothing(draft)
    facts.append(Fact("answered", draft.decider, {"order": str(order)}))
    ANSWERS[order.word](draft, order, facts)


def nothing(draft: Draft) -> Order:
    """The order that gives nothing, whatever is asked."""
    if draft.stage == COMMIT:
        return Order("commit", ("0",))
    if draft.stage == FIGHT:
        return Order("fight", (LEADERS[draft.wars[0]],))
    if draft.stage == BUILD:
        return monuments.NONE
    if draft.stage == LEAVE:
        assert draft.decider is not None
        stay = treasures.may_stay(draft, treasures.hoard(draft, draft.decider))
        return Order("leave", (NAME[stay & -stay],))
    return PASS


def give_up(draft: Draft, order: Order, facts: list[Fact]) -> None:
    """`pass`."""
    if order.args:
        raise Invalid("needs_nothing", word=order.word)
    facts.append(Fact("passed", draft.active, {}))
    end(draft, facts)


def end(draft: Draft, facts: list[Fact]) -> None:
    """Income, refill, the end of the game or the next turn (rules 4.2)."""
    draft.actions = 0
    monuments.income(draft, facts)
    full = ending.refill(draft, facts)
    if draft.treasures.bit_count() <= 2:
        ending.finish(draft, "treasures", facts)
    elif draft.short:
        ending.finish(draft, "swap", facts)
    elif not full:
        ending.finish(draft, "bag", facts)
    else:
        _next_turn(draft, facts)


def _next_turn(draft: Draft, facts: list[Fact]) -> None:
    seat = (draft.active + 1) % len(draft.players)
    while seat in draft.resigned:
        seat = (seat + 1) % len(draft.players)
    draft.active = draft.decider = seat
    draft.actions = 2
    draft.stage = TURN
    facts.append(Fact("turn", seat, {}))
