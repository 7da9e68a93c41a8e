"""What the arguments of an order mean; an order that has no sense is Invalid, never a crash."""

from __future__ import annotations

from engine.errors import Invalid
from engine.order import Order


def number(order: Order) -> int:
    """The one number the order names."""
    if len(order.args) != 1 or not order.args[0].isascii() or not order.args[0].isdigit():
        raise Invalid("needs_a_number", word=order.word)
    return int(order.args[0][:9])


def word(order: Order, words: tuple[str, ...]) -> str:
    """The one word the order names, out of a list."""
    if len(order.args) != 1 or order.args[0] not in words:
        raise Invalid("needs_one_of", word=order.word, words=words)
    return order.args[0]


def alone(order: Order) -> None:
    """The order has no arguments."""
    if order.args:
        raise Invalid("needs_nothing", word=order.word)
