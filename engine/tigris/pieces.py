"""The words of the board game, each list in colour order: black, red, blue, green (rules 1.1, 1.2).

Inside the engine a colour is its index in these lists.
"""

from __future__ import annotations

from typing import Final

COLOURS: Final = ("black", "red", "blue", "green")
TILES: Final = ("settlement", "temple", "farm", "market")
LEADERS: Final = ("king", "priest", "farmer", "trader")
DYNASTIES: Final = ("bow", "bull", "lion", "vase")

BLACK: Final = 0
RED: Final = 1
BLUE: Final = 2
GREEN: Final = 3
TREASURE: Final = 4  # the fifth number of a player's points

TILE: Final = {word: colour for colour, word in enumerate(TILES)}
LEADER: Final = {word: colour for colour, word in enumerate(LEADERS)}

SET: Final = (30, 57, 36, 30)  # civilization tiles of each colour in the game, 153 together
HAND: Final = 6

# The six monuments: a name and its two colours.
MONUMENTS: Final = {
    f"{COLOURS[first]}-{COLOURS[second]}": (first, second)
    for first in range(4) for second in range(first + 1, 4)
}
