"""Standings of a division from its results alone: points, then what breaks ties, and what broke each.

The order: points; points of the games among the tied; wins; mean share of the winner's weakest colour; fewer missed
deadlines; earlier registration. Each criterion is asked of those whom the ones before it left level.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

CRITERIA = ("among", "wins", "share", "missed", "registered")


@dataclass(frozen=True, slots=True)
class SeatResult:
    """One seat of a counted table. `player`: for whom it counts, None for nobody. `share`: the weakest colour in
    percent of the winner's weakest colour, None if it says nothing (decided without the points of a game)."""

    player: int | None
    place: int
    points: int  # twelfths
    share: Fraction | None = None
    absent: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """A table whose result is final. `bye`: no game was needed."""

    group: int
    round: int
    number: int
    seats: tuple[SeatResult, ...]
    bye: bool = False

    @property
    def players(self) -> frozenset[int]:
        return frozenset(seat.player for seat in self.seats if seat.player is not None)


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who takes part. `order`: of registration. `missed`: deadlines in games of this season."""

    player: int
    group: int = 1
    order: int = 0
    rating: float = 0.0
    missed: int = 0
    removed: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One row of a table of standings. `broken`: the criteria that separated this player from the neighbours with
    as many points, as (criterion, value)."""

    player: int
    place: int
    points: int  # twelfths
    games: int
    wins: int
    share: Fraction
    missed: int
    broken: tuple[tuple[str, str], ...] = ()


def share(weakest: int, winners: int) -> Fraction:
    """A weakest colour against the winner's. Where both have nothing, they are alike."""
    return Fraction(weakest, winners) if winners else Fraction(1 if weakest == winners else 0)


def standings(entrants: Sequence[Entrant], results: Iterable[Result]) -> tuple[Line, ...]:
    """The lines, first place first. Removed players come last, whatever they have."""
    results = tuple(results)
    tally = {entrant.player: _Tally(entrant, results) for entrant in entrants}
    lines: list[Line] = []
    for gone in (False, True):
        rows = [row for row in tally.values() if row.entrant.removed == gone]
        for level in _levels(rows, lambda row: -row.points):
            for row, broken in _broken(level, results, CRITERIA):
                lines.append(Line(
                    row.entrant.player, len(lines) + 1, row.points, row.games, row.wins, row.share,
                    row.entrant.missed, broken,
                ))
    return tuple(lines)


class _Tally:
    def __init__(self, entrant: Entrant, results: Sequence[Result]) -> None:
        self.entrant = entrant
        mine = [(result, seat) for result in results for seat in result.seats if seat.player == entrant.player]
        self.points = sum(seat.points for _, seat in mine)
        self.games = sum(not result.bye for result, _ in mine)
        self.wins = sum(seat.place == 1 and not seat.absent and not result.bye for result, seat in mine)
        shares = [seat.share for _, seat in mine if seat.share is not None]
        self.share = sum(shares, Fraction(0)) / len(shares) if shares else Fraction(0)


Broken = tuple[tuple[str, str], ...]


def _broken(level: Sequence[_Tally], results: Sequence[Result], criteria: Sequence[str]) -> list[tuple[_Tally, Broken]]:
    """Those who are level, in order, with the criteria that parted them from somebody."""
    if len(level) == 1 or not criteria:
        return [(row, ()) for row in level]
    value = _value(criteria[0], level, results)
    parts = _levels(level, lambda row: value(row)[0])
    if len(parts) == 1:
        return _broken(level, results, criteria[1:])
    found = []
    for part in parts:
        # The games among the tied are asked again of fewer, as is usual.
        for row, broken in _broken(part, results, criteria if criteria[0] == "among" else criteria[1:]):
            found.append((row, ((criteria[0], value(row)[1]), *broken)))
    return found


def _value(
    criterion: str, level: Sequence[_Tally], results: Sequence[Result]
) -> Callable[[_Tally], tuple[Fraction | int, str]]:
    """What is compared, the smaller the better, and how it is shown."""
    if criterion == "among":
        tied = {row.entrant.player for row in level}
        met = [result for result in results if len(tied & result.players) > 1]
        sums = {player: sum(seat.points for result in met for seat in result.seats if seat.player == player)
                for player in tied}
        return lambda row: (-sums[row.entrant.player], str(sums[row.entrant.player]))
    if criterion == "wins":
        return lambda row: (-row.wins, str(row.wins))
    if criterion == "share":
        return lambda row: (-row.share, f"{float(row.share):.4f}")
    if criterion == "missed":
        return lambda row: (row.entrant.missed, str(row.entrant.missed))
    return lambda row: (row.entrant.order, str(row.entrant.order))


def _levels(rows: Sequence[_Tally], key: Callable[[_Tally], Fraction | int]) -> list[list[_Tally]]:
    """Groups of equals, the best first."""
    groups: dict[Fraction | int, list[_Tally]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return [groups[value] for value in sorted(groups)]
