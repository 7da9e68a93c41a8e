"""Positions of the card game from the header lines of a scenario."""

from __future__ import annotations

from collections.abc import Mapping

from engine import sheet
from engine.errors import Invalid
from engine.kings.arrange import arrange
from engine.kings.pieces import HAND, SHIP_WORDS
from engine.kings.places import COLUMN, LINK
from engine.kings.setup import DISASTERS, check, deck, parted
from engine.kings.state import State
from engine.lexicon.vocabulary import dynasty, meanings
from engine.opening import bad, drawn, first, is_empty, opening
from engine.pieces import LEADERS, TILES


def position(page: sheet.Sheet, players: tuple[str, ...], options: Mapping[str, str]) -> State:
    """The position that the header lines describe."""
    check(players, options)
    columns = {name: _cards(entry, words) for name, (entry, words) in _named(page, "column", COLUMN).items()}
    heads = {name: _only(entry, words) for name, (entry, words) in _named(page, "head", COLUMN).items()}
    links = {name: _only(entry, words) for name, (entry, words) in _named(page, "link", LINK).items()}
    cards = drawn(page, deck(players, options))
    bag, aside = parted(len(players), cards)
    start = opening(page, players, cards[:len(bag)], size=HAND, disasters=DISASTERS)
    if is_empty(page) and all(entry.value.lower().split()[:-1] != ["points"] for entry in page.each("option")):
        options = {**options, "points": "ask"}
    try:
        return arrange(
            players, options, columns=columns, heads=heads, links=links, aside=aside, **start._asdict(),
        )
    except ValueError as error:
        raise Invalid("record_position", text=str(error)) from error


def _named(page: sheet.Sheet, key: str, names: Mapping[str, int]) -> dict[str, tuple[sheet.Entry, list[str]]]:
    """Lines `column: B …`, `link: B-C …` by name, with the words after it."""
    found: dict[str, tuple[sheet.Entry, list[str]]] = {}
    for entry in page.each(key):
        name, *words = entry.value.split() or [""]
        if name.upper() not in names:
            raise bad(entry)
        if name.upper() in found:
            raise Invalid("record_doubled", line=entry.number, header=f"{key}: {name.upper()}")
        found[name.upper()] = entry, words
    return found


def _cards(entry: sheet.Entry, words: list[str]) -> list[str]:
    found = [card_of(word) for word in words]
    if not found or None in found:
        raise bad(entry)
    return [card for card in found if card]


def _only(entry: sheet.Entry, words: list[str]) -> str:
    if len(words) != 1:
        raise bad(entry)
    return _cards(entry, words)[0]


def card_of(text: str) -> str | None:
    """A card as `arrange` takes it, from words of any language: `Tempel+Priester/Löwe`, `ship/green`."""
    word, plus, on = text.partition("+")
    kind, slash, colour = word.partition("/")
    if slash:
        ship = first(meanings(colour), SHIP_WORDS)
        return None if plus or ship is None or "ship" not in meanings(kind) else f"ship/{ship}"
    card = "treasure" if word.lower() == "treasure" else first(meanings(word), TILES)
    if not plus or card is None:
        return card
    leader, _, who = on.partition("/")
    name, owner = first(meanings(leader), LEADERS), dynasty(who)
    return f"{card}+{name}/{owner}" if name and owner else None
