"""The display of the card game as one seat may see it: what a drawing of it needs, in words and names.

Eight columns A to H stand side by side. A column's first card is its head, the cards lie below it without
gaps: "B1" is the head of column B, "B2" the card below it, at most "B9". Between the heads of neighbours is
one place for a link, "B-C". Cards of a column touch each other, a link touches the two heads beside it;
nothing else touches. Everything on a place is in its `Card`, so that a drawing goes through `columns` and
`links` and is done; `kingdoms` says what hangs together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

COLUMNS = ("A", "B", "C", "D", "E", "F", "G", "H")
LINKS = ("A-B", "B-C", "C-D", "D-E", "E-F", "F-G", "G-H")
DEEPEST = 8  # cards below a head


@dataclass(frozen=True, slots=True)
class Card:
    """One card on the table, with the leader on it.

    `kind` and what goes with it:
        card       a civilization card, face up: `piece` settlement temple farm market. A head that was exchanged
                   is a temple card.
        treasure   a head that is still a treasure card
        ship       `ship`: the colour beside blue (black, red, green). No leader stands on it.
        facedown   a link while the conflicts that it set off last. `piece` only for the player who played it,
                   "" for everybody else. No leader stands on it.
    """

    place: str  # "B1", "B3", "B-C"
    kind: str
    piece: str = ""
    ship: str = ""
    leader: str = ""  # king priest farmer trader, "" if none stands on the card
    dynasty: str = ""  # of the leader


@dataclass(frozen=True, slots=True)
class Column:
    """A head and the cards below it, top down: `cards[0]` is the head. `full`: nothing more fits below."""

    name: str  # "B"
    cards: tuple[Card, ...]
    full: bool


@dataclass(frozen=True, slots=True)
class Realm:
    """A kingdom: a run of columns joined by links, with all that lies there. It needs no leader."""

    columns: tuple[str, ...]  # "B", "C"
    places: tuple[str, ...]  # columns top down, then links
    leaders: tuple[tuple[str, str, str], ...]  # (leader, dynasty, place) in the order of their colours
    treasures: tuple[str, ...]  # columns headed by a treasure
    ships: tuple[str, ...]  # the colours beside blue of its ships


@dataclass(frozen=True, slots=True)
class Display:
    """The table. `links` holds the filled ones only, from left to right."""

    columns: tuple[Column, ...]  # always eight
    links: Mapping[str, Card]
    realms: tuple[Realm, ...]  # from left to right
    unbuilt: tuple[str, ...]  # ships still to be had: black, red, green
    discard: Mapping[str, int]  # the open discard pile: tile -> number

    def card(self, place: str) -> Card | None:
        """The card on a place, None if it is empty."""
        if "-" in place:
            return self.links.get(place)
        cards = self.columns[COLUMNS.index(place[0])].cards
        number = int(place[1:]) - 1
        return cards[number] if number < len(cards) else None
