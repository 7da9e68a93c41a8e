"""The card game: its display, in the picture and in text. Keeps `drawing.scene.Drawing`."""

from __future__ import annotations

from drawing.kings.describe import summary
from drawing.kings.display import extent, layers
from drawing.kings.plain import text
from drawing.kings.touched import touched

__all__ = ["extent", "held", "layers", "summary", "text", "touched"]

held = "card"
