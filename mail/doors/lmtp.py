"""The LMTP door (RFC 2033), for a mail server that hands over what it has taken: Postfix, Exim, OpenSMTPD.

The SMTP door's rules hold. After the data there is one reply for each recipient that was taken; the message is
one row, so they all say the same.
"""

from __future__ import annotations

import asyncio

from aiosmtpd.lmtp import LMTP

from mail.doors import smtp


class Lmtp(LMTP, smtp.Smtp):
    awaited = 0  # replies that the client waits for after the data

    async def push(self, status: str | bytes) -> None:
        line = status.decode() if isinstance(status, bytes) else status
        if self.awaited:
            line, self.awaited = "\r\n".join([line] * self.awaited), 0
        elif line.startswith("354") and self.envelope is not None:
            self.awaited = len(self.envelope.rcpt_tos)
        await super().push(line)


async def listen(host: str, port: int) -> asyncio.Server:
    """The listening server, on any free port for 0. Raises OSError if the port is taken."""
    return await smtp.listen(host, port, protocol=Lmtp, door="lmtp")
