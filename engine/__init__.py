"""The games' rules: pure, immutable, standard library only.

The face of the package is `GAMES`: each game keeps the protocol below. Text of orders is in `engine.orders`, of
games in `engine.record`, the words of each language in `engine.lexicon`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from engine.errors import Ambiguous, Illegal, Invalid, RulesError
from engine.facts import Fact, seen_by
from engine.kings.game import Kings
from engine.order import Order
from engine.tigris.game import Tigris
from engine.view import View

__all__ = [
    "GAMES", "Ambiguous", "Fact", "Game", "Illegal", "Invalid", "Order", "RulesError", "View", "seen_by",
]


class Game(Protocol):
    """What a game offers. A `state` is immutable; a `seat` is an index in the order of play."""

    name: str
    dynasties: tuple[str, ...]
    seats: tuple[int, ...]  # allowed numbers of players
    options: Mapping[str, tuple[str, ...]]  # name -> values, the default first
    seat_options: tuple[str, ...]  # those that can also be set for one seat: "points" as "points lion"

    def deck(self, players: Sequence[str], options: Mapping[str, str]) -> tuple[str, ...]:
        """Everything that is shuffled at the start, in a fixed order; the caller shuffles."""

    def setup(self, players: Sequence[str], options: Mapping[str, str], draw: Sequence[str]) -> Any:
        """The starting position. `players`: dynasties; `draw`: the shuffled deck, first drawn first."""

    def apply(self, state: Any, seat: int, order: Order) -> tuple[Any, tuple[Fact, ...]]:
        """The position after the order, and what happened. Raises RulesError; `state` never changes."""

    def legal(self, state: Any) -> list[Order]:
        """All legal orders of the seat that must decide; `undo`, `resign` and settings left out."""

    def view(self, state: Any, seat: int | None) -> View:
        """What the seat may know and do; `None` is a spectator."""

    def decider(self, state: Any) -> int | None:
        """The seat that must decide, None when the game is over."""

    def nothing(self, state: Any) -> Order:
        """The answer that gives nothing, for whoever must decide: `pass`, `commit 0`, `build none`, …"""

    def stop(self, state: Any, reason: str) -> tuple[Any, tuple[Fact, ...]]:
        """The position as if the game ended here: agreement, deserted, staff, season. No order does that, so
        it is in no record; the places are those of the points that everybody has now."""

    def digest(self, state: Any) -> str:
        """SHA-256 of the whole position, hex; equal positions have equal digests."""


GAMES: dict[str, Game] = {"tigris": Tigris(), "kings": Kings()}
