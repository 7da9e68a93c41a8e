"""`undo`: back to the position before the player's latest order.

`State.before` is that position. It is None as soon as something hidden was seen or somebody else had to decide:
a tile was drawn, tiles were added in a conflict, somebody else was asked, somebody resigned.
"""

from __future__ import annotations

from engine.errors import Illegal, Invalid
from engine.facts import Fact
from engine.order import Order
from engine.tigris.state import State


def undo(state: State, seat: int, order: Order) -> tuple[State, tuple[Fact, ...]]:
    """The earlier position, as it was."""
    if order.args:
        raise Invalid("needs_nothing", word=order.word)
    if state.before is None:
        raise Illegal("nothing_to_undo")
    return state.before, (Fact("undone", seat, {"order": str(state.order)}),)
