"""What must hold at a table where any game is played, position by position: for the fuzzer.

What only one game knows (its pieces, its whole space of orders, what is hidden in it) is in that game's
`invariants`. A fault raises Broken with the record of the game so far.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from engine import Game, Order, RulesError, View, seen_by
from engine.facts import Fact
from engine.kings import invariants as kings
from engine.record import Record, replay
from engine.tigris import invariants as tigris

INVARIANTS = {"tigris": tigris, "kings": kings}
NAMES = ("Ana", "Ben", "Cleo", "Dan")
UNDO_OR_RESIGN = frozenset({"undo", "resign"})
SETTING = "points"  # an order of any seat at any time, which `undo` passes over
BESIDE = UNDO_OR_RESIGN | {SETTING}


class Broken(Exception):
    """Something does not hold. `record` is the game so far, with the order that broke it as its last one."""

    def __init__(self, what: str, record: Record) -> None:
        super().__init__(what)
        self.record = record


class Step(NamedTuple):
    """An order that `undo` may have to take back."""

    seat: int
    order: Order
    before: Any
    final: bool  # something in it cannot be taken back


@dataclass(slots=True)
class Table:
    """A game being played. `steps` are the orders that `undo` could reach, the latest last."""

    game: Game
    rng: Random
    players: tuple[str, ...]
    options: dict[str, str]
    draw: tuple[str, ...]
    state: Any = None
    orders: list[tuple[int, Order]] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    resigned: set[int] = field(default_factory=set)

    @property
    def seats(self) -> range:
        return range(len(self.players))

    @property
    def record(self) -> Record:
        names = NAMES[:len(self.players)]
        return Record(self.game.name, self.players, names, self.options, self.draw, tuple(self.orders))

    def require(self, holds: bool, what: str) -> None:
        if not holds:
            raise Broken(what, self.record)

    def accepts(self, seat: int | None, order: Order) -> bool:
        assert seat is not None
        try:
            self.game.apply(self.state, seat, order)
        except RulesError:
            return False
        return True

    def may_undo(self) -> int | None:
        """The seat that may take back the latest order, as the notation says it."""
        return None if not self.steps or self.steps[-1].final else self.steps[-1].seat


def check_position(table: Table) -> None:
    for what in INVARIANTS[table.game.name].faults(table.state):
        raise Broken(what, table.record)


def check_change(table: Table, before: Any, facts: tuple[Fact, ...]) -> None:
    """The facts of an order tell everything that it changed."""
    for what in INVARIANTS[table.game.name].untold(before, table.state, facts):
        raise Broken(what, table.record)


def check_views(table: Table) -> None:
    """Each seat's view lists exactly what it may do."""
    game, state = table.game, table.state
    decider, legal, nothing = game.decider(state), set(game.legal(state)), game.nothing(state)
    table.require(nothing in legal, f"the answer that gives nothing is not legal: {nothing}")
    for seat in (None, *table.seats):
        view = game.view(state, seat)
        may = {"resign"} if seat is not None and seat not in table.resigned else set()
        may |= {"undo"} if seat is not None and seat == table.may_undo() else set()
        offered = set(view.legal) & UNDO_OR_RESIGN
        table.require(offered == may, f"seat {seat} is offered {sorted(offered)}, not {sorted(may)}")
        shown = set(written_out(view))
        table.require(shown == (legal if seat == decider else set()), f"seat {seat} is shown other orders than it has")


def written_out(view: View) -> Iterator[Order]:
    """The orders that a view lists, `undo`, `resign` and settings left out."""
    for word, arguments in view.legal.items():
        if word in BESIDE:
            continue
        if word == "swap":
            yield from swaps(arguments)
        elif not arguments:
            yield Order(word)
        else:
            yield from (Order(word, tuple(argument.split())) for argument in arguments)


def swaps(tiles: tuple[str, ...]) -> Iterator[Order]:
    """Any one to six of the tiles, in the order in which the view lists them."""
    chosen: set[tuple[str, ...]] = {()}
    for tile in tiles:
        chosen |= {(*some, tile) for some in chosen}
    yield from (Order("swap", some) for some in chosen if some)


def check_orders(table: Table) -> None:
    """Of all orders that can be written, those listed are accepted and all others refused, from every seat."""
    game, state = table.game, table.state
    decider, legal, digest = game.decider(state), set(game.legal(state)), game.digest(state)
    for order in {*INVARIANTS[game.name].every_order(state), *legal}:
        accepted = table.accepts(decider, order)
        table.require(accepted == (order in legal), f"{order} is {'' if accepted else 'not '}accepted, unlike the list")
    others = [seat for seat in table.seats if seat != decider]
    for order in table.rng.sample(sorted(legal), min(20, len(legal))):
        seat = table.rng.choice(others)
        table.require(not table.accepts(seat, order), f"{order} is accepted from seat {seat}, whose turn it is not")
    for seat in table.seats:
        may = table.may_undo() == seat
        table.require(table.accepts(seat, Order("undo")) == may, f"undo of seat {seat} should be {may}")
        may = seat not in table.resigned
        table.require(table.accepts(seat, Order("resign")) == may, f"resign of seat {seat} should be {may}")
        may &= SETTING in game.options
        table.require(table.accepts(seat, Order(SETTING, ("ask",))) == may, f"a setting of seat {seat} should be {may}")
    table.require(game.digest(state) == digest, "trying orders changed the position")


def check_secrets(table: Table) -> None:
    """Nobody sees a difference when what is hidden from them is dealt anew; nor in what happens next."""
    game, state, rng = table.game, table.state, table.rng
    mover = game.decider(state)
    assert mover is not None
    order = rng.choice(game.legal(state))
    ends = game.decider(game.apply(state, mover, order)[0]) is None
    for seat in (None, *table.seats):
        other = INVARIANTS[game.name].disguised(state, seat, rng, points=not ends, keep=order, mover=mover)
        table.require(game.view(state, seat) == game.view(other, seat), f"seat {seat} sees what is hidden")
        told = told_of(game, state, mover, order, seat)
        same = told == told_of(game, other, mover, order, seat)
        table.require(same, f"seat {seat} is told what is hidden by {order}")


def told_of(game: Game, state: Any, mover: int, order: Order, seat: int | None) -> tuple[Fact, ...]:
    """The facts of an order as a seat is told them, without the tiles that it draws itself."""
    facts = seen_by(game.apply(state, mover, order)[1], seat)
    return tuple(fact._replace(secret=None) if fact.kind in ("refilled", "swapped") else fact for fact in facts)


def check_undo(table: Table) -> None:
    """Take back as many orders as can be, one by one, then play on from there or from here."""
    state, steps, orders = table.state, list(table.steps), list(table.orders)
    while (seat := table.may_undo()) is not None:
        step = table.steps.pop()
        table.orders.append((seat, Order("undo")))
        table.state, _ = table.game.apply(table.state, seat, Order("undo"))
        same = table.game.digest(table.state) == table.game.digest(step.before)
        table.require(same, f"undo of {step.order} leads to another position")
        table.orders.pop()
        table.orders.pop(max(at for at, (_, order) in enumerate(table.orders) if order.word != SETTING))
    if len(steps) > len(table.steps):
        check_views(table)
    if table.rng.random() < 0.5:
        table.state, table.steps, table.orders = state, steps, orders


def check_end(table: Table) -> None:
    """At the end nothing can be done, everybody has a place, and the record replays to the same position."""
    game, state = table.game, table.state
    check_position(table)
    places = game.view(state, None).places or ()
    table.require(len(places) == len(table.players) and min(places) == 1, f"the places are {places}")
    table.require(not game.legal(state), "the game is over, and something is legal")
    for seat in table.seats:
        for word in ("undo", "resign", "pass"):
            table.require(not table.accepts(seat, Order(word)), f"the game is over, and {word} is accepted")
    text = str(table.record)
    table.require(str(Record.parse(text)) == text, "the record reads back as another one")
    *_, (_, _, last, _) = replay(Record.parse(text))
    table.require(game.digest(last) == game.digest(state), "the record replays to another position")
