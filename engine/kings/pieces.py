"""The cards of Contest of Kings (rules 1). A card is a small number: its colour, a treasure, or a ship."""

from __future__ import annotations

from typing import Final

from engine.pieces import BLACK, BLUE, COLOURS, GREEN, RED, TREASURE

SET: Final = (40, 65, 40, 40)  # cards of each colour, 185 together
HEADS: Final = 8  # treasure cards
HAND: Final = 8
ASIDE: Final = 30  # cards taken out unseen when two play

SHIP: Final = 8  # a ship is SHIP + the colour that it has beside blue; a head that is a treasure is TREASURE
SHIPS: Final = (BLACK, RED, GREEN)
EMPTY: Final = -1  # no card on a link's place, no leader on the table, nothing on a stack


def is_ship(card: int) -> bool:
    return card >= SHIP


def ship_colours(card: int) -> tuple[int, int]:
    """The two colours of a ship."""
    return card - SHIP, BLUE


def colour_of(card: int, *, head: bool = False) -> int:
    """The colour a card counts as: every head is red (rules 11.3), a ship has none."""
    return RED if head or card == TREASURE else card if card < TREASURE else EMPTY


SHIP_WORDS: Final = tuple(COLOURS[colour] for colour in SHIPS)
