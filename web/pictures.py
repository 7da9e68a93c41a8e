"""Boards drawn for the first page and for the rules: made once, kept in memory, one set a language."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.utils.safestring import SafeString, mark_safe

from drawing import svg
from drawing.frame import EDGE
from drawing.tigris.terrain import CELL, place
from engine import GAMES
from engine.record import Record, replay
from engine.tigris.arrange import arrange
from engine.view import View

EXAMPLE = Path(__file__).with_name("example.txt")  # a record; two bots and a patient person
PLAYERS = ("lion", "bull", "bow")


@lru_cache
def example(language: str) -> SafeString:
    """The board of a real game in its middle, as a spectator sees it."""
    return mark_safe(svg(position(EXAMPLE.read_text()), language=short(language)))


def position(record: str) -> View:
    """The end of a record, for a spectator."""
    *_before, (_seat, _order, state, _facts) = replay(Record.parse(record))
    return GAMES["tigris"].view(state, None)


def short(language: str) -> str:
    return language.split("-")[0]


def crop(picture: str, first: str, last: str) -> SafeString:
    """A part of a board, from the cell at its top left to the one at its bottom right."""
    (left, top), (right, bottom) = place(first), place(last)
    box = (EDGE + left * CELL, EDGE + top * CELL, (right - left + 1) * CELL, (bottom - top + 1) * CELL)
    return mark_safe(re.sub(r'viewBox="[^"]*"', f'viewBox="{" ".join(map(str, box))}"', picture, count=1))


# What the rules show: the part of the board, what lies there, and the cells to point at.
SCENES: dict[str, dict[str, Any]] = {
    "kingdom": {
        "first": "E4", "last": "J6", "highlight": ("H4",),
        "tiles": {"F5": "temple", "H5": "market", "H4": "settlement", "F6": "temple"},
        "leaders": {"G5": ("king", "lion"), "G6": ("trader", "bull")},
    },
    "revolt": {
        "first": "E3", "last": "J6", "highlight": ("H5",),
        "tiles": {"F4": "temple", "F6": "temple", "G5": "temple", "H4": "temple"},
        "leaders": {"F5": ("king", "lion")},
    },
    "war": {
        "first": "E4", "last": "K6", "highlight": ("H5",),
        "tiles": {"F4": "temple", "E5": "market", "G5": "market", "I5": "market", "J4": "temple", "I6": "settlement"},
        "leaders": {"F5": ("trader", "lion"), "J5": ("trader", "bull")},
    },
    "monument": {
        "first": "E4", "last": "J6",
        "tiles": {"I4": "temple"},
        "leaders": {"H4": ("king", "lion")},
        "monuments": (("black-red", "F4"),),
    },
}


@lru_cache
def rules(language: str) -> dict[str, SafeString]:
    return {name: scene(language=short(language), **parts) for name, parts in SCENES.items()}


def scene(*, language: str, first: str, last: str, highlight: tuple[str, ...] = (), **parts: object) -> SafeString:
    view = GAMES["tigris"].view(arrange(PLAYERS, **parts), None)  # type: ignore[arg-type]
    return crop(svg(view, language=language, highlight=highlight), first, last)
