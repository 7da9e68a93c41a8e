"""Who wrote a message: the token in its reply address, then From, then what our own mail server says of DMARC.

Threads and subjects never authorise anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from email.message import Message

from allauth.account.models import EmailAddress
from django.conf import settings

from accounts.models import User
from mail import tokens
from mail.message import headers
from mail.models import Token

RECIPIENT_HEADERS = ("Delivered-To", "X-Original-To", "To", "Cc")


def recipients(message: Message, envelope: Iterable[str]) -> list[str]:
    """Every place where our reply address may stand, the envelope first."""
    return [*envelope, *(value for name in RECIPIENT_HEADERS for value in headers(message, name))]


def find_tokens(message: Message, envelope: Iterable[str]) -> list[Token]:
    """The known tokens of a message; exactly one of them authorises."""
    return tokens.find(recipients(message, envelope))


def user_of(address: str) -> User | None:
    """The player who has proved that this address is theirs."""
    found = EmailAddress.objects.filter(email__iexact=address, verified=True).select_related("user").first()
    return found.user if found is not None and found.user.is_active else None


def dmarc_failed(message: Message) -> bool:
    """Whether our own server found that From is forged (RFC 8601). No result is no failure.

    Only the topmost result with our identifier counts: those below came with the message.
    """
    ours = settings.MAIL_AUTHSERV_ID.lower()
    if not ours:
        return False
    for result in headers(message, "Authentication-Results"):
        identifier, _, methods = result.partition(";")
        if (identifier.split() or [""])[0].lower() == ours:
            return re.search(r"\bdmarc\s*=\s*fail\b", methods, re.IGNORECASE) is not None
    return False
