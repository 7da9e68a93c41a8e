"""What a player wrote in an answer: the new lines, without a single one that is quoted.

Quoted orders are old orders, so every doubt is decided against reading a line. The steps are those that
docs/mail.md explains: text part or else HTML; lines with a `>` are dropped; an unmarked boundary line ends
the reading, a marked one shows that the client marks what it quotes; so does a line of our own mail after a
`>` line; without any boundary the known words before a quote end the reading.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from email.message import Message
from functools import cache

from django.conf import settings
from mailparser_reply.constants import MAIL_LANGUAGES
from mailparser_reply.parser import EmailMessage

from engine.lexicon.vocabulary import plain as visible
from mail import boundary, html
from mail.message import Unreadable, body

MAX_TEXT = 64 * 1024  # characters of new text
MAX_HTML = 512 * 1024
MAX_UNKNOWN = 8 * 1024  # characters in which the words before a quote are looked for; slow on more
MAX_WORDS = 300  # characters of one line looked at for them
WROTE = re.compile(r"\b(?:wrote|writes|schrieb|escribi[óo]|[ée]crit|ha scritto|schreef|escreveu|skrev)\s*:\s*$", re.IGNORECASE)
SOFT = 50  # a line shorter than this was not broken by a program


@dataclass(frozen=True)
class Answer:
    """The player's own lines in order. `bounded`: a boundary line was seen, marked or not."""

    lines: tuple[str, ...]
    bounded: bool


def answer_text(message: Message, sent: Collection[str] = ()) -> Answer:
    """The new lines of an answer. `sent`: the lines of our mails it may quote, through `visible`.

    Raises Unreadable when there is more text than anybody writes.
    """
    parts = body(message)
    text = parts.text
    if visible(text.replace("\n", " ")):
        if parts.flowed:
            text = unfold(text, parts.delsp)
    else:
        if len(parts.html) > MAX_HTML:
            raise Unreadable("too much text")
        text = html.to_text(parts.html)
    return new_lines(text, sent)


def new_lines(text: str, sent: Collection[str] = ()) -> Answer:
    """The unquoted lines of a text, blank ones and the signature left out."""
    kept: list[str] = []
    marked = bounded = signature = False
    for line in text.splitlines():
        seen = visible(line)
        if seen.startswith(">"):
            marked, signature = True, False
            bounded = bounded or boundary.is_boundary(seen)
            continue
        if boundary.is_boundary(seen):
            bounded = True
            break
        if marked and seen in sent:
            break
        if seen == "--":
            signature = True
        if seen and not signature:
            kept.append(line)
    if not bounded:
        kept = before_quote(text)
    if sum(map(len, kept)) > MAX_TEXT:
        raise Unreadable("too much text")
    return Answer(tuple(kept), bounded)


def before_quote(text: str) -> list[str]:
    """The unmarked lines above the words that mail programs of many languages write before a quote.

    A line that holds our own address, or that ends like one of these words, is taken for them too.
    """
    lines = [line.strip() for line in text.splitlines()]
    top = "\n".join(line[:MAX_WORDS] for line in lines)[:MAX_UNKNOWN]
    found = quote_header().search(top)
    end = top.count("\n", 0, found.start()) + top.startswith("\n", found.start()) if found else len(lines)
    ours = f"@{settings.MAIL_DOMAIN}".lower()
    wrote = (number for number, line in enumerate(lines[:end]) if WROTE.search(line[-30:]) or ours in line.lower())
    end = min(end, next(wrote, end))
    if end < len(lines):
        lines = lines[:end]
    elif sum(map(len, lines)) > MAX_UNKNOWN:
        raise Unreadable("too much text")
    kept = []
    for line in lines:
        seen = visible(line)
        if seen == "--":
            break
        if seen and not seen.startswith(">"):
            kept.append(line)
    return kept


@cache
def quote_header() -> re.Pattern[str]:
    pattern: re.Pattern[str] = EmailMessage(text="", languages=list(MAIL_LANGUAGES)).HEADER_REGEX
    return pattern


def unfold(text: str, delsp: bool) -> str:
    """Joins the soft breaks of format=flowed (RFC 3676) in what is not quoted.

    Only after a line long enough to have been broken by a program: people leave blanks at the end of orders.
    """
    lines: list[str] = []
    open_ = False
    for line in text.splitlines():
        if open_ and not line.startswith(">") and not boundary.is_boundary(line):
            lines[-1] = (lines[-1][:-1] if delsp else lines[-1]) + line.removeprefix(" ")
        else:
            lines.append(line.removeprefix(" "))
        open_ = line.endswith(" ") and len(line) >= SOFT and not line.startswith(">") and line != "-- "
    return "\n".join(lines)
