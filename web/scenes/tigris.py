"""The scenes of the board game's rules: a part of the board, what lies there, and the cells to point at."""

from __future__ import annotations

from typing import Any

from drawing import svg
from drawing.frame import EDGE
from drawing.tigris.terrain import CELL, place
from engine import GAMES
from engine.tigris.arrange import arrange
from web.scenes import crop

PLAYERS = ("lion", "bull", "bow")
EMBLEM = ""  # the example of the first page
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
    "wonder": {
        "first": "E3", "last": "K7", "options": {"wonder": "on"}, "wonder": "G5",
        "tiles": {"I5": "temple", "J5": "settlement"},
        "leaders": {"I6": ("king", "lion")},
    },
    "building": {
        "first": "E4", "last": "K6", "options": {"buildings": "on"}, "highlight": ("I5",),
        "tiles": {"F5": "market", "G5": "market", "H5": "market", "I5": "market", "H4": "temple"},
        "leaders": {"I4": ("trader", "bull")},
        "buildings": {"green": "G5"},
    },
}


def draw(name: str, language: str) -> str:
    """The scene as an SVG picture."""
    parts = dict(SCENES[name])
    first, last, highlight = place(parts.pop("first")), place(parts.pop("last")), parts.pop("highlight", ())
    picture = svg(GAMES["tigris"].view(arrange(PLAYERS, **parts), None), language=language, highlight=highlight)
    size = (last[0] - first[0] + 1) * CELL, (last[1] - first[1] + 1) * CELL
    return crop(picture, EDGE + first[0] * CELL, EDGE + first[1] * CELL, *size)
