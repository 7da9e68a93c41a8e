"""One random legal game from a seed, with everything checked that must hold in any game.

    record = play("tigris", 17)     # the game as a record; raises Broken, which holds one, too

The same seed gives the same game and the same checks. Each game checks every position, and a few of them,
chosen at random, in depth: the whole space of orders, and what a seat could learn of hidden things.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from engine import GAMES, Game, Order, RulesError, View, seen_by
from engine.bots import BOTS
from engine.facts import Fact
from engine.record import Record, replay
from engine.tigris import invariants as tigris

INVARIANTS = {"tigris": tigris}
NAMES = ("Ana", "Ben", "Cleo", "Dan")
LONGEST = 4000  # orders; a game that has more does not end
DEEP = 0.012  # share of the positions that are checked in depth
UNDO, RESIGN, BOT = 0.04, 0.0015, 0.03
UNDO_OR_RESIGN = frozenset({"undo", "resign"})


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
    """A game being played."""

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
    def record(self) -> Record:
        return Record(
            self.game.name, self.players, NAMES[:len(self.players)], self.options, self.draw, tuple(self.orders),
        )

    def require(self, holds: bool, what: str) -> None:
        if not holds:
            raise Broken(what, self.record)


def play(name: str, seed: int) -> Record:
    """Play a game to its end. Number of players, options, style and orders follow from the seed."""
    table = start(GAMES[name], Random(f"{name} {seed}"))
    try:
        choose = style(table)
        while table.game.decider(table.state) is not None:
            table.require(len(table.orders) < LONGEST, "the game does not end")
            check(table)
            turn(table, choose)
        check_end(table)
    except (Broken, KeyboardInterrupt):
        raise
    except Exception as error:
        raise Broken(f"{type(error).__name__}: {error}", table.record) from error
    return table.record


def start(game: Game, rng: Random) -> Table:
    count = rng.choice(game.seats)
    players = tuple(rng.sample(game.dynasties, count))
    options = {option: rng.choice(values) for option, values in game.options.items()}
    deck = list(game.deck(players, options))
    rng.shuffle(deck)
    table = Table(game, rng, players, options, tuple(deck))
    table.state = game.setup(players, options, deck)
    return table


# Choosing

Choose = Callable[[list[Order]], Order]


def style(table: Table) -> Choose:
    """How this game is played: anywhere, or crowded round one cell, where things happen."""
    rng = table.rng
    focus = rng.choice("CDEFGHIJKLMN") + str(rng.randint(3, 9))
    samples = rng.choice((1, 4, 12))
    calm = rng.random() < 0.7

    def choose(legal: list[Order]) -> Order:
        words = sorted({order.word for order in legal})
        if calm and len(words) > 2:
            words = [word for word in words if word not in ("pass", "catastrophe", "swap") or rng.random() < 0.15]
        word = rng.choice(words or ["pass"])
        fitting = [order for order in legal if order.word == word]
        return min((rng.choice(fitting) for _ in range(samples)), key=lambda order: distance(order, focus))

    return choose


def distance(order: Order, focus: str) -> int:
    cell = order.args[-1] if order.args else ""
    if len(cell) not in (2, 3) or not cell[1:].isdigit():
        return 99
    return abs(ord(cell[0]) - ord(focus[0])) + abs(int(cell[1:]) - int(focus[1:]))


def turn(table: Table, choose: Choose) -> None:
    """The next order, sometimes an undo or a resignation instead."""
    game, rng = table.game, table.rng
    if rng.random() < UNDO:
        check_undo(table)
    state = table.state
    seat = game.decider(state)
    assert seat is not None
    if rng.random() < RESIGN:
        leaving = rng.choice([seat for seat in range(len(table.players)) if seat not in table.resigned])
        table.resigned.add(leaving)
        advance(table, leaving, Order("resign"))
        return
    legal = game.legal(state)
    table.require(bool(legal), "nothing is legal")
    order = choose(legal)
    if rng.random() < BOT:
        for name, bot in sorted(BOTS.items()):
            order = bot(game.view(state, seat), rng)
            table.require(order in legal, f"the bot {name} wants {order}, which is not legal")
    advance(table, seat, order)


def advance(table: Table, seat: int, order: Order) -> tuple[Fact, ...]:
    """Play an order and note whether it could be taken back."""
    game, before = table.game, table.state
    table.orders.append((seat, order))
    after, facts = game.apply(before, seat, order)
    table.state = after
    for what in INVARIANTS[game.name].untold(before, after, facts):
        raise Broken(what, table.record)
    drawn = INVARIANTS[game.name].drawn(before) != INVARIANTS[game.name].drawn(after)
    committed = order.word == "commit" and order.args != ("0",)
    if order.word == "resign" or game.decider(after) != seat:
        table.steps.clear()
    else:
        table.steps.append(Step(seat, order, before, drawn or committed))
    return facts


# Checking

def check(table: Table) -> None:
    """What is cheap, in every position; the rest in some."""
    for what in INVARIANTS[table.game.name].faults(table.state):
        raise Broken(what, table.record)
    if table.rng.random() < 0.1:
        check_views(table)
    if table.rng.random() < DEEP:
        check_orders(table)
        check_secrets(table)


def check_views(table: Table) -> None:
    """Each seat's view lists exactly what it may do."""
    game, state = table.game, table.state
    decider = game.decider(state)
    assert decider is not None
    legal = set(game.legal(state))
    table.require(game.nothing(state) in legal, f"the answer that gives nothing is not legal: {game.nothing(state)}")
    for seat in (None, *range(len(table.players))):
        view = game.view(state, seat)
        may = {"resign"} if seat is not None and seat not in table.resigned else set()
        may |= {"undo"} if may_undo(table) == seat and seat is not None else set()
        offered = set(view.legal) & UNDO_OR_RESIGN
        table.require(offered == may, f"seat {seat} is offered {sorted(offered)}, not {sorted(may)}")
        written = set(written_out(view))
        table.require(written == (legal if seat == decider else set()), f"seat {seat} is shown other orders than are legal")


def written_out(view: View) -> Iterator[Order]:
    for word, arguments in view.legal.items():
        if word in UNDO_OR_RESIGN:
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
    refused_seats = [seat for seat in range(len(table.players)) if seat != decider]
    for order in {*INVARIANTS[game.name].every_order(state), *legal}:
        accepted = accepts(table, decider, order)
        table.require(accepted == (order in legal), f"{order} is {'not ' * (not accepted)}accepted, unlike the list")
    for order in table.rng.sample(sorted(legal), min(20, len(legal))):
        seat = table.rng.choice(refused_seats)
        table.require(not accepts(table, seat, order), f"{order} is accepted from seat {seat}, whose turn it is not")
    for seat in range(len(table.players)):
        may = may_undo(table) == seat
        table.require(accepts(table, seat, Order("undo")) == may, f"undo of seat {seat} should be {may}")
        may = seat not in table.resigned
        table.require(accepts(table, seat, Order("resign")) == may, f"resign of seat {seat} should be {may}")
    table.require(game.digest(state) == digest, "trying orders changed the position")


def accepts(table: Table, seat: int | None, order: Order) -> bool:
    assert seat is not None
    try:
        table.game.apply(table.state, seat, order)
    except RulesError:
        return False
    return True


def check_secrets(table: Table) -> None:
    """Nobody sees a difference when what is hidden from them is dealt anew; nor in what happens next."""
    game, state, rng = table.game, table.state, table.rng
    disguised = INVARIANTS[game.name].disguised
    mover = game.decider(state)
    order = rng.choice(game.legal(state))
    ends = game.decider(game.apply(state, mover, order)[0]) is None  # type: ignore[arg-type]
    for seat in (None, *range(len(table.players))):
        other = disguised(state, seat, rng, points=not ends, keep=order, mover=mover)
        table.require(game.view(state, seat) == game.view(other, seat), f"seat {seat} sees what is hidden")
        told = told_of(game, state, mover, order, seat)
        table.require(told == told_of(game, other, mover, order, seat), f"seat {seat} is told what is hidden by {order}")


def told_of(game: Game, state: Any, mover: int | None, order: Order, seat: int | None) -> tuple[Fact, ...]:
    """The facts of an order as a seat is told them, without the tiles that it draws itself."""
    assert mover is not None
    facts = seen_by(game.apply(state, mover, order)[1], seat)
    return tuple(fact._replace(secret=None) if fact.kind in ("refilled", "swapped") else fact for fact in facts)


def may_undo(table: Table) -> int | None:
    """The seat that may take back the latest order, as the notation says it."""
    if not table.steps or table.steps[-1].final:
        return None
    return table.steps[-1].seat


def check_undo(table: Table) -> None:
    """Take back as many orders as can be, one by one, then play on from there or from here."""
    state, steps, orders = table.state, list(table.steps), list(table.orders)
    while (seat := may_undo(table)) is not None:
        step = table.steps.pop()
        table.orders.append((seat, Order("undo")))
        table.state, _ = table.game.apply(table.state, seat, Order("undo"))
        same = table.game.digest(table.state) == table.game.digest(step.before)
        table.require(same, f"undo of {step.order} leads to another position")
        del table.orders[-2:]
    if len(steps) > len(table.steps):
        check_views(table)
    if table.rng.random() < 0.5:
        table.state, table.steps, table.orders = state, steps, orders


def check_end(table: Table) -> None:
    """At the end nothing can be done, everybody has a place, and the record replays to the same position."""
    game, state = table.game, table.state
    for what in INVARIANTS[game.name].faults(state):
        raise Broken(what, table.record)
    places = game.view(state, None).places or ()
    table.require(len(places) == len(table.players) and min(places) == 1, f"the places are {places}")
    table.require(not game.legal(state), "the game is over, and something is legal")
    for seat in range(len(table.players)):
        for word in ("undo", "resign", "pass"):
            table.require(not accepts(table, seat, Order(word)), f"the game is over, and {word} is accepted")
    text = str(table.record)
    table.require(str(Record.parse(text)) == text, "the record reads back as another one")
    *_, (_, _, last, _) = replay(Record.parse(text))
    table.require(game.digest(last) == game.digest(state), "the record replays to another position")
