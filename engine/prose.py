"""Orders in the free text of a mail: which lines are orders, which are attempts, which are prose.

A line is stripped of quotes, bullets, emphasis and closing punctuation, then:

1. It is an order when all of it parses (fillers included); parts between `;` must all parse. Two
   exceptions are prose, because German and English sentences look like them: a word that takes nothing after
   it (pass, undo, resign, help) followed by fillers ("Pass auf!"), and a question.
2. It is an attempt, and refused with words, when it begins like an order. The first word that is no
   filler, opener ("please", "I", "then") or dynasty must be an order's word, or one slip from one, and
   - a cell, or something like a cell ("D55", "5E"), is among the next two words (in the card game also a
     column or a link: "B", "B-C"), or
   - nothing else follows ("temple", "leave"), the word having no slip, or
   - what follows is at least half made of what can stand there: leaders after fight; tiles and numbers
     after swap; a number after commit; colours, cells and none after build; another order after any.
   A line that is nothing but a cell, and one of several parts of which one is an order, are attempts.
3. Anything else is prose and None: "King regards, Ana", "No worries", "Pass auf dich auf", "Bauer Hans".

The harm accepted: an order hidden in a long sentence is ignored (the answer shows what was read), and a
sentence that begins with "King D5 …" refuses the mail.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from engine.errors import Ambiguous, Invalid
from engine.grammar import CELL_LIKE, COLOUR_NAMES, GRAMMARS, LEADER_NAMES, TILE_NAMES, Grammar
from engine.lexicon.vocabulary import COLOURS, FILLERS, OPENERS, dynasty, meanings, near, plain
from engine.order import Order
from engine.orders import EDGES, joined, parse, said, split, words_of

LONGEST_LINE: Final = 300  # longer ones are no orders; `say` may be longer
BULLET: Final = re.compile(r"^(?:[-*•·+]|\d{1,2}[.)])\s+")
LEAST_SLIP: Final = 4  # letters of a word that may be a slip, where no cell says that an order is meant
NUMBER_WORDS: Final = frozenset(
    ["one", "two", "three", "four", "five", "six", "uno", "dos", "tres", "cuatro", "cinco", "seis", "eins", "zwei", "drei", "vier", "funf", "fuenf", "sechs", "all", "alle", "todo", "todos", "everything", "alles"]
)

# What can follow an order's word, cells and other orders apart.
FOLLOWERS: Final[dict[str, frozenset[str]]] = {
    **{leader: frozenset({"off"}) for leader in LEADER_NAMES},
    "swap": frozenset({*TILE_NAMES, *COLOUR_NAMES, "number"}),
    "commit": frozenset({*TILE_NAMES, *COLOUR_NAMES, "number"}),
    "fight": frozenset({*LEADER_NAMES, *COLOUR_NAMES}),
    "build": frozenset({*COLOUR_NAMES, "none", "wonder"}),
    "raise": frozenset({"none"}), "point": frozenset({*COLOUR_NAMES, "none"}),
    "score": frozenset({"yes", "no"}), "take": frozenset({"none"}),
    "ship": frozenset({*COLOUR_NAMES, "none"}), "sail": frozenset({*LEADER_NAMES, "none"}),
    "points": frozenset({"ask", "always"}),
}
BARE: Final = ("pass", "undo", "resign", "help")


def read_line(line: str, game_name: str) -> Order | list[Order] | None:
    """The order or orders of a line, None for prose. Raises Invalid or Ambiguous for a failed attempt."""
    text = plain(line[:4 * LONGEST_LINE])
    text = BULLET.sub("", text)
    if said(text):
        return parse(text, game_name)
    text = text.strip(EDGES.replace("?", ""))
    if not text or len(text) > LONGEST_LINE:
        return None
    grammar = GRAMMARS[game_name]
    orders: list[Order] = []
    prose: list[str] = []
    wrong: Invalid | Ambiguous | None = None
    for part in split(text):
        try:
            order = _read_part(part, game_name, grammar)
        except (Invalid, Ambiguous) as error:
            wrong = wrong or error
            continue
        if order is None:
            prose.append(part)
        else:
            orders.append(order)
    if wrong is not None:
        raise wrong
    if orders and prose:
        raise Invalid("order_rest", word=str(orders[0]), rest=prose[0], example=str(orders[0]))
    if not orders:
        return None
    return orders[0] if len(orders) == 1 else orders


def _read_part(text: str, game_name: str, grammar: Grammar) -> Order | None:
    words = words_of(text)
    try:
        order = parse(text, game_name)
    except (Invalid, Ambiguous):
        spoken = joined([word for word in words if word not in FILLERS or len(word) == 1])
        spoken = [word for word in spoken if word not in FILLERS]
        while spoken and (spoken[0] in OPENERS or dynasty(spoken[0])):  # "please temple D5", "lion: temple D5"
            spoken = spoken[1:]
        if spoken and is_attempt(spoken, grammar):
            raise
        return None
    if order.word in BARE and words[-1] in FILLERS:
        return None
    if text.endswith("?"):
        if order.word in BARE:
            return None
        raise Invalid("order_question", example=str(order))
    return order


def is_attempt(words: Sequence[str], grammar: Grammar) -> bool:
    """Whether words that do not parse begin like an order; fillers and openers are left out of them."""
    first, rest = words[0], words[1:]
    if CELL_LIKE.fullmatch(first) and not rest:
        return grammar.place.fullmatch(first) is not None
    heads = _heads(first)
    off_first = "off" in meanings(first) and rest and bool(set(meanings(rest[0])) & set(LEADER_NAMES))
    if grammar.target and heads and any(grammar.target.fullmatch(word) for word in rest[:2]):
        return any(name in grammar.shapes for name in heads)
    if any(CELL_LIKE.fullmatch(word) for word in rest[:2]):
        return bool(heads or CELL_LIKE.fullmatch(first) or any(_takes_place(name, grammar) for name in near(first)))
    if not heads:
        return bool(off_first) or (bool(rest) and _all_known(rest, near(first, least=LEAST_SLIP)))
    if not rest:
        return any(name in grammar.shapes for name in heads)
    if set(heads) <= {"help"}:
        return False
    fitting = sum(1 for word in rest if _fits(word, heads))
    return 2 * fitting >= len(rest) and fitting > 0


def _takes_place(name: str, grammar: Grammar) -> bool:
    return any({"place", "column"} & set(shape) for shape in grammar.shapes.get(name, ()))


def _heads(word: str) -> list[str]:
    return [name for name in meanings(word) if any(name in grammar.shapes for grammar in GRAMMARS.values())]


def _all_known(rest: Sequence[str], heads: Sequence[str]) -> bool:
    return bool(heads) and all(_fits(word, heads) for word in rest)


def _fits(word: str, heads: Sequence[str]) -> bool:
    """Whether the word, or one that it is a slip of, can follow one of the orders' words."""
    if CELL_LIKE.fullmatch(word):
        return True
    if word.isdecimal() or word in NUMBER_WORDS:
        kinds = {"number"}
    else:
        kinds = {name for part in re.split("[-/+*]", word)
                 for name in (*meanings(part), *near(part, least=LEAST_SLIP))}
    kinds |= {COLOURS[kind] for kind in kinds if kind in COLOURS}  # a slip of a colour is known by its tile
    return any(kinds & FOLLOWERS.get(head, frozenset()) for head in heads)
