"""Sends what is due, one row after the other, each claimed by lease.

A worker that dies loses nothing: its lease ends and the row is sent by somebody else, as the same message
with the same Message-ID. The harm that is accepted: a message may leave twice if the worker dies between
the server's 250 and the next line.
"""

from __future__ import annotations

import email
import logging
import time
from datetime import datetime, timedelta
from smtplib import SMTPRecipientsRefused

from anymail.exceptions import AnymailInvalidAddress, AnymailRecipientsRefused, AnymailUnsupportedFeature
from django.conf import settings
from django.core.mail import get_connection
from django.db.models import Q

from mail import asked, bounces, notices, others, overview, pacing, verp
from mail.models import Outgoing
from mail.outbox import sent_bytes
from mail.stored import StoredMail

SMTP = "django.core.mail.backends.smtp.EmailBackend"  # any other way out has bounces of its own
log = logging.getLogger(__name__)

LEASE = timedelta(seconds=settings.LEASE_SECONDS)
LONGEST = settings.LEASE_SECONDS * 0.6  # seconds that one call may take; well below the lease
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
INTERVALS = (MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR, 24 * HOUR)


def send_due(now: datetime) -> int:
    """Turns due notices into messages and sends what is due. Returns the number of messages that left.

    With neither a way out nor a post room the messages wait until there is one.
    """
    overview.send(now)
    notices.collapse_due(now)
    others.write(now)
    if not (settings.MAIL_TRANSPORT or settings.POST_ROOM):
        return 0
    start, sent = time.monotonic(), 0
    post = _Post()
    try:
        while (passed := time.monotonic() - start) < LONGEST:
            moment = now + timedelta(seconds=passed)
            row = claim(moment)
            if row is None:
                break
            sent += _deal_with(row, post, moment)
    finally:
        post.close()
    return sent


def claim(now: datetime) -> Outgoing | None:
    """The first of the due messages, ours until its lease ends; None if nothing is due or may leave now."""
    free = Q(lease__isnull=True) | Q(lease__lte=now)
    due = Outgoing.objects.filter(free, status=Outgoing.Status.WAITING, due__lte=now)
    while (pk := pacing.in_order(pacing.allowed(due, now), now).values_list("pk", flat=True).first()) is not None:
        if not due.filter(pk=pk).update(lease=now + LEASE):
            continue
        if pacing.exceeded(now):
            Outgoing.objects.filter(pk=pk, lease=now + LEASE).update(lease=None)
            return None
        return Outgoing.objects.select_related("game", "seat__user", "user").get(pk=pk)
    return None


def _deal_with(row: Outgoing, post: _Post, now: datetime) -> bool:
    if not asked.holds(row) or bounces.withheld(row):
        notices.drop(row, now)
        notices.collapse_due(now)
        return False
    if morning := pacing.wakes(row, now):
        Outgoing.objects.filter(pk=row.pk, lease=row.lease).update(lease=None, due=morning)
        return False
    try:
        post.send(row)
    except (SMTPRecipientsRefused, AnymailRecipientsRefused, AnymailInvalidAddress) as error:
        _failed(row, error, now, final=_is_final(error))
        if _is_final(error):
            bounces.refused(row, _words(error), now)
        return False
    except Exception as error:  # whatever a provider's library raises: the row waits for its next time
        _failed(row, error, now, final=False)
        return False
    _settle(row, status=Outgoing.Status.SENT, sent=now, error="")
    return True


def _failed(row: Outgoing, error: Exception, now: datetime, *, final: bool) -> None:
    log.warning("message %s was not taken: %s", row.pk, type(error).__name__)
    values: dict[str, object] = {"error": f"{type(error).__name__}: {_code(error)}".rstrip(": ")[:300]}
    if final or row.tries >= len(INTERVALS):
        _settle(row, status=Outgoing.Status.FAILED, **values)
        return
    Outgoing.objects.filter(pk=row.pk, lease=row.lease).update(
        lease=None, tries=row.tries + 1, due=now + INTERVALS[row.tries], **values
    )


def _settle(row: Outgoing, **values: object) -> bool:
    """The last word on a message."""
    mine = Outgoing.objects.filter(pk=row.pk, lease=row.lease)
    return bool(mine.update(lease=None, **values, **sent_bytes()))


def _is_final(error: Exception) -> bool:
    if isinstance(error, SMTPRecipientsRefused):
        return all(500 <= code < 600 for code, _ in error.recipients.values())
    return True


def _code(error: Exception) -> str:
    """The server's number for what happened; its words may hold an address."""
    if isinstance(error, SMTPRecipientsRefused):
        return " ".join(str(code) for code, _ in error.recipients.values())
    return str(getattr(error, "smtp_code", "") or getattr(error, "status_code", "") or "")


def _words(error: Exception) -> str:
    """What the next server said about the address."""
    if isinstance(error, SMTPRecipientsRefused):
        return "; ".join(f"{code} {words.decode('utf-8', 'replace') if isinstance(words, bytes) else words}"
                         for code, words in error.recipients.values())
    return f"550 {type(error).__name__}"


class _Post:
    """One connection for all messages of a round; with no transport the post room is the only reader."""

    def __init__(self) -> None:
        self.connection = get_connection(settings.MAIL_TRANSPORT) if settings.MAIL_TRANSPORT else None

    def send(self, row: Outgoing) -> None:
        if self.connection is None:
            return
        sender = verp.address(row) if settings.MAIL_VERP and settings.MAIL_TRANSPORT == SMTP else ""
        parsed, raw = email.message_from_bytes(bytes(row.raw)), bytes(row.raw)
        try:
            self.connection.open()
            try:
                self.connection.send_messages([StoredMail(parsed, raw, row.address, sender=sender)])
            except AnymailUnsupportedFeature:
                self.connection.send_messages([StoredMail(parsed, raw, row.address, inline=False)])
        except Exception:
            self.close()
            raise

    def close(self) -> None:
        if self.connection is not None:
            try:
                self.connection.close()
            except Exception as error:
                log.info("the connection did not close: %s", type(error).__name__)
