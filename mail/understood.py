"""Which of a player's lines are orders, which ask for something else, which look like orders but are none, and what
is only prose."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine import Order, RulesError, orders
from games import asides, plan_lines
from games.asides import Aside
from mail.message import Unreadable

MAX_ORDERS = 100
HELP = Aside("help")


@dataclass(frozen=True)
class Line:
    """A line that was taken for orders: what they are, or why they are none. Or an aside."""

    text: str
    orders: tuple[Order, ...] = ()
    error: RulesError | None = None
    aside: Aside | None = None


@dataclass(frozen=True)
class Understood:
    """The lines that are no prose, in order."""

    lines: tuple[Line, ...]

    @property
    def orders(self) -> tuple[Order, ...]:
        """All that is to be done in the game."""
        return tuple(order for line in self.lines for order in line.orders if order.word != "help")

    @property
    def asides(self) -> tuple[Aside, ...]:
        """All that is asked besides, `help` among it."""
        helps = (HELP for line in self.lines for order in line.orders if order.word == "help")
        return (*(line.aside for line in self.lines if line.aside is not None), *helps)

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
    for text in plan_lines.gather(list(lines), kind):
        line = ahead(text) if isinstance(text, plan_lines.Block) else read(text, kind)
        if line is not None:
            found.append(line)
            count += len(line.orders) or 1
        if count > MAX_ORDERS:
            raise Unreadable("too many orders")
    return Understood(tuple(found))


def ahead(block: plan_lines.Block) -> Line:
    """The lines of a plan."""
    if block.error is not None:
        return Line(block.text, error=block.error)
    return Line(block.text, aside=Aside("plan", str(block.draft)))


def read(text: str, kind: str) -> Line | None:
    """One line; None for prose."""
    try:
        aside = asides.read(text, kind)
        if aside is not None:
            return Line(text, aside=aside)
        found = orders.read_line(text, kind)
    except RulesError as error:
        return Line(text, error=error)
    if found is None:
        return None
    return Line(text, (found,) if isinstance(found, Order) else tuple(found))
