"""Chance is one string: shuffled once, sealed by its SHA-256, opened at the end (docs/adr/0004).

The recipe for everybody: the commitment is the SHA-256 of the salt directly followed by the bag as text, UTF-8,
nothing in between and no line end.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeVar

from engine import GAMES
from games.models import Game

T = TypeVar("T")


def shuffle(deck: Sequence[T]) -> tuple[T, ...]:
    """The same things in an order that the system's secure random source chooses."""
    mixed = list(deck)
    secrets.SystemRandom().shuffle(mixed)
    return tuple(mixed)


def new_salt() -> str:
    return secrets.token_hex(32)


def commitment(salt: str, draw: str) -> str:
    """What is shown from the start on."""
    return hashlib.sha256((salt + draw).encode()).hexdigest()


def fold(tiles: Sequence[str]) -> str:
    """`("farm", "farm", "temple")` as a record writes it: `farm*2 temple`."""
    runs = ((tile, len(list(run))) for tile, run in groupby(tiles))
    return " ".join(tile if count == 1 else f"{tile}*{count}" for tile, count in runs)


def unfold(text: str) -> tuple[str, ...]:
    """The tiles of `farm*2 temple`."""
    tiles: list[str] = []
    for run in text.split():
        tile, _, count = run.partition("*")
        tiles += [tile] * int(count or 1)
    return tuple(tiles)


@dataclass(frozen=True, slots=True)
class Check:
    """Whether a finished game was played with the bag that was sealed at its start."""

    commitment: str
    salt: str
    draw: str
    computed: str
    whole: bool  # the bag holds exactly the tiles of the game

    @property
    def holds(self) -> bool:
        return self.commitment == self.computed and self.whole

    @property
    def command(self) -> str:
        """One line for a shell. Salt and bag hold only letters, digits, `*`, `/`, `-` and blanks."""
        return f"printf '%s' '{self.salt}{self.draw}' | sha256sum"


def check(game: Game) -> Check | None:
    """The opened seal; None while the game is not over."""
    if game.status != Game.Status.FINISHED:
        return None
    players = [seat.dynasty for seat in game.seats.all()]
    whole = sorted(unfold(game.draw)) == sorted(GAMES[game.kind].deck(players, game.options))
    return Check(game.commitment, game.salt, game.draw, commitment(game.salt, game.draw), whole)
