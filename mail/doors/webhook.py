"""The webhook door: a provider that takes mail for us posts each message here (django-anymail knows how).

`/anymail/PROVIDER/inbound/` and `…/tracking/` are open for one provider, the one in use, and only with a secret:
most providers sign nothing. anymail checks who posts; then the message is only stored. Where the provider hands
on the raw message that is stored as it is; otherwise what anymail makes of the provider's fields. The answer is
200 whatever the message holds, for a provider brings again and again what fails; only trouble of our own
(database, network, configuration) asks for that.
"""

from __future__ import annotations

import base64
import json
import logging
from collections.abc import Callable, Iterable
from email.errors import MessageError
from io import BytesIO
from typing import Any, NamedTuple
from urllib.parse import parse_qs

from anymail.inbound import AnymailInboundMessage
from anymail.signals import AnymailInboundEvent, AnymailTrackingEvent
from anymail.utils import get_request_basic_auth
from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.core.files.uploadhandler import MemoryFileUploadHandler
from django.http import Http404, HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParser
from django.urls import Resolver404, resolve
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.csrf import csrf_exempt

from mail import incoming
from mail.doors import rewriting, tracking

log = logging.getLogger(__name__)

URLS = "anymail.urls"
# What hostile content makes anymail and Python's parser raise. OSError and anymail's own errors are not of it.
ODD = (ValueError, LookupError, TypeError, AttributeError, RecursionError, MessageError, AssertionError)


class Letter(NamedTuple):
    """A message with its envelope. `sender`: `<>` for a null one, "" if the provider does not say."""

    raw: bytes
    sender: str
    recipients: list[str]


@csrf_exempt
def door(request: HttpRequest, path: str) -> HttpResponse:
    """One post of the provider."""
    provider = settings.WEBHOOK_PROVIDER
    if not provider or path.split("/")[0] != provider:
        raise Http404
    try:
        view = resolve(f"/{path}", URLS).func.view_class  # type: ignore[attr-defined]
    except Resolver404:
        raise Http404 from None
    if constant_time_compare(get_request_basic_auth(request), settings.WEBHOOK_SECRET):
        request.body  # before any form field, or it is gone; of a stranger nothing is read  # noqa: B018
    at_this_door: Any = type("Door", (Door, view), {})
    answer: HttpResponse = at_this_door.as_view()(request)
    return answer


class Door:
    """Comes before anymail's view of the provider: stores where that would send a signal."""

    esp_name: str

    def parse_events(self, request: HttpRequest) -> list[Any]:
        """Stores all that was posted, and leaves nothing to be told."""
        now = timezone.now()
        try:
            letters = RAW.get(self.esp_name, nothing)(request)
            events = super().parse_events(request) if letters is None else []  # type: ignore[misc]
        except SuspiciousOperation:
            raise
        except ODD as error:
            log.error("%s posted what could not be read: %s", self.esp_name, type(error).__name__)
            letters, events = [Letter(request.body, "", [])], []  # visible, and not brought again
        for event in events:
            if isinstance(event, AnymailTrackingEvent):
                tracking.record(event, now)
        letters = letters or [letter(event.message) for event in events if isinstance(event, AnymailInboundEvent)]
        for raw, sender, recipients in letters:
            row = incoming.store(raw, door="webhook", sender=sender, recipients=recipients, now=now)
            log.info("message %s stored", row.pk)
        return []

    def _fetch_attachment(self, attachment: Any) -> AnymailInboundMessage:
        """Brevo keeps attachments for us to fetch; nobody reads them, only that they are there."""
        kind = str(attachment.get("ContentType") or "application/octet-stream")
        return AnymailInboundMessage.construct_attachment(kind, "", filename="attachment")


def letter(message: AnymailInboundMessage) -> Letter:
    """What anymail has made of the provider's fields."""
    sender, recipient = message.envelope_sender, message.envelope_recipient
    return Letter(rewriting.written(message), null(sender), [str(recipient)] if recipient else [])


def null(sender: object) -> str:
    """An envelope sender as `store` wants it."""
    return "" if sender is None else str(sender).strip("<> ") or "<>"


def nothing(request: HttpRequest) -> list[Letter] | None:
    return None


def mailgun(request: HttpRequest) -> list[Letter] | None:
    """A route that forwards to `…/inbound_mime/`."""
    raw = field(request, "body-mime")
    if raw is None:
        return None
    return [Letter(raw, null(text(field(request, "sender"))), listed([text(field(request, "recipient"))]))]


def sendgrid(request: HttpRequest) -> list[Letter] | None:
    """Inbound Parse with “POST the raw, full MIME message”."""
    raw = field(request, "email")
    if raw is None:
        return None
    try:
        envelope = json.loads(text(field(request, "envelope")) or "{}")
        return [Letter(raw, null(envelope.get("from")), listed(envelope.get("to")))]
    except ODD:
        return [Letter(raw, "", [])]


def postmark(request: HttpRequest) -> list[Letter] | None:
    """An inbound stream with “Include raw email content in JSON payload”."""
    event = json.loads(request.body)
    if not isinstance(event.get("RawEmail"), str):
        return None
    first = (event.get("Headers") or [{}])[0]  # Postmark's own; a Return-Path below it came with the message
    sender = first.get("Value") if str(first.get("Name")).lower() == "return-path" else None
    return [Letter(octets(event["RawEmail"]), null(sender), listed([event.get("OriginalRecipient")]))]


def amazon(request: HttpRequest) -> list[Letter] | None:
    """A receipt rule that publishes to SNS with the content; one that stores in S3 is left to anymail."""
    notice = json.loads(request.body)
    if notice.get("Type") != "Notification":
        return None
    try:
        event = json.loads(notice.get("Message", ""))
    except ValueError:
        return None  # SNS's own “Successfully validated …”
    content = event.get("content")
    if not isinstance(content, str):
        return None
    receipt, mail = event.get("receipt", {}), event.get("mail", {})
    coded = receipt.get("action", {}).get("encoding") == "BASE64"
    raw = base64.b64decode(content) if coded else octets(content)
    return [Letter(raw, null(mail.get("source")), listed(receipt.get("recipients")))]


# How each provider's raw message is got, None if this post has none. By anymail's names.
RAW: dict[str, Callable[[HttpRequest], list[Letter] | None]] = {
    "Amazon SES": amazon, "Mailgun": mailgun, "Postmark": postmark, "SendGrid": sendgrid,
}


def field(request: HttpRequest, name: str) -> bytes | None:
    """The bytes of a form field. Django would take them for UTF-8, which a mail need not be."""
    if request.content_type == "application/x-www-form-urlencoded":
        fields = parse_qs(request.body.decode("latin-1"), True, encoding="latin-1", max_num_fields=1000)
        return fields[name][-1].encode("latin-1") if name in fields else None
    if request.content_type != "multipart/form-data":
        return None
    handlers = [MemoryFileUploadHandler(request)]
    form, _ = MultiPartParser(request.META, BytesIO(request.body), handlers, "latin-1").parse()
    value = form.get(name)
    return None if value is None else value.encode("latin-1")


def text(value: bytes | None) -> str | None:
    return None if value is None else value.decode("utf-8", "replace")


def octets(raw: str) -> bytes:
    return raw.encode("utf-8", "surrogatepass")


def listed(addresses: Iterable[object] | None) -> list[str]:
    return [str(address) for address in addresses or [] if address]
