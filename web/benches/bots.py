"""`manage.py bench bots`: how often `greedy` beats `random`, and how long it thinks.

For each of the games: two-player games in which each begins half of them; then greedy alone against two and
three random bots, and games of greedy bots among themselves, which have to end. All follows from the seed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from random import Random
from statistics import median
from typing import NamedTuple

from engine import GAMES
from engine.bots import BOTS

GOALS = {"tigris": {2: 0.95, 3: 0.80, 4: 0.70}, "kings": {2: 0.95, 3: 0.90, 4: 0.90}}  # share of games won alone


class Played(NamedTuple):
    places: tuple[int, ...]
    orders: int
    thinking: dict[str, list[float]]  # bot -> seconds of each decision


def run(*, write: Callable[[str], object] = print, seed: int = 1, games: int = 100) -> bool:
    """True if greedy wins as often as it must, in every game."""
    return all([measure(name, write, seed, games) for name in GAMES])


def measure(name: str, write: Callable[[str], object], seed: int, games: int) -> bool:
    write(f"{name}: greedy against random, {games} games each, seed {seed}")
    times: list[float] = []
    good = True
    for count, goal in GOALS[name].items():
        won = shared = 0
        for number in range(games):
            seats = ["random"] * count
            seats[number % count] = "greedy"
            played = play(seats, f"{seed} {count} {number}", name=name)
            times += played.thinking["greedy"]
            first = [seat for seat, place in enumerate(played.places) if place == 1]
            won += first == [number % count]
            shared += number % count in first and len(first) > 1
            if (number + 1) % max(1, games // 5) == 0:
                write(f"  {count} players: {number + 1:3} games, greedy first alone {won}, shared {shared}")
        good = good and won >= goal * games
    among = [play(["greedy"] * (2 + number % 3), f"{seed} greedy {number}", name=name) for number in range(max(1, games // 5))]
    lengths = [played.orders for played in among]
    write(f"greedy among themselves: {len(among)} games, all ended, {median(lengths):.0f} orders, most {max(lengths)}")
    usual, slow, longest = (1000 * found for found in (median(times), sorted(times)[len(times) * 99 // 100], max(times)))
    write(f"greedy thinks {usual:.1f} ms a decision, 99 of 100 times at most {slow:.1f} ms, longest {longest:.1f} ms")
    write("ok" if good else "FAIL: greedy wins too seldom")
    return good


def play(bots: Sequence[str], seed: str, longest: int = 5000, name: str = "tigris") -> Played:
    """One game of these bots, by seat. `thinking` is processor time."""
    game, rng = GAMES[name], Random(seed)
    players = rng.sample(game.dynasties, len(bots))
    options = {option: values[0] for option, values in game.options.items()}
    deck = list(game.deck(players, options))
    rng.shuffle(deck)
    state, orders = game.setup(players, options, deck), 0
    thinking: dict[str, list[float]] = {bot: [] for bot in bots}
    while (seat := game.decider(state)) is not None:
        view = game.view(state, seat)
        began = time.process_time()
        order = BOTS[bots[seat]](view, rng)
        thinking[bots[seat]].append(time.process_time() - began)
        state, _ = game.apply(state, seat, order)
        orders += 1
        if orders > longest:
            raise RuntimeError(f"a game of {', '.join(bots)} does not end (seed {seed})")
    return Played(game.view(state, None).places or (), orders, thinking)
