"""The board as SVG."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest

import drawing
from engine.view import Cell
from tests.drawing import games, positions

NS = {"s": "http://www.w3.org/2000/svg"}


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def cell(svg: str, name: str) -> str:
    """What is drawn in a cell."""
    found = parsed(svg).find(f".//s:g[@data-cell='{name}']", NS)
    assert found is not None
    return ElementTree.tostring(found, encoding="unicode")


@pytest.mark.parametrize("plan", [positions.STANDARD, positions.ADVANCED])
def test_it_draws_every_cell_once_by_its_name(plan: tuple[str, ...]) -> None:
    names = [g.get("data-cell") for g in parsed(drawing.svg(positions.beginning(plan))).iterfind(".//s:g[@data-cell]", NS)]
    assert names == [f"{column}{row}" for row in range(1, 12) for column in "ABCDEFGHIJKLMNOP"]


def test_it_scales_and_speaks() -> None:
    root = parsed(drawing.svg(positions.middle(), title="Game of Ana & Ben"))
    assert root.get("viewBox") == "0 0 684 484"
    assert root.get("width") is None
    assert root.get("role") == "img"
    assert root.findtext("s:title", "", NS) == "Game of Ana & Ben"
    assert "D11 priest bow" in root.findtext("s:desc", "", NS)


@pytest.mark.parametrize(("language", "words"), [("en", "temple"), ("es", "templo"), ("de", "Tempel")])
def test_it_names_what_lies_in_a_cell_in_the_readers_language(language: str, words: str) -> None:
    assert f"B2: {words}" in cell(drawing.svg(positions.beginning(), language=language), "B2")


def test_it_tells_corner_treasures_from_others() -> None:
    svg = drawing.svg(positions.beginning())
    assert "#tb-treasure-corner" in cell(svg, "B2")
    assert "#tb-treasure-corner" not in cell(svg, "K1")
    assert "#tb-treasure" in cell(svg, "K1")


def test_a_leader_shows_its_own_dynasty() -> None:
    svg = drawing.svg(positions.middle())
    assert "#tb-leader-priest-lion" in cell(svg, "C2")
    assert "#tb-leader-priest-vase" in cell(svg, "O2")


def test_every_shape_that_it_uses_is_defined_once() -> None:
    for view in (positions.middle(), positions.war(), positions.options(), games.fullest(3, bot="greedy")):
        root = parsed(drawing.svg(view, highlight=("A1",), clickable={"E11": {"href": "#"}}))
        defined = [element.get("id") for element in root.iter() if element.get("id")]
        used = {element.get("href", "")[1:] for element in root.iter() if element.tag.endswith("}use")}
        assert len(defined) == len(set(defined))
        assert used <= set(defined)


def test_a_monument_covers_its_four_turned_tiles_and_shows_both_colours() -> None:
    svg = drawing.svg(positions.middle())
    assert svg.count("#tb-turned") == 8
    assert svg.count("M0 33H-36V13H-27V-7H-18V-27H0Z") == 2


def test_the_wonder_covers_its_five_turned_tiles_and_lets_a_treasure_be_seen() -> None:
    svg = drawing.svg(positions.options())
    assert svg.count("#tb-turned") == 5
    assert svg.count("M-17 -56H17V-17H56V17H17V56H-17V17H-56V-17H-17Z") == 1
    assert "#tb-treasure" in cell(svg, "K4")
    assert "K4: wonder, treasure" in cell(svg, "K4")
    assert "K5: wonder" in cell(svg, "K5")


def test_a_tile_with_a_building_shows_it_and_is_named_so() -> None:
    svg = drawing.svg(positions.options(), language="de")
    assert "#tb-tile-market-hall" in cell(svg, "G5")
    assert "G5: Markt, Markthalle" in cell(svg, "G5")
    assert "#tb-tile-temple-library" in cell(svg, "C9")
    assert "#tb-treasure" in cell(svg, "C9")
    assert "hall" not in cell(svg, "F5")


def test_the_position_in_sentences_tells_what_the_options_built_and_what_is_left() -> None:
    assert drawing.summary(positions.options(), "en")[-3:] == [
        "Wonder: K5.", "Buildings: library C9, granary F8, market hall G5.", "Not built yet: palace."]
    assert not {"Wonder", "Buildings", "Not built yet"} & {line.split(":")[0] for line in drawing.summary(positions.middle(), "en")}


def test_a_treasure_on_a_turned_temple_can_still_be_seen() -> None:
    view = positions.view("temple C9", "treasure C9", "monument red-blue C9", start=False)
    assert "#tb-treasure" in cell(drawing.svg(view), "C9")


def test_it_highlights_the_last_order() -> None:
    svg = drawing.svg(positions.middle(), highlight=("E1", "A5"))
    assert "#tb-highlight" in cell(svg, "E1")
    assert "#tb-highlight" in cell(svg, "A5")  # empty now: something was taken from there
    assert "#tb-highlight" not in cell(svg, "E2")


def test_it_marks_what_fights_for_each_side() -> None:
    svg = drawing.svg(positions.revolt())
    attack, defence = "M0-6.4L4.8", "M-4.6-4.4C"
    assert attack in cell(svg, "D2")
    assert defence in cell(svg, "B2")
    assert attack in cell(svg, "C2")  # the temple between them counts for both
    assert defence in cell(svg, "C2")
    assert attack not in cell(svg, "A2")


def test_the_two_sides_of_a_war_and_the_joining_tile_can_be_seen() -> None:
    svg = drawing.svg(positions.war())
    assert "#tb-unification" in cell(svg, "H6")
    assert "M0-6.4L4.8" in cell(svg, "F7")
    assert "M-4.6-4.4C" in cell(svg, "K6")


def test_a_link_works_without_javascript_and_says_where_it_leads() -> None:
    svg = drawing.svg(positions.middle(), clickable={"E11": {"href": "?order=temple+E11&x=1"}, "D1": {"href": "#"}})
    assert parsed(svg).get("role") == "group"
    link = parsed(svg).find(".//s:g[@data-cell='E11']/s:a", NS)
    assert link is not None
    assert link.get("href") == "?order=temple+E11&x=1"
    assert link.get("aria-label") == "E11: temple"


def test_a_button_can_be_reached_by_keyboard_and_carries_its_attributes() -> None:
    attributes = {"hx-get": "/g/1/preview", "hx-vals": '{"order": "king D1"}', "aria-label": "king D1"}
    button = parsed(drawing.svg(positions.middle(), clickable={"D1": attributes})).find(".//s:g[@data-cell='D1']/s:g", NS)
    assert button is not None
    assert {key: button.get(key) for key in attributes} == attributes
    assert button.get("tabindex") == "0"
    assert button.get("role") == "button"


def test_what_it_is_given_cannot_break_out_of_the_picture() -> None:
    evil = '"><script>alert(1)</script>'
    svg = drawing.svg(positions.middle(), title=evil, clickable={"D1": {"href": evil, "aria-label": evil}})
    parsed(svg)
    assert "<script" not in svg


def test_a_preview_is_shown_where_the_piece_would_lie() -> None:
    before, after = (drawing.svg(positions.middle(), ghost=g) for g in (None, ("M3", "tile", "farm", "")))
    assert 'opacity=".74"' in cell(after, "M3")
    assert 'opacity=".74"' not in before
    assert "scale(.68)" in cell(drawing.svg(positions.middle(), ghost=("E6", "monument", "blue-green", "")), "E6")


def test_neighbouring_kingdoms_take_different_colours() -> None:
    from drawing.palette import REALMS

    svg = drawing.svg(positions.view("temple C2", "king lion C3", "temple D5", "king bull D4", start=False))
    assert sum(f'fill="{ground}"' in svg for ground, _ in REALMS) == 2


def test_a_piece_that_it_does_not_know_does_not_break_it() -> None:
    view = positions.beginning()
    cells = dict(view.board.cells) | {"D1": Cell("D1", "obelisk", "black")}
    parsed(drawing.svg(replace(view, board=replace(view.board, cells=cells))))


def test_it_is_an_own_file_when_asked() -> None:
    svg = drawing.svg(positions.beginning(), standalone=True)
    assert svg.startswith("<?xml")
    assert parsed(svg).get("width") == "684"


@pytest.mark.parametrize(("seed", "board", "bot"), [(1, "standard", "greedy"), (2, "advanced", "random")])
def test_real_games_are_drawn_whole_and_small(seed: int, board: str, bot: str) -> None:
    for view in games.views(seed, board=board, bot=bot):
        targets = {f"{c}{r}": {"href": f"?cell={c}{r}"} for c in "ABCDEFGHIJKLMNOP" for r in range(1, 12)}
        svg = drawing.svg(view, clickable=targets)
        parsed(svg)
        assert len(svg) < 150_000
        assert len(drawing.svg(view)) < 80_000


def test_the_board_looks_the_same_to_players_and_spectators() -> None:
    for state, _ in games.play(5, players=2):
        pictures = {drawing.svg(games.TIGRIS.view(state, seat)) for seat in (0, 1, None)}
        assert len(pictures) == 1
