"""What the options of the board game add: the civilization buildings, and the wonder over its cross of five cells.

They are of stone. A building is told by its outline, and its colour is that of the tile below it; the wonder
gives a point of any colour, so its sanctuary has all four.
"""

from __future__ import annotations

from math import cos, pi, sin

from drawing.palette import CLAY, CLAY_EDGE, COLOURS, GOLD, INK, IVORY, TRIM

# Outline and dark parts of each, centred on (0, 0), 24 units wide.
HOUSES = {
    "palace": (  # two towers, and a gate under a pointed roof
        "M-11.5 10V-10L-8.5-6.5L-5.5-10V-3L0-10.5L5.5-3V-10L8.5-6.5L11.5-10V10Z",
        "M-3 10V4A3 3 0 0 1 3 4V10ZM-9.6 2V-2H-7.4V2ZM7.4 2V-2H9.6V2Z",
    ),
    "library": (  # a gable over columns
        "M-11.5 10V6.5H-10V-2H-11.5V-4L0-11.5L11.5-4V-2H10V6.5H11.5V10Z",
        "M-7 6V-1.5H-4.6V6ZM-1.2 6V-1.5H1.2V6ZM4.6 6V-1.5H7V6Z",
    ),
    "granary": (  # three vaults with their hatches
        "M-11.5 10V0A4.4 4.8 0 0 1-3.8-3V-5.5A3.8 5.5 0 0 1 3.8-5.5V-3A4.4 4.8 0 0 1 11.5 0V10Z",
        "M-9 10V5H-5.5V10ZM-1.8 1V-4H1.8V1ZM5.5 10V5H9V10Z",
    ),
    "hall": (  # a wide roof on posts, open below
        "M-12-2L-8-10.5H8L12-2H10V10H7.4V2H1.3V10H-1.3V2H-7.4V10H-10V-2Z",
        "M-8.6-2.4L-5.2-9H-2.6L-4-2.4ZM4-2.4L2.6-9H5.2L8.6-2.4Z",
    ),
}
TURNS = (0, 90, 180, 270)


def house(building: str) -> str:
    """A civilization building."""
    outline, dark = HOUSES[building]
    return (
        f'<path d="{outline}" fill="{IVORY}" stroke="{INK}" stroke-width="1.6" stroke-linejoin="round"/>'
        f'<path d="{dark}" fill="{INK}"/>'
    )


def wonder() -> str:
    """Terraces in the shape of a cross, from above: four stairways up to a sanctuary under a golden star."""
    terraces = "".join(
        f'<path d="{_cross(long, wide)}" fill="{fill}" stroke="{line}" stroke-width="{weight}" stroke-linejoin="round"/>'
        for long, wide, fill, line, weight in (
            (56, 17, IVORY, INK, 3), (51.5, 12.5, CLAY, CLAY_EDGE, 1.4), (30, 16.5, TRIM, INK, 1.6),
        )
    )
    steps = "".join(f"M-6.5 {y}H6.5" for y in range(24, 54, 4))
    stairs = "".join(
        f'<g transform="rotate({turn})"><path d="M-6.5 19V55H6.5V19Z" fill="{IVORY}" stroke="{INK}" stroke-width="1.4"/>'
        f'<path d="{steps}" stroke="{CLAY_EDGE}" stroke-width="1.4"/></g>'
        for turn in TURNS
    )
    quarters = "".join(
        f'<path transform="rotate({turn})" d="M0 0V-15A15 15 0 0 1 15 0Z" fill="{COLOURS[colour]}"/>'
        for turn, colour in zip(TURNS, COLOURS, strict=True)
    )
    star = "L".join(
        f"{radius * sin(i * pi / 8):.1f} {-radius * cos(i * pi / 8):.1f}" for i in range(16) for radius in ((9, 4.2)[i % 2],)
    )
    return (
        f'{terraces}{stairs}<circle r="20" fill="{IVORY}" stroke="{INK}" stroke-width="2.2"/>{quarters}'
        f'<circle r="15" fill="none" stroke="{INK}" stroke-width="1.4"/>'
        f'<path d="M{star}Z" fill="{GOLD}" stroke="{INK}" stroke-width="1.3" stroke-linejoin="round"/>'
    )


def _cross(long: float, wide: float) -> str:
    """A cross around (0, 0): `long` from the middle to an end, `wide` half the width of an arm."""
    return (
        f"M{-wide:g} {-long:g}H{wide:g}V{-wide:g}H{long:g}V{wide:g}H{wide:g}V{long:g}H{-wide:g}V{wide:g}H{-long:g}V{-wide:g}"
        f"H{-wide:g}Z"
    )
