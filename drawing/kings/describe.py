"""What the drawing of the display says in words: of a place, and of the whole table for those who hear it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from drawing.lines import dynasty_of, tame
from drawing.palette import TILES
from drawing.words import WORDS
from engine.display import Card, Display, Realm
from engine.lexicon import word
from engine.view import View


def place_words(view: View, place: str, language: str) -> str:
    """`B3`, `B3: temple (king lion)`, `B1: treasure`, `B4: ship blue-green`, `B-C: card face down`."""
    assert view.display is not None
    card = view.display.card(place)
    return f"{place}: {card_words(card, language)}" if card else place


def card_words(card: Card, language: str) -> str:
    lies = word(card.piece, language) if card.kind == "card" else WORDS[language][card.kind]
    if card.ship:
        lies += f" {pair(card.ship, language)}"
    if card.kind == "facedown" and card.piece:
        lies += f" ({word(card.piece, language)})"
    if card.leader:
        lies += f" ({word(card.leader, language)} {word(card.dynasty, language)})"
    return lies


def pair(ship: str, language: str) -> str:
    """The two colours of a ship."""
    return f"{word('blue', language)}-{word(ship, language)}"


def unbuilt(display: Display, language: str) -> list[str]:
    """The ships that are still to be had."""
    return [f"{WORDS[language]['ship']} {pair(colour, language)}" for colour in display.unbuilt]


def span(realm: Realm) -> str:
    """`B`, or `B-D` for three columns."""
    return "-".join(dict.fromkeys((realm.columns[0], realm.columns[-1])))


def lone_treasures(display: Display) -> list[Realm]:
    """Kingdoms of which nothing is to be told but their treasure."""
    return [realm for realm in display.realms if len(realm.places) == 1 and realm.treasures and not realm.leaders]


def realm_facts(
    view: View, realm: Realm, language: str, names: Sequence[str] = ()
) -> tuple[list[str], list[str], list[str]]:
    """Its leaders, its cards by kind with the ships, and its treasures, each in words."""
    assert view.display is not None
    leaders = [
        f"{place} {word(leader, language)} {dynasty_of(view, dynasty, language, names)}"
        for leader, dynasty, place in realm.leaders
    ]
    lying = [card for place in realm.places if (card := view.display.card(place)) is not None]
    count = Counter(card.piece for card in lying if card.kind == "card")
    cards = [f"{word(tile, language)} {count[tile]}" for tile in TILES if count[tile]]
    cards += [f"{WORDS[language]['facedown']} {card.place}" for card in lying if card.kind == "facedown"]
    cards += [f"{WORDS[language]['ship']} {pair(card.ship, language)} {card.place}" for card in lying if card.kind == "ship"]
    return leaders, cards, list(realm.treasures)


def summary(view: View, language: str, names: Sequence[str] = ()) -> list[str]:
    """The table in sentences: each kingdom, what lies in its columns from the top down, then what is left."""
    assert view.display is not None
    words = WORDS[language]
    known = tuple(tame(name) for name in names)
    lines = [words["table of"]]
    lone = lone_treasures(view.display)
    for realm in view.display.realms:
        if realm in lone:
            continue
        leaders, _cards, _treasures = realm_facts(view, realm, language, known)
        lines.append(f"{words['kingdom']} {span(realm)}: {', '.join(leaders) or words['no leader']}.")
        for column in realm.columns:
            lies = [card for place in realm.places if place[0] == column and "-" not in place
                    and (card := view.display.card(place)) is not None]
            lines.append(f"{column}: {', '.join(card_words(card, language) for card in lies)}.")
        lines += [
            f"{place_words(view, place, language)}." for place in realm.places if "-" in place
        ]
    if lone:
        lines.append(f"{words['lone treasure']}: {', '.join(span(realm) for realm in lone)}.")
    if view.display.unbuilt:
        lines.append(f"{words['unbuilt']}: {', '.join(unbuilt(view.display, language))}.")
    return lines
