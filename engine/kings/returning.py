"""Leaders that go back to their owners."""

from __future__ import annotations

from engine.facts import Fact
from engine.kings.pieces import EMPTY
from engine.kings.places import NAME
from engine.kings.state import Draft
from engine.pieces import LEADERS
from engine.position import changed


def send_home(draft: Draft, index: int, why: str, facts: list[Fact]) -> None:
    """The leader goes back to its owner, and it is told why: internal, external or ship."""
    seat, colour = divmod(index, 4)
    name = NAME[draft.leaders[index]]
    draft.leaders = changed(draft.leaders, index, EMPTY)
    facts.append(Fact("returned", seat, {"leader": LEADERS[colour], "cell": name, "why": why}, (name,)))
