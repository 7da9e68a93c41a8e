"""The lines of a record or scenario: header lines `key: value`, an empty line, body lines.

Shared by `engine.record` and `engine.scenario`. What is wrong is an Invalid that names the line.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from engine import GAMES, Game
from engine.errors import Invalid, RulesError
from engine.lexicon.vocabulary import dynasty, meanings

MOST_TILES: Final = 2000


class Line(NamedTuple):
    number: int  # in the text, from 1
    text: str  # without comment and blanks at the ends


class Entry(NamedTuple):
    """A header line `key: value`."""

    number: int
    key: str
    value: str


class Sheet(NamedTuple):
    header: tuple[Entry, ...]
    body: tuple[Line, ...]

    def one(self, key: str) -> Entry | None:
        """The only header line with this key."""
        found = [entry for entry in self.header if entry.key == key]
        if len(found) > 1:
            raise Invalid("record_doubled", line=found[1].number, header=key)
        return found[0] if found else None

    def needed(self, key: str) -> Entry:
        entry = self.one(key)
        if entry is None or not entry.value:
            raise Invalid("record_missing", header=key)
        return entry

    def each(self, key: str) -> tuple[Entry, ...]:
        return tuple(entry for entry in self.header if entry.key == key)


def read(text: str, keys: Collection[str]) -> Sheet:
    """The lines of a text. A line of comment is not the empty line that ends the header."""
    header: list[Entry] = []
    body: list[Line] = []
    ended = False
    for number, raw in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        line = raw.partition("#")[0].strip()
        if not line:
            ended = ended or (bool(header) and not raw.strip())
        elif ended:
            body.append(Line(number, line))
        else:
            key, colon, value = line.partition(":")
            key = key.strip().lower()
            if not colon or key not in keys:
                raise Invalid("record_header", line=number, text=line)
            header.append(Entry(number, key, value.strip()))
    return Sheet(tuple(header), tuple(body))


def game_of(sheet: Sheet) -> Game:
    """The game that the header names."""
    entry = sheet.needed("game")
    name = entry.value.lower()
    if name not in GAMES:
        raise Invalid("record_no_such_game", line=entry.number, text=entry.value)
    return GAMES[name]


def players_of(sheet: Sheet, game: Game) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Dynasties and names in the order of play; a player without a name has ""."""
    entry = sheet.needed("players")
    players: list[str] = []
    names: list[str] = []
    for word in entry.value.split():
        who, equals, name = word.partition("=")
        named = dynasty(who)
        if named not in game.dynasties or named is None or named in players or (equals and not name) or "=" in name:
            raise Invalid("record_player", line=entry.number, text=word)
        players.append(named)
        names.append(name)
    if len(players) not in game.seats:
        raise Invalid("record_players", line=entry.number, count=len(players))
    return tuple(players), tuple(names)


def options_of(sheet: Sheet, game: Game) -> dict[str, str]:
    """The options that the header names, as they stand there."""
    options: dict[str, str] = {}
    for entry in sheet.each("option"):
        *name, value = entry.value.lower().split() or [""]
        option = _option(name, game)
        if option in options:
            raise Invalid("record_doubled", line=entry.number, header=f"option {option}")
        if value not in game.options.get(option.partition(" ")[0], ()):
            raise Invalid("record_option", line=entry.number, text=entry.value)
        options[option] = value
    return options


def _option(name: Sequence[str], game: Game) -> str:
    """The name of an option as stored; one of a seat with its dynasty: `points lion`."""
    if len(name) == 2 and name[0] in game.seat_options and (who := dynasty(name[1])):
        return f"{name[0]} {who}"
    return name[0] if len(name) == 1 else ""


def tiles_of(entry: Entry, words: Collection[str]) -> tuple[str, ...]:
    """A list of tiles with runs: `temple farm*2`."""
    tiles: list[str] = []
    for word in entry.value.split():
        run = re.fullmatch(r"([^*]+)(?:\*([0-9]{1,4}))?", word)
        tile = next((name for name in meanings(run[1]) if name in words), None) if run else None
        if run is None or tile is None:
            raise Invalid("record_tile", line=entry.number, text=word)
        tiles += [tile] * int(run[2] or 1)
        if len(tiles) > MOST_TILES:
            raise Invalid("record_tile", line=entry.number, text=word)
    return tuple(tiles)


def seat_of(word: str, players: tuple[str, ...]) -> int | None:
    """The seat of a dynasty, in any language."""
    named = dynasty(word.strip())
    return players.index(named) if named in players else None


def defaults(game: Game, options: Mapping[str, str]) -> dict[str, str]:
    """All options of a game, those that are not named at their first value."""
    return {name: options.get(name, values[0]) for name, values in game.options.items()} | dict(options)


def wrong(line: int, reason: RulesError) -> Invalid:
    """A fault in a line of the body."""
    return Invalid("record_order", line=line, reason=reason)
