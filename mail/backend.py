"""Django's mail backend that writes messages into the outbox instead of sending them."""

from __future__ import annotations

from django.core.mail.backends.base import BaseEmailBackend


class OutboxBackend(BaseEmailBackend):
    """Stores each message as an Outgoing row."""
