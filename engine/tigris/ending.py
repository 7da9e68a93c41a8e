"""Rules 10: refilling the hands, the end of the game, and the places."""

from __future__ import annotations

from engine.facts import Fact
from engine.tigris.bag import draw
from engine.tigris.pieces import HAND, TREASURE
from engine.tigris.state import OVER, Draft


def refill(draft: Draft, facts: list[Fact]) -> bool:
    """Everybody who is still in draws up to six, the active player first. False if some hand stays short."""
    full = True
    count = len(draft.players)
    for seat in (*range(draft.active, count), *range(draft.active)):
        missing = HAND - sum(draft.hands[seat])
        if missing <= 0 or seat in draft.resigned:
            continue
        drawn = draw(draft, seat, missing)
        if drawn:
            facts.append(Fact("refilled", seat, {"count": len(drawn)}, secret={"tiles": drawn}))
        if len(drawn) < missing:
            full = False
            facts.append(Fact("short", seat, {"missing": missing - len(drawn)}))
    return full


def finish(draft: Draft, reason: str, facts: list[Fact]) -> None:
    """The game is over. `reason`: treasures, bag, swap or players."""
    draft.stage = OVER
    draft.decider = None
    draft.actions = 0
    draft.places = _places(draft)
    facts.append(Fact("over", None, {"reason": reason, "places": draft.places}))


def result(points: tuple[int, ...]) -> tuple[int, ...]:
    """The four colours with each treasure added to the weakest one at that time (rules 10.4)."""
    colours = list(points[:TREASURE])
    for _ in range(points[TREASURE]):
        colours[colours.index(min(colours))] += 1
    return tuple(colours)


def _places(draft: Draft) -> tuple[int, ...]:
    """Who left is last, the first to leave lowest (rules 16.1); equal in all four share a place."""
    ranks = [
        (draft.resigned.index(seat), []) if seat in draft.resigned else (len(draft.players), sorted(result(points)))
        for seat, points in enumerate(draft.points)
    ]
    return tuple(1 + sum(1 for other in ranks if other > rank) for rank in ranks)
