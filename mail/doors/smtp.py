"""The SMTP door: takes mail for our own addresses only, and says 250 only when the message is stored.

It relays nothing and answers nothing by itself. Put a mail server with TLS and spam filters in front of it, or
let it listen on the network as it is. Its log holds row numbers, never recipients: their addresses hold tokens.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar
from weakref import WeakSet

from aiosmtpd.smtp import SMTP, Envelope, Session
from django.conf import settings
from django.db import connections
from django.utils import timezone

from mail import incoming, tokens, verp
from mail.doors.certificate import Certificate
from mail.machines import own
from mail.message import MAX_BYTES

log = logging.getLogger(__name__)
logging.getLogger("mail.log").setLevel(logging.WARNING)  # aiosmtpd's own log tells every command
AT_MOST = 10  # recipients of one message
CLIENTS = 100  # connections at a time; each may hold a message in memory
TIMEOUT = 120  # seconds without a word from the client
BUSY = b"421 4.3.2 Too many connections, try again later\r\n"
P = ParamSpec("P")
T = TypeVar("T")


class Smtp(SMTP):
    line_length_limit = MAX_BYTES  # some programs write a paragraph on a line; the reader drops long ones


class Doorkeeper:
    """What is asked of each recipient and done with each message (aiosmtpd's handler)."""

    def __init__(self, door: str) -> None:
        self.door = door

    async def handle_EHLO(
        self, server: SMTP, session: Session, envelope: Envelope, name: str, answers: list[str]
    ) -> list[str]:
        session.host_name = name
        return [line for line in answers if not line.startswith("250-AUTH")]  # nobody has a password here

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
                incoming.store, raw, door=self.door, sender=envelope.mail_from or "<>",
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


class Full(asyncio.Protocol):
    """One client too many: told so, and sent away."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        transport.write(BUSY)
        transport.close()


def known(address: str) -> bool:
    """Whether mail to this address is taken: our bare one, one with a token that we gave out, a mail's own sender."""
    local, _, domain = address.lower().rpartition("@")
    if domain != settings.MAIL_DOMAIN.lower() or not own(address):
        return False
    return "+" not in local or bool(tokens.find([address]) or verp.find([address]))


async def in_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Database work beside the event loop; its connection does not outlive it."""

    def run() -> T:
        try:
            return work(*args, **kwargs)
        finally:
            connections.close_all()

    return await asyncio.to_thread(run)


async def listen(host: str, port: int, *, protocol: type[SMTP] = Smtp, door: str = "smtp") -> asyncio.Server:
    """The listening server, on any free port for 0. Raises OSError if the port is taken or the certificate bad."""
    loop = asyncio.get_running_loop()
    certificate = Certificate(settings.SMTP_DOOR_TLS_CERT, settings.SMTP_DOOR_TLS_KEY)
    certificate.context()
    clients: WeakSet[SMTP] = WeakSet()
    options: dict[str, Any] = {
        "data_size_limit": MAX_BYTES, "enable_SMTPUTF8": True, "hostname": settings.MAIL_DOMAIN,
        "ident": "Tigris by mail", "timeout": TIMEOUT, "loop": loop,
    }

    def client() -> asyncio.BaseProtocol:
        if sum(1 for one in clients if one.transport and not one.transport.is_closing()) >= CLIENTS:
            return Full()
        one = protocol(Doorkeeper(door), tls_context=certificate.context(), **options)
        clients.add(one)
        return one

    return await loop.create_server(client, host, port)
