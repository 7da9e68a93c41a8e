"""The wooden frame around every picture, on which the names of columns and rows stand."""

from __future__ import annotations

from drawing.palette import FRAME, TRIM

EDGE = 22  # of the frame, on every side


def inside(width: int, height: int) -> str:
    """The path around what the frame leaves free."""
    across, down = width - 2 * EDGE, height - 2 * EDGE
    return f"M{EDGE} {EDGE}h{across}v{down}h-{across}z"


def frame(width: int, height: int) -> str:
    """The frame of a picture of this size, with a thin line of gold inside."""
    hole = inside(width, height)
    return (
        f'<path d="{hole}M9 0H{width - 9}a9 9 0 0 1 9 9V{height - 9}a9 9 0 0 1-9 9H9a9 9 0 0 1-9-9V9a9 9 0 0 1 9-9z" '
        f'fill="{FRAME}" fill-rule="evenodd"/><path d="{hole}" fill="none" stroke="{TRIM}" stroke-width="2"/>'
    )
