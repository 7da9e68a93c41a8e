"""What a `?` line of a scenario can ask of a position of the board game.

A check gives None if it holds, else what was expected and what is. The questions are made before play, so
that one that has no sense is found before anything else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine import sheet
from engine.errors import Invalid
from engine.lexicon.vocabulary import dynasty, meanings
from engine.tigris import bag
from engine.tigris.geometry import CELL
from engine.tigris.pieces import LEADERS, TILES
from engine.tigris.positions import first, pair_of, scored
from engine.tigris.state import State
from engine.tigris.view import view

Check = Callable[[State], tuple[str, str] | None]


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
        leader, who = first(meanings(what[0]), LEADERS), dynasty(what[1])
        return f"{leader} {who}" if leader and who in players else None
    if len(what) != 1:
        return None
    if what[0] in ("empty", "monument", "unification"):
        return what[0]
    return first(meanings(what[0]), (*TILES, "catastrophe"))


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
    leader = first(meanings(words[1]), LEADERS) if len(words) == 2 else None
    if seat is None or leader is None:
        return None
    said = {True: f"{leader} {players[seat]} off", False: f"{leader} {players[seat]} on the board"}
    return lambda state: _compare(said[True], said[leader in view(state, None).seats[seat].leaders_off])


def _scores(words: list[str], players: tuple[str, ...]) -> Check | None:
    seat = sheet.seat_of(words[0], players) if len(words) > 1 else None
    pairs = [re.fullmatch("([^=]+)=([0-9]{1,4})", word) for word in words[1:]]
    named = {scored(pair[1]): int(pair[2]) for pair in pairs if pair}
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


def _counted(tiles: Sequence[str]) -> str:
    kinds = (*TILES, "catastrophe")
    return " ".join(f"{tile}*{tiles.count(tile)}" for tile in kinds if tile in tiles) or "nothing"


def _built(words: list[str], players: tuple[str, ...]) -> Check | None:
    pair = pair_of(words[0]) if len(words) == 1 else None
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
