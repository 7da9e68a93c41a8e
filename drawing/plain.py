"""A view as text of at most 72 columns: for mails without pictures and for those who have the page read out.

Plain signs only, since mail programs use odd fonts; words may have accents. No line may look like an order
to the reader of mails, which is why rows stand between bars and names lose their semicolons.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from drawing.describe import kingdom_facts
from drawing.palette import LEADERS, TILES
from drawing.terrain import name
from drawing.words import DYNASTY_SIGNS, WORDS
from engine.lexicon import word
from engine.view import View

WIDTH = 72
LONGEST_NAME = 24


def text(view: View, *, language: str = "en", names: Sequence[str] = ()) -> str:
    """The grid, what its signs mean, the kingdoms, and a conflict. `names`: the players by seat."""
    known = tuple(_tame(player) for player in names)
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
    """Three signs: ` . ` ` ~ ` empty, ` T ` tile, ` T*` with treasure, `Kli` leader of the lion, `[1]` monument."""
    here = view.board.cells.get(cell)
    if here is None:
        column, row = ord(cell[0]) - ord("A"), int(cell[1:]) - 1
        return f" {view.board.terrain[row][column]} "
    mark = "+" if here.corner else "*"
    if here.kind == "tile":
        return f" {_letter(here.piece, language)}{mark if here.treasure else ' '}"
    if here.kind == "leader":
        return _letter(here.piece, language) + DYNASTY_SIGNS[language][here.dynasty]
    if here.kind == "turned":
        number = next((n for n, m in enumerate(view.board.monuments, 1) if cell in _square(m.cell)), 0)
        return f"[{number or '='}{mark if here.treasure else ']'}"
    return {"catastrophe": "###", "unification": ">=<"}.get(here.kind, " ? ")


def legend(view: View, language: str, names: Sequence[str]) -> list[str]:
    """What the signs on this board mean."""
    words = WORDS[language]
    kinds = {cell.kind for cell in view.board.cells.values()}
    marks = {cell.corner for cell in view.board.cells.values() if cell.treasure}
    ground = [f". {words['land']}", f"~ {words['river']}"]
    ground += [f"{sign} {words[key]}" for key, corner, sign in (("treasure", False, "*"), ("corner", True, "+"))
               if corner in marks]
    if "catastrophe" in kinds:
        ground.append(f"### {words['catastrophe']}")
    if "unification" in kinds:
        ground.append(f">=< {words['unification']}")
    tiles = [f"{_letter(tile, language)} {_with_colour(tile, TILES[tile], language)}" for tile in TILES]
    leaders = [f"{_letter(leader, language)}.. {_with_colour(leader, LEADERS[leader], language)}" for leader in LEADERS]
    dynasties = [
        f".{DYNASTY_SIGNS[language][dynasty]} {_dynasty(view, dynasty, language, names)}" for dynasty in view.players
    ]
    monuments = [f"[{n}] {word(m.pair, language)}" for n, m in enumerate(view.board.monuments, 1)]
    return [
        *fill(f"{words['signs']}: ", ground),
        *fill(f"{words['tiles']}: ", tiles),
        *fill(f"{words['leaders']}: ", leaders),
        *fill(f"{words['dynasties']}: ", dynasties),
        *fill(f"{words['monuments']}: ", monuments),
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


def conflict(view: View, language: str, names: Sequence[str]) -> list[str]:
    """Both sides of the conflict being fought, with what counts for them."""
    assert view.conflict is not None
    words = WORDS[language]
    lines = [f"{words['conflict']}: {word(view.conflict.leader, language)}"]
    for side, key in ((view.conflict.attacker, "attack"), (view.conflict.defender, "defence")):
        added = f" + {side.added}" if side.added is not None else ""
        who = _dynasty(view, view.players[side.seat], language, names)
        lines.append(f"   {words[key]}: {who}, {side.cell}: {side.strength}{added}")
        lines += fill(f"   {words['supporters']}: ", side.supporters)
    return lines


def fill(prefix: str, items: Iterable[str]) -> list[str]:
    """The items after the prefix, which stands on every line that they need; no line if there are none."""
    lines: list[str] = []
    for item in items:
        if lines and len(lines[-1]) + 2 + len(item) <= WIDTH:
            lines[-1] += f", {item}"
        else:
            lines.append((prefix + item)[:WIDTH])
    return lines


def _letter(piece: str, language: str) -> str:
    return word(piece, language)[0].upper()


def _with_colour(piece: str, colour: str, language: str) -> str:
    return f"{word(piece, language)} ({word(colour, language)})"


def _dynasty(view: View, dynasty: str, language: str, names: Sequence[str]) -> str:
    owners = dict(zip(view.players, names, strict=False))
    return f"{word(dynasty, language)} ({owners[dynasty]})" if dynasty in owners else word(dynasty, language)


def _square(cell: str) -> tuple[str, ...]:
    column, row = ord(cell[0]) - ord("A"), int(cell[1:]) - 1
    return tuple(name(column + dx, row + dy) for dy in (0, 1) for dx in (0, 1))


def _tame(player: str) -> str:
    return " ".join(player.replace(";", ",").split())[:LONGEST_NAME]
