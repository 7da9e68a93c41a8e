"""A view as an SVG picture of the board: scales to any width, needs no font, shows on light and dark pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape

from drawing import symbols
from drawing.describe import cell_words, summary
from drawing.outline import outline
from drawing.palette import GLOW, INK, IVORY, REALMS
from drawing.pieces import piece
from drawing.terrain import CELL, centre, ground, name, place, size
from engine.view import Cell, View

Ghost = tuple[str, str, str, str]
STYLE = (
    ".tb-t{cursor:pointer;outline:none}.tb-t:hover .tb-r,.tb-t:focus .tb-r{fill-opacity:.85;stroke-width:4}"
    ".tb-t:focus .tb-r{stroke-dasharray:none}"
)


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
    ghosts = {ghost[0]: piece(*ghost[1:])} if ghost else {}
    support = _support(view)
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
                inside += _HIGHLIGHT
            inside += support.get(cell, "")
            if cell in ghosts:
                shift = f' transform="translate({CELL // 2} {CELL // 2})"' if ghost and ghost[1] == "monument" else ""
                inside += f'<g opacity=".62"{shift}>{ghosts[cell]}</g>{_GHOST}'
            label = cell_words(view, cell, language) if spoken else ""
            if cell in targets:
                yield _at(cell, _target(inside, dict(targets[cell]), label), cell=cell)
            elif spoken:
                yield _at(cell, f"<title>{escape(label)}</title>{inside or _HOLLOW}", cell=cell)
            elif inside:
                yield _at(cell, inside)


_HOLLOW = '<use href="#tb-hollow"/>'
_HIGHLIGHT = (
    f'<rect x="-18.2" y="-18.2" width="36.4" height="36.4" rx="5" fill="none" stroke="{INK}" stroke-width="5.4"/>'
    f'<rect x="-18.2" y="-18.2" width="36.4" height="36.4" rx="5" fill="none" stroke="{GLOW}" stroke-width="3"/>'
)
_GHOST = (
    f'<rect x="-18.5" y="-18.5" width="37" height="37" rx="6" fill="none" stroke="{INK}" stroke-width="1.8" '
    'stroke-dasharray="5 4"/>'
)
_TARGET = (
    f'<rect class="tb-r" x="-16" y="-16" width="32" height="32" rx="7" fill="{IVORY}" fill-opacity="{{0}}" '
    'stroke="#9a1fb5" stroke-width="2.6" stroke-dasharray="6 3.4"/>'
)


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


def _support(view: View) -> dict[str, str]:
    """The marks on what counts for each side of a conflict."""
    if view.conflict is None:
        return {}
    marks: dict[str, str] = {}
    for side, mark, x in (
        (view.conflict.attacker, symbols.attack(), -11), (view.conflict.defender, symbols.defence(), 11),
    ):
        for cell in side.supporters:
            marks[cell] = marks.get(cell, "") + f'<g transform="translate({x} 11)">{mark}</g>'
        marks[side.cell] = f'<g transform="translate(-11.5 -11.5)scale(1.12)">{mark}</g>'
    return marks


def _target(inside: str, attributes: dict[str, str], label: str) -> str:
    attributes.setdefault("aria-label", label)
    rect = _TARGET.format(".25" if inside else ".6")
    tag = "a" if "href" in attributes else "g"
    if tag == "g":
        attributes = {"role": "button", "tabindex": "0"} | attributes
    attributes["class"] = " ".join(filter(None, ("tb-t", attributes.get("class", ""))))
    listed = " ".join(f'{key}="{escape(str(value))}"' for key, value in attributes.items())
    spoken = f"<title>{escape(attributes['aria-label'])}</title>"
    return f"<{tag} {listed}>{spoken}{inside}{rect}</{tag}>"
