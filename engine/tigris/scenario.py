"""The board game's part of scenarios: `engine.scenario.BENCHES["tigris"]`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine import sheet
from engine.tigris import positions, questions
from engine.tigris.state import State


class Tigris:
    """Positions from header lines, and questions about them."""

    keys: tuple[str, ...] = ("setup", "put", "hand", "points", "turn", "actions")

    def position(self, page: sheet.Sheet, players: tuple[str, ...], options: Mapping[str, str]) -> State:
        return positions.position(page, players, options)

    def question(self, words: list[str], players: tuple[str, ...]) -> questions.Check | None:
        return questions.question(words, players)


BENCH: Final = Tigris()
