"""What the pages of a game show, worked out from a view and the log of one reader; no HTML and no request here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

import drawing
from engine import Fact, View
from engine.lexicon import LANGUAGES, tell, word
from games.history import Entry

TILES = ("settlement", "temple", "farm", "market")
LEADERS = ("king", "priest", "farmer", "trader")
COLOURS = ("black", "red", "blue", "green")
TILE_OF = dict(zip(COLOURS, TILES, strict=True))
ASKED = {"raise": "building", "leave": "treasure"}  # answers that name a cell, and what is there then


def spoken(language: str) -> str:
    """The nearest language in which the game can be told."""
    short = language.partition("-")[0]
    return short if short in LANGUAGES else "en"


def picture(kind: str, name: str = "", dynasty: str = "", size: int = 32, label: str = "") -> SafeString:
    return mark_safe(drawing.piece_svg(kind, name, dynasty, size, label=label))


@dataclass(frozen=True)
class Player:
    """A line of "who is who"."""

    index: int
    name: str
    me: bool
    dynasty: str
    sign: SafeString
    leaders_off: Sequence[tuple[str, SafeString]]
    hand_size: int
    catastrophes: int
    resigned: bool
    decides: bool
    active: bool
    points: Sequence[tuple[str, int, SafeString]] | None  # colour word, number, picture
    treasures: int | None
    place: int | None
    top: SafeString | str = ""  # card game: the open card on the victory stack
    top_name: str = ""
    asks: bool | None = None  # card game: asked before a victory card is laid


def players(view: View, names: Sequence[str], language: str) -> list[Player]:
    found = []
    for index, seat in enumerate(view.seats):
        points = None if seat.points is None else [
            (word(colour, language), seat.points.get(colour, 0), picture("tile", TILE_OF[colour], size=20))
            for colour in COLOURS
        ]
        found.append(Player(
            index=index, name=names[index], me=index == view.seat, dynasty=word(seat.dynasty, language),
            sign=mark_safe(drawing.dynasty_svg(seat.dynasty, 36)),
            leaders_off=[
                (word(leader, language), picture("leader", leader, seat.dynasty, 26, word(leader, language)))
                for leader in seat.leaders_off
            ],
            hand_size=seat.hand_size, catastrophes=seat.catastrophes, resigned=seat.resigned,
            decides=view.decision is not None and view.decision.seat == index,
            active=not view.over and view.active == index, points=points,
            treasures=None if seat.points is None else seat.points.get("treasure", 0),
            place=view.places[index] if view.places else None,
            top=card_picture(seat.top) if seat.top else "", top_name=word(seat.top, language) if seat.top else "",
            asks=seat.asks,
        ))
    return found


def card_picture(name: str, size: int = 22) -> SafeString:
    return picture("head", size=size) if name == "treasure" else picture("card", name, size=size)


@dataclass(frozen=True)
class Piece:
    """Something that can be chosen and then put on a cell. `count` is None where there is one."""

    word: str
    name: str
    picture: SafeString
    count: int | None
    usable: bool
    chosen: bool


def pieces(view: View, chosen: str, language: str) -> tuple[list[Piece], list[Piece]]:
    """The reader's tiles and leaders (with the catastrophes), also those that cannot be used now."""
    if view.seat is None:
        return [], []
    mine = view.seats[view.seat]
    hand = mine.hand or {}
    tiles = [
        Piece(tile, word(tile, language), picture(drawing.held(view.game), tile, size=44), hand.get(tile, 0),
              tile in view.legal, tile == chosen)
        for tile in TILES
    ]
    others = [
        Piece(leader, word(leader, language), picture("leader", leader, mine.dynasty, 44), None,
              leader in view.legal, leader == chosen)
        for leader in LEADERS
    ]
    others.append(Piece("catastrophe", word("catastrophe", language), picture("catastrophe", size=44),
                        mine.catastrophes, "catastrophe" in view.legal, chosen == "catastrophe"))
    return tiles, others


@dataclass(frozen=True)
class Answer:
    """An order that is one choice, not a piece and a cell."""

    order: str
    words: str
    danger: bool = False


def answers(view: View, language: str) -> list[Answer]:
    """Commit, fight, build, leave, score, ship, pass, undo: what can be ordered by one button."""
    found: list[Answer] = []
    for number in view.legal.get("commit", ()):
        tile = view.conflict.tile if view.conflict else ""
        text = _("Add nothing") if number == "0" else _("Add %(number)s × %(tile)s") % {
            "number": number, "tile": word(tile, language)}
        found.append(Answer(f"commit {number}", text))
    for leader in view.legal.get("fight", ()):
        found.append(Answer(f"fight {leader}", _("Fight for: %(leader)s") % {"leader": word(leader, language)}))
    for what in view.legal.get("build", ()):
        pair, _space, cell = what.partition(" ")
        text = _("Build nothing") if what == "none" else _("Build %(monument)s on %(cell)s") % {
            "monument": word(pair, language), "cell": cell}
        if pair == "wonder":
            text = _("Build the wonder round %(cell)s") % {"cell": cell}
        found.append(Answer(f"build {what}", text))
    for cell in view.legal.get("raise", ()):
        building = word(str(view.decision.values["building"]), language) if view.decision else ""
        text = _("Put up no building") if cell == "none" else _("%(building)s on %(cell)s") % {
            "building": building, "cell": cell}
        found.append(Answer(f"raise {cell}", text))
    for colour in view.legal.get("point", ()):
        found.append(Answer(f"point {colour}", _("A point of %(colour)s") % {"colour": word(colour, language)}))
    for cell in view.legal.get("leave", ()):
        found.append(Answer(f"leave {cell}", _("Leave the treasure on %(cell)s") % {"cell": cell}))
    found += victory_answers(view, language)
    if "pass" in view.legal:
        found.append(Answer("pass", _("Pass: end the turn")))
    if "undo" in view.legal:
        found.append(Answer("undo", _("Undo the last order")))
    return found


def victory_answers(view: View, language: str) -> list[Answer]:
    """The card game's: lay a card or not, build a ship or not. Where several things can be named: nothing at all."""
    found: list[Answer] = []
    if "score" in view.legal and view.decision:
        tile = word(str(view.decision.values["tile"]), language)
        found.append(Answer("score yes", _("Lay one: %(tile)s") % {"tile": tile}))
        found.append(Answer("score no", _("Lay nothing")))
    for colour in view.legal.get("ship", ()):
        text = _("Build no ship") if colour == "none" else _("Build the ship: %(colours)s") % {
            "colours": f"{word('blue', language)}-{word(colour, language)}"}
        found.append(Answer(f"ship {colour}", text))
    if "take" in view.legal:
        found.append(Answer("take none", _("Take no treasure")))
    if "sail" in view.legal:
        found.append(Answer("sail none", _("Lay nothing")))
    return found


def whole_answers(view: View, language: str) -> list[Answer]:
    """Every answer to what is asked, also those that name several things: for where there is no form to tick."""
    found = [answer for answer in answers(view, language) if answer.order.split()[0] not in ("take", "sail")]
    for argument in view.legal.get("take", ()):
        text = _("Take no treasure") if argument == "none" else _("Take the treasures of: %(columns)s") % {
            "columns": ", ".join(argument.split())}
        found.append(Answer(f"take {argument}", text))
    for argument in view.legal.get("sail", ()):
        text = _("Lay nothing") if argument == "none" else _("Lay a card for: %(leaders)s") % {
            "leaders": ", ".join(word(leader, language) for leader in argument.split())}
        found.append(Answer(f"sail {argument}", text))
    return found


@dataclass(frozen=True)
class Pick:
    """One of several things that can be named together, and whether it is."""

    value: str
    words: str
    chosen: bool


@dataclass(frozen=True)
class Picks:
    """An answer that names some of several things: `take B D`, `sail king farmer`."""

    word: str
    most: int
    parts: Sequence[Pick]

    def turned(self, value: str) -> str:
        """The order with one thing more or less than now."""
        named = [part.value for part in self.parts if part.chosen != (part.value == value)]
        return " ".join((self.word, *(named or ("none",))))


def picks(view: View, ordered: str, language: str) -> Picks | None:
    """What can be named now; `ordered` is the order that is being looked at."""
    for asked in ("take", "sail"):
        arguments = [argument.split() for argument in view.legal.get(asked, ()) if argument != "none"]
        values = list(dict.fromkeys(value for argument in arguments for value in argument))
        if values:
            first, *named = ordered.split() or [""]
            now = named if first == asked else []
            words = {value: word(value, language) if asked == "sail" else _("Treasure of column %(column)s") % {
                "column": value} for value in values}
            return Picks(asked, max(map(len, arguments)), [Pick(value, words[value], value in now) for value in values])
    return None


def asked_for(view: View) -> str:
    """The answer that names a cell, if one is asked for: it needs no piece to be chosen."""
    return next((answer for answer in ASKED if answer in view.legal), "")


def piece_word(piece: str, language: str) -> str:
    """What a chosen piece, or the answer that is asked for, puts on a cell."""
    return word(ASKED.get(piece, piece), language)


def cells(view: View, chosen: str) -> tuple[str, ...]:
    """Where the chosen piece may go."""
    return tuple(cell for cell in view.legal.get(chosen, ()) if cell not in ("off", "none"))


@dataclass(frozen=True)
class Side:
    name: str
    attacks: bool
    strength: int
    supporters: Sequence[str]
    added: int | None
    total: int


@dataclass(frozen=True)
class ConflictPanel:
    kind: str
    leader: str
    tile: str
    picture: SafeString
    sides: Sequence[Side]


def conflict(view: View, names: Sequence[str], language: str) -> ConflictPanel | None:
    """Both sides with their strengths as the rules count them."""
    if view.conflict is None:
        return None
    fought = view.conflict
    sides = [
        Side(names[side.seat], side is fought.attacker, side.strength, side.supporters, side.added,
             side.strength + (side.added or 0))
        for side in (fought.attacker, fought.defender)
    ]
    dynasty = view.seats[fought.attacker.seat].dynasty
    return ConflictPanel(fought.kind, word(fought.leader, language), word(fought.tile, language),
                         picture("leader", fought.leader, dynasty, 32), sides)


@dataclass(frozen=True)
class Line:
    """One order of the log."""

    entry: Entry
    name: str
    sentences: Sequence[str]
    besides: Sequence[tuple[datetime, str]] = ()  # what happened at the table after it


def log_lines(entries: Sequence[Entry], names: Sequence[str], viewer: int | None, language: str) -> list[Line]:
    return [Line(entry, names[entry.event.seat], sentences(entry.facts, names, viewer, language)) for entry in entries]


def sentences(facts: Sequence[Fact], names: Sequence[str], viewer: int | None, language: str) -> list[str]:
    return [told for fact in facts if (told := tell(fact, language, names, viewer))]


def touched(facts: Iterable[Fact], game: str) -> tuple[str, ...]:
    """The places to highlight in a picture of this game."""
    return drawing.touched(game, facts)


@dataclass(frozen=True)
class Result:
    """A line of the final table: colours as scored, treasures allotted, sum."""

    place: int | None
    name: str
    sign: SafeString
    resigned: bool
    colours: Sequence[tuple[str, int, int, int]]  # word, scored, treasures put there, together
    treasures: int


def results(view: View, names: Sequence[str], language: str) -> list[Result]:
    """The final table, best place first."""
    lines = []
    for index, seat in enumerate(view.seats):
        scored: Mapping[str, int] = seat.points or {}
        final = seat.result or scored
        lines.append(Result(
            view.places[index] if view.places else None, names[index],
            mark_safe(drawing.dynasty_svg(seat.dynasty, 32)), seat.resigned,
            [
                (word(colour, language), scored.get(colour, 0), final.get(colour, 0) - scored.get(colour, 0),
                 final.get(colour, 0))
                for colour in COLOURS
            ],
            scored.get("treasure", 0),
        ))
    return sorted(lines, key=lambda line: line.place or 0)
