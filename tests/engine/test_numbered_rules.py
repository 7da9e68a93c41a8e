"""Every numbered rule of docs/rules has a scenario whose title names it, and no title or refusal names another one.

A title names a rule of the board game as T6.3, of the card game as K6.3, of an option as W1 or B2.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine import scenario

ROOT = Path(__file__).parents[2]
LETTER = {"tigris": "T", "kings": "K", "variants": ""}
# What a scenario cannot say: who sees what. These are in test_view.py and test_kings_view.py.
UNSEEN = {"T14.1", "T14.2", "K13.1", "K13.2"}
RULES = {
    f"{letter}{number}"
    for page, letter in LETTER.items()
    for number in re.findall(r"^(\d+\.\d+|[WB]\d) ", (ROOT / f"docs/rules/{page}.md").read_text(), re.MULTILINE)
}
NAMED = {
    name
    for path in (ROOT / "tests/engine/scenarios").glob("*/*.txt")
    for name in re.findall(r"\b[TK]\d+\.\d+|\b[WB]\d\b", scenario.title_of(path.read_text()))
}


@pytest.mark.parametrize("rule", sorted(RULES - UNSEEN))
def test_a_rule_has_a_scenario(rule: str) -> None:
    assert rule in NAMED


def test_titles_name_rules_that_there_are() -> None:
    assert not NAMED - RULES


@pytest.mark.parametrize("game", ["tigris", "kings"])
def test_refusals_name_rules_that_there_are(game: str) -> None:
    sources = [path.read_text() for path in (ROOT / "engine" / game).glob("*.py")]
    refused = {
        number if number[0] in "WB" else LETTER[game] + number
        for source in sources
        for number in re.findall(r'(?:rule=|"(?:over|left|turn)": )"([\dWB.]+)"', source)
    }
    assert refused
    assert not refused - RULES
