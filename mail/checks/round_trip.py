"""A test message that leaves as all mail does and must come back through one of the doors."""

from __future__ import annotations

import secrets
import smtplib
import time
from collections.abc import Callable
from datetime import datetime
from email import message_from_bytes

from django.conf import settings
from django.core.mail import get_connection
from django.utils import timezone

from mail import mime
from mail.checks import Result, fail, ok
from mail.models import Incoming
from mail.stored import StoredMail

STEP = 0.5  # seconds between two looks


def check(*, seconds: float, wait: Callable[[float], object] = time.sleep) -> Result:
    """Sends it to our own bare address; it is known by its Message-ID, and carries the mark that nobody answers."""
    begun = timezone.now()
    identifier, raw = written(begun)
    to = f"{settings.MAIL_LOCAL_PART}@{settings.MAIL_DOMAIN}"
    try:
        way = send(raw, to)
    except Exception as error:  # whatever a provider's library raises
        return fail(f"the test message could not be sent: {type(error).__name__} {error}")
    for _ in range(max(1, int(seconds / STEP))):
        if row := came_back(identifier, begun):
            took = (row.received - begun).total_seconds()
            return ok(f"a test message to {to} left {way} and came back through the {row.door} door after {took:.1f} s")
        wait(STEP)
    return fail(f"a test message to {to} left {way} and did not come back within {seconds:.0f} s: look where it is with "
                f"the server or provider (Message-ID {identifier}), and whether mail for {settings.MAIL_DOMAIN} leads here")


def written(now: datetime) -> tuple[str, bytes]:
    identifier = f"<mailcheck.{secrets.token_hex(12)}@{settings.MAIL_DOMAIN}>"
    headers = mime.Headers(
        address=f"{settings.MAIL_LOCAL_PART}@{settings.MAIL_DOMAIN}", name="", subject="Test of the way out and in",
        message_id=identifier, date=now,
    )
    words = "This message was sent by manage.py mailcheck to find its way back."
    return identifier, mime.build(headers, text=words, html=f"<p>{words}</p>")


def send(raw: bytes, to: str) -> str:
    """By the way out; without one, to the SMTP door at once. Returns what it did, in words."""
    if settings.MAIL_TRANSPORT:
        message = StoredMail(message_from_bytes(raw), raw, to)
        get_connection(settings.MAIL_TRANSPORT).send_messages([message])
        return "by the way out"
    with smtplib.SMTP(settings.SMTP_DOOR_HOST, settings.SMTP_DOOR_PORT, timeout=10) as door:
        door.sendmail(settings.MAIL_FROM_ADDRESS, [to], raw)
    return "for the SMTP door"


def came_back(identifier: str, since: datetime) -> Incoming | None:
    rows = Incoming.objects.filter(received__gte=since).order_by("-pk")[:50]
    return next((row for row in rows if identifier.encode() in bytes(row.raw)), None)
