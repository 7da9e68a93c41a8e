"""What a drawing says in words: of a cell, and of the whole position for those who hear it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from drawing.palette import TILES
from drawing.tigris.terrain import cross
from drawing.words import WORDS
from engine.lexicon import word
from engine.view import Kingdom, View


def cell_words(view: View, cell: str, language: str) -> str:
    """`D5`, `D5: temple, treasure`, `D5: king, lion`, `D5: market, market hall`, `D5: wonder`."""
    here = view.board.cells.get(cell)
    if here is None:
        return cell
    words = WORDS[language]
    names = [word(here.piece, language)] if here.piece else [words.get(here.kind, here.kind)]
    if here.kind == "turned":
        wonder = view.board.wonder and cell in cross(view.board.wonder)
        names = [word("wonder", language) if wonder else words["monument"]]
    if here.dynasty:
        names.append(word(here.dynasty, language))
    if here.building:
        names.append(word(here.building, language))
    if here.treasure:
        names.append(words["corner" if here.corner else "treasure"])
    return f"{cell}: {', '.join(names)}"


def kingdom_facts(
    view: View, kingdom: Kingdom, language: str, names: Sequence[str] = ()
) -> tuple[list[str], list[str], list[str]]:
    """Its leaders, its face-up tiles by kind, and its treasures, each in words."""
    owners = dict(zip(view.players, names, strict=False))

    def owner(dynasty: str) -> str:
        return f"{word(dynasty, language)} ({owners[dynasty]})" if dynasty in owners else word(dynasty, language)

    leaders = [f"{cell} {word(leader, language)} {owner(dynasty)}" for leader, dynasty, cell in kingdom.leaders]
    lying = (view.board.cells.get(cell) for cell in kingdom.cells)
    count = Counter(here.piece for here in lying if here is not None and here.kind == "tile")
    tiles = [f"{word(tile, language)} {count[tile]}" for tile in TILES if count[tile]]
    return leaders, tiles, list(kingdom.treasures)


def summary(view: View, language: str, names: Sequence[str] = ()) -> list[str]:
    """The position in sentences: kingdoms, then monuments, the wonder and buildings."""
    words = WORDS[language]
    lines = [words["board of"]]
    for number, kingdom in enumerate(view.board.kingdoms, 1):
        leaders, tiles, treasures = (", ".join(facts) for facts in kingdom_facts(view, kingdom, language, names))
        parts = [leaders, tiles, f"{words['treasures']}: {treasures}" if treasures else ""]
        lines.append(f"{words['kingdom']} {number}: {'. '.join(filter(None, parts))}.")
    if not view.board.kingdoms:
        lines.append(words["no kingdoms"])
    if view.board.monuments:
        listed = ", ".join(f"{word(m.pair, language)} {m.cell}" for m in view.board.monuments)
        lines.append(f"{words['monuments']}: {listed}.")
    if view.board.wonder:
        lines.append(f"{words['wonder']}: {view.board.wonder}.")
    if buildings := standing(view):
        lines.append(f"{words['buildings']}: {', '.join(f'{word(name, language)} {cell}' for name, cell in buildings)}.")
    if rest := unbuilt(view):
        lines.append(f"{words['unbuilt']}: {', '.join(word(name, language) for name in rest)}.")
    return lines


def standing(view: View) -> list[tuple[str, str]]:
    """The civilization buildings on the board with their cells."""
    return [(name, cell) for name, cell in (view.board.buildings or {}).items() if cell]


def unbuilt(view: View) -> list[str]:
    """The wonder and the buildings that are still to be had."""
    wonder = ["wonder"] if view.board.wonder == "" else []
    return wonder + [name for name, cell in (view.board.buildings or {}).items() if not cell]
