"""The picture in mails."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageChops, ImageStat

import drawing
from drawing.palette import COLOURS, FRAME, GLOW, LAND, WATER
from tests.drawing import games, positions


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


def at(picture: Image.Image, cell: str, dx: float = 0, dy: float = 0) -> str:
    """The colour of a point of the cell, in 40ths of a cell from its middle."""
    scale = picture.width / 684
    x, y = 42 + 40 * (ord(cell[0]) - ord("A")) + dx, 42 + 40 * (int(cell[1:]) - 1) + dy
    red, green, blue = picture.getpixel((round(x * scale), round(y * scale)))  # type: ignore[misc]
    return f"#{red:02x}{green:02x}{blue:02x}"


def test_it_shows_the_position() -> None:
    picture = opened(drawing.png(positions.middle(), highlight=("E1",)))
    assert at(picture, "A11") == LAND
    assert at(picture, "M3", 0, 8) == WATER
    assert at(picture, "A2", 14, -14) == COLOURS["red"]
    assert at(picture, "D2", 0, 5) == COLOURS["black"]
    assert at(picture, "E2", 14, 14) == COLOURS["blue"]
    assert at(picture, "G4", 14, 14) == COLOURS["green"]
    assert at(picture, "E1", -18.2, 0) == GLOW
    assert picture.getpixel((0, 0)) == tuple(bytes.fromhex(FRAME[1:]))


def test_letters_are_drawn_without_any_font() -> None:
    picture = opened(drawing.png(positions.beginning()))
    head = picture.crop((0, 0, picture.width, 40))
    assert len(head.getcolors() or []) > 2


def test_it_is_dense_but_light() -> None:
    data = drawing.png(positions.middle())
    assert opened(data).width == 1368
    assert len(data) < 60_000


@pytest.mark.parametrize(("seed", "board", "bot"), [(1, "advanced", "greedy"), (5, "standard", "random")])
def test_full_boards_stay_light_with_the_hand_below(seed: int, board: str, bot: str) -> None:
    data = drawing.png(games.fullest(seed, board=board, bot=bot), hand=True)
    assert opened(data).width >= 684 * 1.25
    assert len(data) < 60_000


def test_the_hand_is_below_the_board_and_only_when_asked() -> None:
    without, with_hand = (opened(drawing.png(positions.middle(), hand=hand)) for hand in (False, True))
    assert with_hand.height / with_hand.width > without.height / without.width + 0.05
    spectator = positions.view(seat=None)
    assert opened(drawing.png(spectator, hand=True)).size == opened(drawing.png(spectator)).size


@pytest.mark.browser
def test_it_looks_as_in_a_browser() -> None:
    from playwright.sync_api import sync_playwright

    from tests.needs import chromium

    view = positions.middle()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1368, "height": 968})
        page.set_content(f'<body style="margin:0">{drawing.svg(view)}</body>')
        shot = opened(page.screenshot())
        browser.close()
    picture = opened(drawing.png(view))
    difference = ImageStat.Stat(ImageChops.difference(shot, picture.resize(shot.size)).convert("L"))
    assert difference.mean[0] < 2
