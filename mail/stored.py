"""A stored message in the shape that Django's and anymail's backends send.

SMTP gets the stored bytes as they are, and so does Amazon SES; other providers' interfaces get their parts. What
each makes of them is in docs/mail.md, and tested with the calls that anymail makes.
"""

from __future__ import annotations

from email.header import decode_header, make_header
from email.message import Message
from email.mime.image import MIMEImage
from email.utils import parseaddr
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives

_BY_BACKEND = {"from", "to", "subject", "reply-to", "date", "mime-version", "content-type",
               "content-transfer-encoding"}
_KEEP = {"X-PM-KeepID": "true"}  # Postmark gives messages a Message-ID of its own without it; others pass it on


class _Bytes(Message):
    """What `message()` of a Django mail returns, with the bytes kept as they were written."""

    raw: bytes

    def as_bytes(self, unixfrom: bool = False, policy: Any = None, linesep: str = "\n") -> bytes:
        return b"\n".join(self.raw.splitlines()).replace(b"\n", linesep.encode()) + linesep.encode()


class StoredMail(EmailMultiAlternatives):
    """`parsed` and `raw` are the same message. The envelope goes from `sender`, else our own address, to `address`.

    `inline`: pictures stand in the text; False for interfaces that know only pictures attached below it.
    """

    def __init__(self, parsed: Message, raw: bytes, address: str, *, inline: bool = True, sender: str = "") -> None:
        html, pictures, text = "", [], ""
        for part in parsed.walk():
            content = part.get_payload(decode=True)
            if not isinstance(content, bytes):
                continue
            if part.get_content_type() == "text/plain":
                text = content.decode("utf-8")
            elif part.get_content_type() == "text/html":
                html = content.decode("utf-8")
            elif part.get_content_maintype() == "image":
                pictures.append(_picture(part, content, inline))
        super().__init__(
            subject=_words(parsed["Subject"]),
            body=text,
            from_email=sender or settings.DEFAULT_FROM_EMAIL,
            to=[address],
            reply_to=[parseaddr(parsed["Reply-To"])[1]] if parsed["Reply-To"] else None,
            headers=_KEEP | {name: " ".join(str(value).split()) for name, value in parsed.items()
                             if name.lower() not in _BY_BACKEND},
            attachments=pictures,
        )
        if html:
            self.attach_alternative(html, "text/html")
        self.raw, self.parsed = raw, parsed

    def message(self, *args: Any, **kwargs: Any) -> Any:
        stored = _Bytes()
        for name, value in self.parsed.items():
            stored[name] = value
        stored.set_payload(self.parsed.get_payload())
        stored.raw = self.raw
        return stored


def _picture(part: Message, content: bytes, inline: bool) -> MIMEImage:
    picture = MIMEImage(content, part.get_content_subtype())
    if inline:
        picture["Content-ID"] = part["Content-ID"]
    picture.add_header("Content-Disposition", "inline" if inline else "attachment", filename=part.get_filename() or "picture.png")
    return picture


def _words(header: str | None) -> str:
    """The subject as people read it, on one line."""
    return " ".join(str(make_header(decode_header(header or ""))).split())
