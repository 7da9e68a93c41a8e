"""The display as the greedy bot of the card game reads it: kingdoms with what counts in them."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.bots.land import COLOUR, TILES
from engine.display import COLUMNS, DEEPEST, Display, Realm
from engine.view import View

FULL_SET = {"settlement": 40, "temple": 65, "farm": 40, "market": 40}


@dataclass(slots=True)
class Kingdom:
    """`cards`: tile -> number, heads among the temples; `loot`: those that a lost conflict would take away."""

    columns: tuple[str, ...]
    leaders: dict[str, tuple[int, str]]  # leader -> (seat, place)
    treasures: int
    ships: tuple[str, ...]  # colours beside blue
    room: int = 0  # cards that fit into the columns
    cards: dict[str, int] = field(default_factory=dict)
    loot: dict[str, int] = field(default_factory=dict)

    def income(self, leader: str) -> bool:
        """Whether a ship here brings this leader income."""
        return bool(self.ships) and (leader == "farmer" or COLOUR[leader] in self.ships)


class Table:
    def __init__(self, view: View) -> None:
        assert view.display is not None
        self.display: Display = view.display
        self.seats = {dynasty: seat for seat, dynasty in enumerate(view.players)}
        self.kingdoms = [self._kingdom(realm) for realm in self.display.realms]
        self.at = {column: kingdom for kingdom in self.kingdoms for column in kingdom.columns}

    def _kingdom(self, realm: Realm) -> Kingdom:
        leaders = {leader: (self.seats[dynasty], place) for leader, dynasty, place in realm.leaders}
        found = Kingdom(realm.columns, leaders, len(realm.treasures), realm.ships)
        found.cards, found.loot = dict.fromkeys(TILES, 0), dict.fromkeys(TILES, 0)
        for place in realm.places:
            card = self.display.card(place)
            if card is None or card.kind in ("ship", "facedown"):
                continue
            head = place.endswith("1")
            tile = "temple" if head else card.piece
            found.cards[tile] += 1
            found.loot[tile] += not head and not card.leader
        found.room = sum(self.room(column) for column in realm.columns)
        return found

    def room(self, column: str) -> int:
        return DEEPEST + 1 - len(self.display.columns[COLUMNS.index(column)].cards)

    def of(self, place: str) -> Kingdom:
        return self.at[place[0]]

    def is_red(self, place: str) -> bool:
        card = self.display.card(place)
        return place.endswith("1") or (card is not None and card.piece == "temple")

    def run(self, column: str, tile: str) -> int:
        """How many cards of this tile lie below one another at the end of a column."""
        cards = self.display.columns[COLUMNS.index(column)].cards[1:]
        number = 0
        while number < len(cards) and cards[-1 - number].piece == tile:
            number += 1
        return number


def unseen_shares(view: View, table: Table, hand: dict[str, int]) -> dict[str, float]:
    """The share of each tile among the cards that the seat has not seen."""
    left = dict(FULL_SET)
    for tile in TILES:
        seen = hand[tile] + sum(kingdom.cards[tile] for kingdom in table.kingdoms) + table.display.discard[tile]
        left[tile] = max(1, left[tile] - seen)
    return {tile: number / sum(left.values()) for tile, number in left.items()}
