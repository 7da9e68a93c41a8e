"""Rules 2: the set-up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.errors import Invalid
from engine.kings.arrange import blank
from engine.kings.pieces import ASIDE, HAND, SET
from engine.kings.state import State
from engine.pieces import DYNASTIES, TILE, TILES
from engine.supply import draw

OPTIONS: Mapping[str, tuple[str, ...]] = {"scores": ("hidden", "open"), "points": ("always", "ask")}
SEAT_OPTIONS = ("points",)  # also for one seat: `points lion ask`
SEATS = (2, 3, 4)
DISASTERS = 1


def deck(players: Sequence[str], options: Mapping[str, str]) -> tuple[str, ...]:
    """All cards but the treasures; with two players the last 30 of the shuffled ones are taken out."""
    check(players, options)
    return tuple(tile for tile, number in zip(TILES, SET, strict=True) for _ in range(number))


def parted(count: int, cards: Sequence[str]) -> tuple[bytes, bytes]:
    """The deck, and what is taken out of it: with two players 30 cards of a whole one (rules 2.2)."""
    if not TILE.keys() >= set(cards):
        raise Invalid("no_such_tile", words=TILES)
    coded = bytes(TILE[word] for word in cards)
    end = len(coded) - (ASIDE if count == 2 and len(coded) == sum(SET) else 0)
    return coded[:end], coded[end:]


def setup(players: Sequence[str], options: Mapping[str, str], cards: Sequence[str]) -> State:
    """The first position: hands dealt from the front of the deck, seat by seat."""
    check(players, options)
    draft = blank(players, options)
    draft.bag, draft.aside = parted(len(players), cards)
    draft.disasters = (DISASTERS,) * len(players)
    for seat in range(len(players)):
        draw(draft, seat, HAND)
    return draft.seal()


def check(players: Sequence[str], options: Mapping[str, str]) -> None:
    """Refuse players or options that the game does not know."""
    if len(players) not in SEATS or len(set(players)) != len(players) or not set(players) <= set(DYNASTIES):
        raise Invalid("no_such_players", dynasties=DYNASTIES)
    for option, value in options.items():
        name, _, dynasty = option.partition(" ")
        if name not in OPTIONS or (dynasty and (name not in SEAT_OPTIONS or dynasty not in players)):
            raise Invalid("no_such_option", option=option, words=tuple(OPTIONS))
        if value not in OPTIONS[name]:
            raise Invalid("no_such_value", option=option, value=value, words=OPTIONS[name])
