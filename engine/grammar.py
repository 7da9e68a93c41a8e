"""Which orders each game has, and what stands after their first word.

A shape is a row of slots. A slot takes folded words from the front of what is left and gives the canonical
arguments, or None. A game or an option adds its orders here and its words in `engine.lexicon`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import Final, NamedTuple

from engine.lexicon.vocabulary import COLOURS, TILES, meanings
from engine.order import Order

Shape = tuple[str, ...]
Taken = tuple[tuple[str, ...], Sequence[str]] | None  # canonical arguments, the words left

TILE_NAMES: Final = tuple(COLOURS)
LEADER_NAMES: Final = ("king", "priest", "farmer", "trader")
COLOUR_NAMES: Final = tuple(TILES)
MOST = 12  # tiles one order can name
CELL_LIKE: Final = re.compile(r"[a-z]-?\d{1,3}|\d{1,3}-?[a-z]")
QUANTITY: Final = re.compile(r"(\d{1,2})[*x]?|[*x](\d{1,2})")


class Grammar(NamedTuple):
    """The orders of one game: word -> shapes. `examples` show each word rightly written."""

    shapes: Mapping[str, tuple[Shape, ...]]
    examples: Mapping[str, str]
    place: re.Pattern[str]  # a cell, or a place in a column
    target: re.Pattern[str] | None = None  # what else in a mail looks like a place that an order names


_COMMON: Final[dict[str, tuple[Shape, ...]]] = {
    "pass": ((),), "undo": ((),), "resign": ((),), "help": ((),),
    "fight": (("leader",),), "commit": (("number",),),
}
TIGRIS: Final = Grammar(
    {
        **{tile: (("place",),) for tile in (*TILE_NAMES, "catastrophe")},
        **{leader: (("place",), ("off",)) for leader in LEADER_NAMES},
        **_COMMON, "swap": (("tiles",),),
        "build": (("pair", "place"), ("pair",), ("none",), ("wonder", "place"), ("wonder",)),
        "leave": (("place",),), "raise": (("place",), ("none",)), "point": (("colour",),),
    },
    {"swap": "swap temple farm", "fight": "fight king", "commit": "commit 2", "build": "build black-red D5",
     "point": "point green"},
    re.compile(r"[a-p](?:[1-9]|1[01])"),
)
KINGS: Final = Grammar(
    {
        **{tile: (("column",), ("link",)) for tile in TILE_NAMES},
        **{name: (("place",), ("link",)) for name in (*LEADER_NAMES, "catastrophe")},
        **_COMMON,
        "score": (("yes",), ("no",)), "take": (("columns",), ("none",)), "ship": (("colour",), ("none",)),
        "sail": (("leaders",), ("none",)), "points": (("ask",), ("always",)),
    },
    {**{tile: f"{tile} B" for tile in TILE_NAMES}, **{name: f"{name} B3" for name in (*LEADER_NAMES, "catastrophe")},
     "fight": "fight king", "commit": "commit 2", "score": "score yes",
     "take": "take B C", "ship": "ship green", "sail": "sail king farmer", "points": "points ask"},
    re.compile(r"[a-h][1-9]"),
    re.compile(r"[b-z]|[a-z]-[a-z]"),
)
GRAMMARS: Final[dict[str, Grammar]] = {"tigris": TIGRIS, "kings": KINGS}


def example(grammar: Grammar, word: str) -> str:
    """The word rightly written, to be shown to somebody who wrote it wrongly."""
    plain = word if () in grammar.shapes[word] else f"{word} D5"
    return grammar.examples.get(word, plain)


@lru_cache
def canonical(game: str) -> Mapping[str, Order]:
    """Most canonical orders of a game by their text, so that records are read fast."""
    grammar = GRAMMARS[game]
    cells = [f"{letter}{row}" for letter in "ABCDEFGHIJKLMNOP" for row in range(1, 12)
             if grammar.place.fullmatch(f"{letter.lower()}{row}")]
    pairs = [f"{first}-{second}" for first, second in combinations(COLOUR_NAMES, 2)]
    fillings = {"place": cells, "pair": pairs, "leader": LEADER_NAMES, "colour": COLOUR_NAMES,
                "number": [str(number) for number in range(10)], "off": ["off"], "none": ["none"]}
    orders = (
        Order(word, arguments)
        for word, shapes in grammar.shapes.items()
        for shape in shapes if all(slot in fillings for slot in shape)
        for arguments in product(*(fillings[slot] for slot in shape))
    )
    return {str(order): order for order in orders}


def fits(grammar: Grammar, shape: Shape, words: Sequence[str]) -> tuple[str, ...] | None:
    """The canonical arguments if the words fill the slots of the shape exactly."""
    arguments: tuple[str, ...] = ()
    for slot in shape:
        taken = _take(grammar, slot, words)
        if taken is None:
            return None
        arguments, words = arguments + taken[0], taken[1]
    return None if words else arguments


def _one(names: Sequence[str]) -> Callable[[str], str | None]:
    return lambda word: next((name for name in meanings(word) if name in names), None)


_leader, _colour, _tile = _one(LEADER_NAMES), _one(COLOUR_NAMES), _one((*TILE_NAMES, "catastrophe"))


def _link(word: str) -> str | None:
    pair = re.fullmatch(r"([a-h])-?([a-h])", word)
    if pair is None or abs(ord(pair[1]) - ord(pair[2])) != 1:
        return None
    return "-".join(sorted(pair.groups())).upper()


def _take(grammar: Grammar, slot: str, words: Sequence[str]) -> Taken:
    if not words:
        return None
    if slot == "pair":
        return _take_pair(words)
    if slot == "tiles":
        return _take_tiles(words)
    if slot in ("columns", "leaders"):
        one = _SINGLE[slot[:-1]]
        found = [one(word) for word in words]
        return (tuple(name for name in found if name), ()) if all(found) else None
    if slot == "place":
        return ((words[0].upper(),), words[1:]) if grammar.place.fullmatch(words[0]) else None
    name = _SINGLE[slot](words[0]) if slot in _SINGLE else slot if slot in meanings(words[0]) else None
    return None if name is None else ((name,), words[1:])


def _number(word: str) -> str | None:
    if "none" in meanings(word):
        return "0"
    return str(int(word)) if re.fullmatch(r"[0-9]{1,2}", word) else None


_SINGLE: Final[dict[str, Callable[[str], str | None]]] = {
    "leader": _leader, "colour": _colour, "number": _number, "link": _link,
    "column": lambda word: word.upper() if re.fullmatch(r"[a-h]", word) else None,
}


def _take_pair(words: Sequence[str]) -> Taken:
    for used in (1, 2):
        colours = [_colour(part) for part in re.split(r"[-/+]", "-".join(words[:used]))]
        if len(colours) == 2 and colours[0] != colours[1] and None not in colours:
            return ("-".join(sorted(filter(None, colours), key=COLOUR_NAMES.index)),), words[used:]
    return None


def _take_tiles(words: Sequence[str]) -> Taken:
    """`temple farm`, and also `temple*2`, `2 temples`."""
    tiles: list[str] = []
    number = 1
    for word in words:
        name, star, times = word.partition("*")
        tile = _tile(name)
        if tile is not None and (not star or times.isdecimal()):
            number = int(times) if star else number
            tiles += [tile] * min(number, MOST + 1)
            number = 1
        elif number == 1 and re.fullmatch(r"[1-9]", word):
            number = int(word)
        else:
            return None
        if len(tiles) > MOST:
            return None
    return (tuple(tiles), ()) if tiles and number == 1 else None
