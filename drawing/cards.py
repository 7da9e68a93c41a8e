"""The cards of the card game, each centred on (0, 0) and lying on its side: room for a sign and a leader beside it."""

from __future__ import annotations

from drawing import symbols
from drawing.marks import box
from drawing.palette import (
    BANK,
    CLAY,
    CLAY_EDGE,
    COLOURS,
    EDGES,
    GOLD,
    INK,
    IVORY,
    RIPPLE,
    SIGNS,
    TILE_OF,
    TILES,
    TRIM,
    WATER,
)

WIDE, HIGH = 72, 46
LEADER = (13.5, 0, 1.12)  # where a leader stands on a card: x, y, scale
ASIDE = (-20, 0, 1)  # where the sign goes then
ALONE = (0, 0, 1.36)
PLACES = {True: ASIDE, False: ALONE}  # of a sign, by whether a leader stands on the card


def at(place: tuple[float, float, float], content: str) -> str:
    x, y, scale = place
    return f'<g transform="translate({x:g} {y:g})scale({scale:g})">{content}</g>'


def _ground(fill: str, edge: str) -> str:
    return f'{box(WIDE, HIGH)} fill="{fill}" stroke="{edge}" stroke-width="1.6"/>'


def _gilded() -> str:
    """The inner border of every card that heads a column."""
    return f'{box(WIDE - 6, HIGH - 6, 3.4)} fill="none" stroke="{TRIM}" stroke-width="1.8"/>'


def card(name: str, *, led: bool = False, head: bool = False) -> str:
    """A civilization card: its colour and its sign. `led`: a leader stands on it. `head`: it heads a column."""
    colour = TILES[name]
    sign = symbols.TILES[name](SIGNS[colour], COLOURS[colour])
    return _ground(COLOURS[colour], EDGES[colour]) + (_gilded() if head else "") + at(PLACES[led], sign)


def treasure(*, led: bool = False) -> str:
    """A treasure: red, because it counts as a temple while it heads a column."""
    x, y, scale = PLACES[led]
    rays = "".join(f'<path d="M0-13.4V-10" transform="rotate({turn})"/>' for turn in range(45, 360, 90))
    sign = f'<g stroke="{GOLD}" stroke-width="1.7" stroke-linecap="round">{rays}</g><g transform="scale(1.42)">{symbols.treasure(False)}</g>'
    return _ground(COLOURS["red"], EDGES["red"]) + _gilded() + at((x, y, scale * 0.94), sign)


def ship(colour: str) -> str:
    """A ship under two sails, one blue, one of its other colour."""
    sail = "M{s}2-18.5V5.5H{s}26C{s}25-6 {s}15-14 {s}2-18.5Z"
    sails = "".join(
        f'<path d="{sail.format(s=s)}" fill="{COLOURS[name]}" stroke="{IVORY}" stroke-width="1.2"/>'
        + at((x, -2.6, 0.5), symbols.TILES[TILE_OF[name]](SIGNS[name], COLOURS[name]))
        for s, name, x in (("-", "blue", -10.4), ("", colour, 10.4))
    )
    return (
        f'{_ground(WATER, BANK)}<path d="M-33 16.5q4-4 8 0t8 0t8 0t8 0t8 0t8 0t8 0t8 0" fill="none" stroke="{RIPPLE}" '
        f'stroke-width="2"/><path d="M0-21V8" stroke="{INK}" stroke-width="2.6"/>{sails}'
        f'<path d="M-29 6.5C-12 9.5 12 9.5 29 6.5C27 14 22 18.5 16 18.5H-16C-22 18.5-27 14-29 6.5Z" fill="{CLAY_EDGE}" '
        f'stroke="{INK}" stroke-width="1.4" stroke-linejoin="round"/>'
    )


def facedown(known: str = "") -> str:
    """The back of a card that joins kingdoms in conflict; `known`: what it is, for whoever laid it."""
    back = _ground(CLAY, CLAY_EDGE) + (
        f'{box(WIDE - 7, HIGH - 7, 3)} fill="none" stroke="{CLAY_EDGE}" stroke-width="1.6" stroke-dasharray="4 3"/>'
    )
    if not known:
        return back + at(ALONE, symbols.swords(INK, IVORY))
    colour = TILES[known]
    corner = f'{box(24, 27, 3.5)} fill="{COLOURS[colour]}" stroke="{IVORY}" stroke-width="1.5"/>'
    sign = at((0, 0, 0.7), symbols.TILES[known](SIGNS[colour], COLOURS[colour]))
    return back + at((-12, 0, 1.1), symbols.swords(INK, IVORY)) + at((19, 0, 1), corner + sign)
