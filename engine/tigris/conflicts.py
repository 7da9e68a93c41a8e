"""What revolts and wars have in common: adding tiles from the hand, and who wins (rules 7.2, 7.3, 8.4, 15.2)."""

from __future__ import annotations

from engine.errors import Illegal
from engine.facts import Fact
from engine.order import Order
from engine.tigris import reading, revolt, wars
from engine.tigris.pieces import LEADERS, RED, TILES
from engine.tigris.state import REVOLT, Conflict, Draft, changed


def asked(conflict: Conflict) -> int:
    """The seat that must add next: the attacker first."""
    return conflict.attacker if conflict.added is None else conflict.defender


def tile(conflict: Conflict) -> int:
    """The colour of tiles that count."""
    return RED if conflict.kind == REVOLT else conflict.colour


def counts(draft: Draft, conflict: Conflict) -> tuple[int, ...]:
    """The numbers of tiles that may be added now."""
    have = draft.hands[asked(conflict)][tile(conflict)]
    if draft.support == "standard":
        return tuple(range(have + 1))
    attack, defence = conflict.attack.bit_count(), conflict.defence.bit_count()
    if conflict.added is None:
        return (0, *(count for count in range(1, have + 1) if attack + count > defence))
    level = attack + conflict.added - defence
    return (0, level) if 1 <= level <= have else (0,)


def commit(draft: Draft, order: Order, facts: list[Fact]) -> None:
    """`commit 2`."""
    conflict = draft.conflict
    assert conflict is not None
    count = reading.number(order)
    colour = tile(conflict)
    seat = asked(conflict)
    hand = draft.hands[seat]
    if count > hand[colour]:
        raise Illegal("not_so_many_in_hand", rule="7.2" if conflict.kind == REVOLT else "8.4",
                      tile=TILES[colour], count=count, have=hand[colour])
    if count not in counts(draft, conflict):
        raise Illegal("support_changes_nothing", rule="15.2", tile=TILES[colour], count=count,
                      counts=counts(draft, conflict), attacker=conflict.added is None)
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
        _decide(draft, conflict, conflict.attack.bit_count() + conflict.added, total, facts)


def _decide(draft: Draft, conflict: Conflict, attack: int, defence: int, facts: list[Fact]) -> None:
    draft.conflict = None
    sides = (conflict.attacker, attack), (conflict.defender, defence)
    (winner, strength), (loser, against) = sides if attack > defence else sides[::-1]
    values = {"conflict": conflict.kind, "leader": LEADERS[conflict.colour], "loser": loser,
              "strength": strength, "against": against}
    facts.append(Fact("won", winner, values))
    settle = revolt.settle if conflict.kind == REVOLT else wars.settle
    settle(draft, winner, loser, conflict, facts)
