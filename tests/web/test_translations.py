"""The catalogues in locale/ are whole: every sentence of the sources, in every language, compiled.

How to refresh them stands in CONTRIBUTING.md under "A language".
"""

from __future__ import annotations

import ast
import html
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import polib
import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
LANGUAGES = [code for code, _ in settings.LANGUAGES if code != "en"]
SOURCES = ("accounts", "drawing", "games", "leagues", "mail", "templates", "tigris_site", "web")
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%[sd]|</?\w[^>]*>")
NOT_WORDS = {"HTML", "English", "Español", "Deutsch"}  # of a page in no language


def catalogue(language: str) -> polib.POFile:
    return polib.pofile(str(ROOT / "locale" / language / "LC_MESSAGES" / "django.po"))


def key(entry: polib.POEntry | polib.MOEntry) -> tuple[str | None, str, str]:
    return entry.msgctxt, entry.msgid, entry.msgid_plural or ""


def forms(entry: polib.POEntry | polib.MOEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) or [entry.msgstr]


@pytest.fixture(scope="module")
def scanned(tmp_path_factory: pytest.TempPathFactory) -> polib.POFile:
    """What a fresh scan of the sources finds, made elsewhere so that nothing here changes."""
    folder = tmp_path_factory.mktemp("sources")
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.sqlite3"))
    (folder / "locale").mkdir()
    quiet = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    command = [sys.executable, "-m", "django", "makemessages", "-l", "en", "--no-location"]
    done = subprocess.run(command, cwd=folder, env=quiet, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return polib.pofile(str(folder / "locale" / "en" / "LC_MESSAGES" / "django.po"))


@pytest.mark.gettext
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_the_sources_is_in_the_catalogue_and_no_other(scanned: polib.POFile, language: str) -> None:
    found, kept = {key(entry) for entry in scanned}, {key(entry) for entry in catalogue(language)}
    assert len(found) > 400
    assert (found - kept, kept - found) == (set(), set())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_translated_and_none_is_a_guess(language: str) -> None:
    entries = list(catalogue(language))
    assert [entry.msgid for entry in entries if entry.fuzzy or entry.obsolete or not all(forms(entry))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_keeps_the_placeholders_and_marks(language: str) -> None:
    for entry in catalogue(language):
        for form in forms(entry):
            assert sorted(PLACEHOLDER.findall(form)) == sorted(PLACEHOLDER.findall(entry.msgid)), entry.msgid
            assert form.strip() == form or entry.msgid.strip() != entry.msgid


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogue_is_the_written_one(language: str) -> None:
    written = catalogue(language)
    compiled = polib.mofile(str(ROOT / "locale" / language / "LC_MESSAGES" / "django.mo"))
    assert {key(entry): forms(entry) for entry in written} == {key(entry): forms(entry) for entry in compiled}
    assert written.metadata["Plural-Forms"] == compiled.metadata["Plural-Forms"]


def test_no_sentence_hides_in_a_formatted_string() -> None:
    """xgettext does not look into them, so such a sentence would stay English."""
    found = []
    for path, tree in trees():
        for outer in ast.walk(tree):
            if isinstance(outer, ast.JoinedStr):
                found += [f"{path}:{node.lineno}" for node in ast.walk(outer) if isinstance(node, ast.Call)
                          and getattr(node.func, "id", "") in ("_", "gettext", "ngettext", "gettext_lazy")]
    assert found == []


def trees() -> Iterator[tuple[Path, ast.Module]]:
    for name in SOURCES:
        for path in sorted((ROOT / name).rglob("*.py")):
            yield path.relative_to(ROOT), ast.parse(path.read_text("utf-8"))


@pytest.mark.parametrize("path", sorted((ROOT / "templates").rglob("*.*")), ids=lambda path: path.stem)
def test_a_template_has_no_words_of_its_own(path: Path) -> None:
    assert bare_words(path.read_text("utf-8")) == []


def bare_words(template: str) -> list[str]:
    """Text of a template outside {% trans %}, in what is shown and in attributes that are read out."""
    text = re.sub(r"{% comment %}.*?{% endcomment %}", "", template, flags=re.S)
    text = re.sub(r"{% (blocktrans\w*)\b.*?{% end\1 %}", "", text, flags=re.S)
    text = re.sub(r"<(style|script|code)\b.*?</\1>", "", text, flags=re.S)
    text = re.sub(r"{% block (\w+_class|head|scripts) %}.*?{% endblock %}", "", text, flags=re.S)
    text = re.sub(r"{[%{#].*?[%}#]}", "\n", text, flags=re.S)
    spoken = re.findall(r"\b(?:aria-label|title|alt)=\"([^\"]*)\"", text)
    shown = re.sub(r"<[^>]*>", "\n", text, flags=re.S).splitlines()
    words = [line.strip() for line in map(html.unescape, (*spoken, *shown)) if re.search(r"[A-Za-z]{2}", line)]
    return [line for line in words if line not in NOT_WORDS]
