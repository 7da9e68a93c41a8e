"""Positions drawn for the first page and for the rules: made once, kept in memory, one set a language."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from django.utils.safestring import SafeString, mark_safe

from drawing import svg
from engine import GAMES
from engine.record import Record, replay
from engine.view import View
from web.scenes import kings, tigris

EXAMPLE = Path(__file__).with_name("example.txt")  # a record; two bots and a patient person
SCENES = {"tigris": tigris, "kings": kings}  # what each game's rules show


@lru_cache
def example(language: str) -> SafeString:
    """The board of a real game in its middle, as a spectator sees it."""
    return mark_safe(svg(position(EXAMPLE.read_text()), language=short(language)))


def position(record: str) -> View:
    """The end of a record, for a spectator."""
    *_before, (_seat, _order, state, _facts) = replay(Record.parse(record))
    return GAMES["tigris"].view(state, None)


def short(language: str) -> str:
    return language.split("-")[0]


@lru_cache
def rules(kind: str, language: str) -> dict[str, SafeString]:
    """The pictures of a game's rules by name."""
    scenes = SCENES[kind]
    return {name: mark_safe(scenes.draw(name, short(language))) for name in scenes.SCENES}


def emblem(kind: str, language: str) -> SafeString:
    """The picture that stands for a game where one is chosen."""
    scene = SCENES[kind].EMBLEM
    return rules(kind, language)[scene] if scene else example(language)
