"""The SMTP door: takes mail for our own addresses only, and says 250 only when the message is stored.

It relays nothing and answers nothing by itself. Put a mail server with TLS and spam filters in front of it, or
let it listen on the network as it is. Its log holds row numbers, never recipients: their addresses hold tokens.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from aiosmtpd.smtp import SMTP, Envelope, Session
from django.conf import settings
from django.db import connections
from django.utils import timezone

from mail import incoming, tokens
from mail.machines import own
from mail.message import MAX_BYTES

log = logging.getLogger(__name__)
logging.getLogger("mail.log").setLevel(logging.WARNING)  # aiosmtpd's own log tells every command
AT_MOST = 10  # recipients of one message
TIMEOUT = 120  # seconds without a word from the client
P = ParamSpec("P")
T = TypeVar("T")


class _Smtp(SMTP):
    line_length_limit = MAX_BYTES  # some programs write a paragraph on a line; the reader drops long ones


class Doorkeeper:
    """What is asked of each recipient and done with each message (aiosmtpd's handler)."""

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if len(envelope.rcpt_tos) >= AT_MOST:
            return "452 4.5.3 Too many recipients"
        try:
            if not await in_thread(known, address):
                return "550 5.1.1 No such address here"
        except Exception as error:
            log.error("a recipient could not be looked up: %s", type(error).__name__)
            return "451 4.3.0 Try again later"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        raw = envelope.original_content or b""
        try:
            row = await in_thread(
                incoming.store, raw, door="smtp", sender=envelope.mail_from or "<>",
                recipients=list(envelope.rcpt_tos), now=timezone.now(),
            )
        except Exception as error:
            log.error("a message was not stored: %s", type(error).__name__)
            return "451 4.3.0 Try again later"
        log.info("message %s stored", row.pk)
        return "250 2.0.0 Stored"

    async def handle_exception(self, error: Exception) -> str:
        log.error("a session failed: %s", type(error).__name__)
        return "451 4.3.0 Try again later"


def known(address: str) -> bool:
    """Whether mail to this address is taken: our bare one, or one with a token that we gave out."""
    local, _, domain = address.lower().rpartition("@")
    if domain != settings.MAIL_DOMAIN.lower() or not own(address):
        return False
    return "+" not in local or bool(tokens.find([address]))


async def in_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Database work beside the event loop; its connection does not outlive it."""

    def run() -> T:
        try:
            return work(*args, **kwargs)
        finally:
            connections.close_all()

    return await asyncio.to_thread(run)


async def listen(host: str, port: int) -> asyncio.Server:
    """The listening server, on any free port for 0. Raises OSError if the port is taken."""
    loop = asyncio.get_running_loop()
    options: dict[str, Any] = {
        "data_size_limit": MAX_BYTES, "enable_SMTPUTF8": True, "hostname": settings.MAIL_DOMAIN,
        "ident": "Tigris by mail", "timeout": TIMEOUT, "loop": loop,
    }
    return await loop.create_server(lambda: _Smtp(Doorkeeper(), **options), host, port)
