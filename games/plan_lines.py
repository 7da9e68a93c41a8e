"""Lines of a text that write orders ahead.

    plan temple D5; king D6            plan if legal: temple D5          plan hidden if legal
    plan none    (withdraws it)        plan    (shows it)                temple D5
                                                                         end
A line is one only if it is nothing but `plan`, or goes on like an order; "Plan to visit us soon" is prose. Without
`end` the plan takes the orders on the lines that follow directly.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine import GAMES, Invalid, Order, RulesError, orders
from engine.lexicon.vocabulary import fold, meanings, plain
from engine.orders import EDGES
from games.models import Plan

HEAD: Final = "plan"  # in all three languages
END: Final = frozenset({"end", "fin", "ende"})
_IF: Final = frozenset({"if", "si", "wenn", "falls"})
_LEGAL: Final = frozenset(["legal", "possible", "posible", "allowed", "permitido", "moglich", "erlaubt"])
_UNCHANGED: Final = frozenset(["unchanged", "igual", "unverandert", "gleich"])
_HIDDEN: Final = frozenset(["hidden", "oculto", "escondido", "verdeckt", "versteckt"])
_NONE: Final = frozenset(["withdraw", "cancel", "retirar", "cancelar", "zuruckziehen", "loschen"])
NOT_PLANNED: Final = frozenset({"say", "help", "undo", "resign", "points"})
MOST: Final = 20  # orders


class Draft(NamedTuple):
    """What a plan is to be: `orders` none of them: it is withdrawn; None: it is only shown."""

    orders: tuple[str, ...] | None = None
    guard: str = Plan.Guard.UNCHANGED.value
    hidden: bool = False

    def __str__(self) -> str:
        """A line that is read as the same draft."""
        if self.orders is None:
            return HEAD
        if not self.orders:
            return f"{HEAD} none"
        head = f"{HEAD} hidden" if self.hidden else HEAD
        return f"{head} if {self.guard}: {'; '.join(self.orders)}"


class Block(NamedTuple):
    """Lines that are a plan, as they were typed, and what they say."""

    text: str
    draft: Draft | None
    error: RulesError | None = None


def gather(lines: Sequence[str], kind: str) -> list[str | Block]:
    """The lines with those of plans put together. Where a plan cannot be read, its block holds the reason."""
    found: list[str | Block] = []
    place = 0
    while place < len(lines):
        head = begins(lines[place])
        taken, block = _block(lines[place:], head, kind) if head is not None else (1, None)
        found.append(lines[place] if block is None else block)
        place += taken
    return found


class Head(NamedTuple):
    draft: Draft
    rest: str


def begins(line: str) -> Head | None:
    """What stands after `plan` and its conditions, None if the line does not begin so."""
    words = plain(line[:2000]).split(" ")
    if fold(words[0].strip(EDGES)) != HEAD:
        return None
    draft, words = Draft(()), words[1:]
    while words:
        said = [fold(part.strip(EDGES)) for part in words[:2]]
        if said[0] in _HIDDEN:
            draft, words = draft._replace(hidden=True), words[1:]
        elif len(said) == 2 and said[0] in _IF and said[1] in _LEGAL | _UNCHANGED:
            guard = Plan.Guard.LEGAL if said[1] in _LEGAL else Plan.Guard.UNCHANGED
            draft, words = draft._replace(guard=guard.value), words[2:]
        else:
            break
    return Head(draft, " ".join(words).strip(EDGES.replace("?", "")))


def _block(lines: Sequence[str], head: Head, kind: str) -> tuple[int, Block | None]:
    """How many lines the plan takes, and the plan; None if it is prose after all."""
    if head.rest:
        return 1, _of_one_line(lines[0], head, kind)
    if plain(lines[0]).rstrip("?") != plain(lines[0]):
        return 1, None
    end = next((number for number, line in enumerate(lines) if fold(plain(line).strip(EDGES)) in END), 0)
    if not end:
        following = next((number for number, line in enumerate(lines) if number and not _is_order(line, kind)), len(lines))
        if following == 1:
            return 1, Block(lines[0], Draft()) if head.draft == Draft(()) else None
        end, taken = following, following
    else:
        taken = end + 1
    return taken, _read("\n".join(lines[:taken]), head.draft, lines[1:end], kind)


def _of_one_line(line: str, head: Head, kind: str) -> Block | None:
    said = fold(head.rest)
    if said in _NONE or "none" in meanings(said):
        return Block(line, Draft(()))
    block = _read(line, head.draft, [head.rest], kind)
    return None if block.error is None and not (block.draft and block.draft.orders) else block


def _is_order(line: str, kind: str) -> bool:
    try:
        return orders.read_line(line, kind) is not None
    except RulesError:
        return True


def _read(text: str, draft: Draft, lines: Sequence[str], kind: str) -> Block:
    found: list[Order] = []
    try:
        for line in lines:
            read = orders.read_line(line, kind)
            found += [] if read is None else [read] if isinstance(read, Order) else read
        return Block(text, draft._replace(orders=planned(found)))
    except RulesError as error:
        return Block(text, None, error)


def planned(found: Sequence[Order]) -> tuple[str, ...]:
    """The canonical texts. Raises Invalid for what no plan can hold."""
    for order in found:
        if order.word in NOT_PLANNED:
            raise Invalid("plan_word", word=order.word)
    if len(found) > MOST:
        raise Invalid("order_long")
    return tuple(map(str, found))


def parsed(text: str) -> Draft:
    """The draft that a line of `str(draft)` is."""
    head = begins(text)
    assert head is not None
    if not head.rest:
        return Draft()
    return head.draft._replace(orders=() if head.rest == "none" else tuple(head.rest.split("; ")))


def is_plan(line: str) -> bool:
    """Whether the line alone is, or begins, a plan in any game."""
    head = begins(line)
    if head is None:
        return False
    blocks = [_block([line], head, kind)[1] for kind in GAMES]
    return any(blocks) or (not head.rest and head.draft != Draft(()))
