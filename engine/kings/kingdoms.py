"""Rules 3.3: kingdoms are runs of columns whose links are filled."""

from __future__ import annotations

from engine.kings.pieces import EMPTY, colour_of
from engine.kings.places import FIRST_LINK, ROWS, between, column_of, each, is_link
from engine.kings.state import Draft
from engine.pieces import TREASURE
from engine.position import changed


def span(draft: Draft, column: int, without: int = EMPTY) -> tuple[int, int]:
    """The first and the last column of the kingdom, as if there were no card on the link `without`."""
    links = draft.links
    first = last = column
    while first and links[first - 1] != EMPTY and first - 1 != without:
        first -= 1
    while last < len(links) and links[last] != EMPTY and last != without:
        last += 1
    return first, last


def of(draft: Draft, place: int, without: int = EMPTY) -> int:
    """All places of the kingdom that holds a place, empty ones too."""
    return between(*span(draft, column_of(place), without))


def all_of(draft: Draft) -> list[tuple[int, int]]:
    """The first and last columns of all kingdoms, from left to right."""
    found: list[tuple[int, int]] = []
    while not found or found[-1][1] < len(draft.columns) - 1:
        found.append(span(draft, found[-1][1] + 1 if found else 0))
    return found


def holder(draft: Draft, colour: int, kingdom: int) -> int | None:
    """The seat whose leader of this colour stands in a kingdom at rest."""
    for seat, place in enumerate(draft.leaders[colour::4]):
        if place >= 0 and kingdom >> place & 1:
            return seat
    return None


def card(draft: Draft, place: int) -> int:
    """The card on a place, EMPTY if there is none."""
    if is_link(place):
        return draft.links[place - FIRST_LINK]
    column, row = divmod(place, ROWS)
    return draft.columns[column][row] if row < len(draft.columns[column]) else EMPTY


def coloured(draft: Draft, colour: int, first: int, last: int) -> int:
    """The places of the cards of a colour in the columns from first to last and between them; heads are red."""
    found = 0
    for column in range(first, last + 1):
        for row, lies in enumerate(draft.columns[column]):
            if colour_of(lies, head=not row) == colour:
                found |= 1 << ROWS * column + row
    for link in range(first, last):
        if draft.links[link] == colour and link != draft.covered:
            found |= 1 << FIRST_LINK + link
    return found


def treasures(draft: Draft, first: int, last: int) -> tuple[int, ...]:
    """The columns from first to last whose heads are still treasure cards."""
    return tuple(column for column in range(first, last + 1) if draft.columns[column][0] == TREASURE)


def ships(draft: Draft, first: int, last: int) -> tuple[int, ...]:
    return tuple(lies for column in range(first, last + 1) for lies in draft.columns[column] if lies > TREASURE)


def remove(draft: Draft, places: int) -> None:
    """Take cards away that no leader stands on; columns close up, leaders ride along."""
    columns, links, leaders = list(draft.columns), list(draft.links), list(draft.leaders)
    for place in reversed(list(each(places))):
        if is_link(place):
            links[place - FIRST_LINK] = EMPTY
            continue
        column, row = divmod(place, ROWS)
        columns[column] = columns[column][:row] + columns[column][row + 1:]
        for index, stands in enumerate(leaders):
            if place < stands < ROWS * (column + 1):
                leaders[index] -= 1
    draft.columns, draft.links, draft.leaders = tuple(columns), tuple(links), tuple(leaders)


def put_below(draft: Draft, column: int, lies: int) -> int:
    """Lay a card below the last one of a column; its place."""
    cards = draft.columns[column]
    draft.columns = changed(draft.columns, column, cards + bytes((lies,)))
    return ROWS * column + len(cards)
