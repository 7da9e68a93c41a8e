"""Rules 6: playing a civilization card into a column or as a link."""

from __future__ import annotations

from engine.display import COLUMNS, DEEPEST, LINKS
from engine.errors import Illegal
from engine.facts import Fact
from engine.kings import external, kingdoms, laying, reading
from engine.kings.pieces import EMPTY
from engine.kings.places import NAME
from engine.kings.state import Draft
from engine.order import Order
from engine.pieces import BLACK, TILE, TILES
from engine.position import changed

NEEDED = 3  # cards below each of the two heads of a link


def play(draft: Draft, order: Order, facts: list[Fact]) -> None:
    """`market B`, `market B-C`."""
    colour = TILE[order.word]
    hand = draft.hands[draft.active]
    column, link = reading.target(order)
    if not hand[colour]:
        raise Illegal("not_in_hand", rule="6.1", tile=order.word)
    if column is not None:
        if not has_room(draft, column):
            raise Illegal("column_is_full", rule="6.1", cell=COLUMNS[column])
    elif link is not None:
        _check_link(draft, link)
    draft.actions -= 1
    draft.hands = changed(draft.hands, draft.active, changed(hand, colour, hand[colour] - 1))
    if column is not None:
        _into_column(draft, colour, column, facts)
    elif link is not None:
        draft.links = changed(draft.links, link, colour)
        draft.joined = link
        external.begin(draft, link, facts)


def has_room(draft: Draft, column: int) -> bool:
    return len(draft.columns[column]) <= DEEPEST


def can_link(draft: Draft, link: int) -> bool:
    return draft.links[link] == EMPTY and min(len(draft.columns[link]), len(draft.columns[link + 1])) > NEEDED


def _check_link(draft: Draft, link: int) -> None:
    if draft.links[link] != EMPTY:
        raise Illegal("link_is_filled", rule="6.2", cell=LINKS[link])
    if not can_link(draft, link):
        short = next(column for column in (link, link + 1) if len(draft.columns[column]) <= NEEDED)
        raise Illegal("link_needs_cards", rule="6.2", cell=LINKS[link], column=COLUMNS[short], needed=NEEDED)


def _into_column(draft: Draft, colour: int, column: int, facts: list[Fact]) -> None:
    """The card itself, and the option to score for it (rules 6.3)."""
    place = kingdoms.put_below(draft, column, colour)
    draft.fresh = column
    facts.append(Fact("placed", draft.active, {"tile": TILES[colour], "cell": NAME[place]}, (NAME[place],)))
    kingdom = kingdoms.of(draft, place)
    owner, why = kingdoms.holder(draft, colour, kingdom), "card"
    if owner is None:
        owner, why = kingdoms.holder(draft, BLACK, kingdom), "king"
    if owner is not None:
        laying.offer(draft, owner, colour, why)


