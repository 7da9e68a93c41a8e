"""What a mail server tells about a mail of ours: that it came back (RFC 3464, or in plain words), or that its reader
called it spam (RFC 5965). Only what the message says; `mail.returned` asks whether it is genuine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import Message
from typing import NamedTuple

from django.conf import settings

from mail.machines import authors
from mail.message import body, header, tidy
from mail.models import Bounce

Kind = Bounce.Kind
LOOKED_AT = 16 * 1024  # characters of a report in plain words
MOST_IDENTIFIERS = 50
COMPLAINTS = {"abuse", "fraud", "opt-out", "opt-out-list", "miscategorized"}
DAEMON = re.compile(r"mailer-daemon|postmaster|mail-?daemon|mail\.?delivery", re.IGNORECASE)
STATUS = re.compile(r"(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?![\d.])")
REPLY = re.compile(r"(?<![\d.])(4[0-5]\d|5[0-5]\d)(?=[ -])")

# Codes of RFC 3463 that begin with 5 and still say nothing against the mailbox: full, too big, routing, content, policy.
NOT_THE_MAILBOX = re.compile(r"5\.(?:1\.[78]|2\.[23]|3\.\d+|4\.(?![14]\b)\d+|[567]\.\d+)$")
TRYING = re.compile(
    r"still (?:trying|being)|will (?:be )?(?:retr|try|keep trying|continue)|delayed|warning: |temporar"
    r"|do not (?:need to )?resend|verzögert|weiterhin versucht|vorübergehend|se seguirá intentando|retras", re.IGNORECASE)
FULL = re.compile(r"quota|mailbox (?:is )?full|full mailbox|storage|postfach (?:ist )?voll|bu[zs]ón (?:está )?llen", re.IGNORECASE)
UNWANTED = re.compile(r"spam|blocked|blacklist|block ?list|reputation|policy|dmarc|spf|greylist|too (?:large|big)", re.IGNORECASE)
NOBODY = re.compile(
    r"no (?:such |mailbox )|unknown|does(?:n't| not) exist|not (?:be )?found|invalid (?:recipient|mailbox|address)"
    r"|address rejected|disabled|no longer|inactive|unbekannt|existiert nicht|nicht (?:bekannt|vorhanden)"
    r"|no existe|desconocid|inexist", re.IGNORECASE)


class Report(NamedTuple):
    """`kind`: a value of Bounce.Kind. `identifiers`: Message-IDs of ours that it names. `recipients`: who did not get it."""

    kind: str
    detail: str
    identifiers: tuple[str, ...]
    recipients: tuple[str, ...] = ()


def report(message: Message, raw: bytes) -> Report | None:
    """What the message reports, or None if it is no report of trouble. `raw` is the message as it came."""
    named = identifiers(message, raw)
    parts = list(message.walk())
    for part in parts:
        if part.get_content_type() == "message/feedback-report":
            told = next(blocks(part), Message())
            kind = header(told, "Feedback-Type").lower()
            return Report(Kind.COMPLAINT, f"complaint: {kind}", named) if kind in COMPLAINTS else None
    if any(part.get_content_type() in ("message/delivery-status", "message/global-delivery-status") for part in parts):
        return returned(parts, named)
    if header(message, "X-Failed-Recipients") or any(DAEMON.search(author) for author in authors(message)):
        return in_words(message, named)
    return None


def returned(parts: list[Message], named: tuple[str, ...]) -> Report | None:
    """A delivery status notification: the worst that it says of any recipient."""
    reports = []
    for part in parts:
        if part.get_content_type() not in ("message/delivery-status", "message/global-delivery-status"):
            continue
        for told in blocks(part):
            if kind := graded_block(told):
                words = f"{header(told, 'Status')} {header(told, 'Diagnostic-Code')}".strip()
                to = tuple(header(told, name).rpartition(";")[2].strip(" <>").lower()
                           for name in ("Final-Recipient", "Original-Recipient") if header(told, name))
                reports.append(Report(kind, words[:300], named, to))
    return min(reports, key=lambda one: one.kind != Kind.HARD, default=None)


def graded_block(told: Message) -> str:
    """What the fields about one recipient say; "" for a mail that arrived and for the fields about the message."""
    action = header(told, "Action").lower()
    status = STATUS.search(header(told, "Status"))
    if action in ("delivered", "relayed", "expanded") or not (action or status):
        return ""
    if action == "delayed":
        return Kind.SOFT
    return graded(status[0] if status else "", header(told, "Diagnostic-Code"))


def graded(status: str, words: str) -> str:
    """Hard if the mailbox is not there, soft for everything that may pass."""
    inner = STATUS.search(words)
    if status.endswith(".0.0") and inner is not None:  # the server behind says it more exactly
        status = inner[0]
    if status.startswith("4") or NOT_THE_MAILBOX.match(status):
        return Kind.SOFT
    if status and not status.endswith(".0.0"):
        return Kind.HARD
    reply = REPLY.search(words)
    if (not status and reply and reply[0].startswith("4")) or FULL.search(words) or UNWANTED.search(words):
        return Kind.SOFT
    return Kind.HARD


def in_words(message: Message, named: tuple[str, ...]) -> Report:
    """A bounce of the old kind: some words, then the mail that came back."""
    text = own_words(body(message).text[:LOOKED_AT])
    line = next((line for line in text.splitlines() if STATUS.search(line) or REPLY.search(line)), "")
    status = STATUS.search(line)
    line = line or next((line for line in text.splitlines() if NOBODY.search(line)), "")
    kind: str
    if TRYING.search(f"{header(message, 'Subject')}\n{text}"):
        kind = Kind.SOFT
    elif status:
        kind = graded(status[0], line)
    elif FULL.search(text) or UNWANTED.search(text):
        kind = Kind.SOFT
    else:
        kind = Kind.HARD if NOBODY.search(text) or REPLY.search(line) else Kind.SOFT
    return Report(kind, tidy(line)[:300], named)


def own_words(text: str) -> str:
    """The part before the mail that came back, which begins with headers of ours."""
    found = re.search(r"^[> ]*(?:-{3,}.*\bcopy\b.*|(?:Return-Path|Received|Message-ID|From|Date|Subject):.*)$", text,
                      re.IGNORECASE | re.MULTILINE)
    return text[: found.start()] if found else text


def blocks(part: Message) -> Iterator[Message]:
    """The groups of fields of a report."""
    payload = part.get_payload()
    if isinstance(payload, list):
        yield from (block for block in payload if isinstance(block, Message))


def identifiers(message: Message, raw: bytes) -> tuple[str, ...]:
    """Our own Message-IDs anywhere in the message: in its headers, in the mail that came back, in words."""
    ours = re.compile(rf"<[a-z]{{1,20}}\.[0-9a-f]{{24}}@{re.escape(settings.MAIL_DOMAIN)}>", re.IGNORECASE)
    text = f"{raw.decode('latin-1')}\n{body(message).text}"
    local = (found.rpartition("@")[0].lower() for found in ours.findall(text))
    return tuple(dict.fromkeys(f"{one}@{settings.MAIL_DOMAIN}>" for one in local))[:MOST_IDENTIFIERS]
