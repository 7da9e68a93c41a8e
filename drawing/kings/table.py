"""The table under the cards: a row of links over a river, eight heads in a row, columns below them, and the frame.

A card takes PITCH by ROW units. The place of a link lies in a row of its own above the heads, half a card further
on, so that it touches exactly the two heads that it joins. The table is as long as its longest column and one
place more.
"""

from __future__ import annotations

from drawing.frame import EDGE, frame, inside
from drawing.letters import letters
from drawing.marks import box
from drawing.outline import Point
from drawing.palette import BANK, GRID, LABEL, LAND, RIPPLE, WATER
from engine.display import COLUMNS, DEEPEST, LINKS, Display

PITCH, ROW = 80, 54
MARGIN = 6  # between the frame and the places
LEAST = 5  # rows
WIDTH = len(COLUMNS) * PITCH + 2 * EDGE
HALF = PITCH // 2, ROW  # the cells of which outlines are made: half a card wide
ORIGIN = EDGE, EDGE + MARGIN


def rows(display: Display) -> int:
    """How many rows are drawn, the heads included."""
    deepest = max(len(column.cards) for column in display.columns)
    return min(DEEPEST + 1, max(LEAST, deepest + 1))


def extent(display: Display) -> tuple[int, int]:
    return WIDTH, 2 * (EDGE + MARGIN) + ROW * (rows(display) + 1)


def centre(place: str) -> tuple[int, int]:
    """The middle of "B3" or "B-C", in units of the picture."""
    if "-" in place:
        return EDGE + PITCH * (LINKS.index(place) + 1), ORIGIN[1] + ROW // 2
    return EDGE + PITCH * COLUMNS.index(place[0]) + PITCH // 2, ORIGIN[1] + ROW * int(place[1:]) + ROW // 2


def halves(place: str) -> tuple[Point, Point]:
    """The two cells of an outline that a place takes."""
    if "-" in place:
        column, row = 2 * LINKS.index(place) + 1, 0
    else:
        column, row = 2 * COLUMNS.index(place[0]), int(place[1:])
    return (column, row), (column + 1, row)


def _river(width: int) -> str:
    """A river across the table, which links cross."""
    middle = ORIGIN[1] + ROW // 2
    count = (width - 2 * EDGE) // PITCH
    flow = f"M{EDGE} {middle}" + f"q20-5 {PITCH // 2} 0t{PITCH // 2} 0" * count
    waves = "".join(
        f"M{EDGE + PITCH * step + x} {middle + y}q3.5-4 7 0t7 0"
        for step in range(count) for x, y in ((4, -8), (14, 4), (44, -1), (54, 11))
    )
    return (
        f'<g fill="none"><path d="{flow}" stroke="{BANK}" stroke-width="40"/>'
        f'<path d="{flow}" stroke="{WATER}" stroke-width="36.5"/>'
        f'<path d="{waves}" stroke="{RIPPLE}" stroke-width="1.7" stroke-linecap="round"/></g>'
    )


def ground(display: Display) -> str:
    """Table, river, frame, the places that cards can take, and the names of columns and rows."""
    width, height = extent(display)
    free = "".join(
        f'<g transform="translate({x} {y})">{box(70, 44, 5)}/></g>'
        for column in display.columns for row in range(len(column.cards) + 1, rows(display) + 1)
        for x, y in [centre(f"{column.name}{row}")]
    )
    labels = "".join(letters(name, centre(f"{name}1")[0], y, LABEL) for name in COLUMNS for y in (10.5, height - 10.5))
    labels += "".join(
        letters(str(row), x, centre(f"A{row}")[1], LABEL) for row in range(1, rows(display) + 1) for x in (10.5, width - 10.5)
    )
    chain = "".join(f'<rect x="{x}" y="-3.6" width="9.2" height="7.2" rx="3.6"/>' for x in (-7.6, -1.6))
    links = "".join(
        f'<g transform="translate({x} {ORIGIN[1] + ROW // 2})" fill="none" stroke="{LABEL}" stroke-width="1.7">{chain}</g>'
        for x in (10.5, width - 10.5)
    )
    return (
        f'<path d="{inside(width, height)}" fill="{LAND}"/>{_river(width)}'
        f'<g fill="none" stroke="{GRID}" stroke-width="1.2">{free}</g>{frame(width, height)}{labels}{links}'
    )
