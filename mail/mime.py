"""A message as bytes: text, then HTML with its picture (RFC 2046, 2387, 3834, 8058)."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import format_datetime

from django.conf import settings

PICTURE = "board@tigris"  # the Content-ID that templates show as cid:board@tigris
LOOP = "X-Tigris-Loop"
GENERATED = "auto-generated"
REPLIED = "auto-replied"
_UNBROKEN = {"list-unsubscribe", "message-id", "in-reply-to", "references"}


class _Policy(EmailPolicy):
    """Addresses of the web and of messages go out as they are; the standard policy would encode long ones."""

    def fold_binary(self, name: str, value: str) -> bytes:
        if name.lower() in _UNBROKEN:
            folded = f"{self.linesep} ".join(str(value).split())
            return f"{name}: {folded}{self.linesep}".encode("ascii", "ignore")
        return super().fold_binary(name, value)


_POLICY = _Policy(linesep="\r\n")


@dataclass(frozen=True)
class Headers:
    """What a message says about itself. `auto`: RFC 3834. `unsubscribe`: a one-click address or ""."""

    address: str
    name: str
    subject: str
    message_id: str
    date: datetime
    reply_to: str = ""
    in_reply_to: str = ""
    references: Iterable[str] = ()
    auto: str = GENERATED
    unsubscribe: str = ""


def message_id(kind: str) -> str:
    """A new Message-ID."""
    return f"<{kind}.{secrets.token_hex(12)}@{settings.MAIL_DOMAIN}>"


def build(headers: Headers, *, text: str, html: str, pictures: Mapping[str, bytes] | None = None) -> bytes:
    """The whole message, with CRLF line ends. `pictures`: PNGs by their Content-ID."""
    message = EmailMessage(policy=_POLICY)
    message["From"] = settings.DEFAULT_FROM_EMAIL
    message["To"] = Address(one_line(headers.name), addr_spec=headers.address)
    message["Subject"] = one_line(headers.subject)
    message["Date"] = format_datetime(headers.date)
    message["Message-ID"] = headers.message_id
    if headers.reply_to:
        message["Reply-To"] = headers.reply_to
    if headers.in_reply_to:
        message["In-Reply-To"] = one_line(headers.in_reply_to)
    if references := " ".join(one_line(reference) for reference in headers.references):
        message["References"] = references
    for name, value in marks(headers.auto).items():
        message[name] = value
    if headers.unsubscribe:
        message["List-Unsubscribe"] = f"<{headers.unsubscribe}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(text, cte="quoted-printable")
    message.add_alternative(html, subtype="html", cte="quoted-printable")
    for name, picture in (pictures or {}).items():
        related = message.get_payload(1)
        assert isinstance(related, EmailMessage)
        related.add_related(picture, "image", "png", cid=f"<{name}>", filename=f"{name.partition('@')[0]}.png",
                            disposition="inline")
    return message.as_bytes()


def marks(auto: str) -> dict[str, str]:
    """The headers by which machines know each other and keep silent."""
    return {"Auto-Submitted": auto, "X-Auto-Response-Suppress": "OOF", LOOP: settings.MAIL_DOMAIN}


def one_line(value: str) -> str:
    """Names and subjects are written by people: no line break may become a header."""
    return " ".join("".join(c if c.isprintable() else " " for c in value).split())
