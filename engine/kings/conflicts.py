"""What internal and external conflicts have in common (rules 10, 11); see `engine.conflict`."""

from __future__ import annotations

from typing import Final

from engine import conflict
from engine.conflict import Manner
from engine.facts import Fact
from engine.kings import external, internal
from engine.kings.state import EXTERNAL, INTERNAL, Draft
from engine.order import Order
from engine.pieces import RED
from engine.position import Conflict


def tile(conflict: Conflict) -> int:
    """The colour of cards that count."""
    return RED if conflict.kind == INTERNAL else conflict.colour


def check(draft: Draft, conflict: Conflict, count: int) -> None:
    """Any number may be laid."""


MANNER: Final = Manner(tile, check, {INTERNAL: internal.settle, EXTERNAL: external.settle},
                       {INTERNAL: "10.2", EXTERNAL: "11.3"})


def commit(draft: Draft, order: Order, facts: list[Fact]) -> None:
    """`commit 2`."""
    conflict.commit(draft, order, facts, MANNER)
