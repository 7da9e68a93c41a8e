"""The bag or deck, one string in which all chance of a game lies, and filling hands up from it."""

from __future__ import annotations

from engine.facts import Fact
from engine.pieces import TILES
from engine.position import Common, changed


def left(draft: Common) -> int:
    """What is left to draw."""
    return len(draft.bag) - draft.drawn


def draw(draft: Common, seat: int, count: int) -> tuple[str, ...]:
    """Draw for a seat, as many as there are; what was drawn, in order."""
    drawn = draft.bag[draft.drawn:draft.drawn + count]
    if not drawn:
        return ()
    draft.drawn += len(drawn)
    hand = tuple(have + drawn.count(colour) for colour, have in enumerate(draft.hands[seat]))
    draft.hands = changed(draft.hands, seat, hand)
    return tuple(TILES[colour] for colour in drawn)


def refill(draft: Common, size: int, facts: list[Fact], kind: str = "") -> bool:
    """Everybody who is still in draws up to `size`, the active player first. False if some hand stays short.

    `kind`: what is drawn, for the facts, where it is not tiles.
    """
    full = True
    more = {"what": kind} if kind else {}
    count = len(draft.players)
    for seat in (*range(draft.active, count), *range(draft.active)):
        missing = size - sum(draft.hands[seat])
        if missing <= 0 or seat in draft.resigned:
            continue
        drawn = draw(draft, seat, missing)
        if drawn:
            facts.append(Fact("refilled", seat, {"count": len(drawn), **more}, secret={"tiles": drawn}))
        if len(drawn) < missing:
            full = False
            facts.append(Fact("short", seat, {"missing": missing - len(drawn), **more}))
    return full
