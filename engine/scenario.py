"""Scenarios: records that may set up a position and say what must hold. They test the rules in text.

The runner is the same for every game; a game's own header and question lines are in the `Bench` of its
package (engine.tigris.scenario), registered in `BENCHES`. docs/rules/notation.md says what a file can hold.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol

from engine import GAMES, sheet
from engine.errors import Invalid, RulesError
from engine.kings import scenario as kings
from engine.orders import parse_lines
from engine.tigris import scenario as tigris

HEADER: Final = ("game", "players", "option", "draw", "title")


class Unreadable(Exception):
    """The file is no scenario: why, in words."""


class Failed(NamedTuple):
    """The first fault of a scenario."""

    line: int
    expected: str
    found: str


class Bench(Protocol):
    """What a game adds: positions from header lines, and questions about them."""

    keys: tuple[str, ...]

    def position(self, page: sheet.Sheet, players: tuple[str, ...], options: Mapping[str, str]) -> Any:
        """The position that the header describes. Raises Invalid for one that the rules cannot produce."""

    def question(self, words: list[str], players: tuple[str, ...]) -> Callable[[Any], tuple[str, str] | None] | None:
        """The check of a `?` line: None if it holds, else expected and found. None: not understood."""


BENCHES: Final[dict[str, Bench]] = {"tigris": tigris.BENCH, "kings": kings.BENCH}


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario ready to run. `steps` take a position and give the next one, or the fault."""

    title: str
    start: Any
    steps: tuple[Callable[[Any], Any], ...]

    def run(self) -> Failed | None:
        """The first fault, or None."""
        state = self.start
        for step in self.steps:
            state = step(state)
            if isinstance(state, Failed):
                return state
        return None


def parse(text: str) -> Scenario:
    """The scenario in a text. Raises Unreadable."""
    try:
        return _parse(text)
    except RulesError as error:
        raise Unreadable(str(error)) from error


def title_of(text: str) -> str:
    """The title line, "" if there is none that can be read."""
    for line in text.split("\n"):
        key, colon, value = line.partition("#")[0].partition(":")
        if colon and key.strip().lower() == "title":
            return value.strip()
    return ""


def _parse(text: str) -> Scenario:
    game = sheet.game_of(sheet.read(text, _Any()))
    bench = BENCHES[game.name]
    page = sheet.read(text, (*HEADER, *bench.keys))
    title = page.one("title")
    players, _ = sheet.players_of(page, game)
    options = sheet.defaults(game, sheet.options_of(page, game))
    start = bench.position(page, players, options)
    steps = tuple(_step(line, game.name, players, bench) for line in page.body)
    return Scenario(title.value if title else "", start, steps)


class _Any:
    """Every key: to find the game before its keys are known."""

    def __contains__(self, key: object) -> bool:
        return True

    def __iter__(self) -> Any:
        return iter(())

    def __len__(self) -> int:
        return 0


def _step(line: sheet.Line, game: str, players: tuple[str, ...], bench: Bench) -> Callable[[Any], Any]:
    mark, rest = line.text[0], line.text[1:].strip()
    if mark == "!":
        return lambda state: _refused(line.number, game, players, rest, state)
    if mark == "?":
        return _question(line.number, game, players, rest, bench)
    who, colon, _ = line.text.partition(":")
    if not colon or sheet.seat_of(who, players) is None:
        raise Invalid("record_line", line=line.number, text=line.text)
    return lambda state: _played(line.number, game, players, line.text, state)


def _play(game: str, players: tuple[str, ...], text: str, state: Any) -> Any:
    """The position after the orders of a line. Raises RulesError."""
    who, colon, orders = text.partition(":")
    seat = sheet.seat_of(who, players)
    if not colon or seat is None:
        raise Invalid("no_such_seat")
    for order in parse_lines(orders, game):
        state, _ = GAMES[game].apply(state, seat, order)
    return state


def _played(line: int, game: str, players: tuple[str, ...], text: str, state: Any) -> Any:
    try:
        return _play(game, players, text, state)
    except RulesError as error:
        return Failed(line, f"{text} accepted", f"refused: {error}")


def _refused(line: int, game: str, players: tuple[str, ...], text: str, state: Any) -> Any:
    before = GAMES[game].digest(state)
    try:
        _play(game, players, text, state)
    except RulesError:
        if GAMES[game].digest(state) != before:
            return Failed(line, "the position unchanged", "changed")
        return state
    return Failed(line, f"{text} refused", "accepted")


def _question(
    line: int, game: str, players: tuple[str, ...], text: str, bench: Bench
) -> Callable[[Any], Any]:
    word, _, rest = text.partition(" ")
    if word in ("legal", "illegal"):
        return _judgement(line, game, players, word, rest.strip())
    check = bench.question(text.split(), players)
    if check is None:
        raise Invalid("record_question", line=line, text=text)

    def ask(state: Any) -> Any:
        fault = check(state)
        return state if fault is None else Failed(line, *fault)

    return ask


def _judgement(line: int, game: str, players: tuple[str, ...], word: str, text: str) -> Callable[[Any], Any]:
    who, colon, orders = text.partition(":")
    if word == "legal" and (not colon or sheet.seat_of(who, players) is None or not orders.strip()):
        raise Invalid("record_question", line=line, text=f"{word} {text}")

    def judge(state: Any) -> Any:
        try:
            _play(game, players, text, state)
        except RulesError as error:
            return state if word == "illegal" else Failed(line, f"{text} legal", f"refused: {error}")
        return state if word == "legal" else Failed(line, f"{text} illegal", "accepted")

    return judge
