"""The letters and digits at the edges of the board, as strokes of our own.

A picture drawn without fonts looks the same in every browser, mail and on a server that has none.
"""

from __future__ import annotations

STROKES = {
    "A": "M-4.2 6L0-6L4.2 6M-2.8 2H2.8",
    "B": "M-3.4-6V6H.4A3.3 3.3 0 0 0 .4-.6H-3.4M.2-.6A2.7 2.7 0 0 0 .2-6H-3.4",
    "C": "M3.8-3.7A4.6 6 0 1 0 3.8 3.7",
    "D": "M-3.6-6V6H-.8A4.7 6 0 0 0-.8-6Z",
    "E": "M3.2-6H-3V6H3.2M-3 0H2.2",
    "F": "M3.2-6H-3V6M-3 .2H2.2",
    "G": "M3.7-3.7A4.6 6 0 1 0 3.9 3V.6H.8",
    "H": "M-3.7-6V6M3.7-6V6M-3.7 0H3.7",
    "I": "M0-6V6",
    "J": "M2.4-6V2.6A3 3.4 0 0 1-3.4 3",
    "K": "M-3.2-6V6M3.6-6L-3.2 1.4M-.9-1.2L3.9 6",
    "L": "M-2.8-6V6H3.4",
    "M": "M-4.6 6V-6L0 2L4.6-6V6",
    "N": "M-3.7 6V-6L3.7 6V-6",
    "O": "M0-6A4.7 6 0 1 1 0 6A4.7 6 0 1 1 0-6Z",
    "P": "M-3.2 6V-6H.4A3.4 3.4 0 0 1 .4.8H-3.2",
    "0": "M0-6A3.7 6 0 1 1 0 6A3.7 6 0 1 1 0-6Z",
    "1": "M-2.6-3.4L.8-6V6",
    "2": "M-3.4-2.7A3.4 3.3 0 1 1 2.7-.7L-3.5 6H3.7",
    "3": "M-3.3-3.9A3.1 2.8 0 1 1-.5-.5A3.4 3.25 0 1 1-3.6 3.6",
    "4": "M1.6 6V-6L-3.8 2.6H3.8",
    "5": "M3-6H-2.5L-3-.8A3.6 3.5 0 1 1-3.5 4",
    "6": "M2.6-5.6C-1.6-5-3.6-1.6-3.6 2.3A3.6 3.7 0 1 0 3.6 2.3A3.6 3.7 0 0 0-3.6 2.3",
    "7": "M-3.6-6H3.6L-1 6",
    "8": "M0-.7A2.9 2.65 0 1 1 0-6A2.9 2.65 0 1 1 0-.7A3.5 3.35 0 1 1 0 6A3.5 3.35 0 1 1 0-.7Z",
    "9": "M-2.6 5.6C1.6 5 3.6 1.6 3.6-2.3A3.6 3.7 0 1 0-3.6-2.3A3.6 3.7 0 0 0 3.6-2.3",
}
ADVANCE = 10.5


def letters(word: str, x: float, y: float, colour: str, *, scale: float = 1, weight: float = 1.9) -> str:
    """The word centred on (x, y); at scale 1 a letter is 12 units high. Unknown characters leave a gap."""
    start = -(len(word) - 1) * ADVANCE / 2
    glyphs = "".join(
        f'<path transform="translate({start + i * ADVANCE:g})" d="{STROKES[c]}"/>' if len(word) > 1
        else f'<path d="{STROKES[c]}"/>'
        for i, c in enumerate(word) if c in STROKES
    )
    size = f" scale({scale:g})" if scale != 1 else ""
    return (
        f'<g transform="translate({x:g} {y:g}){size}" fill="none" stroke="{colour}" stroke-width="{weight:g}" '
        f'stroke-linecap="round" stroke-linejoin="round">{glyphs}</g>'
    )
