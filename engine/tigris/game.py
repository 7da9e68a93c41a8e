"""The board game behind the face of `engine.Game`: which chapter carries which order out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from engine.facts import Fact
from engine.order import Order
from engine.tigris import buildings, conflicts, monuments, treasures, turn, wars, wonder
from engine.tigris import legal as legality
from engine.tigris import setup as beginning
from engine.tigris.catastrophe import strike
from engine.tigris.digest import digest
from engine.tigris.leaders import lead
from engine.tigris.pieces import DYNASTIES, LEADERS, TILES
from engine.tigris.state import BUILD, COMMIT, FIGHT, LEAVE, POINT, RAISE, Draft, State
from engine.tigris.swap import swap
from engine.tigris.tiles import place
from engine.tigris.view import view
from engine.turns import Chapter, Turns
from engine.view import View


class Tigris(Turns):
    """`engine.GAMES["tigris"]`."""

    name: str = "tigris"
    dynasties: tuple[str, ...] = DYNASTIES
    seats: tuple[int, ...] = beginning.SEATS
    options: Mapping[str, tuple[str, ...]] = beginning.OPTIONS
    seat_options: tuple[str, ...] = ()

    actions: ClassVar[Mapping[str, Chapter]] = {
        **dict.fromkeys(TILES, place), **dict.fromkeys(LEADERS, lead), "catastrophe": strike, "swap": swap,
    }
    answers: ClassVar[Mapping[str, Chapter]] = {
        COMMIT: conflicts.commit, FIGHT: wars.choose, BUILD: monuments.build, LEAVE: treasures.leave,
        RAISE: buildings.raise_, POINT: wonder.point,
    }
    rules: ClassVar[Mapping[str, str]] = {"over": "10.2", "left": "16.1", "turn": "4.1"}

    def deck(self, players: Sequence[str], options: Mapping[str, str]) -> tuple[str, ...]:
        return beginning.deck(players, options)

    def setup(self, players: Sequence[str], options: Mapping[str, str], draw: Sequence[str]) -> State:
        return beginning.setup(players, options, draw)

    def question(self, draft: Draft, facts: list[Fact]) -> tuple[str, int] | None:
        return turn.question(draft, facts)

    def nothing(self, state: Draft) -> Order:
        return turn.nothing(state)

    def close(self, draft: Draft, facts: list[Fact]) -> str:
        return turn.close(draft, facts)

    def legal(self, state: State) -> list[Order]:
        return legality.orders(state)

    def view(self, state: State, seat: int | None) -> View:
        return view(state, seat)

    def digest(self, state: State) -> str:
        return digest(state)
