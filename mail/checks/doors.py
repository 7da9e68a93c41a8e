"""Which doors are open, and whether they answer as they should."""

from __future__ import annotations

import smtplib
import urllib.error
import urllib.request

from django.conf import settings
from django.urls import Resolver404, resolve

from mail import tokens
from mail.checks import Result, fail, note, ok, warn
from mail.doors import imap
from mail.doors.webhook import URLS

SECONDS = 10
SHORT = 16  # characters of a secret that somebody could guess


def check() -> list[Result]:
    found: list[Result] = []
    if settings.SMTP_DOOR_PORT:
        found += listener("SMTP", smtplib.SMTP, settings.SMTP_DOOR_HOST, settings.SMTP_DOOR_PORT)
    if settings.LMTP_DOOR_PORT:
        found += listener("LMTP", smtplib.LMTP, settings.LMTP_DOOR_HOST, settings.LMTP_DOOR_PORT)
    if settings.IMAP_URL:
        found += mailbox()
    found += webhook()
    if all(result.level == "note" for result in found):
        found.append(warn("no door is open: mail comes in only where a mail server runs manage.py receive (docs/mail.md)"))
    return found


def listener(name: str, client: type[smtplib.SMTP], host: str, port: int) -> list[Result]:
    """Takes our own address, refuses others."""
    where = f"{name} door on {host} port {port}"
    host = "127.0.0.1" if host in {"0.0.0.0", ""} else "::1" if host == "::" else host
    ours = f"{settings.MAIL_LOCAL_PART}@{settings.MAIL_DOMAIN}"
    strange = f"{settings.MAIL_LOCAL_PART}+{'a' * tokens.LENGTH}@{settings.MAIL_DOMAIN}"
    try:
        with client(host, port, timeout=SECONDS) as door:
            door.ehlo(settings.MAIL_DOMAIN)
            tls = door.has_extn("starttls")
            door.mail("")
            taken, refused = door.rcpt(ours)[0], door.rcpt(strange)[0]
    except OSError as error:
        return [fail(f"{where} does not answer ({type(error).__name__}): is manage.py serve running?")]
    if taken != 250:
        return [fail(f"{where} does not take mail for {ours} ({taken}): does it run with the same MAIL_DOMAIN?")]
    if refused != 550:
        return [fail(f"{where} takes mail for addresses that nobody was given ({refused})")]
    found = [ok(f"{where} takes mail for {ours} and refuses unknown addresses{', STARTTLS is offered' if tls else ''}")]
    if settings.SMTP_DOOR_TLS_CERT and not tls:
        found.append(fail(f"{where} has a certificate and offers no STARTTLS: start it again"))
    return found


def mailbox() -> list[Result]:
    try:
        account = imap.account(settings.IMAP_URL)
        box = imap.connect(account)
    except ValueError as error:
        return [fail(str(error))]
    except imap.TROUBLE as error:
        return [fail(f"the mailbox at {account.host} cannot be opened: {imap.reason(error)}")]
    idle = "IDLE" in box.client.capabilities
    lying = len(box.uids("UNDELETED", charset=None))
    imap.close(box)
    how = "by IDLE" if idle else f"every {account.poll:.0f} seconds"
    found = [ok(f"mailbox {account.folder} of {account.user} at {account.host}: {lying} messages lie there, news comes {how}")]
    if account.secure == "none" and account.host not in {"localhost", "127.0.0.1", "::1"}:
        found.append(warn("the mailbox's password crosses the network unencrypted: use imaps://"))
    return found


def webhook() -> list[Result]:
    """Whether the provider can get in and nobody else."""
    provider, secret = settings.WEBHOOK_PROVIDER, settings.WEBHOOK_SECRET
    if not secret:
        return [note("no webhook: ANYMAIL_WEBHOOK_SECRET is not set")] if settings.ANYMAIL_BACKEND else []
    if not provider:
        return [fail("ANYMAIL_WEBHOOK_SECRET is set, but neither ANYMAIL_BACKEND nor ANYMAIL_INBOUND says whose webhooks to take")]
    user, colon, password = secret.partition(":")
    if not (user and colon and password) or ":" in password:
        return [fail("ANYMAIL_WEBHOOK_SECRET must look like user:password, as it stands in the URL")]
    path = f"/anymail/{provider}/inbound/"
    try:
        resolve(path.removeprefix("/anymail"), URLS)
    except Resolver404:
        return [fail(f"django-anymail takes no mail in for {provider}: see ANYMAIL_INBOUND in docs/mail.md")]
    found = [warn("ANYMAIL_WEBHOOK_SECRET is short enough to be guessed")] if len(secret) < SHORT else []
    if provider == "mailgun" and not {"MAILGUN_WEBHOOK_SIGNING_KEY", "MAILGUN_API_KEY"} & set(settings.ANYMAIL):
        found.append(fail("Mailgun signs what it posts: set ANYMAIL_MAILGUN_WEBHOOK_SIGNING_KEY"))
    return [*found, knock(f"{settings.SITE_URL}{path}")]


def knock(url: str) -> Result:
    """A post without the secret must be refused, and by us."""
    request = urllib.request.Request(url, data=b"{}", headers={"Content-Type": "application/json"}, method="POST")
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:
            return fail(f"webhook {url} lets everybody in ({answer.status})")
    except urllib.error.HTTPError as error:
        if error.code in {400, 401}:
            return ok(f"webhook {url} is there and refuses who has no secret")
        return fail(f"webhook {url} answers {error.code}: do the web server's settings name the same provider?")
    except OSError as error:
        return fail(f"webhook {url} does not answer ({error}): the provider must reach SITE_URL")
