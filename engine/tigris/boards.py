"""The two sides of the board: where land and river lie, and where the start temples stand.

'.' is land, '~' river, 'T' a start temple with a treasure, 'C' the same on a corner, whose treasure is
taken first (rules 11.1). Column A is on the left, row 1 at the top.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.tigris.geometry import CELL


class Board(NamedTuple):
    """A board as sets of cells. `terrain` is for drawing: rows of '.' and '~'."""

    terrain: tuple[str, ...]
    land: int
    river: int
    temples: int  # at the start, each with a treasure
    corners: int  # those of them that are corner temples


STANDARD = (
    "....~~~~~.T.~...",
    ".C..~.......~..C",
    "...~~T......~~..",
    "~~~~.........~~~",
    ".............T~~",
    "..............~.",
    "~~~~....T...~~~.",
    ".C.~~~~.....~...",
    "......~~~~~~~.C.",
    ".....T..........",
    "..........T.....",
)
ADVANCED = (
    "..~~T....T.....~",
    "..~~..........T~",
    ".C~~...........~",
    "..~...T....T~~~~",
    "..~.........~...",
    "..~T........~..C",
    "..~~........~~..",
    "C..~~~.T....T~..",
    ".....~~~.....~..",
    "....C.~~~~~~~~..",
    "......~..C....C.",
)


def _board(rows: tuple[str, ...]) -> Board:
    def cells(signs: str) -> int:
        return sum(cell for name, cell in CELL.items()
                   if rows[int(name[1:]) - 1][ord(name[0]) - ord("A")] in signs)

    terrain = tuple(row.replace("T", ".").replace("C", ".") for row in rows)
    return Board(terrain, cells(".TC"), cells("~"), cells("TC"), cells("C"))


BOARDS: Final[dict[str, Board]] = {"standard": _board(STANDARD), "advanced": _board(ADVANCED)}
