"""The words: every fact, decision and error has them in every language, and no sentence reads as an order."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from random import Random
from string import Formatter

import pytest

import engine
from engine import GAMES, Fact, Illegal, Invalid, Order, RulesError, errors, facts, seen_by
from engine.lexicon import LANGUAGES, de, en, es, tell, tell_decision, tell_error, word
from engine.lexicon.vocabulary import MEANINGS, meanings, one_slip
from engine.orders import read_line
from engine.tigris.pieces import BUILDINGS

MODULES = {"en": en, "es": es, "de": de}
NAMES = ("Ana", "Ben", "Cleo", "Dan")
TABLES = ("FACTS", "DECISIONS", "ERRORS", "NOUNS")
ROOT = Path(engine.__file__).parent.parent


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


@pytest.mark.parametrize("table", TABLES)
def test_every_language_has_the_same_entries(table: str) -> None:
    for language in MODULES.values():
        assert set(getattr(language, table)) == set(getattr(en, table))


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_agree_between_languages(language: str) -> None:
    module = MODULES[language]
    for key, template in module.ERRORS.items():
        assert placeholders(template) == placeholders(en.ERRORS[key]), key
    for table in ("FACTS", "DECISIONS"):
        for key, templates in getattr(module, table).items():
            for mine, english in zip(templates, getattr(en, table)[key], strict=True):
                assert placeholders(mine) - {"name"} == placeholders(english) - {"name"}, key


def test_every_kind_of_fact_has_words() -> None:
    listed = [line.split()[0] for line in (facts.__doc__ or "").splitlines() if line.startswith("    ") and line[4] != " "]
    assert len(listed) > 25
    told = {key.partition(".")[0] for key in en.FACTS}
    assert set(listed) == told


def raised_keys() -> set[str]:
    """The keys of all errors that the product's code makes, read from its source."""
    keys: set[str] = set()
    for path in (*ROOT.glob("engine/**/*.py"), *ROOT.glob("games/**/*.py"), *ROOT.glob("mail/**/*.py")):
        tree = ast.parse(path.read_text())
        names = {
            target.id: node.value
            for node in ast.walk(tree) if isinstance(node, ast.Assign)
            for target in node.targets if isinstance(target, ast.Name)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Illegal", "Invalid", "Ambiguous"):
                key = names.get(node.args[0].id) if isinstance(node.args[0], ast.Name) else node.args[0]
                found = {part.value for part in ast.walk(key) if isinstance(part, ast.Constant)} if key else set()
                assert found, f"{path}:{node.lineno}: the key cannot be read"
                keys |= {part for part in found if isinstance(part, str)}
    return keys


def test_every_error_has_words() -> None:
    assert len(raised_keys()) > 60
    assert raised_keys() <= set(en.ERRORS)


def test_every_error_of_the_engine_is_listed() -> None:
    listed = set(re.findall(r"\b[a-z]+(?:_[a-z]+)+\b", errors.__doc__ or ""))
    elsewhere = {"tile_not_seen_yet", "game_not_running", "turn_over"}  # of the `games` app
    assert raised_keys() - elsewhere <= listed


def test_no_error_has_words_for_nothing() -> None:
    assert set(en.ERRORS) - raised_keys() == {"unknown"}


def test_every_rule_that_is_broken_is_told_with_its_values() -> None:
    for language in LANGUAGES:
        told = tell_error(Illegal("not_so_many_in_hand", rule="7.2", tile="temple", count=3, have=1), language)
        assert "3" in told
        assert word("temple", language) in told
        assert "7.2" in told
    assert str(Invalid("record_order", line=7, reason=Illegal("swap_one_to_six", rule="12.1"))) == (
        "Line 7: A swap takes 1 to 6 tiles. (rule 12.1)")


def games(seed: int) -> list[tuple[object, int, Order, tuple[Fact, ...]]]:
    """A random game of three, crowded round one place so that much happens."""
    rng, game = Random(seed), GAMES["tigris"]
    players = ("lion", "bull", "bow")
    deck = list(game.deck(players, {}))
    rng.shuffle(deck)
    state, played = game.setup(players, {}, deck), []
    while (seat := game.decider(state)) is not None:
        legal = game.legal(state)
        words = sorted({order.word for order in legal} - {"pass"}) or ["pass"]
        chosen = rng.choice(words)
        fitting = [order for order in legal if order.word == chosen]
        order = min(rng.sample(fitting, min(8, len(fitting))), key=lambda order: _far(order))
        state, happened = game.apply(state, seat, order)
        played.append((state, seat, order, happened))
    return played


def _far(order: Order) -> int:
    cell = order.args[-1] if order.args else ""
    return abs(ord(cell[0]) - ord("G")) + abs(int(cell[1:]) - 5) if cell[1:].isdigit() else 99


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_happens_in_games_is_told_to_everybody_and_reads_as_no_order(language: str) -> None:
    kinds: set[str] = set()
    game = GAMES["tigris"]
    for seed in range(6):
        for state, _, _, happened in games(seed):
            for viewer in (None, 0, 1):
                for fact in seen_by(happened, viewer):
                    kinds.add(fact.kind)
                    inert(tell(fact, language, NAMES, viewer))
                decision = game.view(state, viewer).decision
                if decision:
                    kinds.add(f"asks {decision.kind}")
                    inert(tell_decision(decision, language, NAMES, viewer))
    assert {"revolt", "war", "won", "removed", "returned", "treasures", "over", "asks commit"} <= kinds


@cache
def inert(sentence: str) -> None:
    assert "{" not in sentence
    assert "  " not in sentence
    assert sentence == sentence.strip()
    assert read_line(sentence, "tigris") is None, sentence


SAMPLES: dict[str, object] = {
    "tile": "temple", "leader": "king", "colour": "red", "monument": "black-red", "monuments": ("black-red", "red-blue"),
    "building": "palace", "crosses": ("F6", "G6"),
    "leaders": ("king", "trader"), "cells": ("D5", "E6"), "counts": (0, 2), "cell": "D5", "count": 2, "have": 1, "word": "temple",
    "words": ("temple", "farm"), "rest": "E5 E6", "example": "temple D5", "suggestions": ("temple D5", "farm D4"), "first": "leave D5",
    "second": "resign", "text": "temple D5", "orders": ("temple D5", "market E6"), "limit": 1000, "line": 7, "number": 3, "asked": "commit",
    "colours": ("black", "green"), "column": "C", "needed": 3, "header": "put", "option": "board", "value": "round", "key": "some_key", "reason": Illegal("swap_one_to_six", rule="12.1"),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", sorted(en.ERRORS))
def test_no_error_reads_as_an_order(language: str, key: str) -> None:
    named = placeholders(en.ERRORS[key])
    error = Illegal("x", rule="6.2", **{name: SAMPLES[name] for name in named if name != "key"})
    error.key = key
    inert(tell_error(error, language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_of_the_rules_are_told_with_all_their_values(language: str) -> None:
    game = GAMES["tigris"]
    told: set[str] = set()
    for text in ("temple A1", "commit 2", "fight king", "king off", "undo", "build black-red D5", "leave D5", "swap farm farm",
                 "catastrophe B2", "king A11", "farm B1", "trader K2"):
        state = game.setup(("lion", "bull"), {}, ["market"] * 30)
        word_, *args = text.split()
        try:
            game.apply(state, 0, Order(word_, tuple(args)))
        except RulesError as error:
            inert(tell_error(error, language))
            told.add(error.key)
    assert len(told) > 6


def test_the_reader_is_spoken_to() -> None:
    placed = Fact("placed", 0, {"tile": "temple", "cell": "D5"}, ("D5",))
    assert tell(placed, "en", NAMES, 0) == "You placed a temple on D5."
    assert tell(placed, "en", NAMES, 1) == "Ana placed a temple on D5."
    assert tell(placed, "es", NAMES, 0) == "Colocaste un templo en D5."
    assert tell(placed, "de", NAMES) == "Ana hat einen Tempel auf D5 gelegt."
    war = Fact("war", 0, {"leader": "farmer", "defender": 1, "attack": 2, "defence": 1})
    assert tell(war, "en", NAMES, 1) == "Ana attacks you in a war of the farmers: 2 to 1 on the board."
    assert tell(war, "de", NAMES, 1) == "Ana greift dich an, im Krieg der Bauern: 2 zu 1 auf dem Brett."


def test_secrets_are_told_only_where_the_fact_holds_them() -> None:
    swapped = Fact("swapped", 0, {"count": 2}, (), {"tiles": ("temple", "farm"), "drawn": ("market", "market")})
    assert tell(swapped, "en", NAMES, 0) == "You put 1 temple and 1 farm aside and drew 2 markets."
    for viewer in (1, None):
        (public,) = seen_by((swapped,), viewer)
        assert tell(public, "en", NAMES, viewer) == "Ana swapped 2 tiles."


def test_every_word_that_is_shown_is_understood() -> None:
    shown_only = {"treasure", "monument", "unification", "building", *BUILDINGS}
    for language in LANGUAGES:
        for name in set(en.NOUNS) - shown_only:
            assert name in meanings(word(name, language)), (language, name)


def test_no_word_is_known_twice_but_where_it_must_be() -> None:
    assert {known: names for known, names in MEANINGS.items() if len(names) > 1} == {
        "points": ("point", "points"), "puntos": ("point", "points"), "punkte": ("point", "points"),
        "zurucknehmen": ("undo", "off"), "zuruecknehmen": ("undo", "off"),
    }


@pytest.mark.parametrize(("typed", "known", "near"), [
    ("tmeple", "temple", True), ("templ", "temple", True), ("templee", "temple", True), ("tample", "temple", True),
    ("temple", "temple", False), ("tmepel", "temple", False), ("templexy", "temple", False), ("", "a", True),
])
def test_one_slip_is_one_letter_or_one_exchange(typed: str, known: str, near: bool) -> None:
    assert one_slip(typed, known) is near
