"""The bot that takes what is best at once: every legal order is weighed by what it brings and prepares.

It looks one turn ahead: the value of a leader's place counts the tiles in hand that it could score with, so
that the first action prepares the second. Every turn that it plays after its first points uses up a tile,
so that games of these bots among themselves end.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.bots import greedy_kings, random, strife
from engine.bots.land import COLOUR, COLOURS, LEADER_OF, LEADERS, TILES, Land, Region, crosses, squares
from engine.bots.worth import Worth
from engine.order import Order
from engine.view import View

HAND = 6
CATASTROPHE = 1.0  # what keeping one is worth
Weighed = tuple[float, Order]


def choose(view: View, rng: Random) -> Order:
    if view.decision is None or view.decision.seat != view.seat:
        raise ValueError("nothing is asked of this seat")
    answers = {"turn": turn, "commit": commit, "fight": fight, "build": build, "leave": leave,
               "raise": raise_, "point": point}
    if view.display is not None:
        return greedy_kings.choose(view, rng)
    weigh = answers.get(view.decision.kind)
    if weigh is None:
        return random.choose(view, rng)
    weighed = list(weigh(view, Worth(view), Land(view)))
    best = max((value for value, _ in weighed), default=0.0)
    equal = [order for value, order in weighed if value >= best - 1e-9]
    return rng.choice(equal) if equal else random.choose(view, rng)


def turn(view: View, worth: Worth, land: Land) -> Iterator[Weighed]:
    useful = dict.fromkeys(TILES, 0.0)
    for tile in TILES:
        for cell in view.legal.get(tile, ()):
            value = place(view, worth, land, tile, cell)
            useful[tile] = max(useful[tile], value)
            yield value, Order(tile, (cell,))
    if "swap" in view.legal:
        yield swap(view, worth, useful)
    if not must_use_a_tile(view):
        for leader in LEADERS:
            yield from move(view, worth, land, leader)
    for cell in view.legal.get("catastrophe", ()):
        if land.is_temple(cell):
            yield strike(worth, land, cell), Order("catastrophe", (cell,))
    if "pass" in view.legal:
        yield -2.0, Order("pass")


def must_use_a_tile(view: View) -> bool:
    """True with the last action of a turn that has used no tile yet, except in the opening."""
    assert view.seat is not None
    own = view.seats[view.seat]
    opening = own.leaders_off and not any((own.points or {}).values())
    return view.actions == 1 and own.hand_size >= HAND and not opening


def place(view: View, worth: Worth, land: Land, tile: str, cell: str) -> float:
    """A tile: its point, the treasures it brings together, the wars or the monument it sets off."""
    touched, colour = land.touching[cell], COLOUR[tile]
    region = land.joined(touched)
    value = -worth.spent(tile) / 2
    keeps_trader = 1.0
    if len(land.kingdoms(touched)) > 1:
        fought, keeps_trader = strife.wars(worth, land, tile, touched, view.active)
        value += fought
    else:
        scorer = region.leaders.get(LEADER_OF[colour]) or region.leaders.get("king")
        if scorer:
            value += worth.points(scorer[0], colour, 2 if colour in region.buildings else 1)
    trader = region.leaders.get("trader")
    if trader and region.treasures > 1:
        value += keeps_trader * worth.treasures(trader[0], region.treasures - 1)
    if tile == "temple":
        value += shelter(worth, land, cell)
    best = monuments(view, worth, land, tile, cell, region)
    if view.board.wonder == "":
        best = max(best, wonder(worth, land, tile, cell, region))
    return value + best


def shelter(worth: Worth, land: Land, cell: str) -> float:
    """A temple next to leaders makes them stand more firmly, the first ones most."""
    value = 0.0
    for near in land.leaders_next_to(cell):
        leader = land.cells[near]
        more = 0.3 / (1 + len(land.temples(near)))
        value += more if land.seats[leader.dynasty] == worth.me else -worth.rivalry * more
    return value


def monuments(view: View, worth: Worth, land: Land, tile: str, cell: str, region: Region) -> float:
    """The best monument over a square that the tile completes; a little for half a square of one's own."""
    best = 0.0
    for square in squares(cell):
        same = sum(
            name in land.cells and land.cells[name].kind == "tile" and land.cells[name].piece == tile
            for name in square
        )
        if same == 3:
            pairs = [pair for pair in view.board.unbuilt if COLOUR[tile] in pair.split("-")]
            best = max([best, *(worth.built(pair, square, region, land, tile) for pair in pairs)])
        elif same and any(seat == worth.me for seat, _ in region.leaders.values()):
            best = max(best, 0.06 * same * worth.horizon)
    return best


def wonder(worth: Worth, land: Land, tile: str, cell: str, region: Region) -> float:
    """The wonder over a cross that the tile completes."""
    found = (cross for cross in crosses(cell) if all(land.is_tile(name, tile) for name in cross if name != cell))
    return max((worth.built_wonder(cross, region, land, tile) for cross in found), default=0.0)


def move(view: View, worth: Worth, land: Land, leader: str) -> Iterator[Weighed]:
    """A leader onto each cell it may go to, against where it stands now."""
    own = view.players[worth.me]
    cells = view.legal.get(leader, ())
    stands = next((c.name for c in land.cells.values() if c.piece == leader and c.dynasty == own), "")
    now = 0.0
    if stands and cells:
        temples = len(land.temples(stands))
        now = worth.leader(worth.me, leader, land.regions[land.at[stands]], temples) + 0.3
        land = Land(view, lifted=stands)
    for cell in cells:
        if cell == "off":
            yield -now - 0.5, Order(leader, ("off",))
            continue
        region = land.joined(land.touching[cell])
        if leader in region.leaders:
            value = strife.revolt(worth, land, leader, cell, region)
        else:
            value = worth.leader(worth.me, leader, region, len(land.temples(cell)))
        if leader == "trader" and leader not in region.leaders and region.treasures > 1:
            value += worth.treasures(worth.me, region.treasures - 1)
        yield value - now, Order(leader, (cell,))


def strike(worth: Worth, land: Land, cell: str) -> float:
    """A catastrophe on the last temple of leaders: they go back to their owners."""
    value = -CATASTROPHE * worth.horizon
    for near in land.leaders_next_to(cell):
        temples = len(land.temples(near))
        if temples == 1:
            leader = land.cells[near]
            seat = land.seats[leader.dynasty]
            value -= worth.leader(seat, leader.piece, land.regions[land.at[near]], temples)
    return value


def swap(view: View, worth: Worth, useful: dict[str, float]) -> Weighed:
    """Away with the tiles that nothing good can be done with; one of each kind of use is kept."""
    away = [tile for tile in view.legal["swap"] if useful[tile] < 0.25]
    if not away:
        away = [min(view.legal["swap"], key=lambda tile: useful[tile])]
        return -1.0, Order("swap", tuple(away))
    away.sort(key=TILES.index)
    return 0.13 * len(away) - 0.3 * (view.bag < len(away)), Order("swap", tuple(away))


def commit(view: View, worth: Worth, land: Land) -> Iterator[Weighed]:
    assert view.conflict is not None
    number = strife.commit(view, worth, land, view.conflict, [int(word) for word in view.legal["commit"]])
    yield 0.0, Order("commit", (str(number),))


def fight(view: View, worth: Worth, land: Land) -> Iterator[Weighed]:
    """Own wars first, those with the most tiles from hand before the others."""
    for leader in view.legal["fight"]:
        tile = TILES[COLOURS.index(COLOUR[leader])]
        own = view.players[worth.me]
        mine = any(cell.piece == leader and cell.dynasty == own for cell in land.cells.values())
        yield (1.0 + worth.hand[tile] if mine else 0.0), Order("fight", (leader,))


def build(view: View, worth: Worth, land: Land) -> Iterator[Weighed]:
    for words in view.legal["build"]:
        order = Order("build", tuple(words.split()))
        if words == "none":
            yield 0.0, order
            continue
        pair, cell = order.args
        if pair == "wonder":
            cross, region = crosses(cell)[0], land.regions[land.at[cell]]
            yield worth.built_wonder(cross, region, land, land.cells[cell].piece), order
            continue
        square = squares(cell)[3]
        yield worth.built(pair, square, land.regions[land.at[cell]], land, land.cells[cell].piece), order


def raise_(view: View, worth: Worth, land: Land) -> Iterator[Weighed]:
    """The building to where it brings most, away from where it stands; on the tile beside most own leaders."""
    for words in view.legal["raise"]:
        if words == "none":
            yield 0.0, Order("raise", ("none",))
            continue
        colour = COLOUR[land.cells[words].piece]
        value = worth.building(colour, land.regions[land.at[words]])
        value -= sum(worth.building(colour, region) for region in land.regions if colour in region.buildings)
        own = sum(land.seats[land.cells[near].dynasty] == worth.me for near in land.leaders_next_to(words))
        yield value + 0.01 * own if value > 0 else value, Order("raise", (words,))


def point(view: View, worth: Worth, land: Land) -> Iterator[Weighed]:
    yield from ((worth.points(worth.me, colour), Order("point", (colour,))) for colour in view.legal["point"])


def leave(view: View, worth: Worth, land: Land) -> Iterator[Weighed]:
    """The treasure nearest to the own trader stays: the next one is to come to it again."""
    own = view.players[worth.me]
    trader = next((c.name for c in land.cells.values() if c.piece == "trader" and c.dynasty == own), "A1")
    for cell in view.legal["leave"]:
        steps = abs(ord(cell[0]) - ord(trader[0])) + abs(int(cell[1:]) - int(trader[1:]))
        yield -float(steps), Order("leave", (cell,))
