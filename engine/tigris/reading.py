"""The cells that an order names; see `engine.reading`."""

from __future__ import annotations

from engine.errors import Invalid
from engine.order import Order
from engine.reading import number, word
from engine.tigris.geometry import CELL

__all__ = ["cell", "named", "number", "word"]


def cell(order: Order) -> int:
    """The one cell the order names."""
    if len(order.args) != 1:
        raise Invalid("needs_one_cell", word=order.word)
    return named(order.args[0])


def named(name: str) -> int:
    """The cell of this name."""
    if name not in CELL:
        raise Invalid("no_such_cell", cell=name)
    return CELL[name]
