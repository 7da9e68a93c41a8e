"""Ratings of players: Plackett-Luce by openskill, per game and overall, games of two and of many apart.

Pure: what a result does to ratings, and what one would do. Which games count is leagues.rated's matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from openskill.models import PlackettLuce

OVERALL = "overall"
TWO, MANY = "two", "many"


@dataclass(frozen=True, slots=True)
class Rating:
    """What is believed of a player: `mu` with the doubt `sigma`."""

    mu: float
    sigma: float

    @property
    def worth(self) -> float:
        """What one can be fairly sure of; 0 at the start."""
        return self.mu - 3 * self.sigma

    @property
    def shown(self) -> int:
        """The number on pages: 1000 at the start."""
        return round(1000 + 40 * self.worth)


@cache
def model() -> PlackettLuce:
    return PlackettLuce()


START = Rating(model().mu, model().sigma)


def pool(kind: str, players: int) -> str:
    return f"{kind}:{TWO if players == 2 else MANY}"


def pools(kind: str, players: int) -> tuple[str, str]:
    """Where a game counts: for itself and overall."""
    return pool(kind, players), pool(OVERALL, players)


def after(before: Sequence[Rating], ranks: Sequence[int]) -> tuple[Rating, ...]:
    """The ratings after a game in which these players took these places, 1 the best; equal places are draws."""
    teams = [[model().rating(mu=one.mu, sigma=one.sigma)] for one in before]
    return tuple(Rating(team[0].mu, team[0].sigma) for team in model().rate(teams, ranks=[float(rank) for rank in ranks]))


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a place would make of a rating."""

    place: int
    rating: Rating
    change: int  # of the shown number


def outlook(own: Rating, others: Sequence[Rating]) -> tuple[Outlook, ...]:
    """What each place at a table with these others would change, if the others finish as they are rated."""
    order = sorted(others, key=lambda one: -one.mu)
    found = []
    for place in range(1, len(others) + 2):
        ranks = [place, *(rank if rank < place else rank + 1 for rank in range(1, len(others) + 1))]
        new = after([own, *order], ranks)[0]
        found.append(Outlook(place, new, new.shown - own.shown))
    return tuple(found)
