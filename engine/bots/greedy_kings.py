"""The greedy bot of the card game: every legal order is weighed by what it brings at once and prepares.

The hand is filled up at the end of each turn, so cards are there to be used: two of a colour and the leader of
that colour are a point. The numbers are judgement, tuned by games of the bots among themselves. A turn that has
used no card ends with one if that can be, so that games of these bots end.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.bots import random
from engine.bots.land import COLOUR, COLOURS, LEADER_OF, LEADERS, TILE_OF, TILES
from engine.bots.table import Kingdom, Table, unseen_shares
from engine.bots.worth import at_most, weights
from engine.order import Order
from engine.view import Conflict, View

HAND = 8
TREASURE = 1.1
SHIP = 1.6  # the income of one leader for the rest of the game
CARD = 0.12  # what a card in hand is worth by itself
Weighed = tuple[float, Order]


def choose(view: View, rng: Random) -> Order:
    if view.decision is None or view.decision.seat != view.seat or view.seat is None:
        raise ValueError("nothing is asked of this seat")
    weigh = {"turn": turn, "commit": commit, "fight": fight, "ship": ship}.get(view.decision.kind, generous)
    weighed = list(weigh(view, Mind(view)))
    best = max((value for value, _ in weighed), default=0.0)
    equal = [order for value, order in weighed if value >= best - 1e-9]
    return rng.choice(equal) if equal else random.choose(view, rng)


class Mind:
    """What things are worth to the seat, in points of its weakest colour."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.me = view.seat
        self.table = Table(view)
        own = view.seats[self.me]
        self.hand = {tile: (own.hand or {}).get(tile, 0) for tile in TILES}
        self.colour = weights(own.points or {})
        rivals = sum(not seat.resigned for seat in view.seats) - 1
        self.rivalry = 0.6 / max(1, rivals)
        self.horizon = min(1.0, view.bag / (14.0 * (rivals + 1)))
        self.sizes = tuple(0 if seat.resigned else seat.hand_size for seat in view.seats)
        self.shares = unseen_shares(view, self.table, self.hand)

    def points(self, seat: int, colour: str, number: float) -> float:
        return self.colour[colour] * number if seat == self.me else -self.rivalry * number

    def treasures(self, seat: int, number: int) -> float:
        if seat == self.me:
            return TREASURE * min(number, self.hand["temple"])
        return -self.rivalry * min(number, self.sizes[seat] * self.shares["temple"])

    def income(self, seat: int, colour: str) -> float:
        return self.points(seat, colour, SHIP * self.horizon)

    def stand(self, leader: str, kingdom: Kingdom) -> float:
        """A leader of one's own standing in this kingdom: what it will score there."""
        colour = COLOUR[leader]
        useful = min(self.hand[TILE_OF[colour]] // 2, kingdom.room, 2)
        value = self.colour[colour] * (0.35 * bool(kingdom.room) + 0.5 * useful)
        if leader == "king" and kingdom.room:
            others = [other for other in COLOURS[1:] if LEADER_OF[other] not in kingdom.leaders]
            value += sum(self.colour[other] * 0.35 * min(self.hand[TILE_OF[other]] // 2, 1) for other in others)
        if kingdom.income(leader):
            value += self.income(self.me, colour)
        if leader == "trader":
            value += 0.1 * kingdom.treasures
        return value * (0.4 + 0.6 * self.horizon)

    def beaten(self, lead: int, seat: int, tile: str) -> float:
        """The chance that this seat, who answers last, cannot make up for the lead with cards from hand."""
        return at_most(lead - 1, self.sizes[seat], round(self.shares[tile], 2))


def turn(view: View, mind: Mind) -> Iterator[Weighed]:
    for tile in TILES:
        for target in view.legal.get(tile, ()):
            value = link(mind, tile, target, view) if "-" in target else place(mind, tile, target)
            yield value - CARD, Order(tile, (target,))
    hit = view.legal.get("catastrophe", ())
    playable = any(tile in view.legal for tile in TILES)
    if not must_use_a_card(view) or not playable:
        for leader in LEADERS:
            yield from move(view, mind, leader)
    for target in hit:
        yield (0.2 if not playable else -1.0), Order("catastrophe", (target,))
    if "pass" in view.legal:
        yield (-2.0 if playable else 0.0), Order("pass")


def must_use_a_card(view: View) -> bool:
    """True with the last action of a turn that has used no card yet, except in the opening."""
    assert view.seat is not None
    own = view.seats[view.seat]
    return view.actions == 1 and own.hand_size >= HAND and len(own.leaders_off) < 3


def place(mind: Mind, tile: str, column: str) -> float:
    """A card into a column: the point for it, the ship that it completes, the strength that it adds."""
    kingdom, colour = mind.table.at[column], COLOUR[tile]
    value = 0.0
    scorer = kingdom.leaders.get(LEADER_OF[colour]) or kingdom.leaders.get("king")
    if scorer and scorer[0] == mind.me:
        value += mind.points(mind.me, colour, 1.0) - CARD if mind.hand[tile] > 1 else 0.1
    elif scorer:
        value += mind.points(scorer[0], colour, 1 - at_most(0, mind.sizes[scorer[0]], round(mind.shares[tile], 2)))
    holder = kingdom.leaders.get(LEADER_OF[colour])
    if holder:
        value += 0.04 if holder[0] == mind.me else -0.04
    run = mind.table.run(column, tile)
    if run >= 3:
        value += max([0.0, *(worth_of_ship(mind, ship, kingdom, column) for ship in possible_ships(mind, colour))])
    elif any(seat == mind.me for seat, _ in kingdom.leaders.values()):
        value += 0.05 * run * mind.horizon
    return value


def possible_ships(mind: Mind, colour: str) -> list[str]:
    return [ship for ship in mind.table.display.unbuilt if colour in (ship, "blue")]


def worth_of_ship(mind: Mind, ship: str, kingdom: Kingdom, column: str) -> float:
    """The income of both colours, and the leaders that have to go."""
    value = 0.0
    cards = mind.table.display.columns["ABCDEFGH".index(column)].cards
    gone = {card.place for card in cards[-3:]}
    for colour in (ship, "blue"):
        holder = kingdom.leaders.get(LEADER_OF[colour])
        if holder and holder[1] not in gone:
            value += mind.income(holder[0], colour)
    for leader, (seat, stands) in kingdom.leaders.items():
        if stands in gone:
            value += -0.6 if seat == mind.me else 0.3
        elif seat == mind.me and leader == "king":
            value += 0.05
    return value


def link(mind: Mind, tile: str, target: str, view: View) -> float:
    """A card between two kingdoms: the conflicts that it sets off, and the treasures afterwards."""
    left, right = (mind.table.at[column] for column in target.split("-"))
    value = -0.05
    traders = [kingdom.leaders["trader"] for kingdom in (left, right) if "trader" in kingdom.leaders]
    for leader in LEADERS:
        if leader in left.leaders and leader in right.leaders:
            hand = mind.hand[TILE_OF[COLOUR[leader]]] - (TILE_OF[COLOUR[leader]] == tile)
            value += conflict(mind, view, leader, left, right, hand)
    treasures = left.treasures + right.treasures - 1
    if len(traders) == 1 and treasures > 0:
        value += mind.treasures(traders[0][0], treasures)
    return value


def conflict(mind: Mind, view: View, leader: str, left: Kingdom, right: Kingdom, hand: int) -> float:
    """What an external conflict brings the seat, which may have no part in it."""
    colour = COLOUR[leader]
    tile = TILE_OF[colour]
    sides = {kingdom.leaders[leader][0]: kingdom for kingdom in (left, right)}
    if mind.me not in sides:
        return 0.0
    other = next(seat for seat in sides if seat != mind.me)
    mine, theirs = sides[mind.me], sides[other]
    lead = mine.cards[tile] - theirs.cards[tile]
    win = mind.points(mind.me, colour, 1.0 + theirs.loot[tile]) + 0.6
    lose = mind.points(other, colour, 1.0 + mine.loot[tile]) - 0.9
    best = lose
    for number in range(hand + 1):
        chance = mind.beaten(lead + number, other, tile)
        best = max(best, chance * win + (1 - chance) * lose - CARD * number)
    return best


def move(view: View, mind: Mind, leader: str) -> Iterator[Weighed]:
    """A leader onto each card it may go to, against where it stands now."""
    stands = next((place for kingdom in mind.table.kingdoms for name, (seat, place) in kingdom.leaders.items()
                   if name == leader and seat == mind.me), "")
    here = mind.table.of(stands) if stands else None
    now = mind.stand(leader, here) + 0.35 if here else 0.0
    for target in view.legal.get(leader, ()):
        kingdom = mind.table.of(target)
        firm = 0.15 if mind.table.is_red(target) else 0.0
        holder = kingdom.leaders.get(leader)
        value = mind.stand(leader, kingdom) + firm
        if holder and holder[0] != mind.me:
            lead = mind.table.is_red(target) - mind.table.is_red(holder[1])
            chance = max(
                mind.beaten(lead + number, holder[0], "temple") - CARD * number
                for number in range(mind.hand["temple"] + 1)
            )
            value = chance * (value + mind.points(mind.me, "red", 1.0) + mind.rivalry) - (1 - chance) * 0.5
        elif holder or (here is not None and kingdom is here):
            value = mind.stand(leader, kingdom) + firm * 0.5
        yield value - now, Order(leader, (target,))


def commit(view: View, mind: Mind) -> Iterator[Weighed]:
    fought = view.conflict
    assert fought is not None
    numbers = [int(word) for word in view.legal["commit"]]
    mine, theirs = (fought.attacker, fought.defender)
    attacks = fought.attacker.seat == mind.me
    if not attacks:
        mine, theirs = theirs, mine
    prize = worth_of_winning(mind, fought, mine.cell, theirs.cell)
    lead = mine.strength - theirs.strength - (theirs.added or 0)
    for number in numbers:
        if attacks:
            chance = mind.beaten(lead + number, theirs.seat, fought.tile)
        else:
            chance = float(lead + number >= 0)
        yield chance * prize - CARD * number, Order("commit", (str(number),))


def worth_of_winning(mind: Mind, fought: Conflict, mine: str, theirs: str) -> float:
    """A victory above a defeat: the card, the loot of either side, and the leader that stays."""
    colour = "red" if fought.kind == "internal" else COLOUR[fought.leader]
    won = lost = 0
    if fought.kind == "external":
        sides = (fought.attacker, fought.defender)
        for side in sides:
            loot = sum(not place.endswith("1") and not _protected(mind, place, side.cell) for place in side.supporters)
            if side.cell == theirs:
                won = loot
            else:
                lost = loot
    return mind.points(mind.me, colour, 1.0 + won) + mind.rivalry * (1 + lost) + 0.9


def _protected(mind: Mind, place: str, own: str) -> bool:
    card = mind.table.display.card(place)
    return card is not None and bool(card.leader) and place != own


def fight(view: View, mind: Mind) -> Iterator[Weighed]:
    """Own conflicts first, those with the most cards from hand before the others."""
    for leader in view.legal["fight"]:
        mine = any(kingdom.leaders.get(leader, (None, ""))[0] == mind.me for kingdom in mind.table.kingdoms)
        yield (1.0 + mind.hand[TILE_OF[COLOUR[leader]]] if mine else 0.0), Order("fight", (leader,))


def ship(view: View, mind: Mind) -> Iterator[Weighed]:
    assert view.decision is not None
    tile = str(view.decision.values["tile"])
    columns = [column for column in "ABCDEFGH" if mind.table.run(column, tile) >= 4]
    for name in view.legal["ship"]:
        value = 0.0
        if name != "none":
            value = max(worth_of_ship(mind, name, mind.table.at[column], column) for column in columns)
        yield value, Order("ship", (name,))


def generous(view: View, mind: Mind) -> Iterator[Weighed]:
    """Whatever brings points is taken: `score yes`, all that can be exchanged, every leader that can sail."""
    for word in ("score", "take", "sail"):
        for argument in view.legal.get(word, ()):
            names = argument.split()
            yield (0.0 if argument in ("no", "none") else float(len(names))), Order(word, tuple(names))
