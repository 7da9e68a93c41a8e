"""The address that an answer goes to."""

from __future__ import annotations

from django.conf import settings


def address(token: str) -> str:
    """`play+token@example.org`; the local part stays under the 64 characters of RFC 5321."""
    return f"{settings.MAIL_LOCAL_PART}+{token}@{settings.MAIL_DOMAIN}"
