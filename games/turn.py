"""Orders carried out one after the other on a copy of the position, before anything is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine import Fact, Game, Illegal, Order, RulesError
from games.models import Submission

TILES = frozenset({"settlement", "temple", "farm", "market"})
ANY_TIME = frozenset({"resign", "points"})  # also when another seat is to decide


class Refused(Exception):
    """One of several orders cannot be carried out, and so none is."""

    def __init__(self, order: Order, error: RulesError) -> None:
        super().__init__(str(order))
        self.order, self.error = order, error


@dataclass(slots=True)
class Step:
    """One order that was carried out; `state` is the position after it."""

    seat: int
    order: Order
    facts: tuple[Fact, ...]
    state: Any
    submission: Submission | None = None


class Turn:
    """A position and the steps from it."""

    def __init__(self, engine: Game, state: Any) -> None:
        self.engine = engine
        self.state = state
        self.steps: list[Step] = []
        self.known: Counter[str] | None = None  # after a swap: what the player held already

    @property
    def decider(self) -> int | None:
        return self.engine.decider(self.state)

    @property
    def over(self) -> bool:
        """A turn, or the game, has ended within these steps."""
        return any(fact.kind in ("turn", "over") for step in self.steps for fact in step.facts)

    def carry_out(self, seat: int, wanted: Sequence[Order]) -> list[Order]:
        """Applies all orders, or up to somebody else's decision within the same turn; returns the rest.

        Where another player's hidden hand has decided something without a question, the rest waits, too: if what
        came before could still be refused together with it, sending two orders would tell that hand for nothing.
        Raises Refused, with nothing changed.
        """
        state, steps = self.state, self.steps
        self.known = None
        try:
            for number, order in enumerate(wanted):
                asked = self.decider not in (seat, None) and not self.over
                asked = asked or any(shows_a_hand(fact, seat) for step in self.steps[len(steps):] for fact in step.facts)
                if number and asked and order.word not in ("undo", *ANY_TIME):
                    return list(wanted[number:])
                self.step(seat, order)
        except Refused as refused:
            ended = self.over
            self.state, self.steps = state, steps
            if ended and refused.error.key == "not_your_decision":
                raise Refused(refused.order, Illegal("turn_over")) from refused
            raise
        return []

    def step(self, seat: int, order: Order) -> None:
        used = self.used(seat, order)
        if self.known is not None and used - self.known:
            raise Refused(order, Illegal("tile_not_seen_yet", rule="12.1", tile=next(iter(used - self.known))))
        try:
            state, facts = self.engine.apply(self.state, seat, order)
        except RulesError as error:
            raise Refused(order, error) from error
        if order.word == "swap" and self.known is None:
            self.known = Counter(dict(self.engine.view(self.state, seat).seats[seat].hand or {}))
        if self.known is not None:
            self.known -= used
        self.state = state
        self.steps = [*self.steps, Step(seat, as_stored(order, facts), facts, state)]

    def used(self, seat: int, order: Order) -> Counter[str]:
        """The tiles from hand that the order names.

        A message is accepted or refused as a whole, so an order that counts on a tile drawn by a swap before it
        would tell for nothing what the bag holds. After a swap only tiles held before can be named.
        """
        if order.word == "swap":
            return Counter(order.args)
        if order.word == "commit" and order.args and order.args[0].isdecimal():
            conflict = self.engine.view(self.state, seat).conflict
            return Counter({conflict.tile: int(order.args[0])} if conflict else {})
        return Counter([order.word] if order.word in TILES else [])


def shows_a_hand(fact: Fact, seat: int) -> bool:
    """Whether the fact tells what another player holds, or does not hold."""
    return fact.kind in ("laid", "lapsed") and fact.seat != seat


def as_stored(order: Order, facts: Sequence[Fact]) -> Order:
    """The order as the log keeps it: `build` always with its cell."""
    if order.word == "build" and len(order.args) == 1 and order.args != ("none",):
        for fact in facts:
            if fact.kind == "built":
                return Order("build", (str(fact.values["monument"]), str(fact.values["cell"])))
    return order
