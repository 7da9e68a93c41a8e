"""What things are worth to a seat, in points of its weakest colour.

The result is the weakest colour, so a point counts less the further its colour is ahead of it. What rivals
have is hidden: theirs count as middling, and less the more rivals there are. The numbers are judgement,
tuned by games of the bots among themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import comb, exp

from engine.bots.land import COLOUR, COLOURS, LEADER_OF, TILE_OF, TILES, Land, Region
from engine.view import View

TREASURE = 1.2
MONUMENT = 1.5
BUILDING = 0.8
RIVAL_POINT = 0.7
FULL_SET = {"settlement": 30, "temple": 57, "farm": 36, "market": 30}
GROUND = {"black": ".", "red": ".", "blue": "~", "green": "."}


class Worth:
    def __init__(self, view: View) -> None:
        if view.seat is None:
            raise ValueError("a bot needs a seat")
        self.me = view.seat
        own = view.seats[self.me]
        self.hand = {tile: (own.hand or {}).get(tile, 0) for tile in TILES}
        rivals = sum(not seat.resigned for seat in view.seats) - 1
        self.rivalry = 0.9 / max(1, rivals)
        self.colour = weights(own.points or {})
        self.hand_sizes = tuple(0 if seat.resigned else seat.hand_size for seat in view.seats)
        self.shares = unseen_shares(view, self.hand)
        self.horizon = min(1.0, view.bag / (12.0 * (rivals + 1)))  # how much of the game is still to come

    def points(self, seat: int, colour: str, number: float = 1) -> float:
        return self.colour[colour] * number if seat == self.me else -self.rivalry * RIVAL_POINT * number

    def treasures(self, seat: int, number: int) -> float:
        return TREASURE * number if seat == self.me else -self.rivalry * number

    def monument(self, seat: int, colour: str) -> float:
        """The income of one colour of a monument, for the rest of the game."""
        return self.points(seat, colour, MONUMENT * self.horizon)

    def wonder(self, seat: int) -> float:
        """Its points, of the weakest colour each time, for the rest of the game."""
        return MONUMENT * self.horizon * (1.0 if seat == self.me else -self.rivalry * RIVAL_POINT)

    def building(self, colour: str, region: Region) -> float:
        """What the building of a colour brings to whoever scores in the region with such tiles."""
        scorer = region.leaders.get(LEADER_OF[colour]) or region.leaders.get("king")
        return self.points(scorer[0], colour, BUILDING * self.horizon) if scorer else 0.0

    def leader(self, seat: int, leader: str, region: Region, temples: int) -> float:
        """A leader standing in the region: what it will score, its kingdom's weight, how firmly it stands."""
        colour = COLOUR[leader]
        if seat == self.me:
            value = self._own_income(leader, region)
        else:
            value = 0.9 if region.room[GROUND[colour]] else 0.4
        built = sum(colour in pair.split("-") for pair in region.monuments)
        value += built * abs(self.monument(seat, colour)) + 0.06 * min(8, region.tiles[colour])
        value += 0.25 if leader == "trader" and region.treasures else 0
        if leader == "king" and region.wonder:
            value += abs(self.wonder(seat))
        if colour in region.buildings:
            value += abs(self.points(seat, colour, BUILDING * self.horizon))
        value *= 0.55 + 0.15 * min(3, temples)
        return value if seat == self.me else -self.rivalry * value

    def _own_income(self, leader: str, region: Region) -> float:
        colour = COLOUR[leader]
        useful = min(self.hand[TILE_OF[colour]], 3, region.room[GROUND[colour]])
        value = self.colour[colour] * (0.4 + 0.5 * useful)
        if leader == "king":
            for other in COLOURS[1:]:
                useful = min(self.hand[TILE_OF[other]], 2, region.room[GROUND[other]])
                if LEADER_OF[other] not in region.leaders:
                    value += 0.4 * self.colour[other] * useful
        return value

    def spent(self, tile: str, number: int = 1) -> float:
        """What tiles from hand are worth by themselves: temples also stand by in revolts."""
        return number * (0.22 if tile == "temple" else 0.15)

    def built(self, pair: str, square: tuple[str, ...], region: Region, land: Land, tile: str) -> float:
        """A monument over the square: income, less the leaders and the strength that it costs."""
        value = 0.0
        for colour in pair.split("-"):
            holder = region.leaders.get(LEADER_OF[colour])
            if holder:
                value += self.monument(holder[0], colour)
        return self._less_what_it_costs(value, square, region, land, tile)

    def built_wonder(self, cross: tuple[str, ...], region: Region, land: Land, tile: str) -> float:
        """The wonder over the cross, in the same way."""
        king = region.leaders.get("king")
        value = self.wonder(king[0]) if king else 0.0
        return self._less_what_it_costs(value, cross, region, land, tile)

    def _less_what_it_costs(
        self, value: float, cells: tuple[str, ...], region: Region, land: Land, tile: str
    ) -> float:
        if region.buildings.get(COLOUR[tile]) in cells:
            value -= self.building(COLOUR[tile], region)
        keeper = region.leaders.get(LEADER_OF[COLOUR[tile]])
        if keeper and keeper[0] == self.me:
            value -= 0.25
        if tile == "temple":
            for leader, (seat, cell) in region.leaders.items():
                temples = land.temples(cell)
                if temples and not set(temples) - set(cells):
                    value -= self.leader(seat, leader, region, len(temples))
        return value


def weights(points: Mapping[str, int]) -> dict[str, float]:
    """How much one more point of each colour helps, treasures given to the weakest."""
    have = {colour: points.get(colour, 0) for colour in COLOURS}
    for _ in range(points.get("treasure", 0)):
        have[min(COLOURS, key=lambda colour: have[colour])] += 1
    weakest = min(have.values())
    return {colour: exp((weakest - have[colour]) / 3) for colour in COLOURS}


def unseen_shares(view: View, hand: dict[str, int]) -> dict[str, float]:
    """The share of each tile among those that the seat has not seen, as far as the board tells."""
    left = {tile: number - hand[tile] for tile, number in FULL_SET.items()}
    for cell in view.board.cells.values():
        if cell.kind == "tile":
            left[cell.piece] -= 1
    left = {tile: max(1, number) for tile, number in left.items()}
    return {tile: number / sum(left.values()) for tile, number in left.items()}


@lru_cache(maxsize=4096)
def at_most(limit: int, tiles: int, share: float) -> float:
    """The chance that a hidden hand of so many tiles holds at most `limit` of a kind."""
    if limit < 0:
        return 0.0
    return min(1.0, sum(
        comb(tiles, number) * share**number * (1 - share) ** (tiles - number)
        for number in range(min(limit, tiles) + 1)
    ))


def attack(lead: int, most: int, tiles: int, share: float, prize: float, cost: float) -> tuple[float, int]:
    """The best an attacker can expect, and with how many tiles from hand.

    `lead`: own strength on the board less the defender's; `prize`: what a win is worth above a defeat;
    the defender, who answers last, wins with as many tiles as the attacker is ahead.
    """
    share = round(share, 2)
    return max(
        (prize * at_most(lead + number - 1, tiles, share) - cost * number, -number)
        for number in range(most + 1)
    )
