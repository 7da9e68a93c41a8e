"""Points for places: 10-6-3-1 at a table of four, 10-5-2 of three, 10-4 of two; shared places share their sum.

Points are counted in twelfths, so that what is shared by two, three or four stays exact: 120 is ten points.
"""

from __future__ import annotations

from collections.abc import Sequence

TWELFTHS = 12
SCALES: dict[int, tuple[int, ...]] = {4: (10, 6, 3, 1), 3: (10, 5, 2), 2: (10, 4)}
BYE = SCALES[2][0] * TWELFTHS  # for whom no table was left


def award(places: Sequence[int], *, absent: Sequence[bool] = ()) -> tuple[int, ...]:
    """Twelfths by seat. A seat lost by absence gets nothing; the others keep the points of their places."""
    scale = SCALES[len(places)]
    given = []
    for seat, place in enumerate(places):
        alike = places.count(place)
        share = sum(scale[place - 1: place - 1 + alike]) * TWELFTHS // alike
        given.append(0 if absent and absent[seat] else share)
    return tuple(given)


def drawn(absent: Sequence[bool]) -> tuple[int, ...]:
    """A table that counts as drawn: everybody shares, who was absent gets nothing."""
    return award([1] * len(absent), absent=absent)


def shown(twelfths: int) -> str:
    """`76` as 6⅓: whole points and the rest."""
    whole, rest = divmod(twelfths, TWELFTHS)
    fraction = {0: "", 1: "¹⁄₁₂", 2: "⅙", 3: "¼", 4: "⅓", 5: "⁵⁄₁₂", 6: "½", 7: "⁷⁄₁₂", 8: "⅔", 9: "¾", 10: "⅚",
                11: "¹¹⁄₁₂"}[rest]
    return f"{whole or ''}{fraction}" if whole or rest else "0"
