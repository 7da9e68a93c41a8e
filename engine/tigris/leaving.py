"""Rules 16: resigning, at any time and in the middle of any decision."""

from __future__ import annotations

from engine.facts import Fact
from engine.tigris import ending, turn, wars
from engine.tigris.state import TURN, Draft


def resign(draft: Draft, seat: int, facts: list[Fact]) -> None:
    """`resign`. The caller has checked that the seat is still in."""
    draft.resigned += (seat,)
    draft.before = None
    facts.append(Fact("resigned", seat, {}))
    if len(draft.resigned) == len(draft.players) - 1:
        _stop(draft, facts)
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


def _stop(draft: Draft, facts: list[Fact]) -> None:
    """One player is left. A conflict is not fought to its end; the joining tile lies face up."""
    draft.conflict = None
    if draft.sides:
        wars.end(draft)
    ending.finish(draft, "players", facts)
