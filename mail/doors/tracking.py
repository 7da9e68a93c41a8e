"""What a provider tells about mail that we sent: bounces and complaints, counted like those that come by mail."""

from __future__ import annotations

import re
from datetime import datetime

from anymail.signals import AnymailTrackingEvent, EventType, RejectReason

from mail import bounces

# How providers call a bounce for good, in the field that says so (Amazon SES, Postmark, Mailgun, Brevo, SendGrid …).
FOR_GOOD = {"permanent", "hardbounce", "bademailaddress", "hard_bounce", "hard", "invalid_email", "bounce"}
FOR_NOW = {"transient", "undetermined", "softbounce", "temporary", "soft_bounce", "soft", "blocked", "dnserror"}
CODE = re.compile(r"\b5\d\d\b|\b5\.\d{1,3}\.\d{1,3}\b")  # RFC 5321, RFC 3463
FIELDS = ("bounceType", "Type", "severity", "type", "event", "BounceType")


def record(event: AnymailTrackingEvent, now: datetime) -> None:
    """Counts a bounce or complaint against the address; whatever else is told (opened, delivered) is nothing to us."""
    address = str(event.recipient or "").strip("<> ").lower()[:320]
    if "@" not in address:
        return
    detail = " ".join(str(event.mta_response or event.description or event.reject_reason or "").split())[:300]
    if event.event_type == EventType.COMPLAINED:
        bounces.record(address, "complaint", detail, now)
    elif event.event_type in {EventType.BOUNCED, EventType.REJECTED}:
        bounces.record(address, "hard" if hard(event) else "soft", detail, now)


def hard(event: AnymailTrackingEvent) -> bool:
    """Whether it makes no sense to write there again."""
    if event.reject_reason in {RejectReason.INVALID, RejectReason.SPAM}:
        return True
    for words in told(event.esp_event):
        if words in FOR_GOOD:
            return True
        if words in FOR_NOW:
            return False
    return CODE.search(str(event.mta_response or "")) is not None


def told(value: object) -> list[str]:
    """What the provider's own fields say, wherever in the event they stand."""
    found: list[str] = []
    if isinstance(value, dict):
        found = [str(value[name]).lower() for name in FIELDS if name in value]
        for inner in ("bounce", "event-data"):
            found = told(value.get(inner)) + found
    return found
