"""Rules 16: resigning, at any time and in the middle of any decision."""

from __future__ import annotations

from engine.facts import Fact
from engine.tigris import ending, turn
from engine.tigris.state import TURN, Draft


def resign(draft: Draft, seat: int, facts: list[Fact]) -> None:
    """`resign`. The caller has checked that the seat is still in."""
    draft.resigned += (seat,)
    draft.before = None
    facts.append(Fact("resigned", seat, {}))
    if len(draft.resigned) == len(draft.players) - 1:
        ending.finish(draft, "players", facts)  # in the middle of a conflict, too: it stays as it is
        return
    if seat == draft.active:
        draft.actions = 0
    if seat != draft.decider:
        return
    if draft.stage == TURN:
        turn.end(draft, facts)
        return
    turn.answer(draft, facts)
    turn.go_on(draft, facts)
