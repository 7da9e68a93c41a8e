"""The columns, links and places that an order names; see `engine.reading`."""

from __future__ import annotations

from engine.errors import Invalid
from engine.kings.places import COLUMN, LINK, PLACE
from engine.order import Order
from engine.reading import alone, number, word

__all__ = ["alone", "number", "place", "some", "target", "word"]


def place(order: Order) -> int:
    """The one place the order names: `B3`, `B-C`."""
    if len(order.args) != 1 or order.args[0] not in PLACE:
        raise Invalid("needs_a_place", word=order.word)
    return PLACE[order.args[0]]


def target(order: Order) -> tuple[int | None, int | None]:
    """The column or the link that a card goes to: `B`, `B-C`."""
    name = order.args[0] if len(order.args) == 1 else ""
    if name not in COLUMN and name not in LINK:
        raise Invalid("needs_column_or_link", word=order.word)
    return COLUMN.get(name), LINK.get(name)


def some(order: Order, words: tuple[str, ...]) -> tuple[str, ...]:
    """Different words of a list, at least one, or `none`: then nothing."""
    if order.args == ("none",):
        return ()
    if not order.args or len(set(order.args)) != len(order.args) or not set(order.args) <= set(words):
        raise Invalid("needs_some_of", word=order.word, words=(*words, "none"))
    return order.args
