"""Text to order: what a player types, in any of the languages, becomes one canonical order.

`parse` and `str(order)` are inverse. What is not understood raises Invalid with words that say what was
understood, what was not, and what would be right; a word with two meanings raises Ambiguous. Free text of
a mail is read by `read_line` (engine.prose).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.errors import Ambiguous, Invalid
from engine.grammar import CELL_LIKE, GRAMMARS, LEADER_NAMES, Grammar, canonical, example, fits
from engine.lexicon.vocabulary import FILLERS, fold, meanings, near, plain
from engine.order import Order
from engine.view import View

__all__ = ["parse", "parse_lines", "read_line"]

EDGES: Final = " \"'`´“”„‚‘’«»‹›*_.,:;!?…。()[]<>"  # stripped from both ends of a line and of its words
QUOTES: Final = " \"'“”„«»*"
TUESDAY: Final = "di"  # Spanish "say", but "Di 24. Nov. 2026 schrieb Ana" is a German day
LONGEST: Final = 20_000  # characters of all lines together; nobody writes more, and reading them takes time
LONGEST_SAY: Final = 1000
MOST_WORDS: Final = 40
LETTERS: Final = frozenset("abcdefgh")  # names of columns


def parse(text: str, game_name: str, view: View | None = None) -> Order:
    """One order. With a `view`, what has one meaning at that moment is settled by what is legal in it."""
    known = canonical(game_name).get(text)
    return known if known is not None and view is None else _parse(plain(text), GRAMMARS[game_name], view)


def parse_lines(text: str, game_name: str, view: View | None = None) -> list[Order]:
    """The orders of several lines, each with one or several parted by `;`. Raises where one is wrong."""
    if len(text) > LONGEST:
        raise Invalid("order_long")
    orders: list[Order] = []
    known = canonical(game_name).get(text)
    if known is not None and view is None:
        return [known]
    for line in text.splitlines():
        for part in split(line):
            orders.append(parse(part, game_name, None if orders else view))
    if not orders:
        raise Invalid("order_empty")
    return orders


def read_line(line: str, game_name: str) -> Order | list[Order] | None:
    """A line of a mail; see `engine.prose`."""
    from engine import prose

    return prose.read_line(line, game_name)


def split(line: str) -> list[str]:
    """The orders of a line; `say` takes the rest of it, semicolons too."""
    parts: list[str] = []
    rest = plain(line)
    while rest:
        if said(rest) is not None:
            return [*parts, rest]
        part, _, rest = rest.partition(";")
        if part.strip(EDGES):
            parts.append(part.strip())
        rest = rest.strip()
    return parts


def said(text: str) -> str | None:
    """The words after `say`, or None if the text does not begin with it."""
    quoted = text.lstrip(QUOTES)
    first, _, words = (quoted if quoted == text else quoted.rstrip(QUOTES)).partition(" ")
    word, words = first.rstrip(":"), words.strip()
    if meanings(word) != ("say",) or (fold(word) == TUESDAY and words[:1].isdecimal()):
        return None
    return words


def words_of(text: str) -> list[str]:
    """The folded words of an order as typed, fillers included, punctuation left out."""
    separated = text.replace(",", " ").replace("->", " ").replace(":", " ")
    return [word for word in (fold(word).strip(EDGES) for word in separated.split()) if word]


def joined(words: Sequence[str]) -> list[str]:
    """The words with a letter and the number after it as one: "e 6" is meant as a cell."""
    found: list[str] = []
    for word in words:
        if word.isdecimal() and found and len(found[-1]) == 1 and found[-1].isalpha():
            found[-1] += word
        else:
            found.append(word)
    return found


def _parse(text: str, grammar: Grammar, view: View | None) -> Order:
    words = said(text)
    if words is not None:
        return _say(words)
    words_typed = words_of(text)
    if len(words_typed) > MOST_WORDS:
        raise Invalid("order_long")
    spoken = [word for word in words_typed if word not in FILLERS]
    for words_read in _ways_to_read(words_typed, spoken):
        orders = _readings(words_read, grammar)
        if len(orders) > 1 and view is not None:
            orders = [order for order in orders if _is_legal(order, view)] or orders
        if len(orders) > 1:
            raise Ambiguous("order_two_meanings", text=text, first=str(orders[0]), second=str(orders[1]))
        if orders:
            return _completed(orders[0], view)
    together = [word for word in joined(words_typed) if word not in FILLERS]
    orders = _readings(together, grammar)
    if orders:
        raise Invalid("order_slip", word=_shown(spoken), suggestions=(str(orders[0]),))
    raise _complaint(spoken, grammar, view)


def _ways_to_read(typed: list[str], spoken: list[str]) -> Iterator[list[str]]:
    """A filler can also be the name of a column ("market A", "take A and C"): what keeps more of the words goes first."""
    yield typed
    yield [
        word for place, word in enumerate(typed)
        if word not in FILLERS or (word in LETTERS and not _is_article(typed[place + 1:]))
    ]
    if typed and typed[-1] in LETTERS and typed[-1] in FILLERS:
        yield [*spoken, typed[-1]]
    yield spoken


def _is_article(rest: Sequence[str]) -> bool:
    """Whether an "a" before these words goes with a noun ("a market"), rather than naming a column."""
    return bool(rest) and len(rest[0]) > 1 and rest[0].isalpha() and rest[0] not in ("and", "und")


def _say(words: str) -> Order:
    if not words:
        raise Invalid("order_missing", word="say", example="say …")
    if len(words) > LONGEST_SAY:
        raise Invalid("say_long", limit=LONGEST_SAY)
    return Order("say", (words,))


def _readings(words: Sequence[str], grammar: Grammar) -> list[Order]:
    """Every order that the words can mean."""
    if len(words) == 2 and "off" in meanings(words[0]) and set(meanings(words[1])) & set(LEADER_NAMES):
        words = (words[1], words[0])  # "withdraw king"
    if not words:
        return []
    orders = [
        Order(name, arguments)
        for name in meanings(words[0])
        for shape in grammar.shapes.get(name, ())
        if (arguments := fits(grammar, shape, words[1:])) is not None
    ]
    return list(dict.fromkeys(orders))


def _is_legal(order: Order, view: View) -> bool:
    return order.word in view.legal and (not order.args or " ".join(order.args) in view.legal[order.word])


def _completed(order: Order, view: View | None) -> Order:
    """`build black-red` with its cell, where the view shows only one square for it."""
    if order.word != "build" or len(order.args) != 1 or view is None:
        return order
    fitting = [args for args in view.legal.get("build", ()) if args.startswith(f"{order.args[0]} ")]
    return Order("build", tuple(fitting[0].split())) if len(fitting) == 1 else order


def _complaint(words: Sequence[str], grammar: Grammar, view: View | None) -> Invalid | Ambiguous:
    """Why the words (fillers left out) are no order."""
    if not words:
        return Invalid("order_empty")
    first, rest = words[0], words[1:]
    names = [name for name in meanings(first) if name in grammar.shapes]
    if not names:
        return _bad_first(words, grammar, view)
    word = names[0]
    right = _example(word, grammar, view)
    if not rest:
        if word == "leave":  # the treasure that stays, or the player?
            return Ambiguous("order_two_meanings", text=first, first=right, second="resign")
        return Invalid("order_missing", word=word, example=right)
    return _bad_rest(word, rest, grammar, right)


def _bad_first(words: Sequence[str], grammar: Grammar, view: View | None) -> Invalid:
    first, rest = words[0], words[1:]
    known = meanings(first)
    if any(name in other.shapes for other in GRAMMARS.values() for name in known):
        return Invalid("order_other_game", word=first)
    for others in (rest, [*rest, first]):  # "lion temple D5", "please temple D5", "D5 temple"
        orders = _readings(others, grammar)
        if orders:
            return Invalid("order_first", word=_shown([first]), example=str(orders[0]))
    answer = _answer(first, view) if not rest else None
    if answer is not None:
        return Invalid("order_first", word=_shown([first]), example=answer)
    if CELL_LIKE.fullmatch(first):
        return Invalid("order_only_cell", cell=first.upper(), example=_example("temple", grammar, view))
    if known and not rest:
        return Invalid("order_not_alone", word=first)
    suggestions = tuple(
        _repaired(name, rest, grammar) for name in near(first) if name in grammar.shapes
    )
    if suggestions:
        return Invalid("order_slip", word=first, suggestions=suggestions)
    return Invalid("order_unknown", word=first)


def _shown(words: Sequence[str]) -> str:
    return " ".join(word.upper() if CELL_LIKE.fullmatch(word) else word for word in words)


def _answer(word: str, view: View | None) -> str | None:
    """The order that a bare answer ("none", "2", "D5") is meant as, where only one word can be ordered."""
    asked = [name for name in view.legal if name not in ("undo", "resign", "points")] if view is not None else []
    if view is None or len(asked) != 1:
        return None
    said = {word.upper(), word, *meanings(word)}
    return next((f"{asked[0]} {argument}" for argument in view.legal[asked[0]] if argument in said), None)


def _repaired(name: str, rest: Sequence[str], grammar: Grammar) -> str:
    orders = _readings([name, *rest], grammar)
    return str(orders[0]) if orders else name


def _bad_rest(word: str, rest: Sequence[str], grammar: Grammar, right: str) -> Invalid:
    for place, unknown in enumerate(rest):
        if meanings(unknown) or CELL_LIKE.fullmatch(unknown) or unknown.isdecimal():
            continue
        suggestions = tuple(
            str(orders[0]) for name in near(unknown)
            if (orders := _readings([word, *rest[:place], name, *rest[place + 1:]], grammar))
        )
        if suggestions:
            return Invalid("order_slip", word=unknown, suggestions=suggestions)
    for cell in rest:
        if CELL_LIKE.fullmatch(cell) and not grammar.place.fullmatch(cell):
            return _bad_cell(word, cell, grammar, right)
    parts = _parted([word, *rest], grammar)
    if parts:
        return Invalid("order_several", orders=parts)
    if word == "fight" and any(name in COLOUR_LEADERS for name in meanings(rest[0])):
        leader = next(COLOUR_LEADERS[name] for name in meanings(rest[0]) if name in COLOUR_LEADERS)
        return Invalid("order_colour_leader", word=rest[0], example=f"fight {leader}")
    return Invalid("order_rest", word=word, rest=_shown(rest), example=right)


COLOUR_LEADERS: Final = dict(zip(("black", "red", "blue", "green"), LEADER_NAMES, strict=True))


def _bad_cell(word: str, cell: str, grammar: Grammar, right: str) -> Invalid:
    letters = "".join(sign for sign in cell if sign.isalpha())
    turned = letters + "".join(sign for sign in cell if sign.isdecimal()).lstrip("0")
    if grammar.place.fullmatch(turned):
        orders = _readings([word, turned], grammar)
        return Invalid("order_slip", word=cell.upper(), suggestions=(str(orders[0]) if orders else turned.upper(),))
    return Invalid("order_cell", word=word, cell=cell.upper(), example=right)


def _parted(words: Sequence[str], grammar: Grammar) -> tuple[str, ...]:
    """The words as several orders, if that is what they are; else nothing."""
    parts: list[str] = []
    start = 0
    while start < len(words):
        for end in range(len(words), start, -1):
            orders = _readings(words[start:end], grammar)
            if orders:
                parts.append(str(orders[0]))
                start = end
                break
        else:
            return ()
    return tuple(parts)


def _example(word: str, grammar: Grammar, view: View | None) -> str:
    """The word rightly written: what is legal now, if that can be known."""
    legal = view.legal.get(word, ()) if view is not None and word != "swap" else ()
    return f"{word} {legal[0]}" if legal else example(grammar, word)
