"""The scenes of the card game's rules: what lies on the table, the columns that are shown, the places to point at."""

from __future__ import annotations

from typing import Any

from drawing import svg
from drawing.frame import EDGE
from drawing.kings.table import MARGIN, PITCH, ROW
from engine import GAMES
from engine.display import COLUMNS
from engine.kings.arrange import arrange
from engine.orders import parse
from web.scenes import crop

PLAYERS = ("lion", "bull", "bow")
EMBLEM = "whole"
SCENES: dict[str, dict[str, Any]] = {
    "whole": {
        "first": "A", "last": "H", "rows": 7,
        "columns": {
            "A": ["farm", "temple+priest/lion", "settlement"],
            "B": ["market+trader/bull", "temple", "farm", "farm"],
            "C": ["temple", "settlement+king/bow", "market"],
            "D": ["settlement", "ship/green", "farm+farmer/lion", "temple", "market"],
            "E": ["temple", "farm", "settlement+king/lion"],
            "F": ["market", "temple"], "H": ["farm+farmer/bull", "settlement"],
        },
        "heads": {"D": "temple"}, "links": {"A-B": "market", "D-E": "temple+priest/bull"},
    },
    "table": {
        "first": "A", "last": "D", "rows": 5, "highlight": ("A-B",),
        "columns": {
            "A": ["farm", "temple+priest/lion", "settlement"],
            "B": ["market+trader/bull", "temple", "farm", "farm"],
            "C": ["temple", "settlement+king/bow"],
        },
        "links": {"A-B": "market"},
    },
    "scoring": {
        "first": "B", "last": "D", "rows": 4, "highlight": ("B4",),
        "columns": {"B": ["temple+trader/lion", "settlement", "market"], "C": ["farm+king/bull"], "D": ["temple"]},
    },
    "exchange": {
        "first": "A", "last": "C", "rows": 4, "highlight": ("A1", "B-C"),
        "columns": {
            "A": ["farm", "temple", "market"], "B": ["temple+trader/lion", "settlement", "farm"],
            "C": ["settlement", "temple", "farm"],
        },
        "heads": {"A": "temple"}, "links": {"A-B": "temple", "B-C": "settlement"},
    },
    "ship": {
        "first": "B", "last": "D", "rows": 4, "highlight": ("C3",),
        "columns": {
            "B": ["temple", "market"], "C": ["temple+king/bull", "ship/black", "market"], "D": ["settlement"],
        },
    },
    "internal": {
        "first": "B", "last": "D", "rows": 4,
        "columns": {"B": ["market", "temple+priest/bull"], "C": ["farm"], "D": ["market"]},
        "hands": [{}, {}, {}], "orders": ("priest B2",),
    },
    "external": {
        "first": "A", "last": "C", "rows": 5, "highlight": ("B-C",),
        "columns": {
            "A": ["market", "farm", "temple"], "B": ["market+trader/lion", "temple", "market", "settlement"],
            "C": ["farm", "market+trader/bull", "temple"],
        },
        "links": {"A-B": "farm"}, "hands": [{"settlement": 1}, {}, {}], "orders": ("settlement B-C",),
    },
}


def draw(name: str, language: str) -> str:
    """The scene as an SVG picture, for somebody who looks on."""
    parts = dict(SCENES[name])
    first, last = COLUMNS.index(parts.pop("first")), COLUMNS.index(parts.pop("last"))
    rows, highlight, orders = parts.pop("rows"), parts.pop("highlight", ()), parts.pop("orders", ())
    game, state = GAMES["kings"], arrange(PLAYERS, bag=["temple"] * 9, **parts)
    for order in orders:
        state, _facts = game.apply(state, state.active, parse(order, "kings"))
    picture = svg(game.view(state, None), language=language, highlight=highlight)
    if last - first == len(COLUMNS) - 1:
        return picture
    # With the letters of the columns, which the words beside it name.
    return crop(picture, EDGE + first * PITCH, 0, (last - first + 1) * PITCH, EDGE + ROW * (rows + 1) + 2 * MARGIN)
