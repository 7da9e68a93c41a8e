"""The four colours stay apart for everybody, on screen and in print."""

from __future__ import annotations

from itertools import combinations

import pytest

from drawing.palette import COLOURS, LAND, REALMS, SIGNS, WATER
from tests.drawing.sight import BLINDNESS, contrast, distance, lab, linear, seen_with

PAIRS = list(combinations(COLOURS, 2))


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_two_colours_are_far_apart_and_differ_in_lightness(one: str, other: str) -> None:
    first, second = lab(linear(COLOURS[one])), lab(linear(COLOURS[other]))
    assert distance(first, second) > 50
    assert abs(first[0] - second[0]) > 17


@pytest.mark.parametrize("blindness", ["protanopia", "deuteranopia", "tritanopia"])
@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_two_colours_stay_apart_for_the_colour_blind(one: str, other: str, blindness: str) -> None:
    first, second = (lab(seen_with(linear(COLOURS[name]), blindness)) for name in (one, other))
    assert distance(first, second) > 25
    assert abs(first[0] - second[0]) > 11


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_two_colours_stay_apart_in_greyscale_print(one: str, other: str) -> None:
    first, second = (lab(seen_with(linear(COLOURS[name]), "greyscale")) for name in (one, other))
    assert distance(first, second) > 17


@pytest.mark.parametrize("colour", COLOURS)
def test_each_colour_stands_out_from_land_water_and_kingdoms(colour: str) -> None:
    for blindness in BLINDNESS:
        piece = lab(seen_with(linear(COLOURS[colour]), blindness))
        grounds = [LAND] if blindness == "greyscale" else [LAND, WATER, *(ground for ground, _ in REALMS)]
        for ground in grounds:
            assert distance(piece, lab(seen_with(linear(ground), blindness))) > 12, (blindness, ground)


@pytest.mark.parametrize("colour", COLOURS)
def test_the_sign_on_each_colour_is_easy_to_see(colour: str) -> None:
    assert contrast(COLOURS[colour], SIGNS[colour]) >= 3  # WCAG 1.4.11, graphics


def test_the_yardstick_itself_is_right() -> None:
    assert [round(part) for part in lab(linear("#ffffff"))] == [100, 0, 0]
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert distance(lab(linear("#ff0000")), lab(linear("#00ff00"))) == pytest.approx(170.6, abs=0.5)
    red, green = (lab(seen_with(linear(colour), "deuteranopia")) for colour in ("#c05050", "#808020"))
    assert distance(red, green) < distance(lab(linear("#c05050")), lab(linear("#808020"))) / 2
