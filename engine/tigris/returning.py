"""Rules 5.6: leaders that go back to their owners."""

from __future__ import annotations

from engine.facts import Fact
from engine.tigris import kingdoms
from engine.tigris.geometry import NAME
from engine.tigris.pieces import LEADERS
from engine.tigris.state import Draft, changed


def take_off(draft: Draft, index: int) -> None:
    """The leader at this index of `leaders` goes back to its owner."""
    cell = draft.leaders[index]
    draft.leaders = changed(draft.leaders, index, 0)
    kingdoms.remove(draft, cell)


def return_stranded(draft: Draft, facts: list[Fact]) -> None:
    """Leaders that lost their last face-up temple go back (rules 5.6)."""
    for index in kingdoms.stranded(draft):
        send_home(draft, index, "temple", facts)


def send_home(draft: Draft, index: int, why: str, facts: list[Fact]) -> None:
    """The leader goes back to its owner, and it is told why: temple, revolt or war."""
    seat, colour = divmod(index, 4)
    name = NAME[draft.leaders[index]]
    take_off(draft, index)
    facts.append(Fact("returned", seat, {"leader": LEADERS[colour], "cell": name, "why": why}, (name,)))
