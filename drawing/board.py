"""A view as an SVG picture of the board: scales to any width, needs no font, shows on light and dark pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape

from drawing import symbols
from drawing.describe import cell_words, summary
from drawing.marks import DOT, HIGHLIGHT, RING, STYLE, Ghost, preview, supporters, target
from drawing.outline import outline
from drawing.palette import REALMS
from drawing.pieces import piece
from drawing.terrain import CELL, centre, ground, name, place, size
from engine.view import Cell, View


def svg(
    view: View,
    *,
    language: str = "en",
    highlight: Iterable[str] = (),
    clickable: Mapping[str, Mapping[str, str]] | None = None,
    title: str = "",
    standalone: bool = False,
    ghost: Ghost | None = None,
) -> str:
    """The board. `highlight`: cells of the last order. `ghost`: (cell, kind, piece, dynasty) shown in preview.

    `clickable`: cell -> attributes. With an "href" the cell is a link, otherwise a focusable button that
    carries the attributes (hx-get, hx-vals, …); "aria-label" is spoken, by default what lies there.
    """
    width, height = size(view.board.terrain)
    words = summary(view, language)
    body = "".join(layers(view, language=language, highlight=highlight, clickable=clickable, ghost=ghost))
    role = "group" if clickable else "img"
    style = f"<style>{STYLE}</style>" if clickable else ""
    fixed = f' width="{width}" height="{height}"' if standalone else ""
    head = '<?xml version="1.0" encoding="UTF-8"?>\n' if standalone else ""
    return (
        f'{head}<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="0 0 {width} {height}"{fixed} '
        f'role="{role}" aria-label="{escape(title or words[0])}"><title>{escape(title or words[0])}</title>'
        f"<desc>{escape(' '.join(words))}</desc>{style}{body}</svg>"
    )


def layers(
    view: View,
    *,
    language: str = "en",
    highlight: Iterable[str] = (),
    clickable: Mapping[str, Mapping[str, str]] | None = None,
    ghost: Ghost | None = None,
    spoken: bool = True,
) -> Iterator[str]:
    """The picture from the ground up; `spoken` False leaves out what only browsers use."""
    board = view.board
    marked, targets = set(highlight), clickable or {}
    ghosts = {ghost[0]: preview(ghost)} if ghost else {}
    support = supporters(view)
    yield _shapes(board.cells.values())
    yield ground(board.terrain)
    yield from _realms(view)
    covered = {cell for monument in board.monuments for cell in _square(monument.cell)}
    for cell in sorted(covered):
        yield _at(cell, '<use href="#tb-turned"/>')
    for monument in board.monuments:
        yield _at(monument.cell, piece("monument", monument.pair), CELL // 2)
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


def _square(cell: str) -> tuple[str, ...]:
    column, row = place(cell)
    return tuple(name(column + dx, row + dy) for dy in (0, 1) for dx in (0, 1))


def _key(cell: Cell) -> str:
    return "-".join(filter(None, ("tb", cell.kind, cell.piece, cell.dynasty)))


def _shapes(cells: Iterable[Cell]) -> str:
    """Each piece that lies on the board, drawn once and used by name."""
    shapes = {_key(cell): piece(cell.kind, cell.piece, cell.dynasty) for cell in cells if cell.kind != "turned"}
    shapes["tb-turned"] = piece("turned")
    shapes["tb-hollow"] = '<path d="M-20-20h40v40h-40z" fill="none" pointer-events="all"/>'
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
        shape = outline(kingdom.cells, inset=0.6, radius=7)
        yield f'<path d="{shape}" fill="{fill}" stroke="{line}" stroke-width="2.4" stroke-linejoin="round"/>'
