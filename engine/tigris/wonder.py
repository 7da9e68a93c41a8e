"""Rules W, an option: the wonder, one more monument in the shape of a cross, and the point that it gives a king."""

from __future__ import annotations

from engine.errors import Ambiguous, Illegal
from engine.facts import Fact
from engine.order import Order
from engine.tigris import kingdoms, reading
from engine.tigris.geometry import CROSS, NAME, NEAR, each
from engine.tigris.pieces import BLACK, COLOURS
from engine.tigris.scoring import score
from engine.tigris.state import Draft


def crosses(draft: Draft) -> tuple[int, ...]:
    """The crosses that the tile just placed belongs to, by their centres, if the wonder can still be built."""
    if draft.wonder != 0:
        return ()
    tiles = draft.tiles[draft.placed_colour]
    around = (draft.placed | NEAR[draft.placed]) & tiles
    return tuple(centre for centre in each(around) if centre in CROSS and not CROSS[centre] & ~tiles)


def meant(draft: Draft, order: Order) -> int:
    """The centre that `build wonder F6` or `build wonder` names, checked."""
    if draft.wonder is None:
        raise Illegal("played_without_wonder", rule="15.3")
    if draft.wonder:
        raise Illegal("wonder_is_built", rule="W1", cell=NAME[draft.wonder])
    possible = crosses(draft)
    centres = tuple(NAME[centre] for centre in possible)
    if not possible:
        raise Illegal("no_cross", rule="W1")
    if len(order.args) == 1:
        if len(possible) > 1:
            raise Ambiguous("which_cross", rule="W1", cells=centres)
        return possible[0]
    centre = reading.named(order.args[1])
    if centre not in possible:
        raise Illegal("no_such_cross", rule="W1", cell=NAME[centre], cells=centres)
    return centre


def due(draft: Draft) -> bool:
    """Whether the active player's king stands in the wonder's kingdom at the end of the turn (rules W3)."""
    seat = draft.active
    assert draft.wonder
    return seat not in draft.resigned and bool(draft.leaders[4 * seat + BLACK] & kingdoms.of(draft, draft.wonder))


def point(draft: Draft, order: Order, facts: list[Fact]) -> None:
    """`point green`. Who has just left takes none."""
    seat = draft.active
    if seat not in draft.resigned:
        score(draft, seat, COLOURS.index(reading.word(order, COLOURS)), 1, "wonder", facts)
