"""Rules 10: the internal conflict."""

from __future__ import annotations

from engine.facts import Fact
from engine.kings import kingdoms, prize
from engine.kings.pieces import colour_of
from engine.kings.places import NAME, ROWS, is_link
from engine.kings.returning import send_home
from engine.kings.state import INTERNAL, Draft
from engine.pieces import LEADERS, RED
from engine.position import Conflict


def begin(draft: Draft, colour: int, place: int, facts: list[Fact]) -> None:
    """An internal conflict, if the leader just placed has met another of its colour."""
    kingdom = kingdoms.of(draft, place)
    for seat, other in enumerate(draft.leaders[colour::4]):
        if other >= 0 and kingdom >> other & 1 and other != place:
            attack, defence = _bonus(draft, place), _bonus(draft, other)
            draft.conflict = Conflict(INTERNAL, colour, draft.active, seat, attack, defence, None)
            values = {"leader": LEADERS[colour], "defender": seat,
                      "attack": attack.bit_count(), "defence": defence.bit_count()}
            facts.append(Fact("internal", draft.active, values, (NAME[place], NAME[other])))


def _bonus(draft: Draft, place: int) -> int:
    """The place itself if a red card lies there, any head included."""
    head = not is_link(place) and place % ROWS == 0
    return 1 << place if colour_of(kingdoms.card(draft, place), head=head) == RED else 0


def settle(draft: Draft, winner: int, loser: int, conflict: Conflict, facts: list[Fact]) -> None:
    """The loser takes the leader back, the winner a temple card (rules 10.2, 10.3)."""
    send_home(draft, 4 * loser + conflict.colour, INTERNAL, facts)
    prize.award(draft, winner, RED, conflict.added or 0, INTERNAL, facts)
