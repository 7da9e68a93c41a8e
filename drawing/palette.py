"""The colours of the board, all flat.

The four colours of the game are about 20 steps of lightness (CIE L*) apart, darkest to lightest black, red,
blue, green, so that they also differ in greyscale print and for every kind of colour blindness; tests hold
that. Nothing says something by colour alone: each colour has its symbol.
"""

from __future__ import annotations

COLOURS = {"black": "#27232b", "red": "#a41b23", "blue": "#2d86cb", "green": "#a8d055"}
EDGES = {"black": "#615a69", "red": "#5f0a10", "blue": "#12446f", "green": "#557a17"}
SIGNS = {"black": "#fdf6e3", "red": "#fdf6e3", "blue": "#fdf6e3", "green": "#24340a"}

TILES = {"settlement": "black", "temple": "red", "farm": "blue", "market": "green"}
LEADERS = {"king": "black", "priest": "red", "farmer": "blue", "trader": "green"}
TILE_OF = {colour: tile for tile, colour in TILES.items()}

FRAME = "#4b392c"
TRIM = "#c79f55"
LABEL = "#f6ead0"
LAND = "#f0e4c8"
GRID = "#d9caa6"
WATER = "#a9d1e2"
BANK = "#7cabc2"
RIPPLE = "#d3e9f1"

IVORY = "#fdf6e3"
INK = "#221d1a"
GOLD = "#ffc928"
SHINE = "#fff0ae"
CLAY = "#c8b393"
CLAY_EDGE = "#8f7a5c"
ASH = "#8d8680"
ASH_EDGE = "#4a4440"
GLOW = "#ffe03d"
ATTACK = "#ff8a1f"
CHOICE = "#8a1fa8"

# Kingdoms, neighbours taking different ones: (ground between the tiles, outline).
REALMS = (
    ("#cbb3e0", "#6b3fa0"),
    ("#f3c08c", "#b4590f"),
    ("#a6d8cc", "#0f6f66"),
    ("#f0b3cb", "#a62a67"),
    ("#c9c7c0", "#4f4a42"),
)
