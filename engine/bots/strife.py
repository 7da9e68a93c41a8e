"""Conflicts as a bot weighs them: those it would set off, and how many tiles to add to one being fought."""

from __future__ import annotations

from engine.bots.land import COLOUR, COLOURS, LEADER_OF, TILE_OF, Land, Region
from engine.bots.worth import Worth, at_most, attack
from engine.view import Conflict, View


def revolt(worth: Worth, land: Land, leader: str, cell: str, region: Region) -> float:
    """Placing a leader where another of its colour stands; the value of standing there comes on top."""
    rival, at = region.leaders[leader]
    mine, theirs = len(land.temples(cell)), len(land.temples(at))
    standing = worth.leader(worth.me, leader, region, mine)
    win = standing + worth.points(worth.me, "red") - worth.leader(rival, leader, region, theirs)
    lose = worth.points(rival, "red")
    value, _ = attack(
        mine - theirs, worth.hand["temple"], worth.hand_sizes[rival], worth.shares["temple"],
        win - lose, worth.spent("temple"),
    )
    return value + lose


def wars(worth: Worth, land: Land, tile: str, touched: frozenset[int], active: int) -> tuple[float, float]:
    """What joining two kingdoms with this tile is worth, and the chance to keep the trader there."""
    first, second = land.kingdoms(touched)
    value, trader = 0.0, 1.0
    for colour in COLOURS:
        leader = LEADER_OF[colour]
        if leader not in first.leaders or leader not in second.leaders:
            continue
        sides = [(first, *first.leaders[leader]), (second, *second.leaders[leader])]
        if sides[0][1] == worth.me or sides[1][1] == worth.me:
            (own, _, cell), (other, rival, rival_cell) = sides if sides[0][1] == worth.me else sides[::-1]
            added = TILE_OF[colour]
            win = (
                worth.points(worth.me, colour, 1 + losses(land, other, colour, rival_cell))
                - worth.leader(rival, leader, other, len(land.temples(rival_cell)))
            )
            lose = (
                worth.points(rival, colour, 1 + losses(land, own, colour, cell))
                - worth.leader(worth.me, leader, own, len(land.temples(cell)))
            )
            lead = own.tiles[colour] - other.tiles[colour]
            gain, minus = attack(
                lead, worth.hand[added] - (tile == added), worth.hand_sizes[rival], worth.shares[added],
                win - lose, worth.spent(added),
            )
            value += gain + lose
            if leader == "trader":
                trader = at_most(lead - minus - 1, worth.hand_sizes[rival], round(worth.shares[added], 2))
        else:
            value += rivals_war(worth, land, colour, sides, active)
            trader = 0.0 if leader == "trader" else trader
    return value, trader


def rivals_war(
    worth: Worth, land: Land, colour: str, sides: list[tuple[Region, int, str]], active: int
) -> float:
    """A war between others: one loses a leader and tiles, the other scores; the stronger side wins."""
    seats = len(worth.hand_sizes)
    sides = sorted(sides, key=lambda side: (side[1] - active) % seats)  # the attacker first
    winner, loser = sides if sides[0][0].tiles[colour] > sides[1][0].tiles[colour] else sides[::-1]
    leader, (region, seat, cell) = LEADER_OF[colour], loser
    return (
        worth.points(winner[1], colour, 1 + losses(land, region, colour, cell))
        - worth.leader(seat, leader, region, len(land.temples(cell)))
    )


def losses(land: Land, region: Region, colour: str, cell: str) -> int:
    """The tiles of a side that would be removed if its leader on `cell` lost."""
    if colour != "red":
        return region.tiles[colour] - (colour in region.buildings)
    return sum(
        land.is_temple(name) and not land.cells[name].treasure and not land.cells[name].building
        and not any(near != cell for near in land.leaders_next_to(name))
        for name in region.cells
    )


def commit(view: View, worth: Worth, land: Land, conflict: Conflict, allowed: list[int]) -> int:
    """How many tiles to add to the conflict being fought: the least that wins, or none."""
    mine, theirs = conflict.attacker, conflict.defender
    if worth.me != mine.seat:
        mine, theirs = theirs, mine
    prize, cost = at_stake(worth, land, conflict), worth.spent(conflict.tile)
    if worth.me == conflict.attacker.seat:
        value, number = max(
            (prize * at_most(
                mine.strength + number - theirs.strength - 1, worth.hand_sizes[theirs.seat],
                round(worth.shares[conflict.tile], 2),
            ) - cost * number, -number)
            for number in allowed
        )
        return -number if value > 0 else min(allowed)
    enough = [number for number in allowed if mine.strength + number >= theirs.strength + (theirs.added or 0)]
    if enough and prize > cost * min(enough):
        return min(enough)
    return min(allowed)


def at_stake(worth: Worth, land: Land, conflict: Conflict) -> float:
    """What winning is worth above losing, both leaders and the points counted."""
    value = 0.0
    for side, other in ((conflict.attacker, conflict.defender), (conflict.defender, conflict.attacker)):
        region = land.regions[land.at[side.cell]]
        temples = len(land.temples(side.cell))
        colour = COLOUR[conflict.leader] if conflict.kind == "war" else "red"
        removed = other.strength if conflict.kind == "war" else 0
        value += abs(worth.leader(side.seat, conflict.leader, region, temples))
        value += abs(worth.points(side.seat, colour, 1 + removed))
    return value
