"""Our own mails are inert: no line of them can be taken for an order when it comes back quoted.

Sentences are made so; this is for what people write (names, chat) and for where a line happens to break.
"""

from __future__ import annotations

import re
import textwrap
from functools import lru_cache

from engine import GAMES, RulesError, orders
from games import asides, plan_lines

WIDTH = 72
_NARROWEST = 50
_MARKS = ("|", "~", "¶")
_BULLET = re.compile(r"[ ]*(?:[-*·] )?")


@lru_cache(maxsize=4096)
def is_inert(line: str, kind: str) -> bool:
    """Whether a reader of free mail text passes over the line: no order, nor the beginning of one, nor an aside.

    In no kind of game, since one mail may tell of several, and people answer where they like.
    """
    try:
        if asides.read(line) is not None or plan_lines.is_plan(line):
            return False
        return all(orders.read_line(line, game) is None for game in {kind, *GAMES})
    except RulesError:
        return False


def inert(sentence: str, kind: str) -> str:
    """The sentence on one line, behind a mark that no order begins with where it needs one."""
    sentence = " ".join(sentence.split())
    one = sentence.replace(";", ",")  # a semicolon parts orders
    tries = (sentence, *(f"{mark} {words}" for words in (sentence, one) for mark in _MARKS))
    return next((line for line in tries if is_inert(line, kind)), f"{_MARKS[0]} …")


def plain(text: str, kind: str) -> str:
    """A rendered text part: no trailing blanks, single empty lines, at most 72 columns, every line inert."""
    lines: list[str] = []
    for line in text.splitlines():
        lines += _fold(line.rstrip(), kind)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n") + "\n"


def _fold(line: str, kind: str) -> list[str]:
    if len(line) <= WIDTH and is_inert(line, kind):
        return [line]
    bullet = _BULLET.match(line)
    indent = " " * len(bullet[0]) if bullet else ""
    for width in range(WIDTH, _NARROWEST, -1):
        folded = _wrap(line, width, indent)
        if all(is_inert(piece, kind) for piece in folded):
            return folded
    return [piece if is_inert(piece, kind) else inert(piece, kind) for piece in _wrap(line, WIDTH - 2, indent)]


def _wrap(line: str, width: int, indent: str) -> list[str]:
    return textwrap.wrap(line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
