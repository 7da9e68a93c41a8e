"""Stores a message before anything of it is read: the one function behind every door.

A door says yes to whoever brings the message only after `store` has returned. The same message, brought
twice or through two doors, is one row.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from games import bell
from mail.identity import recipients as every_recipient
from mail.message import MAX_BYTES, header, headers, parse_head
from mail.mime import one_line
from mail.models import Incoming

OURS = re.compile(r"[a-z0-9._-]+\+[a-z0-9-]+@[a-z0-9.-]+", re.ASCII)
TRACE = re.compile(rb"^(?:return-path|delivered-to|x-original-to|received|authentication-results):.*\n(?:[ \t].*\n)*",
                   re.IGNORECASE | re.MULTILINE)


def store(raw: bytes, *, door: str, sender: str, recipients: Iterable[str], now: datetime) -> Incoming:
    """The row of this message, made now or before. `sender`: `<>` for a null one, "" if unknown.

    Of a message over the limit only the beginning is kept, enough to say so to its author.
    Database errors go to the caller, who asks for another try.
    """
    envelope = [one_line(address).strip("<> ")[:320].lower() for address in recipients]
    raw = raw[: MAX_BYTES + 1]
    with transaction.atomic():
        row, made = Incoming.objects.get_or_create(
            key=key(raw, envelope),
            defaults={
                "door": door, "sender": one_line(sender)[:320], "recipients": envelope, "raw": raw, "received": now,
            },
        )
        if made:
            bell.ring("mail.read")
    return row


def key(raw: bytes, envelope: list[str]) -> str:
    """What makes two arrivals one: Message-ID and recipient; without Message-ID the message itself.

    The recipients are the tagged addresses in envelope and headers, so that a door that knows no envelope
    comes to the same key.
    """
    message = parse_head(raw)
    to = sorted(set(OURS.findall(" ".join(every_recipient(message, envelope)).lower())))
    identifier = header(message, "Message-ID") if len(headers(message, "Message-ID")) == 1 else ""
    if identifier:
        return hashlib.sha256("\n".join([identifier, *(to or envelope)]).encode()).hexdigest()
    without_trace = TRACE.sub(b"", raw.replace(b"\r\n", b"\n"))
    return hashlib.sha256("\n".join(to).encode() + b"\n\n" + without_trace).hexdigest()
