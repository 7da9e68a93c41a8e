"""The card game's display as SVG."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest

import drawing
from engine.display import COLUMNS, LINKS
from engine.facts import Fact
from engine.view import View
from tests.drawing import tables

NS = {"s": "http://www.w3.org/2000/svg"}
ATTACK, DEFENCE = "M0-6.4L4.8", "M-4.6-4.4C"


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def place(svg: str, name: str) -> str:
    """What is drawn on a place."""
    found = parsed(svg).find(f".//s:g[@data-cell='{name}']", NS)
    assert found is not None, name
    return ElementTree.tostring(found, encoding="unicode")


def filled(view: View) -> list[str]:
    assert view.display is not None
    return [card.place for column in view.display.columns for card in column.cards]


def test_it_draws_every_card_and_every_link_place_once_by_its_name() -> None:
    for view in (tables.beginning(), tables.middle(), tables.war()):
        names = [g.get("data-cell") for g in parsed(drawing.svg(view)).iterfind(".//s:g[@data-cell]", NS)]
        assert len(names) == len(set(names))
        assert {*LINKS, *filled(view)} <= set(names)


def test_it_scales_and_speaks() -> None:
    root = parsed(drawing.svg(tables.middle(), title="Cards of Ana & Ben"))
    assert root.get("width") is None
    assert root.get("viewBox", "").startswith("0 0 684 ")
    assert root.findtext("s:title", "", NS) == "Cards of Ana & Ben"
    assert "Kingdom E-F: E4 king lion, E1 priest lion, E-F farmer bull." in root.findtext("s:desc", "", NS)
    assert "B: temple, settlement, temple (priest bull), temple, market" in root.findtext("s:desc", "", NS)


@pytest.mark.parametrize(("language", "words"), [
    ("en", "A2: market (trader lion)"), ("es", "A2: mercado (comerciante león)"), ("de", "A2: Markt (Händler Löwe)"),
])
def test_it_names_what_lies_on_a_place_in_the_readers_language(language: str, words: str) -> None:
    assert words in place(drawing.svg(tables.middle(), language=language), "A2")


def test_treasures_temples_and_exchanged_heads_look_different() -> None:
    svg = drawing.svg(tables.middle())
    assert "#tk-treasure" in place(svg, "A1")
    assert "#tk-card-temple-head" in place(svg, "B1")
    assert "#tk-card-temple" in place(svg, "B4")
    assert "head" not in place(svg, "B4")


def test_a_leader_stands_on_its_card_and_both_can_be_seen() -> None:
    svg = drawing.svg(tables.middle())
    assert "#tk-card-temple-led" in place(svg, "B3")
    assert "#tk-leader-priest-bull" in place(svg, "B3")
    assert "#tk-leader-priest-lion" in place(svg, "E1")
    assert "#tk-leader-farmer-bull" in place(svg, "E-F")


def test_a_ship_shows_its_other_colour() -> None:
    svg = drawing.svg(tables.middle())
    assert "#tk-ship-green" in place(svg, "B7")
    assert "#tk-ship-red" in place(svg, "E2")
    assert drawing.piece_svg("ship", "red") != drawing.piece_svg("ship", "green") != drawing.piece_svg("ship", "black")


def test_a_link_that_lies_face_down_is_known_to_who_laid_it_alone() -> None:
    assert "#tk-facedown-market" in place(drawing.svg(tables.war(0)), "B-C")
    others = {drawing.svg(tables.war(seat)) for seat in (1, 2, None)}
    assert len(others) == 1
    assert "market" not in place(others.pop(), "B-C")


def test_everything_else_looks_the_same_to_players_and_spectators() -> None:
    for position, _ in tables.play(5, players=2):
        view = tables.KINGS.view(position, 0)
        assert view.display is not None
        if any(card.kind == "facedown" for card in view.display.links.values()):
            continue
        assert len({drawing.svg(tables.KINGS.view(position, seat)) for seat in (0, 1, None)}) == 1


def test_every_shape_that_it_uses_is_defined_once() -> None:
    for view in (tables.middle(), tables.war(), tables.revolt(), tables.fullest(3)):
        root = parsed(drawing.svg(view, highlight=("A1",), clickable={"A": {"href": "#"}, "A1": {"href": "#"}}))
        defined = [element.get("id") for element in root.iter() if element.get("id")]
        used = {element.get("href", "")[1:] for element in root.iter() if element.tag.endswith("}use")}
        assert len(defined) == len(set(defined))
        assert used <= set(defined)


def test_the_two_games_can_be_drawn_on_one_page() -> None:
    from tests.drawing import positions

    ids = [
        {element.get("id") for element in parsed(drawing.svg(view)).iter() if element.get("id")}
        for view in (positions.middle(), tables.middle())
    ]
    assert not ids[0] & ids[1]


def test_it_highlights_the_last_order_also_where_nothing_lies() -> None:
    svg = drawing.svg(tables.middle(), highlight=("C4", "C-D", "G4"))
    assert "#tk-highlight" in place(svg, "C4")
    assert "#tk-highlight" in place(svg, "C-D")
    assert "#tk-highlight" in place(svg, "G4")
    assert "#tk-highlight" not in place(svg, "C3")


def test_it_marks_what_fights_for_each_side() -> None:
    svg = drawing.svg(tables.war())
    assert all(ATTACK in place(svg, name) for name in ("A4", "B2", "B3", "B5"))
    assert DEFENCE in place(svg, "C4")
    assert ATTACK not in place(svg, "B4")
    assert place(svg, "B3").count(ATTACK) == 2  # the card counts, and the leader attacks


def test_it_marks_both_sides_of_an_internal_conflict() -> None:
    svg = drawing.svg(tables.revolt())
    assert place(svg, "A2").count(ATTACK) == 2
    assert place(svg, "A1").count(DEFENCE) == 2


def test_a_column_is_chosen_at_its_next_free_place() -> None:
    targets = {"D": {"href": "?order=temple D"}, "F-G": {"href": "#"}, "E1": {"href": "#"}}
    svg = drawing.svg(tables.middle(), clickable=targets)
    assert parsed(svg).get("role") == "group"
    link = parsed(svg).find(".//s:g[@data-cell='D4']/s:a", NS)
    assert link is not None
    assert link.get("href") == "?order=temple D"
    assert "#tk-dot" in place(svg, "D4")
    assert "#tk-ring" in place(svg, "E1")
    assert "#tk-dot" in place(svg, "F-G")


def test_what_can_be_chosen_is_always_within_the_picture() -> None:
    for seed in (1, 2):
        for view in tables.views(seed, every=5):
            assert view.display is not None
            targets = {column.name: {"href": "#"} for column in view.display.columns if not column.full}
            svg = drawing.svg(view, clickable=targets)
            assert svg.count("<a ") == len(targets)


def test_a_button_can_be_reached_by_keyboard_and_carries_its_attributes() -> None:
    attributes = {"hx-get": "/g/1/preview", "aria-label": "king D1"}
    button = parsed(drawing.svg(tables.middle(), clickable={"D1": attributes})).find(".//s:g[@data-cell='D1']/s:g", NS)
    assert button is not None
    assert {key: button.get(key) for key in attributes} == attributes
    assert button.get("tabindex") == "0"


def test_what_it_is_given_cannot_break_out_of_the_picture() -> None:
    evil = '"><script>alert(1)</script>'
    svg = drawing.svg(tables.middle(), title=evil, clickable={"D1": {"href": evil, "aria-label": evil}})
    parsed(svg)
    assert "<script" not in svg


@pytest.mark.parametrize(("ghost", "where"), [
    (("D", "card", "farm", ""), "D4"), (("C-D", "card", "farm", ""), "C-D"), (("D2", "leader", "king", "lion"), "D2"),
])
def test_a_preview_is_shown_where_the_card_or_leader_would_lie(ghost: drawing.scene.Ghost, where: str) -> None:
    assert 'opacity=".74"' in place(drawing.svg(tables.middle(), ghost=ghost), where)
    assert 'opacity=".74"' not in drawing.svg(tables.middle())


def test_kingdoms_with_leaders_are_coloured_neighbours_differently_and_the_others_are_not() -> None:
    from drawing.palette import GRID, REALMS

    view = tables.KINGS.view(tables.state(columns={"A": ["temple+king/lion"], "B": ["temple+king/bull"]}), 0)
    svg = drawing.svg(view)
    assert sum(f'fill="{ground}"' in svg for ground, _ in REALMS) == 2
    assert svg.count(f'fill="{GRID}" stroke=') == 6


def test_the_table_grows_with_its_longest_column() -> None:
    heights = [int(parsed(drawing.svg(view)).get("viewBox", "").split()[3]) for view in (tables.beginning(), tables.middle())]
    assert heights[0] < heights[1]


def test_it_is_an_own_file_when_asked() -> None:
    svg = drawing.svg(tables.beginning(), standalone=True)
    assert svg.startswith("<?xml")
    assert parsed(svg).get("width") == "684"


@pytest.mark.parametrize("seed", [1, 2])
def test_real_games_are_drawn_whole_and_small(seed: int) -> None:
    for view in tables.views(seed):
        places = [*COLUMNS, *LINKS, *filled(view)]
        svg = drawing.svg(view, clickable={name: {"href": f"?cell={name}"} for name in places})
        parsed(svg)
        assert len(svg) < 100_000
        assert len(drawing.svg(view)) < 60_000


def test_a_game_without_a_display_is_refused() -> None:
    with pytest.raises(AssertionError):
        drawing.svg(replace(tables.beginning(), display=None))


# What is highlighted, when columns have closed up

def fact(kind: str, *cells: str, **values: object) -> Fact:
    return Fact(kind, 0, values, cells)


def test_a_leader_is_highlighted_where_it_stands_after_cards_above_it_have_left() -> None:
    facts = [fact("leader", "B5"), fact("leader", "B2"), fact("spoils", "B3", "B4", "C2", "A-B")]
    assert drawing.touched("kings", facts) == ("B3", "B2", "A-B")


def test_a_destroyed_card_leaves_no_highlight_on_the_one_that_takes_its_place() -> None:
    assert drawing.touched("kings", [fact("placed", "B3"), fact("catastrophe", "B3")]) == ()


def test_cards_that_became_a_ship_are_highlighted_as_the_ship() -> None:
    facts = [fact("placed", "B5"), fact("ship", "B2", cell="B2", count=4)]
    assert drawing.touched("kings", facts) == ("B2",)


def test_the_board_game_highlights_what_was_touched() -> None:
    assert drawing.touched("tigris", [fact("placed", "B3"), fact("removed", "B3", "C3")]) == ("B3", "C3")
