"""Positions of the board game from the header lines of a scenario."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine import sheet
from engine.errors import Invalid
from engine.lexicon.vocabulary import dynasty, meanings
from engine.opening import bad, drawn, first, is_empty, opening
from engine.tigris.arrange import arrange
from engine.tigris.boards import BOARDS
from engine.tigris.geometry import CELL, CROSS, NAME, SQUARE, each
from engine.tigris.pieces import COLOURS, HAND, LEADERS, MONUMENTS, TILES
from engine.tigris.setup import DISASTERS, deck
from engine.tigris.state import State


@dataclass(slots=True)
class Parts:
    """A position being collected from header lines."""

    tiles: dict[str, str] = field(default_factory=dict)
    leaders: dict[str, tuple[str, str]] = field(default_factory=dict)
    catastrophes: list[str] = field(default_factory=list)
    treasures: list[str] = field(default_factory=list)
    monuments: list[tuple[str, str]] = field(default_factory=list)
    wonder: str = ""
    buildings: dict[str, str] = field(default_factory=dict)


def position(page: sheet.Sheet, players: tuple[str, ...], options: Mapping[str, str]) -> State:
    """The position that the header lines describe."""
    ground = BOARDS[options["board"]]
    parts = Parts()
    if not is_empty(page):
        for cell in each(ground.temples):
            parts.tiles[NAME[cell]] = "temple"
            parts.treasures.append(NAME[cell])
    for entry in page.each("put"):
        if not _put(entry, parts, players):
            raise bad(entry)
    _check_ground(parts, ground.river, page)
    start = opening(page, players, drawn(page, deck(players, options)), size=HAND, disasters=DISASTERS)
    try:
        return arrange(
            players, options, tiles=parts.tiles, leaders=parts.leaders, catastrophes=parts.catastrophes,
            treasures=parts.treasures, monuments=parts.monuments, wonder=parts.wonder, buildings=parts.buildings,
            **start._asdict(),
        )
    except ValueError as error:
        raise Invalid("record_position", text=str(error)) from error


def _put(entry: sheet.Entry, parts: Parts, players: tuple[str, ...]) -> bool:
    """Take one `put:` line in; False if it cannot be understood."""
    what, *rest = entry.value.split() or [""]
    where = rest[-1].upper() if rest else ""
    if where not in CELL:
        return False
    names = meanings(what)
    pair = pair_of(rest[0]) if len(rest) == 2 and what.lower() == "monument" else None
    if pair is not None:
        parts.monuments.append((pair, where))
    elif len(rest) == 1 and what.lower() == "wonder":
        if parts.wonder:
            raise Invalid("record_position", text=f"a second wonder on {where}")
        parts.wonder = where
    elif len(rest) == 2 and what.lower() == "building" and (colour := first(meanings(rest[0]), COLOURS)):
        if colour in parts.buildings:
            raise Invalid("record_position", text=f"a second {colour} building on {where}")
        parts.buildings[colour] = where
    elif len(rest) == 2 and (leader := first(names, LEADERS)) and dynasty(rest[0]) in players:
        if where in parts.leaders:
            raise Invalid("record_position", text=f"two things on {where}")
        parts.leaders[where] = (leader, dynasty(rest[0]) or "")
    elif len(rest) == 1 and what.lower() == "treasure":
        parts.treasures.append(where)
    elif len(rest) == 1 and "catastrophe" in names:
        parts.catastrophes.append(where)
    elif len(rest) == 1 and (tile := first(names, TILES)):
        if where in parts.tiles:
            raise Invalid("record_position", text=f"two things on {where}")
        parts.tiles[where] = tile
    else:
        return False
    return True


def _check_ground(parts: Parts, river: int, page: sheet.Sheet) -> None:
    """What `arrange` leaves open: ground and colour of what lies under monuments, and treasures on temples only."""
    turned_temples = 0
    for pair, where in parts.monuments:
        square = SQUARE.get(CELL[where], 0)
        if square & river and (square & ~river or "blue" not in pair):
            raise Invalid("record_position", text=f"wrong ground for the monument {pair}: {where}")
        turned_temples |= square if "red" in pair and not square & river else 0
    if cross := CROSS.get(CELL[parts.wonder], 0) if parts.wonder else 0:
        if cross & river and cross & ~river:
            raise Invalid("record_position", text=f"wrong ground for the wonder: {parts.wonder}")
        turned_temples |= cross if not cross & river else 0
    for where in parts.treasures:
        if parts.tiles.get(where) != "temple" and not CELL[where] & turned_temples:
            raise Invalid("record_position", text=f"no temple under the treasure: {where}")


def pair_of(word: str) -> str | None:
    """The monument that a pair of colours names, in either order."""
    colours = sorted(filter(None, (first(meanings(part), COLOURS) for part in word.split("-"))), key=COLOURS.index)
    return "-".join(colours) if "-".join(colours) in MONUMENTS else None
