"""What a `?` line of a scenario can ask about the board; see `engine.questions`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.lexicon.vocabulary import dynasty, meanings
from engine.opening import first
from engine.questions import Check, Look, Question, compare
from engine.tigris.geometry import CELL
from engine.tigris.pieces import BUILDINGS, COLOURS, LEADERS, TILES
from engine.tigris.positions import pair_of
from engine.view import View


def _at(words: list[str], players: tuple[str, ...], look: Look) -> Check | None:
    where, *what = [word.lower() for word in words] or [""]
    cell = where.upper()
    if cell not in CELL:
        return None
    expected = _lies(what, players)
    return None if expected is None else lambda state: compare(f"{cell} {expected}", f"{cell} {_found(look(state, None), cell)}")


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


def _found(seen: View, cell: str) -> str:
    lies = seen.board.cells.get(cell)
    if lies is None:
        return "empty"
    if lies.kind == "leader":
        return f"{lies.piece} {lies.dynasty}"
    return {"tile": lies.piece, "turned": "monument"}.get(lies.kind, lies.kind)


def _has_treasure(seen: View, cell: str) -> bool:
    return cell in seen.board.cells and seen.board.cells[cell].treasure


def _treasure(words: list[str], players: tuple[str, ...], look: Look, *, there: bool = True) -> Check | None:
    cell = words[0].upper() if len(words) == 1 else ""
    if cell not in CELL:
        return None
    said = {True: f"treasure {cell}", False: f"no treasure {cell}"}
    return lambda state: compare(said[there], said[_has_treasure(look(state, None), cell)])


def _no(words: list[str], players: tuple[str, ...], look: Look) -> Check | None:
    return _treasure(words[1:], players, look, there=False) if words and words[0].lower() == "treasure" else None


def _built(words: list[str], players: tuple[str, ...], look: Look) -> Check | None:
    if len(words) == 1 and words[0].lower() == "wonder":
        told = {True: "wonder built", False: "wonder not built"}
        return lambda state: compare(told[True], told[bool(look(state, None).board.wonder)])
    pair = pair_of(words[0]) if len(words) == 1 else None
    if pair is None:
        return None
    said = {True: f"{pair} built", False: f"{pair} not built"}
    return lambda state: compare(said[True], said[any(pair == built.pair for built in look(state, None).board.monuments)])


def _building(words: list[str], players: tuple[str, ...], look: Look) -> Check | None:
    colour = first(meanings(words[0]), COLOURS) if len(words) == 2 else None
    cell = words[-1].upper() if words else ""
    if colour is None or cell not in CELL:
        return None
    name = BUILDINGS[COLOURS.index(colour)]

    def check(state: Any) -> tuple[str, str] | None:
        stands = (look(state, None).board.buildings or {}).get(name) or "in the supply"
        return compare(f"{colour} building {cell}", f"{colour} building {stands}")

    return check


QUESTIONS: Final[Mapping[str, Question]] = {
    "at": _at, "treasure": _treasure, "no": _no, "built": _built, "building": _building,
}
