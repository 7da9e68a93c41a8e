"""Cells and sets of cells. A set is one integer, a cell the set of itself.

The board is 11 rows of 16 columns. A row takes 17 bits: the last one is a guard that is never set, so
that a shift by one bit cannot run from one row into the next. Bit 0 is A1, order is row by row.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from operator import getitem
from typing import Final, TypeVar

ROWS: Final = 11
COLUMNS: Final = 16
WIDTH: Final = 17  # bits a row, the guard included
BYTES: Final = 24  # a set as bytes

T = TypeVar("T")

CELLS: Final[tuple[int, ...]] = tuple(
    1 << row * WIDTH + column for row in range(ROWS) for column in range(COLUMNS)
)
BOARD: Final[int] = sum(CELLS)
NAME: Final[dict[int, str]] = {
    1 << row * WIDTH + column: f"{'ABCDEFGHIJKLMNOP'[column]}{row + 1}"
    for row in range(ROWS) for column in range(COLUMNS)
}
CELL: Final[dict[str, int]] = {name: cell for cell, name in NAME.items()}


def beside(cells: int) -> int:
    """Every cell that shares an edge with one of `cells`."""
    return (cells << 1 | cells >> 1 | cells << WIDTH | cells >> WIDTH) & BOARD


def flood(seed: int, within: int) -> int:
    """The cells of `within` that hang together with `seed`, a part of it."""
    while True:
        grown = (seed | seed << 1 | seed >> 1 | seed << WIDTH | seed >> WIDTH) & within
        if grown == seed:
            return seed
        seed = grown


def each(cells: int) -> Iterator[int]:
    """The cells of a set, one by one, in order."""
    while cells:
        cell = cells & -cells
        yield cell
        cells ^= cell


NEAR: Final[dict[int, int]] = {cell: beside(cell) for cell in CELLS}


def _around(cell: int) -> int:
    row = (cell | cell << 1 | cell >> 1) & BOARD
    return (row | row << WIDTH | row >> WIDTH) & BOARD & ~cell


AROUND: Final[dict[int, int]] = {cell: _around(cell) for cell in CELLS}  # the eight neighbours
# The four-cell squares, named by their top-left cell (rules 9.1).
SQUARE: Final[dict[int, int]] = {
    cell: cell | cell << 1 | cell << WIDTH | cell << WIDTH + 1
    for cell in CELLS
    if (cell << 1 | cell << WIDTH) & BOARD == cell << 1 | cell << WIDTH
}
# The crosses of five cells, named by their centre (rules W1).
CROSS: Final[dict[int, int]] = {cell: cell | near for cell, near in NEAR.items() if near.bit_count() == 4}


def line(cell: int, within: int, *, down: bool = False) -> int:
    """The unbroken straight line of cells of `within` through one of them, from left to right or from the top down."""
    step = WIDTH if down else 1
    found = cell
    while more := (found << step | found >> step) & within & ~found:
        found |= more
    return found


Table = tuple[tuple[tuple[T, ...], ...], ...]


def table(values: Mapping[int, tuple[T, ...]]) -> Table[T]:
    """For `chosen`: for each byte of a set and each value it can have, the values of its cells."""
    bits = [values.get(1 << bit, ()) for bit in range(BYTES * 8)]
    found = []
    for first in range(0, BYTES * 8, 8):
        rows: list[tuple[T, ...]] = [()]
        for values_of_bit in bits[first:first + 8]:
            rows += [row + values_of_bit for row in rows]
        found.append(tuple(rows))
    return tuple(found)


def chosen(values: Table[T], cells: int) -> Iterator[T]:
    """The values of these cells, in cell order."""
    return chain.from_iterable(map(getitem, values, cells.to_bytes(BYTES, "little")))


_names = table({cell: (name,) for cell, name in NAME.items()})


def names(cells: int) -> tuple[str, ...]:
    """The names of the cells of a set, in cell order."""
    return tuple(chosen(_names, cells))
