"""What only the message itself holds: reply addresses and links that authorise an order.

While a mail is composed, and in what is kept of it, a mark stands in their place. They are made when the message
is, and leave the database with its bytes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime

_OPEN, _CLOSE = "\ue000", "\ue001"  # private use: no name and no words at the table can hold them
_MARK = re.compile(f"{_OPEN}([^{_OPEN}{_CLOSE}]*){_CLOSE}")

Makers = Mapping[str, Callable[[datetime], str]]


def mark(*names: object) -> str:
    """What stands for a secret, without blanks, so that no line is broken in it."""
    return f"{_OPEN}{':'.join(map(str, names))}{_CLOSE}"


def filled(text: str, secrets: Mapping[str, str]) -> str:
    """The text with the secrets in their places. Raises KeyError for one that was not made."""
    return _MARK.sub(lambda found: secrets[found[0]], text)


def blanked(text: str) -> str:
    """The text as it is kept."""
    return _MARK.sub("…", text)
