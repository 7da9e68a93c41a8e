"""What a player holds, in a row: tiles, leaders beside the board, catastrophes; and the points."""

from __future__ import annotations

from html import escape

from drawing import symbols
from drawing.letters import letters
from drawing.palette import COLOURS, EDGES, FRAME, INK, IVORY, LABEL, LEADERS, TILE_OF, TILES
from drawing.pieces import piece
from drawing.words import WORDS
from engine.lexicon import word
from engine.view import View

STEP, GAP, RAIL = 42, 12, 6


def held(view: View) -> list[tuple[str, str, str]]:
    """The viewer's pieces as (kind, piece, dynasty), tiles first; a spectator holds nothing."""
    if view.seat is None:
        return []
    seat = view.seats[view.seat]
    tiles = [("tile", name, "") for name in TILES for _ in range((seat.hand or {}).get(name, 0))]
    leaders = [("leader", name, seat.dynasty) for name in LEADERS if name in seat.leaders_off]
    return tiles + leaders + [("catastrophe", "", "")] * seat.catastrophes


def row(view: View, language: str = "en", *, spoken: bool = True) -> tuple[str, int]:
    """The pieces side by side from (0, 0) on, and how wide the row is; 40 units high."""
    parts, x, last = [], 0, ""
    for kind, name, dynasty in held(view):
        x += GAP if last not in ("", kind) else 0
        label = " ".join(filter(None, (word(name or kind, language), word(dynasty, language) if dynasty else "")))
        heard = f"<title>{escape(label)}</title>" if spoken else ""
        parts.append(f'<g transform="translate({x + 20} 20)">{heard}{piece(kind, name, dynasty)}</g>')
        x, last = x + STEP, kind
    return "".join(parts), x


def hand_svg(view: View, *, language: str = "en") -> str:
    """The viewer's hand as a picture of its own, one unit a pixel; "" if there is nothing to show."""
    content, width = row(view, language)
    if not content:
        return ""
    wide, high = width + 2 * RAIL - 2, 40 + 2 * RAIL
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="hand" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" '
        f'style="max-width:100%;height:auto" role="img" aria-label="{escape(WORDS[language]["hand"])}">'
        f'<rect width="{wide}" height="{high}" rx="9" fill="{FRAME}"/>'
        f'<g transform="translate({RAIL} {RAIL})">{content}</g></svg>'
    )


def points(view: View) -> tuple[str, int]:
    """The viewer's points as small coloured signs with numbers, and how wide they are; 40 units high."""
    seat = view.seats[view.seat] if view.seat is not None else None
    if seat is None or seat.points is None:
        return "", 0
    parts, x = [], 0
    for name, count in seat.points.items():
        if name in COLOURS:
            sign = symbols.TILES[TILE_OF[name]](IVORY if name != "green" else INK, COLOURS[name])
            chip = (
                f'<rect x="-10" y="-10" width="20" height="20" rx="4" fill="{COLOURS[name]}" stroke="{EDGES[name]}"/>'
                f'<g transform="scale(.58)">{sign}</g>'
            )
        else:
            chip = symbols.treasure(False)
        digits = str(count)
        parts.append(f'<g transform="translate({x + 10} 20)">{chip}</g>')
        wide = 9 * len(digits)
        parts.append(letters(digits, x + 24 + wide / 2, 20, LABEL, scale=0.85))
        x += 24 + wide + 8
    return "".join(parts), x
