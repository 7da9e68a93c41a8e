"""The words that the games share, each list in colour order: black, red, blue, green.

Inside the engine a colour is its index in these lists.
"""

from __future__ import annotations

from typing import Final

COLOURS: Final = ("black", "red", "blue", "green")
TILES: Final = ("settlement", "temple", "farm", "market")  # tiles of the board game, cards of the card game
LEADERS: Final = ("king", "priest", "farmer", "trader")
DYNASTIES: Final = ("bow", "bull", "lion", "vase")

BLACK: Final = 0
RED: Final = 1
BLUE: Final = 2
GREEN: Final = 3
TREASURE: Final = 4  # the fifth number of a player's points

TILE: Final = {word: colour for colour, word in enumerate(TILES)}
LEADER: Final = {word: colour for colour, word in enumerate(LEADERS)}
