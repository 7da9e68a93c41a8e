"""The card game's part of scenarios: `engine.scenario.BENCHES["kings"]`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine import opening, sheet
from engine.kings.positions import position
from engine.kings.questions import QUESTIONS
from engine.kings.state import State
from engine.kings.view import view
from engine.questions import Check, question


class Kings:
    """Positions from header lines, and questions about them."""

    keys: tuple[str, ...] = (*opening.KEYS, "column", "head", "link")

    def position(self, page: sheet.Sheet, players: tuple[str, ...], options: Mapping[str, str]) -> State:
        return position(page, players, options)

    def question(self, words: list[str], players: tuple[str, ...]) -> Check | None:
        return question(words, players, view, QUESTIONS)


BENCH: Final = Kings()
