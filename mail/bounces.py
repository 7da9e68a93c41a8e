"""Mails that came back, and complaints, counted against the address they were written to."""

from __future__ import annotations

from datetime import datetime

from mail.models import Bounce


def record(address: str, kind: str, detail: str, now: datetime) -> None:
    """`kind` is one of Bounce.Kind; `detail` what the other server or the provider said."""
    Bounce.objects.create(address=address.lower(), kind=kind, detail=detail[:300], at=now)
