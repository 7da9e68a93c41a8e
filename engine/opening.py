"""Header lines of scenarios that every game has: `setup`, `hand`, `points`, `draw`, `turn`, `actions`.

What they do not say is as docs/rules/notation.md states. What is wrong in them is Invalid, with the line.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from engine import sheet
from engine.errors import Invalid
from engine.lexicon.vocabulary import meanings
from engine.pieces import COLOURS, TILES

KEYS: Final = ("setup", "hand", "points", "turn", "actions")


class Opening(NamedTuple):
    """What a game's `arrange` needs beside what lies on the table; lists are by seat."""

    hands: tuple[Mapping[str, int], ...]  # tile -> number
    disasters: tuple[int, ...]  # catastrophes
    points: tuple[Mapping[str, int], ...]  # colour or "treasure" -> number
    bag: tuple[str, ...]  # what is left after the deal
    active: int
    actions: int


def is_empty(page: sheet.Sheet) -> bool:
    """`setup: empty`."""
    entry = page.one("setup")
    if entry and entry.value.lower() != "empty":
        raise bad(entry)
    return entry is not None


def drawn(page: sheet.Sheet, deck: Sequence[str]) -> tuple[str, ...]:
    """The bag before anybody is dealt a hand; plenty of everything where hands are given and no draw."""
    entry = page.one("draw")
    if entry is not None:
        return sheet.tiles_of(entry, TILES)
    tiles = list(deck) * (2 if is_empty(page) or page.each("hand") else 1)
    random.Random(0).shuffle(tiles)  # the same every time
    return tuple(tiles)


def opening(
    page: sheet.Sheet, players: tuple[str, ...], bag: tuple[str, ...], *, size: int, disasters: int
) -> Opening:
    """Hands dealt from the front of the bag to players without a `hand` line, and the rest. `disasters`: at the start."""
    empty = is_empty(page)
    hands, points = _by_seat(page, "hand", players), _by_seat(page, "points", players)
    held: list[Mapping[str, int]] = []
    for seat in range(len(players)):
        if seat in hands:
            given = _hand(hands[seat])
        elif empty:
            given = ()
        else:
            given, bag = bag[:size], bag[size:]
        held.append({tile: given.count(tile) for tile in TILES})
    turn, actions = page.one("turn"), page.one("actions")
    active = sheet.seat_of(turn.value, players) if turn else 0
    if turn and active is None:
        raise bad(turn)
    if actions and actions.value not in ("1", "2"):
        raise bad(actions)
    return Opening(
        hands=tuple(held),
        disasters=tuple(_disasters(hands.get(seat), 0 if empty else disasters) for seat in range(len(players))),
        points=tuple(_points(points.get(seat)) for seat in range(len(players))),
        bag=bag, active=active or 0, actions=int(actions.value) if actions else 2,
    )


def _by_seat(page: sheet.Sheet, key: str, players: tuple[str, ...]) -> dict[int, sheet.Entry]:
    """Lines `hand: lion …`, `points: lion …` by seat, without the dynasty."""
    found: dict[int, sheet.Entry] = {}
    for entry in page.each(key):
        who, *rest = entry.value.split() or [""]
        seat = sheet.seat_of(who, players)
        if seat is None:
            raise bad(entry)
        if seat in found:
            raise Invalid("record_doubled", line=entry.number, header=f"{key}: {who}")
        found[seat] = entry._replace(value=" ".join(rest))
    return found


def _hand(entry: sheet.Entry) -> tuple[str, ...]:
    return sheet.tiles_of(entry, (*TILES, "catastrophe"))


def _disasters(entry: sheet.Entry | None, otherwise: int) -> int:
    return (_hand(entry).count("catastrophe") if entry else 0) or otherwise


def _points(entry: sheet.Entry | None) -> dict[str, int]:
    points: dict[str, int] = {}
    for word in entry.value.split() if entry else ():
        colour, _, number = word.partition("=")
        name = scored(colour)
        if name is None or name in points or not re.fullmatch("[0-9]{1,4}", number):
            assert entry is not None
            raise bad(entry)
        points[name] = int(number)
    return points


def scored(word: str) -> str | None:
    """The colour, or "treasure", that a word names."""
    return "treasure" if word.lower() in ("treasure", "treasures") else first(meanings(word), COLOURS)


def first(names: Sequence[str], wanted: Sequence[str]) -> str | None:
    """The first of the names that is wanted."""
    return next((name for name in names if name in wanted), None)


def bad(entry: sheet.Entry) -> Invalid:
    return Invalid("record_header", line=entry.number, text=f"{entry.key}: {entry.value}")
