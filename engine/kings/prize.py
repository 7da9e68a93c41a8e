"""What the winner of any conflict takes for it (rules 10.3, 11.4)."""

from __future__ import annotations

from engine.facts import Fact
from engine.kings import laying
from engine.kings.state import Draft
from engine.pieces import TILES
from engine.position import changed


def award(draft: Draft, seat: int, colour: int, laid: int, why: str, facts: list[Fact]) -> None:
    """One of the laid cards, which are on the discard pile already; if nobody laid any, one from hand."""
    if not laid:
        laying.offer(draft, seat, colour, why)
        return
    draft.gone = changed(draft.gone, colour, draft.gone[colour] - 1)
    laying.gain(draft, seat, colour)
    facts.append(Fact("prize", seat, {"tile": TILES[colour], "count": laid}))
