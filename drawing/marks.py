"""What is laid over the cells: the last order, the sides of a conflict, a preview, and the cells to choose from."""

from __future__ import annotations

from html import escape

from drawing import symbols
from drawing.palette import CHOICE, GLOW, INK, IVORY
from drawing.pieces import piece
from drawing.terrain import CELL
from engine.view import View

Ghost = tuple[str, str, str, str]  # cell, kind, piece, dynasty

STYLE = (
    ".tb-t{cursor:pointer;outline:none}.tb-t:hover .tb-r{fill-opacity:.7;stroke-width:2}"
    ".tb-t:focus .tb-r{fill-opacity:.7;stroke-width:4}"
)
HIGHLIGHT = (
    f'<rect x="-18.2" y="-18.2" width="36.4" height="36.4" rx="5" fill="none" stroke="{INK}" stroke-width="5.4"/>'
    f'<rect x="-18.2" y="-18.2" width="36.4" height="36.4" rx="5" fill="none" stroke="{GLOW}" stroke-width="3"/>'
)
_GHOST = f'fill="none" stroke="{INK}" stroke-width="1.8" stroke-dasharray="5 4"'
_HIT = (
    '<rect class="tb-r" x="-19" y="-19" width="38" height="38" rx="6" '
    f'fill="{IVORY}" fill-opacity="0" stroke="{CHOICE}" stroke-width="0"/>'
)
DOT = f'<circle r="7.2" fill="{CHOICE}" fill-opacity=".6" stroke="{IVORY}" stroke-width="1.8"/>'
RING = (
    f'<rect x="-15" y="-15" width="30" height="30" rx="9" fill="{IVORY}" fill-opacity=".2" stroke="{IVORY}" '
    f'stroke-width="4.4"/><rect x="-15" y="-15" width="30" height="30" rx="9" fill="none" stroke="{CHOICE}" '
    'stroke-width="2.4" stroke-dasharray="6 3.4"/>'
)


def supporters(view: View) -> dict[str, str]:
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


def preview(ghost: Ghost) -> str:
    """A piece that is not there yet, see-through in a dashed frame."""
    _, kind, name_, dynasty = ghost
    middle, half = (CELL // 2, 38.5) if kind == "monument" else (0, 18.5)
    return (
        f'<g transform="translate({middle} {middle})"><g opacity=".74">{piece(kind, name_, dynasty)}</g>'
        f'<rect x="{-half}" y="{-half}" width="{2 * half:g}" height="{2 * half:g}" rx="6" {_GHOST}/></g>'
    )


def target(inside: str, attributes: dict[str, str], label: str) -> str:
    attributes.setdefault("aria-label", label)
    mark = f'<use href="#tb-{"ring" if inside else "dot"}"/>'
    tag = "a" if "href" in attributes else "g"
    if tag == "g":
        attributes = {"role": "button", "tabindex": "0"} | attributes
    attributes["class"] = " ".join(filter(None, ("tb-t", attributes.get("class", ""))))
    listed = " ".join(f'{key}="{escape(str(value))}"' for key, value in attributes.items())
    spoken = f"<title>{escape(attributes['aria-label'])}</title>"
    return f"<{tag} {listed}>{spoken}{inside}{_HIT}{mark}</{tag}>"
