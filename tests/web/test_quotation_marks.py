"""Quotation marks are those of the reader's language: „…“ in German, «…» in Spanish, “…” in English."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import polib
import pytest
from django.conf import settings

from engine.lexicon import de, de_kings, en, en_kings, es, es_kings

MARKS = {"de": "„“", "es": "«»", "en": "“”"}
LEXICONS: dict[str, tuple[ModuleType, ...]] = {"de": (de, de_kings), "es": (es, es_kings), "en": (en, en_kings)}
TAG = re.compile(r"<[^>]*>")


def strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from strings(inner)
    elif isinstance(value, tuple | list):
        for inner in value:
            yield from strings(inner)


def sentences(language: str) -> Iterator[str]:
    """Everything that is shown in a language, without tags: of pages, mails and the engine."""
    for module in LEXICONS[language]:
        yield from strings([value for name, value in vars(module).items() if name.isupper()])
    if language != "en":
        for entry in polib.pofile(str(Path(settings.BASE_DIR) / f"locale/{language}/LC_MESSAGES/django.po")):
            yield from (TAG.sub("", text) for text in (entry.msgstr, *entry.msgstr_plural.values()))


@pytest.mark.parametrize("language", MARKS)
def test_quotation_marks_are_those_of_the_language(language: str) -> None:
    opening, closing = MARKS[language]
    others = set("\"„“”«»‚‘") - set(MARKS[language])
    wrong = [text for text in sentences(language) if others & set(text) or text.count(opening) != text.count(closing)]
    assert wrong == []
