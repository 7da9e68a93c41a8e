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
from mail import boundary, html, quote_heads
from mail.message import Unreadable, body

MAX_TEXT = 64 * 1024  # characters of new text
MAX_HTML = 512 * 1024
MAX_UNKNOWN = 8 * 1024  # characters in which the words before a quote are looked for; slow on more
MAX_LOOKED_AT = 1000  # marked lines in which the boundary is looked for with care
MAX_WORDS = 300  # characters of one line looked at for them
MARKED = re.compile(r"[\s\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]*(?:>|&gt;|\uff1e)")
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
    if any(map(visible, text.splitlines())):
        if parts.flowed:
            text = unfold(text, parts.delsp)
    else:
        if len(parts.html) > MAX_HTML:
            raise Unreadable("too much text")
        text = html.to_text(parts.html)
    return new_lines(text, sent)


def new_lines(text: str, sent: Collection[str] = ()) -> Answer:
    """The unquoted lines of a text, blank ones and the signature left out."""
    lines, seen, bounded = above_boundary(text)
    end, heads = quote_heads.find(seen)
    if not bounded:
        end = min(end, library_end(lines, seen))
    kept: list[str] = []
    quoted = ""  # the marked line above, while what follows may be the rest of it
    marked = signature = False
    for number, (line, words) in enumerate(zip(lines[:end], seen[:end], strict=True)):
        if words == quote_heads.MARK:
            marked, signature, quoted = True, False, line
            continue
        if quoted and (whole := broken(quoted, words, sent)):
            quoted = whole
            continue
        quoted = ""
        if marked and words in sent:
            break
        if words == "--":
            signature = True
        if words and not signature and number not in heads:
            kept.append(line)
    return Answer(tuple(kept), bounded)


def above_boundary(text: str) -> tuple[list[str], list[str], bool]:
    """The lines above an unmarked boundary line (all, if there is none), the same as a reader sees them (`>` for
    marked ones), and whether there is a boundary line at all. Raises Unreadable for more than anybody writes."""
    lines: list[str] = []
    seen: list[str] = []
    bounded, size, looked_at = False, 0, 0
    for line in text.splitlines():
        words = quote_heads.MARK if MARKED.match(line) else visible(line)
        if words.startswith(quote_heads.MARK):
            words = quote_heads.MARK
            looked_at += 1
            bounded = bounded or boundary.is_boundary(visible(line[:MAX_WORDS]) if looked_at < MAX_LOOKED_AT else line)
        elif boundary.is_boundary(words):
            return lines, seen, True
        else:
            size += len(line)
            if size > MAX_TEXT:
                raise Unreadable("too much text")
        lines.append(line)
        seen.append(words)
    return lines, seen, bounded


def broken(quoted: str, words: str, sent: Collection[str]) -> str:
    """The marked line and the unmarked one below it as one line of ours, or as its beginning; "" if they are none.

    Programs break a line that is too long for their mark, and leave the rest unmarked.
    """
    start = visible(quoted).removeprefix("&gt;").lstrip("> ")
    whole = f"{start} {words}"
    if len(start) < SOFT // 2 or not words:
        return ""
    return whole if any(line == whole or line.startswith(f"{whole} ") for line in sent) else ""


def library_end(lines: list[str], seen: list[str]) -> int:
    """Where the words before a quote begin that mail-parser-reply knows, or a line that holds our own address.

    Only for a mail without a boundary line: its pattern is slow, and so looks at the beginning alone.
    """
    if sum(len(words) for words in seen if words != quote_heads.MARK) > MAX_UNKNOWN:
        raise Unreadable("too much text")
    own = (words if words == quote_heads.MARK else line.strip()[:MAX_WORDS]
           for line, words in zip(lines, seen, strict=True))
    top = "\n".join(own)[: 2 * MAX_UNKNOWN]
    found = quote_header().search(top)
    end = top.count("\n", 0, found.start()) + top.startswith("\n", found.start()) if found else len(lines)
    ours = f"@{settings.MAIL_DOMAIN}".lower()
    return next((number for number, words in enumerate(seen[:end]) if ours in words.lower()), end)


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
