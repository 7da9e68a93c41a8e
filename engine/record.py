"""A game as text, and back: `Record.parse(text)` and `str(record)` are inverse, byte for byte.

A record with the whole shuffled bag replays to the same position. A record of a running game has no `draw`
and shows only what its reader may know; it can be read, not replayed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final

from engine import GAMES, sheet
from engine.errors import Invalid, RulesError
from engine.facts import Fact
from engine.grammar import GRAMMARS
from engine.order import Order
from engine.orders import parse_lines

KEYS: Final = ("game", "players", "option", "draw")
HIDDEN: Final = re.compile(r"(swap) ([0-9]{1,2})|(link) ([A-H]-[A-H])")  # another seat's, in a running game
SETTINGS: Final = frozenset({"points"})  # orders that `undo` passes over
Entries = Iterable[tuple[int, Order]]


@dataclass(frozen=True, slots=True)
class Record:
    """A game: who plays, in which way, the bag in the order of drawing (None: unknown), and (seat, order)."""

    game: str
    players: tuple[str, ...]
    names: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    draw: tuple[str, ...] | None = None
    orders: tuple[tuple[int, Order], ...] = ()

    @classmethod
    def parse(cls, text: str) -> Record:
        """The record in a text. Raises Invalid that names the line."""
        page = sheet.read(text, KEYS)
        game = sheet.game_of(page)
        players, names = sheet.players_of(page, game)
        options = sheet.options_of(page, game)
        drawn = page.one("draw")
        draw = None if drawn is None else sheet.tiles_of(drawn, set(game.deck(players, sheet.defaults(game, options))))
        orders = tuple(
            (seat, order)
            for line in page.body
            for seat, order in _orders(line, game.name, players, running=draw is None)
        )
        return cls(game.name, players, names, options, draw, orders)

    def __str__(self) -> str:
        names = [safe_name(name) for name in self.names]
        seats = [f"{who}={name}" if name else who
                 for who, name in zip(self.players, [*names, *[""] * len(self.players)], strict=False)]
        lines = [f"game: {self.game}", f"players: {' '.join(seats)}"]
        lines += [f"option: {name} {value}" for name, value in sorted(self.options.items())]
        if self.draw is not None:
            lines.append(f"draw: {runs(self.draw)}".rstrip())
        body = [f"{self.players[seat]}: {order}" for seat, order in self.orders]
        return "\n".join([*lines, "", *body, ""])


def _orders(line: sheet.Line, game: str, players: tuple[str, ...], *, running: bool) -> Iterator[tuple[int, Order]]:
    who, colon, text = line.text.partition(":")
    seat = players.index(who) if who in players else sheet.seat_of(who, players)
    if not colon or seat is None:
        raise Invalid("record_line", line=line.number, text=line.text)
    hidden = HIDDEN.fullmatch(text.strip()) if running else None
    if hidden is not None:
        word, argument = filter(None, hidden.groups())
        yield seat, Order(word, (argument,))
        return
    try:
        orders = parse_lines(text, game)
    except RulesError as error:
        raise sheet.wrong(line.number, error) from error
    for order in orders:
        if order.word not in GRAMMARS[game].shapes or order.word == "help":
            raise Invalid("record_line", line=line.number, text=line.text)
        yield seat, order


def runs(tiles: Sequence[str]) -> str:
    """A list of tiles as text, runs shortened: `temple farm*2`."""
    counted = ((tile, len(list(same))) for tile, same in groupby(tiles))
    return " ".join(tile if count == 1 else f"{tile}*{count}" for tile, count in counted)


def safe_name(name: str) -> str:
    """A name as a record can hold it: without blanks, `#` and `=`."""
    signs = ("_" if sign in "#=" or unicodedata.category(sign)[0] in "ZC" else sign for sign in name.strip())
    return re.sub(r"_+", "_", "".join(signs))


def replay(record: Record) -> Iterator[tuple[int, Order, Any, tuple[Fact, ...]]]:
    """The game order by order: seat, the order as stored, the position after it, and what happened.

    Raises Invalid without the draw, and where an order is refused (with the number of the order).
    """
    state = start(record)
    game = GAMES[record.game]
    for number, (seat, order) in enumerate(record.orders, 1):
        try:
            state, facts = game.apply(state, seat, order)
        except RulesError as error:
            raise Invalid("record_refused", number=number, text=f"{record.players[seat]}: {order}",
                          reason=error) from error
        yield seat, stored(order, facts), state, facts


def start(record: Record) -> Any:
    """The position before the first order."""
    if record.draw is None:
        raise Invalid("record_no_draw")
    game = GAMES[record.game]
    options = sheet.defaults(game, record.options)
    if sorted(record.draw) != sorted(game.deck(record.players, options)):
        raise Invalid("record_draw")
    return game.setup(record.players, options, record.draw)


def stored(order: Order, facts: Iterable[Fact]) -> Order:
    """The order as the log keeps it: `build` with its cell."""
    if order.word == "build" and len(order.args) == 1 and order.args != ("none",):
        for fact in facts:
            if fact.kind == "built":
                return Order("build", (order.args[0], str(fact.values["cell"])))
    return order


def without_undone(entries: Entries) -> tuple[tuple[int, Order], ...]:
    """What is left of a log when each `undo` and the order that it took back are left out."""
    kept: list[tuple[int, Order]] = []
    for seat, order in entries:
        if order.word != "undo":
            kept.append((seat, order))
        elif (last := max((at for at, (_, old) in enumerate(kept) if old.word not in SETTINGS), default=-1)) >= 0:
            kept.pop(last)
    return tuple(kept)


def running_record(
    *, game: str, players: Sequence[str], names: Sequence[str], options: Mapping[str, str], log: Entries,
    seat: int | None, covered: str = "",
) -> Record:
    """The record of a running game for one reader (None: a spectator): no draw, other seats' swaps as numbers.

    `covered`: the link that lies face down now; who laid which card is then shown to that player only.
    """
    kept = without_undone(log)
    laid = max((number for number, (_, order) in enumerate(kept) if covered and order.args == (covered,)), default=-1)
    orders = tuple(
        (who, order if who == seat else masked(order, covered=number == laid))
        for number, (who, order) in enumerate(kept)
    )
    return Record(game, tuple(players), tuple(names), dict(options), None, orders)


def masked(order: Order, *, covered: bool = False) -> Order:
    """The order as other players may see it: a swap as a number, a link that lies face down without its card."""
    if order.word == "swap":
        return Order("swap", (str(len(order.args)),))
    return Order("link", order.args) if covered else order


def face_down(facts: Iterable[Sequence[Fact]]) -> frozenset[int]:
    """Which orders, numbered by their groups of facts, laid a link face down that nobody else has seen since."""
    hidden: set[int] = set()
    latest = -1
    for number, group in enumerate(facts):
        for fact in group:
            if fact.kind == "covered":
                latest = number
                hidden.add(number)
            elif fact.kind == "uncovered":
                hidden.discard(latest)
    return frozenset(hidden)
