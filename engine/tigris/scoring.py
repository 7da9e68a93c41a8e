"""Points, and the fact that tells them."""

from __future__ import annotations

from engine.facts import Fact
from engine.tigris.pieces import COLOURS
from engine.tigris.state import Draft, changed


def score(draft: Draft, seat: int, colour: int, points: int, why: str, facts: list[Fact], name: str = "") -> None:
    """`why`: tile, king, revolt, war, monument, building or wonder; `name`: of the monument or building."""
    own = draft.points[seat]
    draft.points = changed(draft.points, seat, changed(own, colour, own[colour] + points))
    facts.append(Fact("scored", seat, {"colour": COLOURS[colour], "points": points, "why": why, "name": name}))
