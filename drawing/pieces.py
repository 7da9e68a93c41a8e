"""What lies on the board, each piece centred on (0, 0) in a cell of 40 units, and the same for hands and lists."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from drawing import buildings, cards, symbols
from drawing.palette import (
    ASH,
    ASH_EDGE,
    CLAY,
    CLAY_EDGE,
    COLOURS,
    EDGES,
    INK,
    IVORY,
    LEADERS,
    SIGNS,
    TILE_OF,
    TILES,
    TRIM,
)

CARDS: dict[str, Callable[[str], str]] = {  # of the card game
    "card": cards.card, "ship": cards.ship, "facedown": cards.facedown, "head": lambda name: cards.treasure(),
}


def _square(fill: str, edge: str) -> str:
    return f'<rect x="-18" y="-18" width="36" height="36" rx="5" fill="{fill}" stroke="{edge}" stroke-width="1.5"/>'


def tile(name: str, building: str = "") -> str:
    """A tile: its colour and its sign, which makes room for a building."""
    colour = TILES[name]
    sign = symbols.TILES[name](SIGNS[colour], COLOURS[colour])
    if building:
        sign = (
            f'<g transform="translate(-4.6 -5)">{buildings.house(building)}</g>'
            f'<rect x="0" y="0" width="17" height="17" rx="3" fill="{COLOURS[colour]}"/>'
            f'<g transform="translate(8.8 8.8)scale(.55)">{sign}</g>'
        )
    return _square(COLOURS[colour], EDGES[colour]) + sign


def leader(name: str, dynasty: str) -> str:
    """A round piece: the colour is the leader's, the large sign the dynasty's, the small one its tiles'."""
    colour = LEADERS[name]
    sign = symbols.DYNASTIES.get(dynasty)
    return (
        f'<circle r="18.3" fill="{IVORY}" stroke="{INK}" stroke-width="1.4"/>'
        f'<circle r="15.6" fill="{COLOURS[colour]}" stroke="{EDGES[colour]}" stroke-width="1"/>'
        + (f'<g transform="translate(-.6 -.8)scale(.9)">{sign(SIGNS[colour], COLOURS[colour])}</g>' if sign else "")
        + f'<circle cx="12" cy="12" r="7" fill="{IVORY}" stroke="{INK}" stroke-width="1.2"/>'
        + f'<g transform="translate(12 12)scale(.36)">{symbols.TILES[TILE_OF[colour]](INK, IVORY)}</g>'
    )


def catastrophe() -> str:
    """Broken ground, torn apart by a crack; nothing else on the board has its outline."""
    return (
        f'<path d="M-18-12L-11-18L-1-15L8-18.5L18-11L15.5-1L18.5 9L11 18L2 15.5L-9 18.5L-18 12L-15.5 2Z" fill="{ASH}" '
        f'stroke="{ASH_EDGE}" stroke-width="1.6" stroke-linejoin="round"/>'
        f'<path d="M-1-15L4-6L-5-1L5 5L-2 9L2 15.5" fill="none" stroke="{INK}" stroke-width="3.4" stroke-linejoin="round"/>'
        f'<path d="M-5-1L-12-4M5 5L13 2M-2 9L-9 11" fill="none" stroke="{INK}" stroke-width="2.2" stroke-linecap="round"/>'
    )


def unification() -> str:
    """The tile that joins two kingdoms at war."""
    return _square(IVORY, INK) + symbols.swords(INK, IVORY)


def turned() -> str:
    """The back of a tile under a monument."""
    return _square(CLAY, CLAY_EDGE)


def monument(pair: str) -> str:
    """A stepped tower in its two colours over four cells, centred on the corner in which these meet."""
    left, right = pair.split("-")
    half = "M0 33H{s}36V13H{s}27V-7H{s}18V-27H0Z"
    sides = "".join(
        f'<path d="{half.format(s=s)}" fill="{COLOURS[colour]}"/>' for s, colour in (("-", left), ("", right))
    )
    signs = "".join(
        f'<g transform="translate({x} 22.5)scale(.68)">{symbols.TILES[TILE_OF[colour]](SIGNS[colour], COLOURS[colour])}</g>'
        for x, colour in ((-22, left), (22, right))
    )
    return (
        f'<path d="M-36 33V13H-27V-7H-18V-27H18V-7H27V13H36V33Z" fill="none" stroke="{INK}" stroke-width="6" '
        f'stroke-linejoin="round"/>{sides}'
        f'<path d="M-36 33V13H-27V-7H-18V-27H18V-7H27V13H36V33ZM-27 13H27M-18-7H18" fill="none" stroke="{IVORY}" '
        f'stroke-width="2.4" stroke-linejoin="round"/>'
        f'<path d="M-5.5-15V33H5.5V-15Z" fill="{IVORY}"/>'
        f'<path d="M-5.5-9H5.5M-5.5-3H5.5M-5.5 3H5.5M-5.5 9H5.5M-5.5 15H5.5M-5.5 21H5.5M-5.5 27H5.5" '
        f'stroke="{CLAY_EDGE}" stroke-width="1.4"/>'
        f'<path d="M-8-15H8V-34H-8Z" fill="{TRIM}" stroke="{INK}" stroke-width="2"/>'
        f'<path d="M-3-15V-22A3 3 0 0 1 3-22V-15Z" fill="{INK}"/>{signs}'
    )


def piece(kind: str, name: str = "", dynasty: str = "") -> str:
    """Any piece by the words of a view's cell or card; a treasure called "corner" is one of the corner temples."""
    if kind in CARDS:
        return CARDS[kind](name)
    if kind == "tile":
        return tile(name)
    if kind == "leader":
        return leader(name, dynasty)
    if kind == "treasure":
        return f'<g transform="scale(1.7)">{symbols.treasure(name == "corner")}</g>'
    if kind == "monument":
        return monument(name)
    if kind == "wonder":
        return buildings.wonder()
    if kind == "building":
        return f'<g transform="scale(1.5)">{buildings.house(name)}</g>'
    if kind == "catastrophe":
        return catastrophe()
    if kind == "unification":
        return unification()
    return turned()


def piece_svg(kind: str, piece_name: str = "", dynasty: str = "", size: int = 40, *, label: str = "") -> str:
    """A piece alone, `size` pixels high and wide, a card wider; hidden from screen readers unless it has a label."""
    if kind in CARDS:
        return _alone(piece(kind, piece_name), "-38 -25 76 50", size, label, wide=round(size * 76 / 50))
    half = {"monument": 40, "wonder": 60}.get(kind, 20)
    box = f"{-half} {-half} {2 * half} {2 * half}"
    return _alone(piece(kind, piece_name, dynasty), box, size, label)


def dynasty_svg(dynasty: str, size: int = 40, *, label: str = "") -> str:
    """A dynasty's sign alone, on a round ivory ground that shows on light and dark pages."""
    return _alone(dynasty_piece(dynasty), "-20 -20 40 40", size, label)


def dynasty_piece(dynasty: str) -> str:
    """A dynasty's sign on its round ground."""
    disc = f'<circle r="18.5" fill="{IVORY}" stroke="{INK}" stroke-width="1.4"/>'
    return f'{disc}<g transform="scale(1.06)">{symbols.DYNASTIES[dynasty](INK, IVORY)}</g>'


def _alone(content: str, box: str, size: int, label: str, wide: int = 0) -> str:
    spoken = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{wide or size}" height="{size}" {spoken}>'
        f"{content}</svg>"
    )
