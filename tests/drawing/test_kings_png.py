"""The picture of the display in mails."""

from __future__ import annotations

import io

import pytest
from PIL import Image

import drawing
from drawing.kings.table import centre
from drawing.palette import COLOURS, FRAME, GLOW, GOLD, LAND, SHINE, WATER
from tests.drawing import tables


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


def at(picture: Image.Image, place: str, dx: float = 0, dy: float = 0) -> str:
    """The colour of a point, in units of the drawing from the middle of the place."""
    scale = picture.width / 684
    x, y = centre(place)
    red, green, blue = picture.getpixel((round((x + dx) * scale), round((y + dy) * scale)))  # type: ignore[misc]
    return f"#{red:02x}{green:02x}{blue:02x}"


def test_it_shows_the_position() -> None:
    picture = opened(drawing.png(tables.middle(), highlight=("C4",)))
    assert at(picture, "A4", 28, 15) == COLOURS["blue"]
    assert at(picture, "B2", 28, 15) == COLOURS["black"]
    assert at(picture, "B4", 28, 15) == COLOURS["red"]
    assert at(picture, "D3", 28, 15) == COLOURS["green"]
    assert at(picture, "A1") in (GOLD, SHINE)
    assert at(picture, "G4") == LAND
    assert at(picture, "D-E", 0, 10) == WATER
    assert at(picture, "C4", -36.5, 0) == GLOW
    assert picture.getpixel((0, 0)) == tuple(bytes.fromhex(FRAME[1:]))


def test_it_is_dense_but_light() -> None:
    for view in (tables.beginning(), tables.middle(), tables.war()):
        data = drawing.png(view)
        assert opened(data).width == 1368
        assert len(data) < 60_000


@pytest.mark.parametrize("seed", [1, 5])
def test_full_tables_stay_light_with_the_hand_below(seed: int) -> None:
    data = drawing.png(tables.fullest(seed), hand=True)
    assert opened(data).width >= 684 * 1.5
    assert len(data) < 60_000


def test_the_hand_is_below_the_table_and_only_when_asked() -> None:
    without, with_hand = (opened(drawing.png(tables.middle(), hand=hand)) for hand in (False, True))
    assert with_hand.height > without.height
    assert opened(drawing.png(tables.middle(None), hand=True)).size == without.size
