"""Rules 12: the swap, and 10.3: one that the bag cannot fill."""

from __future__ import annotations

from engine.errors import Illegal, Invalid
from engine.facts import Fact
from engine.order import Order
from engine.supply import draw
from engine.tigris.pieces import HAND, TILE, TILES
from engine.tigris.state import Draft, changed


def swap(draft: Draft, order: Order, facts: list[Fact]) -> None:
    """`swap temple temple farm`."""
    seat = draft.active
    if not 1 <= len(order.args) <= HAND:
        raise Illegal("swap_one_to_six", rule="12.1")
    for word in order.args:
        if word not in TILE:
            raise Invalid("needs_one_of", word=order.word, words=TILES)
    aside = tuple(order.args.count(word) for word in TILES)
    for word, count, have in zip(TILES, aside, draft.hands[seat], strict=True):
        if count > have:
            raise Illegal("not_so_many_in_hand", rule="12.1", tile=word, count=count, have=have)
    draft.actions -= 1
    rest = tuple(have - count for have, count in zip(draft.hands[seat], aside, strict=True))
    draft.hands = changed(draft.hands, seat, rest)
    draft.gone = tuple(gone + count for gone, count in zip(draft.gone, aside, strict=True))
    drawn = draw(draft, seat, len(order.args))
    facts.append(Fact("swapped", seat, {"count": len(order.args)}, secret={"tiles": order.args, "drawn": drawn}))
    if len(drawn) < len(order.args):
        draft.short = True
        facts.append(Fact("short", seat, {"missing": len(order.args) - len(drawn)}))
