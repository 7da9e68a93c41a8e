"""The board game: its board, in the picture and in text. Keeps `drawing.scene.Drawing`."""

from __future__ import annotations

from drawing.tigris.board import extent, layers
from drawing.tigris.describe import summary
from drawing.tigris.plain import text

__all__ = ["extent", "layers", "summary", "text"]
