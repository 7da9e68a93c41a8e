"""A conflict between two leaders: first the attacker adds from hand, then the defender; the defender wins ties.

What counts on the table, what may be added and what follows are the game's; it says so in a `Manner`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from engine import reading
from engine.errors import Illegal
from engine.facts import Fact
from engine.order import Order
from engine.pieces import LEADERS, TILES
from engine.position import Common, Conflict, changed

# Draft, winner, loser, conflict (`added` is what both sides added), facts.
Settle = Callable[[Any, int, int, Conflict, list[Fact]], None]


class Manner(NamedTuple):
    """How a game conducts its conflicts."""

    tile: Callable[[Conflict], int]  # the colour that is added
    check: Callable[[Any, Conflict, int], None]  # draft, conflict, number added: may raise
    settle: Mapping[str, Settle]  # by kind of conflict
    rule: Mapping[str, str]  # its number, by kind


def asked(conflict: Conflict) -> int:
    """The seat that must add next: the attacker first."""
    return conflict.attacker if conflict.added is None else conflict.defender


def commit(draft: Common, order: Order, facts: list[Fact], manner: Manner) -> None:
    """`commit 2`."""
    conflict = draft.conflict
    assert conflict is not None
    count = reading.number(order)
    colour = manner.tile(conflict)
    seat = asked(conflict)
    hand = draft.hands[seat]
    if count > hand[colour]:
        raise Illegal("not_so_many_in_hand", rule=manner.rule[conflict.kind], tile=TILES[colour], count=count,
                      have=hand[colour])
    manner.check(draft, conflict, count)
    if count:
        draft.hands = changed(draft.hands, seat, changed(hand, colour, hand[colour] - count))
        draft.gone = changed(draft.gone, colour, draft.gone[colour] + count)
        draft.before = None
    own = conflict.attack if conflict.added is None else conflict.defence
    total = own.bit_count() + count
    facts.append(Fact("committed", seat, {"tile": TILES[colour], "count": count, "total": total}))
    if conflict.added is None:
        draft.conflict = conflict._replace(added=count)
    else:
        attack = conflict.attack.bit_count() + conflict.added
        _decide(draft, conflict._replace(added=conflict.added + count), attack, total, facts, manner)


def _decide(draft: Common, conflict: Conflict, attack: int, defence: int, facts: list[Fact], manner: Manner) -> None:
    draft.conflict = None
    sides = (conflict.attacker, attack), (conflict.defender, defence)
    (winner, strength), (loser, against) = sides if attack > defence else sides[::-1]
    values = {"conflict": conflict.kind, "leader": LEADERS[conflict.colour], "loser": loser,
              "strength": strength, "against": against}
    facts.append(Fact("won", winner, values))
    manner.settle[conflict.kind](draft, winner, loser, conflict, facts)
