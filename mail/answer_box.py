"""What a mail program does with an answer: quotes, threads and hands it to a server."""

from __future__ import annotations

import smtplib
from collections.abc import Mapping
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid, parseaddr

from django.conf import settings

from mail.models import Outgoing


def reply(mail: Outgoing, headers: Mapping[str, str], words: str, now: datetime) -> EmailMessage:
    """The answer with `words` above the quoted text of `mail`, whose `headers` are given."""
    sent = mail.sent or mail.created
    sender = parseaddr(headers.get("From", ""))[0] or settings.MAIL_FROM_ADDRESS
    quote = "\n".join(f"> {line}".rstrip() for line in mail.text.splitlines())
    subject = mail.subject if mail.subject.lower().startswith("re:") else f"Re: {mail.subject}"
    answer = EmailMessage(policy=SMTP)
    answer["From"] = mail.address
    answer["To"] = parseaddr(headers["Reply-To"])[1]
    answer["Subject"] = subject
    answer["Date"] = format_datetime(now)
    answer["Message-ID"] = make_msgid(domain=mail.address.partition("@")[2])
    answer["In-Reply-To"] = mail.message_id
    answer["References"] = f"{headers.get('References', '')} {mail.message_id}".strip()
    typed = "\n".join(words.splitlines())
    answer.set_content(f"{typed}\n\nOn {sent:%a, %d %b %Y at %H:%M}, {sender} wrote:\n{quote}\n")
    return answer


def deliver(answer: EmailMessage) -> None:
    """Through the SMTP door. Raises OSError or SMTPException."""
    with smtplib.SMTP(settings.SMTP_DOOR_HOST, settings.SMTP_DOOR_PORT, timeout=10) as door:
        door.send_message(answer)
