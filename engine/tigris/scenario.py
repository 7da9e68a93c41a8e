"""The board game's part of scenarios: `engine.scenario.BENCHES["tigris"]`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine import opening, sheet
from engine.questions import Check, question
from engine.tigris import positions
from engine.tigris.questions import QUESTIONS
from engine.tigris.state import State
from engine.tigris.view import view


class Tigris:
    """Positions from header lines, and questions about them."""

    keys: tuple[str, ...] = (*opening.KEYS, "put")

    def position(self, page: sheet.Sheet, players: tuple[str, ...], options: Mapping[str, str]) -> State:
        return positions.position(page, players, options)

    def question(self, words: list[str], players: tuple[str, ...]) -> Check | None:
        return question(words, players, view, QUESTIONS)


BENCH: Final = Tigris()
