"""A view as a PNG for mails: the same drawing at double density, in few enough colours to stay small.

Cells are a whole number of pixels wide, so that equal pieces are equal pixels, which compresses better; the
palette holds every flat colour exactly. A board that is so full that it would still weigh too much for a
mail comes a little less dense.
"""

from __future__ import annotations

import io
from collections.abc import Iterable

import resvg_py
from PIL import Image

from drawing import palette
from drawing.frame import EDGE
from drawing.hands import points, row
from drawing.palette import FRAME
from drawing.pieces import dynasty_piece
from drawing.scene import DRAWINGS
from engine.view import View

STRIP = 48  # height of the hand below the board
HEAVY = 60_000  # bytes


def png(
    view: View, *, language: str = "en", highlight: Iterable[str] = (), width: int = 720, hand: bool = False
) -> bytes:
    """The board, meant to be shown `width` pixels wide or less; `hand` adds what the viewer holds and has."""
    drawn = DRAWINGS[view.game]
    wide, high = drawn.extent(view)
    body = "".join(drawn.layers(view, language=language, highlight=highlight, spoken=False))
    if hand and view.seat is not None:
        body += _strip(view, wide, high)
        high += STRIP
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}">{body}</svg>'
    scale = max(1.0, _step(2 * width / wide))
    picture = _render(drawing, round(wide * scale))
    while len(picture) > HEAVY and scale > 1:
        scale = max(1.0, min(scale - 0.25, _step(scale * HEAVY / len(picture))))
        picture = _render(drawing, round(wide * scale))
    return picture


def _step(scale: float) -> float:
    return scale // 0.25 * 0.25


def _render(drawing: str, pixels: int) -> bytes:
    return _few_colours(
        resvg_py.svg_to_bytes(svg_string=drawing, width=pixels, background=FRAME, skip_system_fonts=True)
    )


def _strip(view: View, wide: int, high: int) -> str:
    assert view.seat is not None
    pieces, length = row(view, spoken=False)
    chips, chips_length = points(view)
    room = wide - 2 * EDGE - 46 - (chips_length + 12 if chips else 0)
    scale = min(1.0, room / max(length, 1))
    return (
        f'<path d="M0 {high - 3}h{wide}v{STRIP + 3}h-{wide}z" fill="{FRAME}"/>'
        f'<g transform="translate({EDGE + 18} {high + 18})scale(.9)">{dynasty_piece(view.players[view.seat])}</g>'
        f'<g transform="translate({EDGE + 46} {high + 18 - 20 * scale:g})scale({scale:g})">{pieces}</g>'
        f'<g transform="translate({wide - EDGE - chips_length} {high - 2})">{chips}</g>'
    )


def _few_colours(raw: bytes) -> bytes:
    with Image.open(io.BytesIO(raw)) as picture:
        few = picture.convert("RGB").quantize(palette=_palette(), dither=Image.Dither.NONE)
    out = io.BytesIO()
    few.save(out, "PNG", optimize=True)
    return out.getvalue()


def _palette() -> Image.Image:
    """The flat colours of the drawing."""
    flat = [
        palette.FRAME, palette.TRIM, palette.LABEL, palette.LAND, palette.GRID, palette.WATER, palette.BANK,
        palette.RIPPLE, palette.IVORY, palette.INK, palette.GOLD, palette.SHINE, palette.CLAY, palette.CLAY_EDGE,
        palette.ASH, palette.ASH_EDGE, palette.GLOW, palette.ATTACK,
        *palette.COLOURS.values(), *palette.EDGES.values(), palette.SIGNS["green"],
        *(colour for realm in palette.REALMS for colour in realm),
    ]
    image = Image.new("P", (1, 1))
    image.putpalette([part for colour in flat for part in bytes.fromhex(colour[1:])])
    return image

