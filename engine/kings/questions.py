"""What a `?` line of a scenario can ask about the display; see `engine.questions`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.kings.places import PLACE
from engine.kings.positions import card_of
from engine.lexicon.vocabulary import dynasty, meanings
from engine.opening import first
from engine.pieces import LEADERS
from engine.questions import Check, Look, Question, compare
from engine.view import View


def _at(words: list[str], players: tuple[str, ...], look: Look) -> Check | None:
    where, *what = words or [""]
    place = where.upper()
    if place not in PLACE or len(what) != 1:
        return None
    word = what[0].lower()
    expected = word if word in ("empty", "facedown") else card_of(word)
    if expected is None or "+" in expected:
        return None
    return lambda state: compare(f"{place} {expected}", f"{place} {_lies(look(state, None), place)}")


def _lies(seen: View, place: str) -> str:
    assert seen.display is not None
    card = seen.display.card(place)
    if card is None:
        return "empty"
    return {"card": card.piece, "ship": f"ship/{card.ship}"}.get(card.kind, card.kind)


def _on(words: list[str], players: tuple[str, ...], look: Look) -> Check | None:
    if len(words) != 3 or words[0].upper() not in PLACE:
        return None
    place, leader, who = words[0].upper(), first(meanings(words[1]), LEADERS), dynasty(words[2])
    if leader is None or who not in players:
        return None
    return lambda state: compare(f"on {place} {leader} {who}", f"on {place} {_stands(look(state, None), place)}")


def _stands(seen: View, place: str) -> str:
    assert seen.display is not None
    card = seen.display.card(place)
    return f"{card.leader} {card.dynasty}" if card is not None and card.leader else "nobody"


def _built(words: list[str], players: tuple[str, ...], look: Look) -> Check | None:
    card = card_of(words[0]) if len(words) == 1 else None
    if card is None or not card.startswith("ship/"):
        return None
    said = {True: f"{card} built", False: f"{card} not built"}
    return lambda state: compare(said[True], said[_is_built(look(state, None), card.removeprefix("ship/"))])


def _is_built(seen: View, ship: str) -> bool:
    assert seen.display is not None
    return ship not in seen.display.unbuilt


QUESTIONS: Final[Mapping[str, Question]] = {"at": _at, "on": _on, "built": _built}
