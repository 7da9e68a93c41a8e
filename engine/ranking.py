"""The end of every game: the weakest colour counts, then the second weakest, and so on."""

from __future__ import annotations

from engine.facts import Fact
from engine.pieces import TREASURE
from engine.position import OVER, Common


def result(points: tuple[int, ...]) -> tuple[int, ...]:
    """The four colours with each treasure added to the weakest one at that time."""
    colours = list(points[:TREASURE])
    for _ in range(points[TREASURE]):
        colours[colours.index(min(colours))] += 1
    return tuple(colours)


def finish(draft: Common, reason: str, facts: list[Fact]) -> None:
    """The game is over; `reason` is a word for the fact that tells it."""
    draft.stage = OVER
    draft.decider = None
    draft.actions = 0
    draft.places = _places(draft)
    facts.append(Fact("over", None, {"reason": reason, "places": draft.places}))


def _places(draft: Common) -> tuple[int, ...]:
    """Who left is last, the first to leave lowest; equal in all four share a place."""
    ranks = [
        (draft.resigned.index(seat), []) if seat in draft.resigned else (len(draft.players), sorted(result(points)))
        for seat, points in enumerate(draft.points)
    ]
    return tuple(1 + sum(1 for other in ranks if other > rank) for rank in ranks)
