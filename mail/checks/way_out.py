"""Whether mail can leave: the SMTP server takes a connection and the password, or the provider is set up."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.mail import get_connection

from mail.checks import Result, fail, ok, warn


def check() -> list[Result]:
    if not settings.MAIL_TRANSPORT:
        room = "it all stays in the post room" if settings.POST_ROOM else "it waits"
        return [fail(f"no mail leaves this server ({room}): set MAIL_URL or ANYMAIL_BACKEND")]
    if settings.ANYMAIL_BACKEND:
        return [provider()]
    return smtp()


def provider() -> Result:
    """Nothing is asked of the provider; that is the test message's part."""
    try:
        get_connection(settings.MAIL_TRANSPORT)
    except Exception as error:  # a missing module, a missing setting: whatever it is, it must be told
        return fail(f"mail cannot leave by {settings.ANYMAIL_BACKEND}: {error}")
    return ok(f"mail leaves by {settings.ANYMAIL_BACKEND}")


def smtp() -> list[Result]:
    where = f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
    connection: Any = get_connection(settings.MAIL_TRANSPORT)
    try:
        connection.open()
        connection.connection.noop()
    except OSError as error:  # SMTPException is one
        return [fail(f"mail cannot leave by {where}: {type(error).__name__} {error}")]
    finally:
        connection.close()
    secure = settings.EMAIL_USE_TLS or settings.EMAIL_USE_SSL
    login = f" as {settings.EMAIL_HOST_USER}" if settings.EMAIL_HOST_USER else ""
    found = [ok(f"mail leaves by {where}{login}{', with TLS' if secure else ''}")]
    if settings.EMAIL_HOST_USER and not secure:
        found.append(warn("the password for outgoing mail crosses the network unencrypted: use smtps:// or ?tls=1"))
    return found
