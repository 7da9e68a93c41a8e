"""The bag: one string in which all chance of the game lies."""

from __future__ import annotations

from engine.tigris.pieces import TILES
from engine.tigris.state import Draft, changed


def left(draft: Draft) -> int:
    """Tiles left to draw."""
    return len(draft.bag) - draft.drawn


def draw(draft: Draft, seat: int, count: int) -> tuple[str, ...]:
    """Draw for a seat, as many as there are; the tiles drawn, in order."""
    drawn = draft.bag[draft.drawn:draft.drawn + count]
    if not drawn:
        return ()
    draft.drawn += len(drawn)
    hand = tuple(have + drawn.count(colour) for colour, have in enumerate(draft.hands[seat]))
    draft.hands = changed(draft.hands, seat, hand)
    return tuple(TILES[colour] for colour in drawn)
