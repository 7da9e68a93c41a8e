"""The board game's part of scenarios: positions from header lines, and what a `?` line can ask.

The questions look at views only, so they ask what players could see.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from engine import sheet
from engine.errors import Invalid
from engine.lexicon.vocabulary import dynasty, meanings
from engine.tigris import bag
from engine.tigris.arrange import arrange
from engine.tigris.boards import BOARDS
from engine.tigris.geometry import CELL, NAME, SQUARE, each
from engine.tigris.pieces import COLOURS, HAND, LEADERS, MONUMENTS, TILES
from engine.tigris.setup import DISASTERS, deck
from engine.tigris.state import State
from engine.tigris.view import view

KEYS: Final = ("setup", "put", "hand", "points", "turn", "actions")
Check = Callable[[State], tuple[str, str] | None]


class Tigris:
    """`engine.scenario.BENCHES["tigris"]`."""

    keys: tuple[str, ...] = KEYS

    def position(self, page: sheet.Sheet, players: tuple[str, ...], options: Mapping[str, str]) -> State:
        return position(page, players, options)

    def question(self, words: list[str], players: tuple[str, ...]) -> Check | None:
        return question(words, players)


BENCH: Final = Tigris()


# Positions

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
    pair = _pair(rest[0]) if len(rest) == 2 and what.lower() == "monument" else None
    if pair is not None:
        parts.monuments.append((pair, where))
    elif len(rest) == 2 and (leader := _first(names, LEADERS)) and dynasty(rest[0]) in players:
        if where in parts.leaders:
            raise Invalid("record_position", text=f"two things on {where}")
        parts.leaders[where] = (leader, dynasty(rest[0]) or "")
    elif len(rest) == 1 and what.lower() == "treasure":
        parts.treasures.append(where)
    elif len(rest) == 1 and "catastrophe" in names:
        parts.catastrophes.append(where)
    elif len(rest) == 1 and (tile := _first(names, TILES)):
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


def _pair(word: str) -> str | None:
    colours = sorted(filter(None, (_first(meanings(part), COLOURS) for part in word.split("-"))), key=COLOURS.index)
    return "-".join(colours) if "-".join(colours) in MONUMENTS else None


def _first(names: tuple[str, ...], wanted: tuple[str, ...]) -> str | None:
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
        name = _scored(colour)
        if name is None or name in points or not re.fullmatch("[0-9]{1,4}", number):
            assert entry is not None
            raise _bad(entry)
        points[name] = int(number)
    return points


def _scored(word: str) -> str | None:
    return "treasure" if word.lower() in ("treasure", "treasures") else _first(meanings(word), COLOURS)


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


# Questions

def question(words: list[str], players: tuple[str, ...]) -> Check | None:
    """The check of a `?` line, None if it cannot be understood."""
    asked = QUESTIONS.get(words[0].lower()) if words else None
    return asked(words[1:], players) if asked else None


def _turn(words: list[str], players: tuple[str, ...]) -> Check | None:
    seat = sheet.seat_of(words[0], players) if len(words) == 1 else None
    return None if seat is None else lambda state: _compare(f"turn {players[seat]}", _waits_for(state))


ASKED: Final = ("commit", "fight", "build", "leave", "raise", "point", "score", "take", "ship", "sail")


def _asks(words: list[str], players: tuple[str, ...]) -> Check | None:
    seat = sheet.seat_of(words[0], players) if len(words) == 2 else None
    if seat is None or words[1].lower() not in ASKED:
        return None
    return lambda state: _compare(f"asks {players[seat]} {words[1].lower()}", _waits_for(state))


def _waits_for(state: State) -> str:
    seen = view(state, None)
    if seen.decision is None:
        return "over"
    if seen.decision.kind != "turn":
        return f"asks {seen.players[seen.decision.seat]} {seen.decision.kind}"
    return f"turn {seen.players[seen.active]}" if seen.actions else "no action left"


def _actions(words: list[str], players: tuple[str, ...]) -> Check | None:
    number = _number(words)
    return None if number is None else lambda state: _compare(f"actions {number}", f"actions {state.actions}")


def _bag(words: list[str], players: tuple[str, ...]) -> Check | None:
    number = _number(words)
    return None if number is None else lambda state: _compare(f"bag {number}", f"bag {bag.left(state)}")


def _number(words: list[str]) -> int | None:
    return int(words[0]) if len(words) == 1 and re.fullmatch("[0-9]{1,4}", words[0]) else None


def _at(words: list[str], players: tuple[str, ...]) -> Check | None:
    where, *what = [word.lower() for word in words] or [""]
    cell = where.upper()
    if cell not in CELL:
        return None
    expected = _lies(what, players)
    return None if expected is None else lambda state: _compare(f"{cell} {expected}", f"{cell} {_found(state, cell)}")


def _lies(what: list[str], players: tuple[str, ...]) -> str | None:
    """What a question says lies on a cell, in the words of `_found`."""
    if len(what) == 2:
        leader, who = _first(meanings(what[0]), LEADERS), dynasty(what[1])
        return f"{leader} {who}" if leader and who in players else None
    if len(what) != 1:
        return None
    if what[0] in ("empty", "monument", "unification"):
        return what[0]
    return _first(meanings(what[0]), (*TILES, "catastrophe"))


def _found(state: State, cell: str) -> str:
    lies = view(state, None).board.cells.get(cell)
    if lies is None:
        return "empty"
    if lies.kind == "leader":
        return f"{lies.piece} {lies.dynasty}"
    return {"tile": lies.piece, "turned": "monument"}.get(lies.kind, lies.kind)


def _treasure(words: list[str], players: tuple[str, ...], *, there: bool = True) -> Check | None:
    cell = words[0].upper() if len(words) == 1 else ""
    if cell not in CELL:
        return None
    said = {True: f"treasure {cell}", False: f"no treasure {cell}"}
    return lambda state: _compare(said[there], said[bool(CELL[cell] & state.treasures)])


def _no(words: list[str], players: tuple[str, ...]) -> Check | None:
    return _treasure(words[1:], players, there=False) if words and words[0].lower() == "treasure" else None


def _off(words: list[str], players: tuple[str, ...]) -> Check | None:
    seat = sheet.seat_of(words[0], players) if len(words) == 2 else None
    leader = _first(meanings(words[1]), LEADERS) if len(words) == 2 else None
    if seat is None or leader is None:
        return None
    said = {True: f"{leader} {players[seat]} off", False: f"{leader} {players[seat]} on the board"}
    return lambda state: _compare(said[True], said[leader in view(state, None).seats[seat].leaders_off])


def _scores(words: list[str], players: tuple[str, ...]) -> Check | None:
    seat = sheet.seat_of(words[0], players) if len(words) > 1 else None
    pairs = [re.fullmatch("([^=]+)=([0-9]{1,4})", word) for word in words[1:]]
    named = {_scored(pair[1]): int(pair[2]) for pair in pairs if pair}
    if seat is None or None in named or len(named) != len(pairs):
        return None

    def check(state: State) -> tuple[str, str] | None:
        points = view(state, seat).seats[seat].points or {}
        return _compare(_listed(named), _listed({name: points[name or ""] for name in named}))

    return check


def _listed(points: Mapping[str | None, int]) -> str:
    return " ".join(f"{name}={number}" for name, number in points.items())


def _holds(words: list[str], players: tuple[str, ...]) -> Check | None:
    seat = sheet.seat_of(words[0], players) if len(words) > 1 else None
    if seat is None:
        return None
    size = _number(words[1:])
    if size is not None:
        return lambda state: _compare(f"hand {size}", f"hand {sum(state.hands[seat])}")
    try:
        tiles = sheet.tiles_of(sheet.Entry(0, "", " ".join(words[1:])), (*TILES, "catastrophe"))
    except Invalid:
        return None
    kinds = (*TILES, "catastrophe") if "catastrophe" in tiles else TILES

    def check(state: State) -> tuple[str, str] | None:
        held = dict(view(state, seat).seats[seat].hand or {}) | {"catastrophe": state.disasters[seat]}
        found = [tile for tile in kinds for _ in range(held[tile])]
        return _compare(_counted(tiles), _counted(found))

    return check


def _counted(tiles: list[str] | tuple[str, ...]) -> str:
    kinds = (*TILES, "catastrophe")
    return " ".join(f"{tile}*{tiles.count(tile)}" for tile in kinds if tile in tiles) or "nothing"


def _built(words: list[str], players: tuple[str, ...]) -> Check | None:
    pair = _pair(words[0]) if len(words) == 1 else None
    if pair is None:
        return None
    said = {True: f"{pair} built", False: f"{pair} not built"}
    return lambda state: _compare(said[True], said[any(pair == built for built, _ in state.monuments)])


def _over(words: list[str], players: tuple[str, ...], *, over: bool = True) -> Check | None:
    said = {True: "over", False: "running"}
    return None if words else lambda state: _compare(said[over], said[view(state, None).over])


def _running(words: list[str], players: tuple[str, ...]) -> Check | None:
    return _over(words, players, over=False)


def _placed(words: list[str], players: tuple[str, ...]) -> Check | None:
    pairs = [word.partition("=") for word in words]
    named = {sheet.seat_of(who, players): place for who, _, place in pairs}
    if not pairs or None in named or len(named) != len(pairs) or not all(re.fullmatch("[1-9]", place)
                                                                        for place in named.values()):
        return None

    def check(state: State) -> tuple[str, str] | None:
        places = view(state, None).places
        expected = " ".join(f"{players[seat or 0]}={place}" for seat, place in named.items())
        found = " ".join(f"{players[seat or 0]}={places[seat or 0]}" for seat in named) if places else "no places yet"
        return _compare(expected, found)

    return check


def _compare(expected: str, found: str) -> tuple[str, str] | None:
    return None if expected == found else (expected, found)


QUESTIONS: Final[dict[str, Callable[[list[str], tuple[str, ...]], Check | None]]] = {
    "turn": _turn, "asks": _asks, "actions": _actions, "bag": _bag, "at": _at, "treasure": _treasure, "no": _no,
    "off": _off, "points": _scores, "hand": _holds, "built": _built, "over": _over, "running": _running,
    "places": _placed,
}
