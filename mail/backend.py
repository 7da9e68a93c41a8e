"""Django's mail backend that writes messages into the outbox instead of sending them.

Everything that Django and allauth send (codes to log in, verified addresses) comes this way.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone

from accounts.models import User
from games import bell
from mail import mime
from mail.models import Outgoing


class OutboxBackend(BaseEmailBackend):
    """Stores each message as an Outgoing row for each recipient."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        count = 0
        for message in email_messages:
            for address in dict.fromkeys(message.recipients()):
                _store(message, address)
            count += 1
        return count


def _store(message: EmailMessage, address: str) -> None:
    now = timezone.now()
    own: Any = copy.copy(message)
    own.to, own.cc, own.bcc = [address], [], []
    message_id = mime.message_id("account")
    own.extra_headers = {**mime.marks(mime.GENERATED), **message.extra_headers, "Message-ID": message_id}
    Outgoing.objects.create(
        user=User.objects.filter(email__iexact=address).first(), address=address, kind="account",
        key=f"account:{message_id}", message_id=message_id, subject=mime.one_line(str(message.subject))[:300],
        text=str(message.body), raw=own.message().as_bytes(linesep="\r\n"), created=now, due=now,
    )
    bell.ring("mail.send")
