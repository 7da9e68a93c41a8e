"""The door for a mail server that runs a program: `manage.py receive < message` (see docs/mail.md)."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import BinaryIO

from django.utils import timezone

from mail import incoming
from mail.message import MAX_BYTES

log = logging.getLogger(__name__)
STORED, AGAIN = 0, 75  # EX_OK and EX_TEMPFAIL of sysexits.h, as Postfix and procmail read them


def receive(stream: BinaryIO, *, sender: str = "", recipients: Iterable[str] = ()) -> int:
    """Stores the message on the stream. Returns the exit code: 0 stored, 75 bring it again later."""
    raw = stream.read(MAX_BYTES + 1)
    while stream.read(MAX_BYTES):
        pass  # read to the end, so that whoever writes is not cut off
    try:
        row = incoming.store(raw, door="pipe", sender=sender, recipients=recipients, now=timezone.now())
    except Exception as error:  # whatever it is, the message must not bounce
        log.error("the message was not stored: %s", type(error).__name__)
        return AGAIN
    log.info("message %s stored", row.pk)
    return STORED
