"""The board as text, for mails and for those who hear it."""

from __future__ import annotations

from functools import cache

import pytest

import drawing
from drawing.words import WORDS
from engine.lexicon import LANGUAGES, word
from engine.orders import read_line
from engine.view import View
from tests.drawing import games, positions

NAMES = ("Ana", "Ben", "Cleo", "Dora Müller-Lüdenscheidt zu Hohenlohe-Langenburg")


@cache
def played() -> tuple[View, ...]:
    return (*games.views(3, every=25, bot="greedy"), *games.views(4, every=25))


def board_row(view: View, row: int) -> str:
    return drawing.text(view, language="en", names=NAMES).splitlines()[row]


def test_it_shows_each_kind_of_piece_by_its_own_sign() -> None:
    view = positions.middle()
    assert board_row(view, 0).split() == list("ABCDEFGHIJKLMNOP")
    assert board_row(view, 2).startswith(" 2|  T   T+ Pli  S   F  Pbu  T ")
    assert board_row(view, 3).endswith(" ~   ~   .  Kva |3")
    assert " M  [1] [1]  T  Fbu " in board_row(view, 4)
    assert "###" in board_row(view, 6)
    assert ">=<" in board_row(positions.war(), 6)


def test_it_shows_the_wonder_and_the_buildings_and_says_what_is_left() -> None:
    text = drawing.text(positions.options(), language="en", names=NAMES)
    rows = text.splitlines()
    assert "[W*" in rows[4]
    assert " M  ^M   M   T  [W] [W] [W] " in rows[5]
    assert "^T*" in rows[9]
    assert "Signs: ^ tile with a building" in text
    assert "Monuments: [W] wonder\nBuildings: C9 library, F8 granary, G5 market hall\nNot built yet: palace\n" in text
    plain = drawing.text(positions.middle(), language="en", names=NAMES)
    assert "Buildings" not in plain
    assert "Not built yet" not in plain


def test_it_tells_the_kingdoms_with_leaders_tiles_and_treasures() -> None:
    lines = drawing.text(positions.middle(), language="en", names=NAMES).splitlines()
    assert "Kingdom 3: N6 farmer vase (Cleo)" in lines
    after = lines[lines.index("Kingdom 3: N6 farmer vase (Cleo)") + 1:]
    assert after[:2] == ["   Tiles: settlement 1, temple 2, farm 4", "   Treasures: N5"]


def test_it_tells_a_conflict_with_both_sides() -> None:
    text = drawing.text(positions.war(), language="en", names=NAMES)
    assert "Conflict: king" in text
    assert "   Attacks: lion (Ana), G5: 3 + 1\n   Supporters: G6, F6, F7" in text


@pytest.mark.parametrize(("language", "sign"), [("es", " T+ Sle  A "), ("de", " T+ Plw  S ")])
def test_it_speaks_the_readers_language(language: str, sign: str) -> None:
    text = drawing.text(positions.middle(), language=language, names=NAMES)
    assert sign in text
    assert f"{word('temple', language)} ({word('red', language)})" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_signs_of_a_language_are_all_different(language: str) -> None:
    tiles = {word(name, language)[0].upper() for name in ("settlement", "temple", "farm", "market")}
    leaders = {word(name, language)[0].upper() for name in ("king", "priest", "farmer", "trader")}
    assert len(tiles) == len(leaders) == 4
    assert all(sign.isascii() for sign in tiles | leaders)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("names", [NAMES, ("king D5", "x; temple D5", "pass", "a\nking D5\n; undo"), ()])
def test_no_line_is_wider_than_72_columns_or_can_be_taken_for_an_order(language: str, names: tuple[str, ...]) -> None:
    for view in (positions.beginning(), positions.middle(), positions.war(), positions.revolt(), positions.options(), *played()):
        for line in drawing.text(view, language=language, names=names).splitlines():
            assert len(line) <= 72
            assert read_line(line, "tigris") is None, line


def test_the_grid_is_plain_ascii() -> None:
    for language in LANGUAGES:
        grid = drawing.text(positions.middle(), language=language, names=NAMES).split("\n\n")[0]
        assert grid.isascii()


def test_every_language_has_every_word() -> None:
    assert set(WORDS) == set(LANGUAGES)
    assert len({frozenset(words) for words in WORDS.values()}) == 1
