"""What is laid over the cells of the board: the sides of a conflict, a preview, and the cells to choose from."""

from __future__ import annotations

from drawing import marks
from drawing.marks import Ghost
from drawing.pieces import piece
from drawing.tigris.terrain import CELL
from engine.view import View

HIGHLIGHT = marks.highlight(36.4, 36.4)
RING = marks.ring(30, 30)
HIT = marks.hit(38, 38)


def supporters(view: View) -> dict[str, str]:
    """The marks on what counts for each side of a conflict; a temple can count for both."""
    found: dict[str, str] = {}
    for (leader, cells, mark), x in zip(marks.sides(view), (-11, 11), strict=False):
        for cell in cells:
            found[cell] = found.get(cell, "") + f'<g transform="translate({x} 11)">{mark}</g>'
        found[leader] = f'<g transform="translate(-11.5 -11.5)scale(1.12)">{mark}</g>'
    return found


def preview(ghost: Ghost) -> str:
    """A piece that is not there yet."""
    _, kind, name, dynasty = ghost
    middle, size = (CELL // 2, 77) if kind == "monument" else (0, 37)
    return f'<g transform="translate({middle} {middle})">{marks.ghost(piece(kind, name, dynasty), size, size)}</g>'


def target(inside: str, attributes: dict[str, str], label: str) -> str:
    """A cell that can be chosen, with what lies there."""
    return marks.target(f'{inside}{HIT}<use href="#tb-{"ring" if inside else "dot"}"/>', attributes, label)
