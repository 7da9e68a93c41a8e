"""Rules 7: the revolt, a conflict inside a kingdom."""

from __future__ import annotations

from engine.facts import Fact
from engine.tigris import kingdoms
from engine.tigris.geometry import NAME, NEAR
from engine.tigris.pieces import LEADERS, RED
from engine.tigris.returning import send_home
from engine.tigris.scoring import score
from engine.tigris.state import REVOLT, Conflict, Draft


def begin(draft: Draft, colour: int, cell: int, facts: list[Fact]) -> None:
    """A revolt, if the leader just placed on `cell` has met another of its colour."""
    kingdom = kingdoms.of(draft, cell)
    for seat, other in enumerate(draft.leaders[colour::4]):
        if other & kingdom and other != cell:
            temples = draft.tiles[RED]
            attack, defence = NEAR[cell] & temples, NEAR[other] & temples
            draft.conflict = Conflict(REVOLT, colour, draft.active, seat, attack, defence, None)
            values = {"leader": LEADERS[colour], "defender": seat,
                      "attack": attack.bit_count(), "defence": defence.bit_count()}
            facts.append(Fact("revolt", draft.active, values, (NAME[cell], NAME[other])))


def settle(draft: Draft, winner: int, loser: int, conflict: Conflict, facts: list[Fact]) -> None:
    """The loser's leader goes back; the winner scores one red point (rules 7.3)."""
    send_home(draft, 4 * loser + conflict.colour, REVOLT, facts)
    score(draft, winner, RED, 1, REVOLT, facts)
