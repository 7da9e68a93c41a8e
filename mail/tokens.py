"""The random part of a reply address: who may order what is decided by it and by the sender's address.

One token stands for one seat and one moment of its game. Only its SHA-256 is kept, so that a copy of the
database answers no mail; every mail therefore gets a token of its own.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterable
from datetime import datetime

from games.models import Seat
from mail.models import Token

ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"
LENGTH = 24  # 120 bits
AT_MOST = 50  # different tokens looked up for one message
_IN_ADDRESS = re.compile(rf"\+([{ALPHABET}]{{{LENGTH}}})@", re.IGNORECASE | re.ASCII)

_ANYWHERE = re.compile(rf"(\+|=2B|%2B)[{ALPHABET}]{{{LENGTH}}}(?=@|=40|%40)", re.IGNORECASE | re.ASCII)


def make(seat: Seat, version: int, now: datetime) -> str:
    """A new token for the seat, as the game stands at `version`."""
    token = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
    Token.objects.create(seat=seat, digest=digest(token), version=version, created=now)
    return token


def find(addresses: Iterable[str]) -> list[Token]:
    """The tokens that these addresses (bare or with names, any case) carry and that we gave out."""
    digests: dict[str, None] = {}
    for address in addresses:
        for token in _IN_ADDRESS.findall(address):
            digests[digest(token.lower())] = None
    known = Token.objects.filter(digest__in=list(digests)[:AT_MOST])
    return list(known.select_related("seat__game", "seat__user").order_by("pk"))


def blanked(text: str) -> str:
    """The text without the tokens that let somebody order, however an address with one is encoded."""
    return _ANYWHERE.sub(r"\1…", text)


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
