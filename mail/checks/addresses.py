"""Whether sender, reply addresses, links and the doors' idea of them agree."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from django.conf import settings

from mail import tokens
from mail.checks import Result, fail, ok, warn
from mail.machines import own

LOCAL = re.compile(r"[a-z0-9][a-z0-9.-]*\Z")
VERP = len("b-999999999999999999-") + 20  # the longest address that a mail comes back to
MOST = 64  # characters of a local part (RFC 5321)


def check() -> list[Result]:
    site = urlsplit(settings.SITE_URL)
    local, domain = settings.MAIL_LOCAL_PART, settings.MAIL_DOMAIN
    reply = f"{local}+{'a' * tokens.LENGTH}@{domain}"
    found = [ok(f"sender {settings.DEFAULT_FROM_EMAIL}, answers to {local}+token@{domain}")]
    if not LOCAL.match(local.lower()):
        found.append(fail(f"MAIL_LOCAL_PART={local} must consist of letters, digits, dots and hyphens"))
    elif len(local) + 1 + max(tokens.LENGTH, VERP) > MOST:
        found.append(fail(f"MAIL_LOCAL_PART={local} is too long: a reply address would have over {MOST} characters before @"))
    elif not own(reply):
        found.append(fail(f"the product does not know {reply} for its own"))
    if "." not in domain:
        found.append(fail(f"MAIL_DOMAIN={domain} is no domain that others can write to"))
    sender_domain = settings.MAIL_FROM_ADDRESS.rpartition("@")[2].lower()
    if "@" not in settings.MAIL_FROM_ADDRESS:
        found.append(fail(f"MAIL_FROM={settings.DEFAULT_FROM_EMAIL} holds no address"))
    elif sender_domain != domain.lower():
        found.append(warn(f"mail is sent from {sender_domain} but answered to {domain}: SPF, DKIM and DMARC must be those "
                          f"of {sender_domain}, and who writes to {settings.MAIL_FROM_ADDRESS} by hand is not heard here"))
    if site.hostname in {"localhost", "127.0.0.1", "::1"}:
        found.append(warn(f"links in mails lead to {settings.SITE_URL}, which only this machine can open: set SITE_URL"))
    elif site.scheme != "https":
        found.append(warn(f"links in mails lead to {settings.SITE_URL} without TLS; one-click unsubscribing wants https://"))
    if not settings.MAIL_AUTHSERV_ID:
        found.append(warn("MAIL_AUTHSERV_ID is not set: nobody notices a forged sender; a reply address must stay secret"))
    return found
