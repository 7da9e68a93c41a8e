"""An order as a player of a language would type it, for everything that shows orders to people.

The parser takes such a text for the same order; where it would not, the text of the notation stays.
"""

from __future__ import annotations

from functools import lru_cache

from engine.errors import RulesError


@lru_cache(maxsize=4096)
def worded(text: str, language: str, game: str = "") -> str:
    """The canonical text in the words of the language. Without a `game`, the order of any game."""
    from engine import orders  # which reads this package
    from engine.grammar import GRAMMARS

    first, _, rest = text.partition(" ")
    if first == "say":
        return f"{_word(first, language)} {rest}".strip()
    said = " ".join(_word(word, language) for word in text.split())
    if not rest or rest.isdecimal():  # a word alone; or how many tiles somebody else put aside, which is no order
        return said
    for kind in (game,) if game else GRAMMARS:
        try:
            if orders.parse(said, kind) == orders.parse(text, kind):
                return said
        except RulesError:
            continue
    return text


def _word(word: str, language: str) -> str:
    from engine.lexicon import typed

    name, times, count = word.partition("*")
    return typed(name, language) + times + count
