"""Which of a player's lines are orders, which look like orders but are none, and what is only prose."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine import Order, RulesError, orders
from mail.message import Unreadable

MAX_ORDERS = 100


@dataclass(frozen=True)
class Line:
    """A line that was taken for orders: what they are, or why they are none."""

    text: str
    orders: tuple[Order, ...] = ()
    error: RulesError | None = None


@dataclass(frozen=True)
class Understood:
    """The lines taken for orders, in order. Prose is left out."""

    lines: tuple[Line, ...]

    @property
    def orders(self) -> tuple[Order, ...]:
        """All that is to be done; `help` is none of it."""
        return tuple(order for line in self.lines for order in line.orders if order.word != "help")

    @property
    def error(self) -> RulesError | None:
        """Why the mail is refused as a whole, if it is."""
        return next((line.error for line in self.lines if line.error is not None), None)

    @property
    def only_words(self) -> bool:
        """Whether nothing but `say` is asked for: that goes with any position."""
        return all(order.word == "say" for order in self.orders)


def understand(lines: Iterable[str], kind: str) -> Understood:
    """What the lines mean in a game of this kind. Raises Unreadable for more orders than any turn has."""
    found: list[Line] = []
    count = 0
    for text in lines:
        try:
            read = orders.read_line(text, kind)
        except RulesError as error:
            found.append(Line(text, error=error))
            count += 1
        else:
            if read is not None:
                group = (read,) if isinstance(read, Order) else tuple(read)
                found.append(Line(text, group))
                count += len(group)
        if count > MAX_ORDERS:
            raise Unreadable("too many orders")
    return Understood(tuple(found))
