"""The board: a view from the ground up, in the units of `terrain`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape

from drawing import symbols
from drawing.frame import EDGE
from drawing.marks import DOT, Ghost, hollow
from drawing.outline import outline
from drawing.palette import REALMS
from drawing.pieces import piece, tile
from drawing.tigris.describe import cell_words
from drawing.tigris.marks import HIGHLIGHT, RING, preview, supporters, target
from drawing.tigris.terrain import CELL, centre, cross, ground, name, place, size, square
from engine.view import Cell, View


def extent(view: View) -> tuple[int, int]:
    """Width and height of the picture."""
    return size(view.board.terrain)


def layers(
    view: View,
    *,
    language: str = "en",
    highlight: Iterable[str] = (),
    clickable: Mapping[str, Mapping[str, str]] | None = None,
    ghost: Ghost | None = None,
    spoken: bool = True,
) -> Iterator[str]:
    """The picture from the ground up; `drawing.svg` says what the arguments are."""
    board = view.board
    marked, targets = set(highlight), clickable or {}
    ghosts = {ghost[0]: preview(ghost)} if ghost else {}
    support = supporters(view)
    yield _shapes(board.cells.values())
    yield ground(board.terrain)
    yield from _realms(view)
    covered = {cell for monument in board.monuments for cell in square(monument.cell)}
    covered |= set(cross(board.wonder)) if board.wonder else set()
    for cell in sorted(covered):
        yield _at(cell, '<use href="#tb-turned"/>')
    for monument in board.monuments:
        yield _at(monument.cell, piece("monument", monument.pair), CELL // 2)
    if board.wonder:
        yield _at(board.wonder, piece("wonder"))
    for row in range(len(board.terrain)):
        for column in range(len(board.terrain[0])):
            cell = name(column, row)
            here = board.cells.get(cell)
            inside = _content(here, cell in covered) if here else ""
            if cell in marked:
                inside += '<use href="#tb-highlight"/>'
            inside += support.get(cell, "")
            if cell in ghosts:
                inside += ghosts[cell]
            label = cell_words(view, cell, language) if spoken else ""
            if cell in targets:
                yield _at(cell, target(inside, dict(targets[cell]), label), cell=cell)
            elif spoken:
                yield _at(cell, f"<title>{escape(label)}</title>{inside or _HOLLOW}", cell=cell)
            elif inside:
                yield _at(cell, inside)


_HOLLOW = '<use href="#tb-hollow"/>'


def _at(place_name: str, content: str, shift: int = 0, *, cell: str = "") -> str:
    x, y = centre(*place(place_name))
    data = f' data-cell="{cell}"' if cell else ""
    return f'<g{data} transform="translate({x + shift} {y + shift})">{content}</g>'


def _key(cell: Cell) -> str:
    return "-".join(filter(None, ("tb", cell.kind, cell.piece, cell.dynasty, cell.building)))


def _shape(cell: Cell) -> str:
    return tile(cell.piece, cell.building) if cell.building else piece(cell.kind, cell.piece, cell.dynasty)


def _shapes(cells: Iterable[Cell]) -> str:
    """Each piece that lies on the board, drawn once and used by name."""
    shapes = {_key(cell): _shape(cell) for cell in cells if cell.kind != "turned"}
    shapes["tb-turned"] = piece("turned")
    shapes["tb-hollow"] = hollow(CELL, CELL)
    shapes |= {"tb-highlight": HIGHLIGHT, "tb-dot": DOT, "tb-ring": RING}
    shapes["tb-treasure"] = symbols.treasure(False)
    shapes["tb-treasure-corner"] = symbols.treasure(True)
    return "<defs>" + "".join(f'<g id="{key}">{shapes[key]}</g>' for key in sorted(shapes)) + "</defs>"


def _content(cell: Cell, covered: bool) -> str:
    content = "" if cell.kind == "turned" and covered else f'<use href="#{_key(cell)}"/>'
    if cell.treasure:
        content += f'<use href="#tb-treasure{"-corner" if cell.corner else ""}" x="9.8" y="-9.8"/>'
    return content or _HOLLOW


def _realms(view: View) -> Iterator[str]:
    """The ground of each kingdom and its outline; kingdoms near to each other take different colours."""
    taken: list[tuple[set[tuple[int, int]], int]] = []
    for kingdom in view.board.kingdoms:
        cells = {place(cell) for cell in kingdom.cells}
        near = {
            colour for others, colour in taken
            if any(abs(x - u) + abs(y - v) <= 4 for x, y in cells for u, v in others)
        }
        colour = next((i for i in range(len(REALMS)) if i not in near), len(taken) % len(REALMS))
        taken.append((cells, colour))
        fill, line = REALMS[colour]
        shape = outline(cells, (CELL, CELL), (EDGE, EDGE), inset=0.6, radius=7)
        yield f'<path d="{shape}" fill="{fill}" stroke="{line}" stroke-width="2.4" stroke-linejoin="round"/>'
