"""What is laid over a place: the last order, a preview, what can be chosen, and who fights; in any size."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from drawing import symbols
from drawing.palette import CHOICE, GLOW, INK, IVORY
from engine.view import View

Ghost = tuple[str, str, str, str]  # place, kind, piece, dynasty

STYLE = (
    ".tb-t{cursor:pointer;outline:none}.tb-t:hover .tb-r{fill-opacity:.7;stroke-width:2}"
    ".tb-t:focus .tb-r{fill-opacity:.7;stroke-width:4}"
)
DOT = f'<circle r="7.2" fill="{CHOICE}" fill-opacity=".6" stroke="{IVORY}" stroke-width="1.8"/>'


def box(width: float, height: float, radius: float = 6) -> str:
    """A rectangle around (0, 0), to be given its look."""
    return f'<rect x="{-width / 2:g}" y="{-height / 2:g}" width="{width:g}" height="{height:g}" rx="{radius:g}"'


def hollow(width: float, height: float) -> str:
    """Nothing to be seen, but it can be pointed at."""
    return f'<path d="M{-width / 2:g}{-height / 2:g}h{width:g}v{height:g}h{-width:g}z" fill="none" pointer-events="all"/>'


def highlight(width: float, height: float) -> str:
    """The frame around what the last order touched."""
    shape = box(width, height, 5)
    return (
        f'{shape} fill="none" stroke="{INK}" stroke-width="5.4"/>{shape} fill="none" stroke="{GLOW}" stroke-width="3"/>'
    )


def ring(width: float, height: float) -> str:
    """On something that can be chosen; an empty place has a `DOT`."""
    shape = box(width, height, 9)
    return (
        f'{shape} fill="{IVORY}" fill-opacity=".2" stroke="{IVORY}" stroke-width="4.4"/>'
        f'{shape} fill="none" stroke="{CHOICE}" stroke-width="2.4" stroke-dasharray="6 3.4"/>'
    )


def hit(width: float, height: float) -> str:
    """What answers to a finger, and shows where the keyboard is."""
    return f'{box(width, height)} class="tb-r" fill="{IVORY}" fill-opacity="0" stroke="{CHOICE}" stroke-width="0"/>'


def ghost(content: str, width: float, height: float) -> str:
    """A piece that is not there yet, see-through in a dashed frame."""
    shape = box(width, height)
    return (
        f'<g opacity=".74">{content}</g>'
        f'{shape} fill="none" stroke="{INK}" stroke-width="1.8" stroke-dasharray="5 4"/>'
    )


def target(content: str, attributes: dict[str, str], label: str) -> str:
    """A place that can be chosen. With an "href" a link, otherwise a button that can be reached by keyboard."""
    attributes.setdefault("aria-label", label)
    tag = "a" if "href" in attributes else "g"
    if tag == "g":
        attributes = {"role": "button", "tabindex": "0"} | attributes
    attributes["class"] = " ".join(filter(None, ("tb-t", attributes.get("class", ""))))
    listed = " ".join(f'{key}="{escape(str(value))}"' for key, value in attributes.items())
    return f"<{tag} {listed}><title>{escape(attributes['aria-label'])}</title>{content}</{tag}>"


def sides(view: View) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """For each side of a conflict where its leader stands, what counts for it, and its mark."""
    if view.conflict is None:
        return
    for side, mark in ((view.conflict.attacker, symbols.attack()), (view.conflict.defender, symbols.defence())):
        yield side.cell, side.supporters, mark
