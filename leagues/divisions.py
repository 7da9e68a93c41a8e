"""Divisions for the next season: by last season's result, then by rating; those who went up or down in their place.

Divisions have 6 to 8 players around a target. A place that falls away somewhere costs the last of those who stayed
there, never somebody who has won a promotion.
"""

from __future__ import annotations

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
    fresh = sorted((one for one in candidates if one.division is None), key=lambda one: (-one.rating, one.order))
    levels = _levels([one for one in candidates if one.division is not None], rules, before)
    if rules.newcomers == "rating" and levels:
        for one in fresh:
            worth = [[other.rating for other in level.everybody] for level in levels]
            fits = (index for index, ratings in enumerate(worth) if not ratings or one.rating > sum(ratings) / len(ratings))
            stayed = levels[next(fits, -1)].stayed
            stayed.insert(next((at for at, other in enumerate(stayed) if other.rating < one.rating), len(stayed)), one)
        fresh = []
    parts = _filled(levels, fresh, sizes(len(candidates), rules, seats=seats))
    return _apart([[one.player for one in part] for part in parts], blocked)


@dataclass(slots=True)
class _Level:
    """Whom last season's result leads to a division: from below, from above, from itself; each best first."""

    risen: list[Candidate]
    fallen: list[Candidate]
    stayed: list[Candidate]

    @property
    def everybody(self) -> list[Candidate]:
        return [*self.risen, *self.fallen, *self.stayed]


def _levels(known: Sequence[Candidate], rules: Rules, before: Sequence[int]) -> list[_Level]:
    levels = [_Level([], [], []) for _size in before]
    for one in sorted(known, key=lambda one: (one.division or 0, one.place or 0)):
        assert one.division is not None
        assert one.place is not None
        to = moves(range(1, before[one.division - 1] + 1), division=one.division, last=len(before), rules=rules)[one.place]
        level = levels[to - 1]
        (level.risen if to < one.division else level.fallen if to > one.division else level.stayed).append(one)
    return levels


def _filled(levels: Sequence[_Level], fresh: Sequence[Candidate], sizes: Sequence[int]) -> list[list[Candidate]]:
    """Cuts to these sizes. Where too many belong, the last of those who stayed go down, and never who has won a
    promotion; where there is room, the first of those below come up, those who were to go down before all others."""
    parts: list[list[Candidate]] = []
    pushed: list[Candidate] = []
    waiting = [_Level(list(level.risen), list(level.fallen), list(level.stayed)) for level in levels]
    newcomers = list(fresh)
    for size in sizes:
        level = waiting.pop(0) if waiting else _Level([], [], [])
        line = [*level.risen, *pushed, *level.fallen, *level.stayed]
        part, pushed = line[:size], line[size:]
        while len(part) < size:
            below = next((other for other in waiting if other.everybody), None)
            if below is None:
                part += newcomers[: size - len(part)]
                newcomers = [one for one in newcomers if one not in part]
                break
            part.append((below.fallen or below.stayed or below.risen).pop(0))
        parts.append(part)
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
