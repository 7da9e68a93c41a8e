"""The envelope sender of each mail, by which a bounce says which mail it is about (VERP).

`play+b-NUMBER-SEAL@example.org`: the number of the outgoing row and a seal that only we can make. Nothing is kept
for it, and nobody who has not seen the mail can report it as undeliverable.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from mail.models import Outgoing

_SALT = "mail.verp"
_SEAL = 20  # hexadecimal digits, 80 bits
_IN_ADDRESS = re.compile(rf"\+b-([0-9]{{1,18}})-([0-9a-f]{{{_SEAL}}})@", re.IGNORECASE | re.ASCII)


def address(row: Outgoing) -> str:
    """Where the mail of this row comes back to."""
    return f"{settings.MAIL_LOCAL_PART}+b-{row.pk}-{_seal(str(row.pk))}@{settings.MAIL_DOMAIN}"


def find(addresses: Iterable[str]) -> list[int]:
    """The numbers of the mails that these addresses (bare or with names) are the senders of; forged ones left out."""
    found = (pair for one in addresses for pair in _IN_ADDRESS.findall(one))
    return list(dict.fromkeys(int(number) for number, seal in found if constant_time_compare(_seal(number), seal.lower())))


def _seal(number: str) -> str:
    return salted_hmac(_SALT, number, algorithm="sha256").hexdigest()[:_SEAL]
