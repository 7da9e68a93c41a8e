"""Divisions for the next season: by last season's result, then by rating; those who went up or down in their place.

The line of all players is cut into divisions of 6 to 8 around a target. Who won a promotion stands before the lower
half of the division that they come to, so that a place that falls away there costs the last of those who stayed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

Pair = frozenset[int]


@dataclass(frozen=True, slots=True)
class Rules:
    """The organiser's choice. `newcomers`: bottom or rating."""

    target: int = 7
    least: int = 6
    most: int = 8
    up: int = 2
    down: int = 2
    newcomers: str = "bottom"


@dataclass(frozen=True, slots=True)
class Candidate:
    """Who has registered. `division` and `place`: of the last season, None for newcomers; `order`: of registration."""

    player: int
    order: int = 0
    rating: float = 0.0
    division: int | None = None
    place: int | None = None


def sizes(players: int, rules: Rules, *, seats: int = 2) -> tuple[int, ...]:
    """The sizes of the divisions, the top one first; the larger ones are below, where newcomers come in.

    Numbers that cannot be cut into the allowed sizes are cut as near to them as can be, never below `seats`.
    """
    if players <= 0:
        return ()
    possible = [number for number in range(1, players + 1) if players // number >= min(seats, players)]

    def strain(number: int) -> tuple[int, float]:
        small, large = players // number, -(-players // number)
        outside = max(0, rules.least - small) + max(0, large - rules.most)
        return outside, abs(players / number - rules.target)

    number = min(possible, key=strain)
    small, more = divmod(players, number)
    return (small,) * (number - more) + (small + 1,) * more


def moves(places: Sequence[int], *, division: int, last: int, rules: Rules) -> dict[int, int]:
    """Place -> the division that it leads to, for a division with these places when there are `last` divisions."""
    size = len(places)
    up = min(rules.up, size) if division > 1 else 0
    down = min(rules.down, size - up) if division < last else 0
    return {place: division - 1 if place <= up else division + 1 if place > size - down else division
            for place in places}


def form(
    candidates: Sequence[Candidate], rules: Rules, *, before: Sequence[int] = (), seats: int = 2,
    blocked: Collection[Pair] = (),
) -> tuple[tuple[int, ...], ...]:
    """The players of each division, the top one first. `before`: the sizes of last season's divisions."""
    cut = sizes(len(candidates), rules, seats=seats)
    return _apart(_cut(_line(candidates, rules, before), cut), blocked)


def _line(candidates: Sequence[Candidate], rules: Rules, before: Sequence[int]) -> list[int]:
    levels: defaultdict[int, dict[str, list[Candidate]]] = defaultdict(lambda: defaultdict(list))
    fresh = sorted((one for one in candidates if one.division is None), key=lambda one: (-one.rating, one.order))
    known = [one for one in candidates if one.division is not None]
    for one in known:
        assert one.division is not None
        assert one.place is not None
        size = before[one.division - 1] if one.division <= len(before) else one.place
        level = moves(range(1, size + 1), division=one.division, last=len(before), rules=rules)[one.place]
        way = "risen" if level < one.division else "fallen" if level > one.division else "stayed"
        levels[level][way].append(one)
    line: list[Candidate] = []
    for level in sorted(levels):
        ways = levels[level]
        for group in ways.values():
            group.sort(key=lambda one: (one.division or 0, one.place or 0))
        half = (len(ways["stayed"]) + 1) // 2
        line += [*ways["fallen"], *ways["stayed"][:half], *ways["risen"], *ways["stayed"][half:]]
    if rules.newcomers == "rating" and known:
        for one in fresh:  # before the first whose rating is lower and who has nobody higher below
            better = [index for index, other in enumerate(line) if other.rating >= one.rating]
            line.insert(better[-1] + 1 if better else 0, one)
    else:
        line += fresh
    return [one.player for one in line]


def _cut(line: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    parts, start = [], 0
    for size in sizes:
        parts.append(list(line[start: start + size]))
        start += size
    return parts


def _apart(parts: list[list[int]], blocked: Collection[Pair]) -> tuple[tuple[int, ...], ...]:
    """Blocked pairs into different divisions: the lower of the two changes places with the nearest one that can."""
    for pair in sorted(blocked, key=sorted):
        for number, part in enumerate(parts):
            if not pair <= set(part):
                continue
            lower = max(pair, key=part.index)
            others = [
                (abs(other - number), -other, index, other) for other, members in enumerate(parts) if other != number
                for index, member in enumerate(members)
                if not _clash(members, lower, member, blocked) and not _clash(part, member, lower, blocked)
            ]
            if others:
                _, _, index, other = min(others, key=lambda found: (found[0], found[1], abs(found[2])))
                part[part.index(lower)], parts[other][index] = parts[other][index], lower
            break
    return tuple(map(tuple, parts))


def _clash(members: Sequence[int], comes: int, goes: int, blocked: Collection[Pair]) -> bool:
    """Whether `comes` in the place of `goes` would sit in a division with somebody blocked."""
    return any(frozenset((comes, member)) in blocked for member in members if member != goes)
