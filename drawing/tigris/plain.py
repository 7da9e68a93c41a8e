"""A view as text of at most 72 columns: for mails without pictures and for those who have the page read out.

Plain signs only, since mail programs use odd fonts; words may have accents. No line may look like an order
to the reader of mails, which is why rows stand between bars and names lose their semicolons.
"""

from __future__ import annotations

from collections.abc import Sequence

from drawing.lines import conflict, dynasty_of, fill, letter, tame, with_colour
from drawing.palette import LEADERS, TILES
from drawing.tigris.describe import kingdom_facts, standing, unbuilt
from drawing.tigris.terrain import cross, name, square
from drawing.words import DYNASTY_SIGNS, WORDS
from engine.lexicon import word
from engine.view import View


def text(view: View, *, language: str = "en", names: Sequence[str] = ()) -> str:
    """The grid, what its signs mean, the kingdoms, and a conflict. `names`: the players by seat."""
    known = tuple(tame(player) for player in names)
    blocks = [grid(view, language), legend(view, language, known), kingdoms(view, language, known)]
    if view.conflict is not None:
        blocks.append(conflict(view, language, known))
    return "\n\n".join("\n".join(lines) for lines in blocks) + "\n"


def grid(view: View, language: str) -> list[str]:
    """One line a row, three signs a cell."""
    columns = len(view.board.terrain[0])
    head = "   " + "".join(f"  {chr(ord('A') + c)} " for c in range(columns)).rstrip()
    rows = [
        f"{r + 1:2}|" + "".join(f" {sign(view, name(c, r), language)}" for c in range(columns)) + f" |{r + 1}"
        for r in range(len(view.board.terrain))
    ]
    return [head, *rows, head]


def sign(view: View, cell: str, language: str) -> str:
    """Three signs.

    ` . ` ` ~ ` empty, ` T ` tile, ` T*` with treasure, `^T ` with a building, `Kli` leader of the lion,
    `[1]` monument, `[W]` the wonder.
    """
    here = view.board.cells.get(cell)
    if here is None:
        column, row = ord(cell[0]) - ord("A"), int(cell[1:]) - 1
        return f" {view.board.terrain[row][column]} "
    mark = "+" if here.corner else "*"
    if here.kind == "tile":
        return f"{'^' if here.building else ' '}{letter(here.piece, language)}{mark if here.treasure else ' '}"
    if here.kind == "leader":
        return letter(here.piece, language) + DYNASTY_SIGNS[language][here.dynasty]
    if here.kind == "turned":
        over = next((str(n) for n, m in enumerate(view.board.monuments, 1) if cell in square(m.cell)), "=")
        if view.board.wonder and cell in cross(view.board.wonder):
            over = "W"
        return f"[{over}{mark if here.treasure else ']'}"
    return {"catastrophe": "###", "unification": ">=<"}.get(here.kind, " ? ")


def legend(view: View, language: str, names: Sequence[str]) -> list[str]:
    """What the signs on this board mean."""
    words = WORDS[language]
    kinds = {cell.kind for cell in view.board.cells.values()}
    marks = {cell.corner for cell in view.board.cells.values() if cell.treasure}
    ground = [f". {words['land']}", f"~ {words['river']}"]
    ground += [f"{sign} {words[key]}" for key, corner, sign in (("treasure", False, "*"), ("corner", True, "+"))
               if corner in marks]
    buildings = [f"{cell} {word(building, language)}" for building, cell in standing(view)]
    if buildings:
        ground.append(f"^ {words['built on']}")
    if "catastrophe" in kinds:
        ground.append(f"### {words['catastrophe']}")
    if "unification" in kinds:
        ground.append(f">=< {words['unification']}")
    tiles = [f"{letter(tile, language)} {with_colour(tile, TILES[tile], language)}" for tile in TILES]
    leaders = [f"{letter(leader, language)}.. {with_colour(leader, LEADERS[leader], language)}" for leader in LEADERS]
    dynasties = [
        f".{DYNASTY_SIGNS[language][dynasty]} {dynasty_of(view, dynasty, language, names)}" for dynasty in view.players
    ]
    monuments = [f"[{n}] {word(m.pair, language)}" for n, m in enumerate(view.board.monuments, 1)]
    if view.board.wonder:
        monuments.append(f"[W] {word('wonder', language)}")
    return [
        *fill(f"{words['signs']}: ", ground),
        *fill(f"{words['tiles']}: ", tiles),
        *fill(f"{words['leaders']}: ", leaders),
        *fill(f"{words['dynasties']}: ", dynasties),
        *fill(f"{words['monuments']}: ", monuments),
        *fill(f"{words['buildings']}: ", buildings),
        *fill(f"{words['unbuilt']}: ", [word(name, language) for name in unbuilt(view)]),
    ]


def kingdoms(view: View, language: str, names: Sequence[str]) -> list[str]:
    """Each kingdom with its leaders, its face-up tiles and its treasures."""
    words = WORDS[language]
    lines = []
    for number, kingdom in enumerate(view.board.kingdoms, 1):
        leaders, tiles, treasures = kingdom_facts(view, kingdom, language, names)
        lines += fill(f"{words['kingdom']} {number}: ", leaders)
        lines += fill(f"   {words['tiles']}: ", tiles)
        lines += fill(f"   {words['treasures']}: ", treasures)
    return lines or [words["no kingdoms"]]
