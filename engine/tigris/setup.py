"""Rules 2: the set-up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.errors import Invalid
from engine.supply import draw
from engine.tigris.arrange import blank
from engine.tigris.boards import BOARDS
from engine.tigris.pieces import DYNASTIES, HAND, RED, SET, TILE, TILES
from engine.tigris.state import State

OPTIONS: Mapping[str, tuple[str, ...]] = {
    "board": ("standard", "advanced"),
    "scores": ("hidden", "open"),
    "support": ("standard", "english"),
    "wonder": ("off", "on"),
    "buildings": ("off", "on"),
}
SEATS = (2, 3, 4)
DISASTERS = 2


def deck(players: Sequence[str], options: Mapping[str, str]) -> tuple[str, ...]:
    """The tiles that go into the bag: all 153 but the start temples."""
    check(players, options)
    starts = BOARDS[options.get("board", "standard")].temples.bit_count()
    return tuple(
        tile for colour, tile in enumerate(TILES) for _ in range(SET[colour] - (starts if colour == RED else 0))
    )


def setup(players: Sequence[str], options: Mapping[str, str], bag: Sequence[str]) -> State:
    """The first position: hands dealt from the front of the bag, seat by seat."""
    check(players, options)
    draft = blank(players, options)
    if not TILE.keys() >= set(bag):
        raise Invalid("no_such_tile", words=TILES)
    draft.bag = bytes(TILE[word] for word in bag)
    temples = draft.terrain.temples
    draft.tiles = (0, temples, 0, 0)
    draft.treasures = draft.filled = temples
    draft.disasters = (DISASTERS,) * len(players)
    for seat in range(len(players)):
        draw(draft, seat, HAND)
    return draft.seal()


def check(players: Sequence[str], options: Mapping[str, str]) -> None:
    """Refuse players or options that the game does not know."""
    if len(players) not in SEATS or len(set(players)) != len(players) or not set(players) <= set(DYNASTIES):
        raise Invalid("no_such_players", dynasties=DYNASTIES)
    for name, value in options.items():
        if name not in OPTIONS:
            raise Invalid("no_such_option", option=name, words=tuple(OPTIONS))
        if value not in OPTIONS[name]:
            raise Invalid("no_such_value", option=name, value=value, words=OPTIONS[name])
