"""Tables for any number of players: as few as can be, as even as can be; and who is drawn to which."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import combinations
from random import Random

from leagues.designs import Pair, Tables

BLOCKED, AGAIN, MET = 10_000, 500, 20  # what a drawing costs that has such a pair or table


def split(players: int, seats: int) -> tuple[tuple[int, ...], int]:
    """The sizes of the tables, large ones first, and how many have a bye. `split(9, 4)` is three of three."""
    if players < 2:
        return (), players
    if seats == 2:
        return (2,) * (players // 2), players % 2
    tables = -(-players // seats)
    small, more = divmod(players, tables)
    if small < 2:  # three at tables of two seats at most; cannot be with three seats or more
        return (seats,) * (players // seats), players % seats
    return (small + 1,) * more + (small,) * (tables - more), 0


def draw(
    line: Sequence[int], sizes: Sequence[int], *, met: Mapping[Pair, int], sat: Mapping[tuple[int, int], int],
    blocked: Collection[Pair] = (), before: Collection[frozenset[int]] = (), seed: str = "",
    spread: Callable[[int, int], float] | None = None,
) -> Tables:
    """Tables from a line of players, neighbours together, then exchanges while they help: no blocked pair, no pair
    once more, no table of the last season, and as near in the line as that allows.

    `spread(place of one, place of the other)` is what sitting together costs; by default their distance.
    """
    spread = spread or (lambda one, other: float(abs(one - other)))
    places = {player: index for index, player in enumerate(line)}
    random = Random(seed)

    def cost(table: Sequence[int]) -> float:
        found = sum(
            BLOCKED * (frozenset(pair) in blocked) + MET * len(line) * met.get(frozenset(pair), 0)
            + spread(places[pair[0]], places[pair[1]])
            for pair in combinations(table, 2)
        )
        return found + AGAIN * (frozenset(table) in before)

    now, start = [], 0
    for size in sizes:
        now.append(list(line[start: start + size]))
        start += size
    costs = [cost(table) for table in now]
    better = len(now) > 1
    while better:
        better = False
        for one, other in combinations(range(len(now)), 2):
            for here in range(len(now[one])):
                for there in range(len(now[other])):
                    first, second = now[one][here], now[other][there]
                    now[one][here], now[other][there] = second, first
                    changed = cost(now[one]), cost(now[other])
                    if sum(changed) < costs[one] + costs[other] - 1e-9:
                        costs[one], costs[other] = changed
                        better = True
                    else:
                        now[one][here], now[other][there] = first, second
    return tuple(seat(table, sat, random) for table in now)


def seat(table: Sequence[int], sat: Mapping[tuple[int, int], int], random: Random) -> tuple[int, ...]:
    """The players in an order of seats such that each sits where they sat least; ties by chance."""
    left, order = list(table), []
    random.shuffle(left)
    for index in range(len(table)):
        turn = min(left, key=lambda player: sat.get((player, index), 0) - min(
            (sat.get((player, other), 0) for other in range(index + 1, len(table))), default=0))
        left.remove(turn)
        order.append(turn)
    return tuple(order)


def history(played: Sequence[Sequence[int]]) -> tuple[Counter[Pair], Counter[tuple[int, int]]]:
    """How often each pair has met and who sat where."""
    met = Counter(frozenset(pair) for table in played for pair in combinations(table, 2))
    return met, Counter((player, index) for table in played for index, player in enumerate(table))
