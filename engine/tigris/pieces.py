"""The pieces of the board game, lists of colours in colour order: black, red, blue, green (rules 1.1, 1.2)."""

from __future__ import annotations

from typing import Final

from engine.pieces import BLACK, BLUE, COLOURS, DYNASTIES, GREEN, LEADER, LEADERS, RED, TILE, TILES, TREASURE

__all__ = [
    "BLACK", "BLUE", "BUILDINGS", "COLOURS", "DYNASTIES", "GREEN", "HAND", "LEADER", "LEADERS", "MONUMENTS", "RED", "SET",
    "TILE", "TILES", "TREASURE",
]

SET: Final = (30, 57, 36, 30)  # civilization tiles of each colour in the game, 153 together
HAND: Final = 6

BUILDINGS: Final = ("palace", "library", "granary", "hall")  # civilization buildings, in colour order

# The six monuments: a name and its two colours.
MONUMENTS: Final = {
    f"{COLOURS[first]}-{COLOURS[second]}": (first, second)
    for first in range(4) for second in range(first + 1, 4)
}
