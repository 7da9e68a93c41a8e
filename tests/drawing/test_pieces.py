"""Pieces for hands, lists and legends."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from xml.etree import ElementTree

import pytest

import drawing
from drawing import pieces
from drawing.buildings import HOUSES
from drawing.palette import COLOURS, LEADERS, SIGNS, TILES
from drawing.symbols import DYNASTIES
from tests.drawing import positions

PIECES = [
    *(("tile", tile, "") for tile in TILES),
    *(("leader", leader, dynasty) for leader in LEADERS for dynasty in DYNASTIES),
    ("treasure", "", ""), ("treasure", "corner", ""), ("catastrophe", "", ""), ("unification", "", ""),
    ("monument", "black-red", ""), ("monument", "blue-green", ""), ("wonder", "", ""),
    *(("building", building, "") for building in HOUSES),
]


@pytest.mark.parametrize(("kind", "name", "dynasty"), PIECES)
def test_a_piece_can_be_drawn_alone_at_any_size(kind: str, name: str, dynasty: str) -> None:
    root = ElementTree.fromstring(drawing.piece_svg(kind, name, dynasty, size=24))
    assert (root.get("width"), root.get("height")) == ("24", "24")
    assert root.get("aria-hidden") == "true"


def test_no_two_pieces_look_alike() -> None:
    for one, other in combinations(PIECES, 2):
        assert drawing.piece_svg(*one) != drawing.piece_svg(*other)


def test_tiles_differ_by_their_signs_too_and_not_by_colour_alone() -> None:
    signs = {sign("#000", "#fff") for sign in (*drawing.symbols.TILES.values(), *DYNASTIES.values())}
    assert len(signs) == 8


def test_a_tile_shows_its_sign_beside_each_building() -> None:
    drawn = {(name, building): pieces.tile(name, building) for name in TILES for building in ("", *HOUSES)}
    assert len(set(drawn.values())) == len(drawn)
    for name in TILES:
        sign = drawing.symbols.TILES[name](SIGNS[TILES[name]], COLOURS[TILES[name]])
        assert all(sign in drawn[name, building] for building in HOUSES)


def test_a_label_is_spoken() -> None:
    root = ElementTree.fromstring(drawing.dynasty_svg("bull", label='Ben & "Bull"'))
    assert root.get("role") == "img"
    assert root.get("aria-label") == 'Ben & "Bull"'


def test_the_hand_shows_what_the_viewer_holds() -> None:
    view = positions.middle()
    titles = [element.text for element in ElementTree.fromstring(drawing.hand_svg(view)).iter() if element.tag.endswith("title")]
    assert titles == ["settlement", "temple", "temple", "farm", "market", "market", "catastrophe", "catastrophe"]


def test_leaders_beside_the_board_are_in_the_hand() -> None:
    titles = drawing.hand_svg(positions.beginning(), language="de")
    assert "<title>Händler Löwe</title>" in titles


def test_a_spectator_holds_nothing() -> None:
    assert drawing.hand_svg(replace(positions.middle(), seat=None)) == ""
