"""Our own drawing of a position, from a view and nothing else: `svg` for pages, `png` and `text` for mails."""

from __future__ import annotations

from drawing.hands import hand_svg
from drawing.picture import png
from drawing.pieces import dynasty_svg, piece_svg
from drawing.scene import held, summary, svg, text, touched

__all__ = ["dynasty_svg", "hand_svg", "held", "piece_svg", "png", "summary", "svg", "text", "touched"]
