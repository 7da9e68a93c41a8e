"""The places of the display (rules 3.1, 3.2) as numbers, and sets of places as integers with a bit for each.

Place 9 * column + row: row 0 is the head, 1 to 8 lie below it. Place 72 + link: between column `link` and the
next one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.display import COLUMNS, DEEPEST, LINKS

ROWS: Final = DEEPEST + 1
FIRST_LINK: Final = ROWS * len(COLUMNS)

NAME: Final = (*(f"{column}{row}" for column in COLUMNS for row in range(1, ROWS + 1)), *LINKS)
PLACE: Final = {name: place for place, name in enumerate(NAME)}
COLUMN: Final = {name: column for column, name in enumerate(COLUMNS)}
LINK: Final = {name: link for link, name in enumerate(LINKS)}


def is_link(place: int) -> bool:
    return place >= FIRST_LINK


def column_of(place: int) -> int:
    """The column of a place; of a link the one left of it."""
    return place - FIRST_LINK if place >= FIRST_LINK else place // ROWS


def each(places: int) -> Iterator[int]:
    """The places of a set, in order."""
    while places:
        lowest = places & -places
        yield lowest.bit_length() - 1
        places ^= lowest


def names(places: int) -> tuple[str, ...]:
    return tuple(NAME[place] for place in each(places))


def between(first: int, last: int) -> int:
    """All places of the columns from first to last and of the links between them."""
    columns = (1 << ROWS * (last - first + 1)) - 1 << ROWS * first
    links = (1 << last - first) - 1 << FIRST_LINK + first
    return columns | links
