"""Cells and sets of cells: nothing runs over the edge of the board."""

from __future__ import annotations

import pytest

from engine.tigris.boards import ADVANCED, BOARDS, STANDARD
from engine.tigris.geometry import AROUND, BOARD, CELL, NEAR, SQUARE, beside, each, flood, names


@pytest.mark.parametrize(
    ("cell", "neighbours"),
    [("A1", "B1 A2"), ("P1", "O1 P2"), ("A2", "A1 B2 A3"), ("P5", "P4 O5 P6"), ("H6", "H5 G6 I6 H7"), ("P11", "P10 O11")],
)
def test_a_cell_has_the_neighbours_that_share_an_edge(cell, neighbours):
    assert names(NEAR[CELL[cell]]) == tuple(neighbours.split())


def test_the_eight_round_a_corner_are_three():
    assert names(AROUND[CELL["P11"]]) == ("O10", "P10", "O11")


def test_what_lies_beside_the_whole_board_is_on_the_board():
    assert not beside(BOARD) & ~BOARD
    assert BOARD.bit_count() == 176


def test_cells_come_row_by_row():
    assert names(sum(CELL[name] for name in ("A2", "P1", "B1", "A10"))) == ("B1", "P1", "A2", "A10")
    assert [names(cell)[0] for cell in each(CELL["C3"] | CELL["A3"])] == ["A3", "C3"]


def test_a_flood_stops_at_gaps_and_edges():
    row = sum(CELL[name] for name in ("O3", "P3", "A4", "B4"))
    assert names(flood(CELL["O3"], row)) == ("O3", "P3")


def test_a_square_fits_between_the_edges():
    assert len(SQUARE) == 150
    assert "P5" not in names(sum(SQUARE))
    assert "A11" not in names(sum(SQUARE))


@pytest.mark.parametrize(
    ("board", "rows", "temples", "corners"), [("standard", STANDARD, 10, 4), ("advanced", ADVANCED, 14, 6)],
)
def test_a_board_has_its_start_temples_on_land(board, rows, temples, corners):
    found = BOARDS[board]
    assert found.temples.bit_count() == temples
    assert found.corners.bit_count() == corners
    assert not found.temples & ~found.land
    assert found.land ^ found.river == BOARD
    assert sum(row.count("~") for row in rows) == found.river.bit_count()
