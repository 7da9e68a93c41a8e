"""From raw bytes to a message that is safe to look at, and its text as the sender wrote it.

Whatever the bytes are, `parse` gives a message or raises `Unreadable`; it never takes long. Python's parser
recurses on nested parts and its modern policy is slow on many, so the bytes are counted first and the old
policy (compat32) is used. Headers are read through `header` and `headers`, which never raise.
"""

from __future__ import annotations

import codecs
import re
from email.message import Message
from email.parser import BytesHeaderParser, BytesParser
from email.policy import compat32
from typing import Any, NamedTuple

MAX_BYTES = 1024 * 1024
MAX_HEADER_BYTES = 64 * 1024
MAX_HEADER_LINES = 1000
MAX_DEPTH = 20
MAX_PARTS = 200
MAX_LINES = 50_000
MAX_BLANK_IN_REPORT = 2000  # Python makes a part of each group of lines in a delivery report
MAX_HEADER = 8 * 1024  # characters looked at in one header; 20,000 addresses take seconds
MAX_PARAMETERS = 30  # of one Content-Type
MAX_PARAMETERS_LENGTH = 4000
MAX_LINE = 4000  # a longer line is nobody's order

HEAD_END = re.compile(rb"\r?\n\r?\n|\r\r")
BOUNDARY = re.compile(rb"boundary\*?[0-9]*\*?\s*=\s*(?:\"([^\"\r\n]{1,200})\"|([^\s;\"]{1,200}))", re.IGNORECASE)
LINE_END = re.compile(rb"\r\n|\r|\n")
REPORT = re.compile(rb"^content-type:\s*message/(?:global-)?delivery-status", re.IGNORECASE | re.MULTILINE)
NESTED = re.compile(rb"^content-type:\s*message/", re.IGNORECASE | re.MULTILINE)
BYTE_ORDER_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF32_LE: "utf-32", codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16",
}
# Charsets in which any bytes are some text: what is valid UTF-8 is meant as UTF-8.
NARROW = re.compile(r"(?:us-ascii|ascii|latin|iso-?8859|windows-125|cp125)", re.IGNORECASE)
# Codecs that are no charset of a mail, some of them very slow.
NO_CHARSET = {"idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined", "mbcs", "oem"}


class Unreadable(Exception):
    """The message breaks a cap or cannot be parsed; `args[0]` is a word for the log."""


class SafeMessage(Message):
    """A message whose Content-Type and -Disposition have no more than a few parameters.

    Python's reader of parameters takes time with the square of their number, at each look.
    """

    def get(self, name: str, failobj: Any = None) -> Any:
        value = super().get(name, failobj)
        if value is None or value is failobj or not name.lower().startswith("content-"):
            return value
        return ";".join(str(value)[:MAX_PARAMETERS_LENGTH].split(";")[:MAX_PARAMETERS])


class Body(NamedTuple):
    """What a message says: its text part and its HTML part, either may be blank."""

    text: str
    html: str
    flowed: bool  # the text is format=flowed: a blank at the end of a long line joins the next one
    delsp: bool


def head(raw: bytes) -> bytes:
    """The header block, at most as long as the caps allow."""
    found = HEAD_END.search(raw[: MAX_HEADER_BYTES + 4])
    return raw[: found.end()] if found else raw[:MAX_HEADER_BYTES]


def parse_head(raw: bytes) -> Message:
    """The headers alone, of any bytes; never raises, may be without any header."""
    try:
        return BytesHeaderParser(SafeMessage, policy=compat32).parsebytes(head(raw))
    except Exception:
        return Message()


def parse(raw: bytes) -> Message:
    """The whole message, checked against the caps before and after parsing."""
    check(raw)
    try:
        message = BytesParser(SafeMessage, policy=compat32).parsebytes(raw)
    except (Exception, RecursionError) as error:
        raise Unreadable("broken") from error
    count = 0
    stack = [(message, 1)]
    while stack:
        part, depth = stack.pop()
        count += 1
        if depth > MAX_DEPTH:
            raise Unreadable("too deep")
        if count > MAX_PARTS:
            raise Unreadable("too many parts")
        if part.is_multipart():
            stack.extend((child, depth + 1) for child in part.get_payload() if isinstance(child, Message))
    return message


def check(raw: bytes) -> None:
    """The caps that bytes alone can tell."""
    if len(raw) > MAX_BYTES:
        raise Unreadable("too large")
    block = head(raw)
    if len(block) >= MAX_HEADER_BYTES or block.count(b"\n") > MAX_HEADER_LINES:
        raise Unreadable("too many headers")
    boundaries = [quoted or bare for quoted, bare in BOUNDARY.findall(raw)]
    # One boundary or embedded message for each level at least, and room for those in quoted sources.
    if len(boundaries) + len(NESTED.findall(raw)) > 3 * MAX_DEPTH:
        raise Unreadable("too deep")
    if sum(raw.count(b"\n--" + boundary) for boundary in set(boundaries)) > 2 * MAX_PARTS:
        raise Unreadable("too many parts")
    lines = LINE_END.split(raw, MAX_LINES)
    if REPORT.search(raw) and sum(1 for line in lines if not line) > MAX_BLANK_IN_REPORT:
        raise Unreadable("too many parts")
    if len(lines) > MAX_LINES:
        raise Unreadable("too much text")


def headers(message: Message, name: str) -> list[str]:
    """All values of a header as text on one line each, top first, at most MAX_HEADER long."""
    try:
        values = message.get_all(name, [])
    except Exception:
        return []
    return [tidy(value) for value in values[:50]]


def header(message: Message, name: str) -> str:
    """The first value of a header, "" when there is none."""
    values = headers(message, name)
    return values[0] if values else ""


def tidy(value: object) -> str:
    try:
        text = str(value)
    except Exception:
        return ""
    text = text.encode("utf-8", "replace").decode("utf-8")
    return " ".join(text.replace("\0", " ")[:MAX_HEADER].split())


def body(message: Message) -> Body:
    """The readable parts, attachments and embedded messages left out.

    Several text parts (Apple Mail cuts the text at a picture) are read one after the other.
    """
    texts: list[str] = []
    pages: list[str] = []
    flowed = delsp = False
    stack = [message]
    while stack:
        part = stack.pop()
        if part.is_multipart():
            if part.get_content_maintype() == "multipart":
                stack.extend(reversed([child for child in part.get_payload() if isinstance(child, Message)]))
            continue
        if attached(part):
            continue
        if part.get_content_type() == "text/plain":
            texts.append(without_long_lines(decode(part)))
            flowed = flowed or str(parameter(part, "format")).lower() == "flowed"
            delsp = delsp or str(parameter(part, "delsp")).lower() == "yes"
        elif part.get_content_type() == "text/html":
            pages.append(decode(part))
    return Body("\n".join(texts), "\n".join(pages), flowed, delsp)


def attached(part: Message) -> bool:
    """Whether a part is a file and not something its sender wrote in the message."""
    try:
        return part.get_content_disposition() == "attachment" or bool(part.get_filename())
    except Exception:
        return True


def parameter(part: Message, name: str) -> object:
    try:
        return part.get_param(name, "")
    except Exception:
        return ""


def decode(part: Message) -> str:
    """The text of a part: its charset as declared, else UTF-8, cp1252, Latin-1; no NUL."""
    try:
        payload = part.get_payload(decode=True)
    except Exception:
        payload = None
    if not isinstance(payload, bytes):
        return ""
    try:
        declared = str(part.get_content_charset() or "")
    except Exception:
        declared = ""
    return to_text(payload, declared).replace("\0", "")


def without_long_lines(text: str) -> str:
    """A page is often one long line; in plain text nobody writes such."""
    return "\n".join(line for line in text.splitlines() if len(line) <= MAX_LINE)


def to_text(payload: bytes, declared: str) -> str:
    """The bytes in the declared charset, unless they show that it is another one."""
    for mark, charset in BYTE_ORDER_MARKS.items():
        if payload.startswith(mark):
            return payload.decode(charset, "replace")
    wide = declared.lower().startswith(("utf-16", "utf-32", "utf16", "utf32", "ucs"))
    first = ("utf-8",) if NARROW.match(declared) or (wide and b"\0" not in payload and payload.isascii()) else ()
    for charset in (*first, declared, "utf-8", "cp1252"):
        if not charset or charset.lower().replace("-", "_") in NO_CHARSET:
            continue
        try:
            return payload.decode(charset)
        except (LookupError, UnicodeError, ValueError):
            continue
    return payload.decode("latin-1")
