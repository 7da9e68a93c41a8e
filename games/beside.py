"""What lies beside the board or the display: what can still be built, and the card game's open discard pile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from engine import View
from engine.lexicon import word
from games.page import TILES, picture


@dataclass(frozen=True)
class Beside:
    """Words and pictures. `discard`: tile, number, picture; empty in the board game."""

    unbuilt: Sequence[tuple[str, SafeString]]
    discard: Sequence[tuple[str, int, SafeString]] = ()


def beside(view: View, language: str) -> Beside:
    if view.display is None:
        return Beside([(word(name, language), picture(kind, name, size=34)) for kind, name in monuments(view)])
    ships = [
        (f"{word('blue', language)}-{word(colour, language)}", picture("ship", colour, size=30))
        for colour in view.display.unbuilt
    ]
    return Beside(ships, [
        (word(tile, language), view.display.discard[tile], picture("tile", tile, size=20)) for tile in TILES])


def monuments(view: View) -> list[tuple[str, str]]:
    """Kind and name of each monument, the wonder and the civilization buildings that nobody has built."""
    found = [("monument", pair) for pair in view.board.unbuilt]
    if view.board.wonder == "":
        found.append(("wonder", "wonder"))
    return found + [("building", name) for name, cell in (view.board.buildings or {}).items() if not cell]
