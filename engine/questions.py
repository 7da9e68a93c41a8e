"""What a `?` line of a scenario can ask in every game. A game's package adds its own questions about the table.

A check gives None if it holds, else what was expected and what is. The questions are made before play, so
that one that has no sense is found before anything else. They look at views only, so they ask what players
could see.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine import sheet
from engine.errors import Invalid
from engine.lexicon.vocabulary import meanings
from engine.opening import first, scored
from engine.pieces import LEADERS, TILES
from engine.view import View

Check = Callable[[Any], tuple[str, str] | None]
Look = Callable[[Any, int | None], View]
Question = Callable[[list[str], tuple[str, ...], Look], Check | None]  # the words after the first, players

ASKED: Final = ("commit", "fight", "build", "leave", "raise", "point", "score", "take", "ship", "sail")


def question(words: list[str], players: tuple[str, ...], look: Look, own: Mapping[str, Question]) -> Check | None:
    """The check of a `?` line, None if it cannot be understood. `own`: the game's questions by their first word."""
    if not words:
        return None
    asked = own.get(words[0].lower()) or SHARED.get(words[0].lower())
    return asked(words[1:], players, look) if asked else None


def compare(expected: str, found: str) -> tuple[str, str] | None:
    return None if expected == found else (expected, found)


def number(words: list[str]) -> int | None:
    """The one number that the words are."""
    return int(words[0]) if len(words) == 1 and re.fullmatch("[0-9]{1,4}", words[0]) else None


def _turn(words: list[str], players: tuple[str, ...], look: Look) -> Check | None:
    seat = sheet.seat_of(words[0], players) if len(words) == 1 else None
    return None if seat is None else lambda state: compare(f"turn {players[seat]}", _waits_for(look(state, None)))


def _asks(words: list[str], players: tuple[str, ...], look: Look) -> Check | None:
    seat = sheet.seat_of(words[0], players) if len(words) == 2 else None
    if seat is None or words[1].lower() not in ASKED:
        return None
    return lambda state: compare(f"asks {players[seat]} {words[1].lower()}", _waits_for(look(state, None)))


def _waits_for(seen: View) -> str:
    if seen.decision is None:
        return "over"
    if seen.decision.kind != "turn":
        return f"asks {seen.players[seen.decision.seat]} {seen.decision.kind}"
    return f"turn {seen.players[seen.active]}" if seen.actions else "no action left"


def _actions(words: list[str], players: tuple[str, ...], look: Look) -> Check | None:
    left = number(words)
    return None if left is None else lambda state: compare(f"actions {left}", f"actions {look(state, None).actions}")


def _bag(words: list[str], players: tuple[str, ...], look: Look) -> Check | None:
    left = number(words)
    return None if left is None else lambda state: compare(f"bag {left}", f"bag {look(state, None).bag}")


def _off(words: list[str], players: tuple[str, ...], look: Look) -> Check | None:
    seat = sheet.seat_of(words[0], players) if len(words) == 2 else None
    leader = first(meanings(words[1]), LEADERS) if len(words) == 2 else None
    if seat is None or leader is None:
        return None
    said = {True: f"{leader} {players[seat]} off", False: f"{leader} {players[seat]} on the board"}
    return lambda state: compare(said[True], said[leader in look(state, None).seats[seat].leaders_off])


def _scores(words: list[str], players: tuple[str, ...], look: Look) -> Check | None:
    seat = sheet.seat_of(words[0], players) if len(words) > 1 else None
    pairs = [re.fullmatch("([^=]+)=([0-9]{1,4})", word) for word in words[1:]]
    named = {scored(pair[1]): int(pair[2]) for pair in pairs if pair}
    if seat is None or None in named or len(named) != len(pairs):
        return None

    def check(state: Any) -> tuple[str, str] | None:
        points = look(state, seat).seats[seat].points or {}
        return compare(_listed(named), _listed({name: points[name or ""] for name in named}))

    return check


def _listed(points: Mapping[str | None, int]) -> str:
    return " ".join(f"{name}={number}" for name, number in points.items())


def _holds(words: list[str], players: tuple[str, ...], look: Look) -> Check | None:
    seat = sheet.seat_of(words[0], players) if len(words) > 1 else None
    if seat is None:
        return None
    size = number(words[1:])
    if size is not None:
        return lambda state: compare(f"hand {size}", f"hand {look(state, None).seats[seat].hand_size}")
    try:
        tiles = sheet.tiles_of(sheet.Entry(0, "", " ".join(words[1:])), (*TILES, "catastrophe"))
    except Invalid:
        return None
    kinds = (*TILES, "catastrophe") if "catastrophe" in tiles else TILES

    def check(state: Any) -> tuple[str, str] | None:
        own = look(state, seat).seats[seat]
        held = dict(own.hand or {}) | {"catastrophe": own.catastrophes}
        found = [tile for tile in kinds for _ in range(held[tile])]
        return compare(_counted(tiles), _counted(found))

    return check


def _counted(tiles: Sequence[str]) -> str:
    kinds = (*TILES, "catastrophe")
    return " ".join(f"{tile}*{tiles.count(tile)}" for tile in kinds if tile in tiles) or "nothing"


def _over(words: list[str], players: tuple[str, ...], look: Look) -> Check | None:
    return _ended(words, look, over=True)


def _running(words: list[str], players: tuple[str, ...], look: Look) -> Check | None:
    return _ended(words, look, over=False)


def _ended(words: list[str], look: Look, *, over: bool) -> Check | None:
    said = {True: "over", False: "running"}
    return None if words else lambda state: compare(said[over], said[look(state, None).over])


def _placed(words: list[str], players: tuple[str, ...], look: Look) -> Check | None:
    pairs = [word.partition("=") for word in words]
    named = {sheet.seat_of(who, players): place for who, _, place in pairs}
    if not pairs or None in named or len(named) != len(pairs) or not all(re.fullmatch("[1-9]", place)
                                                                        for place in named.values()):
        return None

    def check(state: Any) -> tuple[str, str] | None:
        places = look(state, None).places
        expected = " ".join(f"{players[seat or 0]}={place}" for seat, place in named.items())
        found = " ".join(f"{players[seat or 0]}={places[seat or 0]}" for seat in named) if places else "no places yet"
        return compare(expected, found)

    return check


SHARED: Final[Mapping[str, Question]] = {
    "turn": _turn, "asks": _asks, "actions": _actions, "bag": _bag, "off": _off, "points": _scores, "hand": _holds,
    "over": _over, "running": _running, "places": _placed,
}
