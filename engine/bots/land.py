"""The board as a bot sees it, made from a view: regions, and which of them touch each empty cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

from engine.view import Board, Cell, View

COLOURS = ("black", "red", "blue", "green")
TILES = ("settlement", "temple", "farm", "market")
LEADERS = ("king", "priest", "farmer", "trader")
COLOUR = dict(zip(TILES + LEADERS, COLOURS * 2, strict=True))
LEADER_OF = dict(zip(COLOURS, LEADERS, strict=True))
TILE_OF = dict(zip(COLOURS, TILES, strict=True))


@cache
def neighbours(cell: str) -> tuple[str, ...]:
    """The names around a cell; those beyond the edge name nothing and are never found."""
    letter, row = ord(cell[0]), int(cell[1:])
    return (
        f"{cell[0]}{row - 1}", f"{chr(letter - 1)}{row}", f"{chr(letter + 1)}{row}", f"{cell[0]}{row + 1}",
    )


@cache
def squares(cell: str) -> tuple[tuple[str, ...], ...]:
    """The four squares of four cells that a cell belongs to, each from its top-left cell on."""
    letter, row = ord(cell[0]), int(cell[1:])
    return tuple(
        tuple(f"{chr(column + right)}{line + down}" for down in (0, 1) for right in (0, 1))
        for line in (row - 1, row) for column in (letter - 1, letter)
    )


@cache
def crosses(cell: str) -> tuple[tuple[str, ...], ...]:
    """The five crosses of five cells that a cell belongs to, each from its centre on."""
    return tuple((centre, *neighbours(centre)) for centre in (cell, *neighbours(cell)))


@dataclass(slots=True)
class Region:
    """Joined cells, or several such that a piece would join. `leaders`: leader -> (seat, its cell)."""

    cells: set[str] = field(default_factory=set)
    leaders: dict[str, tuple[int, str]] = field(default_factory=dict)
    tiles: Counter[str] = field(default_factory=Counter)  # by colour, face up
    treasures: int = 0
    monuments: list[str] = field(default_factory=list)
    wonder: bool = False
    buildings: dict[str, str] = field(default_factory=dict)  # colour -> the cell of its building
    room: Counter[str] = field(default_factory=Counter)  # terrain -> empty cells that touch no other kingdom


class Land:
    """The occupied cells by name, without `lifted`; `regions`, `at` and `touching` follow from them."""

    def __init__(self, view: View, lifted: str = "") -> None:
        board: Board = view.board
        self.seats = {dynasty: seat for seat, dynasty in enumerate(view.players)}
        self.cells: dict[str, Cell] = {name: cell for name, cell in board.cells.items() if name != lifted}
        self.terrain = {
            f"{chr(65 + column)}{row}": ground
            for row, line in enumerate(board.terrain, 1) for column, ground in enumerate(line)
        }
        self.regions: list[Region] = []
        self.at: dict[str, int] = {}
        for name, cell in self.cells.items():
            if name not in self.at and cell.kind != "catastrophe":
                self._grow(name)
        for monument in board.monuments:
            self.regions[self.at[monument.cell]].monuments.append(monument.pair)
        if board.wonder:
            self.regions[self.at[board.wonder]].wonder = True
        self.touching = {
            name: frozenset(self.at[near] for near in neighbours(name) if near in self.at)
            for name in self.terrain if name not in self.cells
        }
        for name, touched in self.touching.items():
            kingdoms = [region for region in touched if self.regions[region].leaders]
            if len(kingdoms) <= 1:
                for region in touched:
                    self.regions[region].room[self.terrain[name]] += 1
        self._joined: dict[frozenset[int], Region] = {}

    def _grow(self, start: str) -> None:
        region, index = Region(), len(self.regions)
        self.regions.append(region)
        self.at[start] = index
        waiting = [start]
        while waiting:
            name = waiting.pop()
            region.cells.add(name)
            cell = self.cells[name]
            region.treasures += cell.treasure
            if cell.kind == "leader":
                region.leaders[cell.piece] = (self.seats[cell.dynasty], name)
            elif cell.kind == "tile":
                region.tiles[COLOUR[cell.piece]] += 1
                if cell.building:
                    region.buildings[COLOUR[cell.piece]] = name
            for near in neighbours(name):
                if near in self.cells and near not in self.at and self.cells[near].kind != "catastrophe":
                    self.at[near] = index
                    waiting.append(near)

    def joined(self, touched: frozenset[int]) -> Region:
        """The regions taken together; a leader that two of them have is that of the first."""
        known = self._joined.get(touched)
        if known is None:
            known = self._joined[touched] = Region()
            for region in (self.regions[index] for index in sorted(touched)):
                known.cells |= region.cells
                known.leaders = region.leaders | known.leaders
                known.tiles.update(region.tiles)
                known.treasures += region.treasures
                known.monuments += region.monuments
                known.wonder |= region.wonder
                known.buildings |= region.buildings
                known.room.update(region.room)
        return known

    def kingdoms(self, touched: Iterable[int]) -> list[Region]:
        return [self.regions[index] for index in touched if self.regions[index].leaders]

    def is_tile(self, name: str, tile: str) -> bool:
        cell = self.cells.get(name)
        return cell is not None and cell.kind == "tile" and cell.piece == tile

    def is_temple(self, name: str) -> bool:
        return self.is_tile(name, "temple")

    def temples(self, name: str) -> list[str]:
        """The face-up temples next to a cell."""
        return [near for near in neighbours(name) if self.is_temple(near)]

    def leaders_next_to(self, name: str) -> list[str]:
        return [near for near in neighbours(name) if near in self.cells and self.cells[near].kind == "leader"]
