"""One of our own messages, opened as a mail program does."""

from __future__ import annotations

import base64
import email
import re
from dataclasses import dataclass, field
from email.policy import default
from email.utils import parseaddr
from urllib.parse import unquote

SHOWN_HEADERS = ("From", "To", "Reply-To", "Subject", "Date", "Message-ID", "In-Reply-To", "References",
                 "Auto-Submitted", "List-Unsubscribe")
_MAILTO = re.compile(r'href="mailto:([^"?]+)\?subject=([^"&]+)')
_BASE = '<base target="_top">'


@dataclass(frozen=True)
class Opened:
    headers: dict[str, str]
    text: str
    html: str
    pictures: dict[str, str] = field(default_factory=dict)  # Content-ID -> data: address

    def takers(self) -> dict[str, str]:
        """Where an answer may go, and a word for each: the one reply address, or one for each game told of."""
        if reply_to := parseaddr(self.headers.get("Reply-To", ""))[1]:
            return {reply_to: ""}
        return {address: unquote(subject) for address, subject in _MAILTO.findall(self.html)}

    def html_with_pictures(self) -> str:
        """The HTML part by itself: pictures in place, links to the outer window."""
        html = re.sub(r"cid:([^\"'\s>]+)", lambda found: self.pictures.get(found[1], ""), self.html)
        return html.replace("<head>", f"<head>{_BASE}", 1) if "<head>" in html else _BASE + html


def opened(raw: bytes) -> Opened:
    message = email.message_from_bytes(raw, policy=default)
    text = html = ""
    pictures = {}
    for part in message.walk():
        kind = part.get_content_type()
        if kind == "text/plain" and not text:
            text = str(part.get_content())
        elif kind == "text/html" and not html:
            html = str(part.get_content())
        elif part.get_content_maintype() == "image":
            data = base64.b64encode(part.get_payload(decode=True) or b"").decode()  # type: ignore[arg-type]
            pictures[str(part["Content-ID"]).strip("<> ")] = f"data:{kind};base64,{data}"
    headers = {name: str(message[name]) for name in SHOWN_HEADERS if message[name]}
    return Opened(headers, text.replace("\r\n", "\n"), html, pictures)
