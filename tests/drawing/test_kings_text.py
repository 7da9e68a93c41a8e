"""The display as text, for mails and for those who hear it."""

from __future__ import annotations

from functools import cache

import pytest

import drawing
from engine.lexicon import LANGUAGES, word
from engine.orders import read_line
from engine.view import View
from tests.drawing import tables

NAMES = ("Ana", "Ben", "Cleo", "Dora Müller-Lüdenscheidt zu Hohenlohe-Langenburg")


@cache
def played() -> tuple[View, ...]:
    return (*tables.views(3, every=25), *tables.views(4, every=25, players=4))


def lines(view: View, language: str = "en") -> list[str]:
    return drawing.text(view, language=language, names=NAMES).splitlines()


def test_it_shows_each_card_by_its_own_sign() -> None:
    text = lines(tables.middle())
    assert text[0].split() == list("ABCDEFGH")
    assert text[1].split() == ["=|", "M", "T", ".", ".", "S", "Fbu", ".", ".", "|="]
    assert text[2].startswith(" 1|  *       T       *       *       * Pli ")
    assert text[3].startswith(" 2|  M Tli   S       F       T      ~T ")
    assert lines(tables.war())[1].split()[2] == "?M"
    assert lines(tables.war(1))[1].split()[2] == "?"


def test_a_link_stands_between_the_heads_that_it_joins() -> None:
    head, links = lines(tables.middle())[:2]
    assert head.index("A") < links.index("M") < head.index("B") < links.index("T") < head.index("C")


def test_it_tells_the_kingdoms_with_leaders_cards_ships_and_treasures() -> None:
    text = lines(tables.middle())
    start = text.index("Kingdom E-F: E4 king lion (Ana), E1 priest lion (Ana)")
    assert text[start + 1:start + 4] == [
        "Kingdom E-F: E-F farmer bull (Ben)",
        "   Cards: settlement 4, temple 1, farm 1, market 1, ship blue-red E2",
        "   Treasures: E, F",
    ]
    assert "Kingdom D: no leader" in text
    assert "A treasure and nothing else: G" in text
    assert "Not built yet: ship blue-black" in text


def test_it_tells_a_conflict_with_both_sides() -> None:
    text = drawing.text(tables.war(), language="en", names=NAMES)
    assert "   Attacks: lion (Ana), B3: 4\n   Supporters: A4, B2, B3, B5" in text


@pytest.mark.parametrize(("language", "sign"), [("es", "  M Cle   A "), ("de", "  M Hlw   S ")])
def test_it_speaks_the_readers_language(language: str, sign: str) -> None:
    text = drawing.text(tables.middle(), language=language, names=NAMES)
    assert sign in text
    assert f"{word('temple', language)} ({word('red', language)})" in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("names", [NAMES, ("king D5", "x; temple D", "pass", "a\nking D5\n; undo"), ()])
def test_no_line_is_wider_than_72_columns_or_can_be_taken_for_an_order(language: str, names: tuple[str, ...]) -> None:
    for view in (tables.beginning(), tables.middle(), tables.war(), tables.revolt(), *played()):
        told = [*drawing.text(view, language=language, names=names).splitlines(), " ".join(drawing.summary(view, language, names))]
        assert max(map(len, told[:-1])) <= 72
        for line in told:
            assert read_line(line, "kings") is None, line


def test_the_grid_is_plain_ascii() -> None:
    for language in LANGUAGES:
        assert drawing.text(tables.middle(), language=language, names=NAMES).split("\n\n")[0].isascii()


def test_nobody_but_its_owner_reads_what_lies_face_down() -> None:
    for told in (lambda view: drawing.text(view), lambda view: " ".join(drawing.summary(view, "en"))):
        assert told(tables.war(1)) == told(tables.war(2)) == told(tables.war(None)) != told(tables.war(0))
