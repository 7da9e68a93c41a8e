"""The words of the games in every language: what is understood, and what is told.

A language is a file beside this one and a line in `_LANGUAGES`. What players type is looked up by
`vocabulary`, sentences are put together by `telling`.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Final

from engine.errors import RulesError
from engine.facts import Fact
from engine.lexicon import de, en, es, telling
from engine.lexicon.wording import worded
from engine.view import Decision

__all__ = ["LANGUAGES", "tell", "tell_decision", "tell_error", "typed", "word", "worded"]

_LANGUAGES: Final[dict[str, ModuleType]] = {"en": en, "es": es, "de": de}
LANGUAGES: Final = tuple(_LANGUAGES)


def _language(code: str) -> ModuleType:
    return _LANGUAGES.get(code[:2], en)


def tell(fact: Fact, language: str, names: Sequence[str], viewer: int | None = None) -> str:
    """A sentence for what happened. `names` by seat; the viewer is spoken to as "you"."""
    return telling.tell(_language(language), fact, names, viewer)


def tell_decision(decision: Decision, language: str, names: Sequence[str], viewer: int | None = None) -> str:
    """A sentence for what is waited for, a question if the viewer must answer it."""
    return telling.tell_decision(_language(language), decision, names, viewer)


def tell_error(error: RulesError, language: str) -> str:
    """Why an order was refused, with the number of the rule it breaks."""
    return telling.tell_error(_language(language), error)


def word(name: str, language: str) -> str:
    """A tile, leader, colour, dynasty, pair of colours … as a word to show."""
    return telling.forms(_language(language), name)[""]


def typed(name: str, language: str) -> str:
    """A word of the notation as a player of that language would type it."""
    words = _language(language)
    if name in words.NOUNS or "-" in name:
        return name if words is en else word(name, language)
    accepted = words.WORDS.get(name, "").split()
    return accepted[0] if accepted and words is not en else name
