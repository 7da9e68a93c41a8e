"""The board game: its board, in the picture and in text. Keeps `drawing.scene.Drawing`."""

from __future__ import annotations

from collections.abc import Iterable

from drawing.tigris.board import extent, layers
from drawing.tigris.describe import summary
from drawing.tigris.plain import text
from engine.facts import Fact

__all__ = ["extent", "held", "layers", "summary", "text", "touched"]

held = "tile"


def touched(facts: Iterable[Fact]) -> tuple[str, ...]:
    """The cells to highlight after all of these facts."""
    return tuple(dict.fromkeys(cell for fact in facts for cell in fact.cells))
