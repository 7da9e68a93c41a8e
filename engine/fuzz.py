"""One random legal game from a seed, with everything checked that must hold in any game.

    record = play("tigris", 17)     # the game as a record; raises Broken, which holds one, too

The same seed gives the same game and the same checks. Every position is checked, and a few of them, chosen
at random, in depth: the whole space of orders, and what a seat could learn of hidden things.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engine import GAMES, Game, Order
from engine.bots import BOTS
from engine.checks import (
    INVARIANTS,
    SETTING,
    Broken,
    Step,
    Table,
    check_change,
    check_end,
    check_orders,
    check_position,
    check_secrets,
    check_undo,
    check_views,
)
from engine.pieces import TILES
from engine.record import Record

__all__ = ["Broken", "play"]

LONGEST = 4000  # orders; a game that has more does not end
SHOWN, DEEP = 0.1, 0.012  # share of the positions whose views are checked, and that are checked in depth
UNDO, RESIGN, BOT, SET = 0.04, 0.0015, 0.03, 0.01
RARE = ("pass", "catastrophe", "swap")  # in the calm games, in which more happens on the board

Choose = Callable[[list[Order]], Order]


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
    players = tuple(rng.sample(game.dynasties, rng.choice(game.seats)))
    options = {option: rng.choice(values) for option, values in game.options.items()}
    options |= {
        f"{option} {dynasty}": rng.choice(game.options[option])
        for option in game.seat_options for dynasty in players if rng.random() < 0.3
    }
    deck = list(game.deck(players, options))
    rng.shuffle(deck)
    return Table(game, rng, players, options, tuple(deck), game.setup(players, options, deck))


def style(table: Table) -> Choose:
    """How this game is played: anywhere, or crowded round one place, where things happen.

    In some games tiles of one kind have that place to themselves, so that the rarest patterns come about.
    """
    rng = table.rng
    focus = rng.choice(INVARIANTS[table.game.name].CENTRES)
    samples = rng.choice((1, 4, 12))
    calm = rng.random() < 0.7
    keeper = rng.choice(TILES) if rng.random() < 0.25 else ""

    def choose(legal: list[Order]) -> Order:
        words = sorted({order.word for order in legal})
        if calm and len(words) > 2:
            words = [word for word in words if word not in RARE or rng.random() < 0.15] or ["pass"]
        kept = [order for order in legal if order.word == keeper and distance(order, focus) <= 1]
        if kept and rng.random() < 0.8:
            return rng.choice(kept)
        word = rng.choice(words)
        fitting = [order for order in legal if order.word == word]
        if keeper and word not in ("build", keeper):
            fitting = [order for order in fitting if distance(order, focus) > 1] or fitting
        return min((rng.choice(fitting) for _ in range(samples)), key=lambda order: distance(order, focus))

    return choose


def distance(order: Order, focus: str) -> int:
    """Between the order's cell, column or link, and the focus: columns count, and rows where there are any."""
    place = order.args[-1] if order.args else ""
    if not place[:1].isupper():
        return 99
    rows = abs(int(place[1:]) - int(focus[1:])) if place[1:].isdigit() else 0
    return abs(ord(place[0]) - ord(focus[0])) + rows


def check(table: Table) -> None:
    check_position(table)
    if table.rng.random() < SHOWN:
        check_views(table)
    if table.rng.random() < DEEP:
        check_orders(table)
        check_secrets(table)


def turn(table: Table, choose: Choose) -> None:
    """The next order: chosen at random, now and then by a bot, or a resignation; sometimes after some undoing."""
    game, rng = table.game, table.rng
    if rng.random() < UNDO:
        check_undo(table)
    if rng.random() < RESIGN:
        leaving = rng.choice([seat for seat in table.seats if seat not in table.resigned])
        table.resigned.add(leaving)
        advance(table, leaving, Order("resign"))
        return
    if SETTING in game.options and rng.random() < SET:
        setter = rng.choice([seat for seat in table.seats if seat not in table.resigned])
        change(table, setter, Order(SETTING, (rng.choice(game.options[SETTING]),)))
        return
    seat, legal = game.decider(table.state), game.legal(table.state)
    assert seat is not None
    table.require(bool(legal), "nothing is legal")
    order = choose(legal)
    if rng.random() < BOT:
        for name, bot in sorted(BOTS.items()):
            order = bot(game.view(table.state, seat), rng)
            table.require(order in legal, f"the bot {name} wants {order}, which is not legal")
    advance(table, seat, order)


def advance(table: Table, seat: int, order: Order) -> None:
    """Play an order, check what is told of it, and note whether it could be taken back."""
    game, before = table.game, table.state
    table.orders.append((seat, order))
    table.state, facts = game.apply(before, seat, order)
    check_change(table, before, facts)
    final = INVARIANTS[game.name].final(before, table.state, seat, order, facts)
    if order.word == "resign" or game.decider(table.state) != seat:
        table.steps.clear()
    else:
        table.steps.append(Step(seat, order, before, final))


def change(table: Table, seat: int, order: Order) -> None:
    """Change a setting: it stays when orders before it are taken back. It can settle the question being asked."""
    game, before = table.game, table.state
    invariants = INVARIANTS[game.name]
    decider = game.decider(before)
    table.orders.append((seat, order))
    table.state, facts = game.apply(before, seat, order)
    check_change(table, before, facts)
    if game.decider(table.state) != decider:
        table.steps.clear()
    table.steps = [step._replace(before=invariants.with_settings(step.before, table.state)) for step in table.steps]
    if table.steps and invariants.final(before, table.state, seat, order, facts):
        table.steps[-1] = table.steps[-1]._replace(final=True)
