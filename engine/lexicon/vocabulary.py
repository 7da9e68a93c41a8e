"""What a typed word can mean: the words of every language in one index.

Words are compared folded: without case, accents, and what can't be seen. Each language file lists its
words by what is stored; English stored words are always understood.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from engine.lexicon import de, en, es

LANGUAGE_WORDS: Final = (en.WORDS, es.WORDS, de.WORDS)
TILES: Final = {"black": "settlement", "red": "temple", "blue": "farm", "green": "market"}
COLOURS: Final = {"settlement": "black", "temple": "red", "farm": "blue", "market": "green"}
DYNASTIES: Final = ("bow", "bull", "lion", "vase")
CONTROLS: Final = {number: " " for number in (*range(32), 127)}


def plain(text: str) -> str:
    """NFKC, without zero-width and direction characters, control characters as blanks, one kind of dash."""
    if text.isascii():  # most lines; the rest takes ten times as long
        return " ".join(text.translate(CONTROLS).split())
    text = "".join(
        " " if unicodedata.category(sign) in ("Cc", "Zl", "Zp", "Zs") else
        "-" if unicodedata.category(sign) == "Pd" or sign == "\u2212" else sign
        for sign in unicodedata.normalize("NFKC", text)
        if unicodedata.category(sign) not in ("Cf", "Co", "Cs", "Cn")
    )
    return " ".join(unicodedata.normalize("NFKC", text).split())


@lru_cache(maxsize=4096)
def fold(word: str) -> str:
    """A word as it is compared: without case and accents."""
    decomposed = unicodedata.normalize("NFD", word.casefold())
    return "".join(sign for sign in decomposed if unicodedata.category(sign) != "Mn")


def _spellings(word: str) -> Iterator[str]:
    yield fold(word)
    yield fold(word.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue"))


def _index() -> dict[str, tuple[str, ...]]:
    index: dict[str, tuple[str, ...]] = {}
    for words in LANGUAGE_WORDS:
        for stored, accepted in words.items():
            for word in (stored, *accepted.split()):
                for spelling in _spellings(word):
                    if stored not in index.get(spelling, ()):
                        index[spelling] = (*index.get(spelling, ()), stored)
    return index


MEANINGS: Final[dict[str, tuple[str, ...]]] = _index()  # folded word -> stored words, colours as "black" …
FILLERS: Final[frozenset[str]] = frozenset(
    spelling
    for words in (en.FILLERS, es.FILLERS, de.FILLERS)
    for word in words.split()
    for spelling in _spellings(word)
)
OPENERS: Final[frozenset[str]] = frozenset(
    spelling
    for words in (en.OPENERS, es.OPENERS, de.OPENERS)
    for word in words.split()
    for spelling in _spellings(word)
)


def meanings(word: str) -> tuple[str, ...]:
    """The stored words that a word can stand for; a colour stands for itself and for its tile."""
    found = MEANINGS.get(fold(word), ())
    return tuple(dict.fromkeys(name for stored in found for name in (TILES.get(stored, stored), stored)))


def dynasty(word: str) -> str | None:
    """The dynasty that a word names, in any language."""
    return next((name for name in meanings(word) if name in DYNASTIES), None)


def one_slip(word: str, known: str) -> bool:
    """Whether one letter too many, missing, wrong, or two exchanged neighbours part the two words."""
    if word == known or abs(len(word) - len(known)) > 1:
        return False
    start = 0
    while start < min(len(word), len(known)) and word[start] == known[start]:
        start += 1
    rest, known_rest = word[start:], known[start:]
    return (
        rest[1:] == known_rest[1:] or rest[1:] == known_rest or rest == known_rest[1:]
        or (len(rest) > 1 and rest[:2] == known_rest[1::-1] and rest[2:] == known_rest[2:])
    )


def near(word: str, *, least: int = 3) -> tuple[str, ...]:
    """The stored words that are one slip away; words shorter than `least` letters are near to nothing."""
    folded = fold(word)
    if len(folded) < least:
        return ()
    found = (stored for known, names in MEANINGS.items() if one_slip(folded, known) for stored in names)
    return tuple(dict.fromkeys(TILES.get(stored, stored) for stored in found))
