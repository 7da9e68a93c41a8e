"""Positions of the board game from the header lines of a scenario."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine import sheet
from engine.errors import Invalid
from engine.lexicon.vocabulary import dynasty, meanings
from engine.tigris.arrange import arrange
from engine.tigris.boards import BOARDS
from engine.tigris.geometry import CELL, NAME, SQUARE, each
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


def position(page: sheet.Sheet, players: tuple[str, ...], options: Mapping[str, str]) -> State:
    """The position that the header lines describe."""
    empty = _is_empty(page)
    ground = BOARDS[options["board"]]
    parts = Parts()
    if not empty:
        for cell in each(ground.temples):
            parts.tiles[NAME[cell]] = "temple"
            parts.treasures.append(NAME[cell])
    for entry in page.each("put"):
        if not _put(entry, parts, players):
            raise _bad(entry)
    _check_ground(parts, ground.river, page)
    hands = _by_seat(page, "hand", players)
    points = _by_seat(page, "points", players)
    given = {seat: tuple(tile for tile in _hand(entry) if tile != "catastrophe") for seat, entry in hands.items()}
    drawn = _drawn(page, players, options, plenty=empty or bool(hands))
    held: list[Mapping[str, int]] = []
    for seat in range(len(players)):
        if seat not in given and not empty:
            given[seat], drawn = drawn[:HAND], drawn[HAND:]
        held.append({tile: given.get(seat, ()).count(tile) for tile in TILES})
    turn, actions = page.one("turn"), page.one("actions")
    active = sheet.seat_of(turn.value, players) if turn else 0
    if turn and active is None:
        raise _bad(turn)
    if actions and actions.value not in ("1", "2"):
        raise _bad(actions)
    try:
        return arrange(
            players, options, tiles=parts.tiles, leaders=parts.leaders, catastrophes=parts.catastrophes,
            treasures=parts.treasures, monuments=parts.monuments, hands=held,
            disasters=[_disasters(hands.get(seat), empty) for seat in range(len(players))],
            points=[_points(points.get(seat)) for seat in range(len(players))],
            bag=drawn, active=active or 0, actions=int(actions.value) if actions else 2,
        )
    except ValueError as error:
        raise Invalid("record_position", text=str(error)) from error


def _is_empty(page: sheet.Sheet) -> bool:
    entry = page.one("setup")
    if entry and entry.value.lower() != "empty":
        raise _bad(entry)
    return entry is not None


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
    for where in parts.treasures:
        if parts.tiles.get(where) != "temple" and not CELL[where] & turned_temples:
            raise Invalid("record_position", text=f"no temple under the treasure: {where}")


def pair_of(word: str) -> str | None:
    """The monument that a pair of colours names, in either order."""
    colours = sorted(filter(None, (first(meanings(part), COLOURS) for part in word.split("-"))), key=COLOURS.index)
    return "-".join(colours) if "-".join(colours) in MONUMENTS else None


def first(names: tuple[str, ...], wanted: tuple[str, ...]) -> str | None:
    """The first of the names that is wanted."""
    return next((name for name in names if name in wanted), None)


def _by_seat(page: sheet.Sheet, key: str, players: tuple[str, ...]) -> dict[int, sheet.Entry]:
    """Lines `hand: lion …`, `points: lion …` by seat, without the dynasty."""
    found: dict[int, sheet.Entry] = {}
    for entry in page.each(key):
        who, *rest = entry.value.split() or [""]
        seat = sheet.seat_of(who, players)
        if seat is None:
            raise _bad(entry)
        if seat in found:
            raise Invalid("record_doubled", line=entry.number, header=f"{key}: {who}")
        found[seat] = entry._replace(value=" ".join(rest))
    return found


def _hand(entry: sheet.Entry) -> tuple[str, ...]:
    return sheet.tiles_of(entry, (*TILES, "catastrophe"))


def _disasters(entry: sheet.Entry | None, empty: bool) -> int:
    named = _hand(entry).count("catastrophe") if entry else 0
    return named if named or empty else DISASTERS


def _points(entry: sheet.Entry | None) -> dict[str, int]:
    points: dict[str, int] = {}
    for word in entry.value.split() if entry else ():
        colour, _, number = word.partition("=")
        name = scored(colour)
        if name is None or name in points or not re.fullmatch("[0-9]{1,4}", number):
            assert entry is not None
            raise _bad(entry)
        points[name] = int(number)
    return points


def scored(word: str) -> str | None:
    """The colour, or "treasure", that a word names."""
    return "treasure" if word.lower() in ("treasure", "treasures") else first(meanings(word), COLOURS)


def _drawn(
    page: sheet.Sheet, players: tuple[str, ...], options: Mapping[str, str], *, plenty: bool
) -> tuple[str, ...]:
    """The bag before anybody is dealt a hand."""
    entry = page.one("draw")
    if entry is not None:
        return sheet.tiles_of(entry, TILES)
    tiles = list(deck(players, options)) * (2 if plenty else 1)
    random.Random(0).shuffle(tiles)  # the same every time
    return tuple(tiles)


def _bad(entry: sheet.Entry) -> Invalid:
    return Invalid("record_header", line=entry.number, text=f"{entry.key}: {entry.value}")
