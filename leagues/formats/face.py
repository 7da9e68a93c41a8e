"""What goes into a format and what comes out: values only, people as numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from leagues.ties import Entrant, Result, standings

Pair = frozenset[int]


@dataclass(frozen=True, slots=True)
class Seating:
    """One table of a round, its players in the order of the seats. `group`: the division or group it counts for,
    0 for all together."""

    group: int
    number: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """The next round. `order`: of all entrants, first place first, when no tables follow any more."""

    tables: tuple[Seating, ...] = ()
    byes: tuple[int, ...] = ()
    order: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """A season as a format sees it. `seats` of a table; `before`: tables of the last season; all `played` are final.
    `plan`: all tables of the season, where the format has drawn them at once."""

    entrants: tuple[Entrant, ...]
    played: tuple[Result, ...] = ()
    seats: int = 4
    settings: Mapping[str, int] = field(default_factory=dict)
    blocked: frozenset[Pair] = frozenset()
    before: frozenset[frozenset[int]] = frozenset()
    seed: str = ""
    plan: tuple[tuple[int, ...], ...] = ()

    @property
    def here(self) -> tuple[Entrant, ...]:
        """Those who can still be seated."""
        return tuple(entrant for entrant in self.entrants if not entrant.removed)

    @property
    def round(self) -> int:
        """The number of the round to draw, from 1."""
        return max((result.round for result in self.played), default=0) + 1

    def order(self) -> tuple[int, ...]:
        """All entrants by what they have now, group after group."""
        groups = sorted({entrant.group for entrant in self.entrants})
        return tuple(
            line.player for group in groups
            for line in standings([one for one in self.entrants if one.group == group],
                                  [result for result in self.played if result.group in (0, group)])
        )
