"""The outline around a kingdom."""

from __future__ import annotations

from drawing import outline
from drawing.outline import Point
from drawing.tigris.terrain import place


def loops(names: list[str]) -> list[list[Point]]:
    return outline.loops(map(place, names))


def path(names: list[str], **options: float) -> str:
    return outline.outline(map(place, names), (40, 40), (22, 22), **options)


def test_one_cell_has_four_corners() -> None:
    assert sorted(loops(["A1"])[0]) == [(0, 0), (0, 1), (1, 0), (1, 1)]


def test_straight_borders_have_no_corners_between_cells() -> None:
    assert len(loops(["A1", "B1", "C1"])[0]) == 4


def test_a_hole_has_an_outline_of_its_own() -> None:
    ring = [f"{c}{r}" for c in "BCD" for r in (2, 3, 4) if (c, r) != ("C", 3)]
    assert sorted(len(loop) for loop in loops(ring)) == [4, 4]


def test_cells_that_meet_in_a_corner_only_have_separate_outlines() -> None:
    assert [len(loop) for loop in loops(["A1", "B2"])] == [4, 4]
    assert [len(loop) for loop in loops(["B1", "A2"])] == [4, 4]


def test_two_holes_that_meet_in_a_corner_are_closed() -> None:
    cells = [f"{c}{r}" for c in "ABCD" for r in (1, 2, 3, 4) if (c, r) not in (("B", 2), ("C", 3))]
    assert len(loops(cells)) >= 2
    assert path(cells).count("Z") == len(loops(cells))


def test_the_outline_lies_inside_its_cells() -> None:
    assert path(["A1"], inset=2, radius=0) == "M24 24Q24 24 24 24L60 24Q60 24 60 24L60 60Q60 60 60 60L24 60Q24 60 24 60Z"
