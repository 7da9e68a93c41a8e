"""Bounces and complaints that come by mail, counted against the address that the mail in question was sent to.

A report is believed only if it names a mail that we sent of late, by its envelope sender (mail.verp) or by its
Message-ID: both hold random signs that nobody knows who has not had that mail. So whoever forges a report can
silence nobody but themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from email.message import Message

from mail import bounces, verp
from mail.identity import recipients
from mail.models import Incoming, Outgoing
from mail.reports import Report, report

NOT_OURS = "report of no mail of ours"


def take(row: Incoming, message: Message, raw: bytes, now: datetime) -> str:
    """Counts what the message reports. Returns a few words about it, "" if it is no report."""
    found = report(message, raw)
    if found is None:
        return ""
    about = mail_of(found, recipients(message, row.recipients), now)
    if about is None:
        return NOT_OURS
    bounces.record(about.address, found.kind, found.detail, now, about)
    return f"{found.kind}: mail {about.pk}"


def mail_of(found: Report, to: Sequence[str], now: datetime) -> Outgoing | None:
    """The mail that a report is about; None if that is not certain."""
    recent = bounces.sent(now)
    if numbers := verp.find(to):
        return recent.filter(pk__in=numbers).first() if len(numbers) == 1 else None
    rows = list(recent.filter(message_id__in=found.identifiers))
    named = [row for row in rows if row.address.lower() in found.recipients]
    rows = named or rows
    return rows[0] if len({row.address.lower() for row in rows}) == 1 else None
