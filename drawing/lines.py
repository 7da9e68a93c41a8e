"""Lines of text for drawings without pictures: at most 72 columns, and nothing that could be read as an order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from drawing.words import WORDS
from engine.lexicon import word
from engine.view import View

WIDTH = 72
LONGEST_NAME = 24


def fill(prefix: str, items: Iterable[str]) -> list[str]:
    """The items after the prefix, which stands on every line that they need; no line if there are none."""
    lines: list[str] = []
    for item in items:
        if lines and len(lines[-1]) + 2 + len(item) <= WIDTH:
            lines[-1] += f", {item}"
        else:
            lines.append((prefix + item)[:WIDTH])
    return lines


def letter(piece: str, language: str) -> str:
    """The first letter of a piece's name, which stands for it in a grid."""
    return word(piece, language)[0].upper()


def with_colour(piece: str, colour: str, language: str) -> str:
    return f"{word(piece, language)} ({word(colour, language)})"


def dynasty_of(view: View, dynasty: str, language: str, names: Sequence[str]) -> str:
    """The dynasty with the name of its player, if it is known."""
    owners = dict(zip(view.players, names, strict=False))
    return f"{word(dynasty, language)} ({owners[dynasty]})" if dynasty in owners else word(dynasty, language)


def conflict(view: View, language: str, names: Sequence[str]) -> list[str]:
    """Both sides of the conflict being fought, with what counts for them."""
    assert view.conflict is not None
    words = WORDS[language]
    lines = [f"{words['conflict']}: {word(view.conflict.leader, language)}"]
    for side, key in ((view.conflict.attacker, "attack"), (view.conflict.defender, "defence")):
        added = f" + {side.added}" if side.added is not None else ""
        who = dynasty_of(view, view.players[side.seat], language, names)
        lines.append(f"   {words[key]}: {who}, {side.cell}: {side.strength}{added}")
        lines += fill(f"   {words['supporters']}: ", side.supporters)
    return lines


def tame(player: str) -> str:
    """A player's name without what would part lines or orders."""
    return " ".join(player.replace(";", ",").split())[:LONGEST_NAME]
