"""The ground: frame with the names of rows and columns, land, and rivers that flow from cell to cell."""

from __future__ import annotations

from collections.abc import Sequence

from drawing.frame import EDGE, frame, inside
from drawing.letters import letters
from drawing.palette import BANK, GRID, LABEL, LAND, RIPPLE, WATER

CELL = 40
SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))


def centre(column: int, row: int) -> tuple[int, int]:
    """The middle of a cell, in units of the picture."""
    return EDGE + column * CELL + CELL // 2, EDGE + row * CELL + CELL // 2


def place(cell: str) -> tuple[int, int]:
    """Column and row, from 0, of a cell's name."""
    return ord(cell[0]) - ord("A"), int(cell[1:]) - 1


def name(column: int, row: int) -> str:
    return f"{chr(ord('A') + column)}{row + 1}"


def square(cell: str) -> tuple[str, ...]:
    """The four cells of a monument, from its top-left one."""
    column, row = place(cell)
    return tuple(name(column + dx, row + dy) for dy in (0, 1) for dx in (0, 1))


def cross(cell: str) -> tuple[str, ...]:
    """The five cells of the wonder, from its centre."""
    column, row = place(cell)
    return (cell, *(name(column + dx, row + dy) for dx, dy in SIDES))


def size(terrain: Sequence[str]) -> tuple[int, int]:
    """Width and height of the board with its frame."""
    return len(terrain[0]) * CELL + 2 * EDGE, len(terrain) * CELL + 2 * EDGE


def _water(terrain: Sequence[str]) -> set[tuple[int, int]]:
    """All cells of water, and those just beyond the board into which a river or a lake flows."""
    columns, rows = len(terrain[0]), len(terrain)
    wet = {(c, r) for r, signs in enumerate(terrain) for c, sign in enumerate(signs) if sign == "~"}
    beyond = set()
    for c, r in wet:
        out = [(dx, dy) for dx, dy in SIDES if not (0 <= c + dx < columns and 0 <= r + dy < rows)]
        ways = [(dx, dy) for dx, dy in SIDES if (c + dx, r + dy) in wet]
        if len(ways) == 1:  # an end: straight on if it can
            ahead = [(dx, dy) for dx, dy in out if (-dx, -dy) in ways]
            beyond |= {(c + dx, r + dy) for dx, dy in ahead or out[:1]}
        for dx, dy in out:
            if (-dx, -dy) in ways and any(
                {(c + s * dy, r + s * dx), (c + s * dy - dx, r + s * dx - dy)} <= wet for s in (-1, 1)
            ):
                beyond.add((c + dx, r + dy))
    return wet | beyond


def river(terrain: Sequence[str]) -> str:
    """The middle line of all rivers as one path; wide strokes of it are the water."""
    water = _water(terrain)
    path = []
    for c, r in sorted(water):
        x, y = centre(c, r)
        ends = [(x + dx * CELL // 2, y + dy * CELL // 2) for dx, dy in SIDES if (c + dx, r + dy) in water]
        if len(ends) == 2:
            path.append(f"M{ends[0][0]} {ends[0][1]}Q{x} {y} {ends[1][0]} {ends[1][1]}")
        else:
            path += [f"M{x} {y}L{a} {b}" for a, b in ends]
        if {(c + 1, r), (c, r + 1), (c + 1, r + 1)} <= water:
            path.append(f"M{x} {y}h{CELL}v{CELL}h-{CELL}zl{CELL} {CELL}")
    return "".join(path)


def ripples(terrain: Sequence[str]) -> str:
    """Two small waves on every cell of water."""
    waves = []
    for row, signs in enumerate(terrain):
        for column, sign in enumerate(signs):
            if sign == "~":
                x, y = centre(column, row)
                waves.append(f"M{x - 11} {y - 3}q3.5-4 7 0t7 0M{x - 3} {y + 6}q3.5-4 7 0t7 0")
    return "".join(waves)


def ground(terrain: Sequence[str]) -> str:
    """Frame, land, rivers, the lines between cells, and their names on all four sides."""
    columns, rows = len(terrain[0]), len(terrain)
    width, height = size(terrain)
    inner_width, inner_height = columns * CELL, rows * CELL
    water = river(terrain)
    lines = "".join(f"M{EDGE + c * CELL} {EDGE}v{inner_height}" for c in range(1, columns))
    lines += "".join(f"M{EDGE} {EDGE + r * CELL}h{inner_width}" for r in range(1, rows))
    labels = "".join(
        letters(chr(ord("A") + c), centre(c, 0)[0], y, LABEL) for c in range(columns) for y in (10.5, height - 10.5)
    )
    labels += "".join(
        letters(str(r + 1), x, centre(0, r)[1], LABEL, scale=1 if r < 9 else 0.82)
        for r in range(rows) for x in (10.5, width - 10.5)
    )
    return (
        f'<path d="{inside(width, height)}" fill="{LAND}"/>'
        f'<g fill="none" stroke-linecap="round" stroke-linejoin="round"><path d="{water}" stroke="{BANK}" stroke-width="33"/>'
        f'<path d="{water}" stroke="{WATER}" stroke-width="29.5"/>'
        f'<path d="{ripples(terrain)}" stroke="{RIPPLE}" stroke-width="1.7"/></g>'
        f'<path d="{lines}" stroke="{GRID}" stroke-width="1"/>'
        f"{frame(width, height)}{labels}"
    )
