"""Who meets whom at which table: cyclic designs in which games, seats and pairs are as even as can be.

A base block is developed modulo the number of players: adding 1 to all its members gives the next table. So every
player sits once in each seat for each base block, whatever the block is; only the pairs depend on it. Known perfect
blocks are kept; for other sizes all blocks, or a fixed sample of them, are tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb
from random import Random

Tables = tuple[tuple[int, ...], ...]
Pair = frozenset[int]

PERFECT = {(7, 4): (2, 4, 5, 6), (7, 3): (0, 1, 3), (13, 4): (0, 1, 3, 9)}  # difference sets
MOST_TRIED = 20_000  # blocks


@dataclass(frozen=True, slots=True)
class Imbalance:
    """How far from even: the most minus the fewest times that a pair meets, a player sits in a seat, a player plays."""

    pairs: int
    seats: int
    games: int


@dataclass(frozen=True, slots=True)
class Design:
    """`tables`: the players 0…n-1 of each, in the order of the seats."""

    players: int
    seats: int
    tables: Tables

    @property
    def imbalance(self) -> Imbalance:
        return imbalance(self.tables, self.players)

    @property
    def meetings(self) -> tuple[int, int]:
        """How often a pair meets, at least and at most."""
        return _spread(pairs(self.tables), comb(self.players, 2))


@lru_cache(maxsize=256)
def design(players: int, seats: int) -> Design:
    """The design for a division: for two, everybody meets everybody once; for more, as many games as players.

    ValueError if there are fewer players than seats, or fewer than two seats.
    """
    if seats < 2 or players < seats:
        raise ValueError(f"{players} players can't fill tables of {seats}")
    if seats == 2:
        return Design(players, 2, tuple(_round_robin(players)))
    return Design(players, seats, develop(PERFECT.get((players, seats)) or _best_block(players, seats), players))


def develop(block: Sequence[int], modulus: int) -> Tables:
    return tuple(tuple((member + shift) % modulus for member in block) for shift in range(modulus))


def _round_robin(players: int) -> Iterator[tuple[int, int]]:
    for step in range(1, (players - 1) // 2 + 1):
        yield from ((first, (first + step) % players) for first in range(players))
    if players % 2 == 0:  # those opposite each other: half of the turn only, the first seat now here, now there
        half = players // 2
        yield from ((first, first + half) if first % 2 else (first + half, first) for first in range(half))


def _best_block(players: int, seats: int) -> tuple[int, ...]:
    """The base block whose differences are spread most evenly; the first one of equals."""

    def unevenness(block: tuple[int, ...]) -> tuple[int, int]:
        found = Counter((one - other) % players for one in block for other in block if one != other)
        counts = [found[step] for step in range(1, players)]
        return max(counts, default=0) - min(counts, default=0), sum(count * count for count in counts)

    rest = range(1, players)
    if comb(players - 1, seats - 1) <= MOST_TRIED:
        blocks: Iterable[tuple[int, ...]] = ((0, *others) for others in combinations(rest, seats - 1))
    else:
        random = Random(f"{players}/{seats}")
        blocks = ((0, *sorted(random.sample(rest, seats - 1))) for _ in range(MOST_TRIED))
    return min(blocks, key=unevenness)


def pairs(tables: Iterable[Collection[int]]) -> Counter[Pair]:
    """How often each pair meets; pairs that never do are not named."""
    return Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))


def imbalance(tables: Sequence[Sequence[int]], players: int) -> Imbalance:
    seated = Counter((player, seat) for table in tables for seat, player in enumerate(table))
    played = Counter(player for table in tables for player in table)
    fewest, most = _spread(pairs(tables), comb(players, 2))
    low, high = _spread(seated, players * max(map(len, tables), default=0))
    least, top = _spread(played, players)
    return Imbalance(most - fewest, high - low, top - least)


def _spread(counts: Counter[Pair] | Counter[tuple[int, int]] | Counter[int], possible: int) -> tuple[int, int]:
    values = list(counts.values())
    return (min(values, default=0) if len(values) >= possible else 0), max(values, default=0)


def seat_players(
    plan: Design, players: Sequence[int], *, blocked: Collection[Pair] = (), before: Collection[frozenset[int]] = (),
    seed: str = "",
) -> Tables:
    """The design with people in the places of its numbers: in an order of chance that repeats none of the tables
    `before`, if there is one, and keeps the `blocked` pairs apart as far as the number of games allows."""
    random = Random(seed)
    best, best_cost = plan.tables, None
    for _ in range(200):
        mixed = list(players)
        random.shuffle(mixed)
        tables = tuple(tuple(mixed[number] for number in table) for table in plan.tables)
        cost = _cost(tables, blocked, before)
        if best_cost is None or cost < best_cost:
            best, best_cost = tables, cost
        if best_cost[:2] == (0, 0):
            return best
    return _improved(best, blocked, before, random)


def _cost(
    tables: Sequence[Sequence[int]], blocked: Collection[Pair], before: Collection[frozenset[int]]
) -> tuple[int, int, int]:
    met = pairs(tables)
    return (
        sum(met[pair] for pair in blocked), sum(frozenset(table) in before for table in tables),
        sum(count * count for count in met.values()),
    )


def _improved(tables: Tables, blocked: Collection[Pair], before: Collection[frozenset[int]], random: Random) -> Tables:
    """Exchanges of two players in the same seat of two tables, while they make it better: games and seats stay even."""
    now = [list(table) for table in tables]
    cost = _cost(now, blocked, before)
    if len(now) < 2:
        return tables
    for _ in range(3000):
        if cost[:2] == (0, 0):
            break
        one, other = random.sample(now, 2)
        seat = random.randrange(min(len(one), len(other)))
        first, second = one[seat], other[seat]
        if first in other or second in one:
            continue
        one[seat], other[seat] = second, first
        changed = _cost(now, blocked, before)
        if changed <= cost:
            cost = changed
        else:
            one[seat], other[seat] = first, second
    return tuple(map(tuple, now))
