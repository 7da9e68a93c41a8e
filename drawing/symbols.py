"""The signs: one for each tile, each dynasty, and the marks laid on cells.

Every sign is centred on (0, 0) and fits a square of 26 units; a cell of the board is 40. `on` is the colour
of the ground, for what is cut out of a sign.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from drawing.palette import ATTACK, GOLD, INK, IVORY, SHINE


def temple(fill: str, on: str) -> str:
    """A stepped tower with its door."""
    return f'<path d="M-13 12V6H-9.2V0H-5.4V-11H5.4V0H9.2V6H13V12H3V5.5A3 3 0 0 0-3 5.5V12Z" fill="{fill}"/>'


def settlement(fill: str, on: str) -> str:
    """A city gate with battlements."""
    return (
        f'<path d="M-12.5 12V-10.5H-7.5V-6.5H-2.8V-10.5H2.8V-6.5H7.5V-10.5H12.5V12H4.6V5A4.6 4.6 0 0 0-4.6 5V12Z" '
        f'fill="{fill}"/>'
    )


def farm(fill: str, on: str) -> str:
    """An ear of grain."""
    grain = "C-9 {a:g}-10 {b:g}-9.4 {c:g}C-3.6 {d:g}-.6 {e:g}-.9 {y:g}"
    ear = "".join(
        f"M-.9 {y:g}" + grain.format(y=y, a=y - 1, b=y - 5.6, c=y - 9.6, d=y - 8.4, e=y - 5) + "Z"
        for y in (7.6, 1.2, -5.2)
    )
    return (
        f'<g fill="{fill}"><path d="{ear}"/><path transform="scale(-1 1)" d="{ear}"/>'
        f'<path d="M-1.3 13V4H1.3V13ZM0-6.4C-3.6-9-3.4-12 0-15.4C3.4-12 3.6-9 0-6.4Z"/></g>'
    )


def market(fill: str, on: str) -> str:
    """A pair of scales."""
    pan = "M{l:g} 2.6H{r:g}A6 6.4 0 0 1 {l:g} 2.6Z"
    cords = "M{x:g}-8.4L{l:g} 3M{x:g}-8.4L{r:g} 3"
    return (
        f'<path d="M-6 10.2H6V12.6H-6ZM0-12.6L3-8H-3ZM-1.4-9H1.4V11H-1.4ZM-9-9.8H9V-7.2H-9Z'
        f'{pan.format(l=-14.6, r=-2.6)}{pan.format(l=2.6, r=14.6)}" fill="{fill}"/>'
        f'<path d="{cords.format(x=-8.6, l=-13.6, r=-3.6)}{cords.format(x=8.6, l=3.6, r=13.6)}" '
        f'fill="none" stroke="{fill}" stroke-width="1.5"/>'
    )


def bow(fill: str, on: str) -> str:
    """A drawn bow with its arrow."""
    return (
        f'<path d="M-1.5-11.5C10-8 10 8-1.5 11.5" fill="none" stroke="{fill}" stroke-width="3.4" '
        f'stroke-linecap="round"/>'
        f'<path d="M-1.5-11.5L-7 0L-1.5 11.5" fill="none" stroke="{fill}" stroke-width="1.4"/>'
        f'<path d="M-10.5-1.3H8V-4.2L13.5 0L8 4.2V1.3H-10.5Z" fill="{fill}" stroke="{on}" stroke-width=".9"/>'
    )


def bull(fill: str, on: str) -> str:
    """A bull's head from the front."""
    return (
        f'<path d="M-12-11.5C-14.5-4-10.5-1-5.6-.8C-5.6 3-4.4 5-3.8 7.2C-3.2 11.6 3.2 11.6 3.8 7.2'
        f"C4.4 5 5.6 3 5.6-.8C10.5-1 14.5-4 12-11.5C11.6-7.4 8.4-6 4.6-6.2C2.4-7.6-2.4-7.6-4.6-6.2"
        f'C-8.4-6-11.6-7.4-12-11.5Z" fill="{fill}"/>'
        f'<path d="M-6 .6L-11.6 2.6L-6.6 4.6ZM6 .6L11.6 2.6L6.6 4.6Z" fill="{fill}"/>'
        f'<path d="M-3.9-.2L-1.6 1.6L-3.6 1.8ZM3.9-.2L1.6 1.6L3.6 1.8Z" fill="{on}"/>'
        f'<circle cx="-1.5" cy="7.4" r=".9" fill="{on}"/><circle cx="1.5" cy="7.4" r=".9" fill="{on}"/>'
    )


def lion(fill: str, on: str) -> str:
    """A lion's face in its mane."""
    mane = "L".join(
        f"{r * sin(i * pi / 11):.1f} {-r * cos(i * pi / 11):.1f}"
        for i in range(22) for r in ((13.2,) if i % 2 == 0 else (9.8,))
    )
    return (
        f'<path d="M{mane}Z" fill="{fill}"/>'
        f'<path d="M-6.8-2.6C-7.4-7-4.6-7.4-3.4-6C-1.4-6.8 1.4-6.8 3.4-6C4.6-7.4 7.4-7 6.8-2.6'
        f'C7 2.4 3.8 7.6 0 7.6C-3.8 7.6-7 2.4-6.8-2.6Z" fill="{on}"/>'
        f'<path d="M-2.6 1.4H2.6L.7 3.6V5.2H-.7V3.6Z" fill="{fill}"/>'
        f'<circle cx="-3.1" cy="-1.8" r="1.3" fill="{fill}"/><circle cx="3.1" cy="-1.8" r="1.3" fill="{fill}"/>'
    )


def vase(fill: str, on: str) -> str:
    """A vase with two handles."""
    return (
        f'<path d="M-4.6-12.4H4.6V-9.8H3V-7.4C9-4.6 8.6 3 3.4 8.8L5 12.4H-5L-3.4 8.8C-8.6 3-9-4.6-3-7.4V-9.8H-4.6Z" '
        f'fill="{fill}"/>'
        f'<path d="M-3.4-9.4C-11.4-11-12-2.4-7 .6M3.4-9.4C11.4-11 12-2.4 7 .6" fill="none" stroke="{fill}" '
        f'stroke-width="2"/>'
        f'<path d="M-7-1.8H7M-6 2.6H6" stroke="{on}" stroke-width="1.3"/>'
    )


def treasure(corner: bool) -> str:
    """A gold diamond; the ones of the corners, which are taken first, are stars of eight points."""
    if not corner:
        return (
            f'<path d="M0-8L8 0L0 8L-8 0Z" fill="{GOLD}" stroke="{INK}" stroke-width="1.6"/>'
            f'<path d="M0-7L3.2 0L0 7L-3.2 0Z" fill="{SHINE}"/>'
        )
    star = "L".join(
        f"{r * sin(i * pi / 8):.1f} {-r * cos(i * pi / 8):.1f}"
        for i in range(16) for r in ((9.6,) if i % 2 == 0 else (5.8,))
    )
    return (
        f'<path d="M{star}Z" fill="{GOLD}" stroke="{INK}" stroke-width="1.5" stroke-linejoin="round"/>'
        f'<circle r="2.6" fill="{INK}"/>'
    )


def swords(fill: str, on: str) -> str:
    """Two crossed swords."""
    one = (
        f'<path d="M-10.6-12.2L-7-11.4L6.4 5.2L4 7.4L-11.4-8.4Z" fill="{fill}"/>'
        f'<path d="M1.6 8.6L8.4 2.4M6 6.6L10.4 11.4" stroke="{fill}" stroke-width="2.6" stroke-linecap="round"/>'
    )
    return f'{one}<g transform="scale(-1 1)">{one}</g>'


def attack() -> str:
    """The mark on what fights for the attacker: a spearhead."""
    return (
        f'<circle r="8.6" fill="{ATTACK}" stroke="{INK}" stroke-width="1.4"/>'
        f'<path d="M0-6.4L4.8 5L0 2.4L-4.8 5Z" fill="{INK}"/>'
    )


def defence() -> str:
    """The mark on what fights for the defender: a shield."""
    return (
        f'<circle r="8.6" fill="{IVORY}" stroke="{INK}" stroke-width="1.4"/>'
        f'<path d="M-4.6-4.4C-2.4-4.2-1.2-4.8 0-5.6C1.2-4.8 2.4-4.2 4.6-4.4C5.2 1.4 3 4.4 0 6C-3 4.4-5.2 1.4-4.6-4.4Z" '
        f'fill="{INK}"/>'
    )


Sign = Callable[[str, str], str]
TILES: dict[str, Sign] = {"settlement": settlement, "temple": temple, "farm": farm, "market": market}
DYNASTIES: dict[str, Sign] = {"bow": bow, "bull": bull, "lion": lion, "vase": vase}
