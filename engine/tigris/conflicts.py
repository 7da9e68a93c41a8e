"""What revolts and wars have in common (rules 7.2, 7.3, 8.4, 15.2); see `engine.conflict`."""

from __future__ import annotations

from typing import Final

from engine import conflict
from engine.conflict import Manner, asked
from engine.errors import Illegal
from engine.facts import Fact
from engine.order import Order
from engine.tigris import revolt, wars
from engine.tigris.pieces import RED, TILES
from engine.tigris.state import REVOLT, WAR, Conflict, Draft


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


def check(draft: Draft, conflict: Conflict, count: int) -> None:
    """Refuse a number that the option `support` does not allow."""
    if count not in counts(draft, conflict):
        raise Illegal("support_changes_nothing", rule="15.2", tile=TILES[tile(conflict)], count=count,
                      counts=counts(draft, conflict), attacker=conflict.added is None)


MANNER: Final = Manner(tile, check, {REVOLT: revolt.settle, WAR: wars.settle}, {REVOLT: "7.2", WAR: "8.4"})


def commit(draft: Draft, order: Order, facts: list[Fact]) -> None:
    """`commit 2`."""
    conflict.commit(draft, order, facts, MANNER)
