"""The records by which other servers judge our mail: SPF (RFC 7208), DKIM (RFC 6376), DMARC (RFC 7489), and MX.

They are given on the command line, as they will be put into the DNS, or looked up if a name server answers.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

import dns.exception
import dns.resolver

from mail.checks import Result, fail, note, ok, warn

SECONDS = 5.0
LOOKUPS = 10  # of an SPF record at most
ASKING = re.compile(r"[+?~-]?(?:include:|a(?:[:/]|$)|mx(?:[:/]|$)|ptr|exists:)|redirect=", re.IGNORECASE)
TERM = re.compile(
    r"[+?~-]?(?:all|a|mx|ptr|include:\S+|exists:\S+|ip4:[0-9.]+(?:/\d+)?|ip6:[0-9a-f:.]+(?:/\d+)?|(?:a|mx)[:/]\S+)$"
    r"|[a-z][a-z0-9_.-]*=\S*$", re.IGNORECASE)
SHORT_KEY = 256  # bytes of a DKIM key of 2048 bits, in DER a little more


class Given(NamedTuple):
    """What the administrator says. "" is to be looked up."""

    spf: str = ""
    dkim: str = ""
    dmarc: str = ""
    mx: str = ""
    selector: str = ""


def check(given: Given, *, sender_domain: str, mail_domain: str, mx_wanted: bool, provider: bool = False) -> list[Result]:
    """`mx_wanted`: mail comes in by a server or provider that the domain's MX must name."""
    found = [
        one("SPF", given.spf, f"{sender_domain} TXT", lambda: txt(sender_domain, "v=spf1"), spf),
        dkim_result(given, sender_domain),
        one("DMARC", given.dmarc, f"_dmarc.{sender_domain} TXT", lambda: txt(f"_dmarc.{sender_domain}", "v=DMARC1"), dmarc),
    ]
    if mx_wanted:
        found.append(one("MX", given.mx, f"{mail_domain} MX", lambda: mx(mail_domain), lambda record: ok(f"MX {record}")))
    if provider:
        found.append(note("SPF and DKIM: the provider's own page shows whether it finds its records"))
    return found


def one(name: str, given: str, where: str, ask: Callable[[], list[str]], judge: Callable[[str], Result]) -> Result:
    records = [given] if given else None
    if records is None:
        try:
            records = ask()
        except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
            records = []
        except (dns.exception.DNSException, OSError):
            return note(f"{name} was not looked at: no name server answers; give it with --{name.lower()}")
    if not records:
        return fail(f"{name}: there is no record ({where})")
    if len(records) > 1 and name != "MX":
        return fail(f"{name}: there are {len(records)} records ({where}), so none counts")
    return judge(", ".join(records))


def txt(name: str, begins: str) -> list[str]:
    found = (b"".join(record.strings).decode("utf-8", "replace") for record in resolved(name, "TXT"))
    return [text for text in found if text.lower().startswith(begins.lower())]


def mx(name: str) -> list[str]:
    return [record.to_text() for record in resolved(name, "MX")]


def resolved(name: str, kind: str) -> Iterable:  # type: ignore[type-arg]
    return dns.resolver.resolve(name, kind, lifetime=SECONDS)


def spf(record: str) -> Result:
    version, *terms = record.split() or [""]
    if version.lower() != "v=spf1":
        return fail("SPF: the record must begin with v=spf1")
    if odd := [term for term in terms if not TERM.match(term)]:
        return fail(f"SPF: {odd[0]} is no mechanism")
    lower = [term.lower() for term in terms]
    if "+all" in lower or "all" in lower:
        return fail("SPF: it lets everybody send mail in our name (+all)")
    ends = any(term.endswith("all") or term.startswith("redirect=") for term in lower)
    if not any(not term.endswith("all") for term in lower):
        return fail("SPF: it lets nobody send mail in our name, not even this server")
    if sum(1 for term in terms if ASKING.match(term)) > LOOKUPS:
        return fail(f"SPF: it needs more than {LOOKUPS} look-ups, so others take it for an error")
    if not ends or "?all" in lower:
        return warn("SPF: it does not say what to think of other servers; end it with ~all or -all")
    return ok(f"SPF {record}")


def dkim_result(given: Given, domain: str) -> Result:
    if not given.dkim and not given.selector:
        return note("DKIM was not looked at: give --dkim-selector (or --dkim with the record); without DKIM much mail is lost")
    where = f"{given.selector or 'SELECTOR'}._domainkey.{domain}"
    return one("DKIM", given.dkim, f"{where} TXT", lambda: txt(where, "v=DKIM1") or txt(where, "k=") or txt(where, "p="), dkim)


def dkim(record: str) -> Result:
    tags = tagged(record)
    if tags.get("v", "DKIM1") != "DKIM1":
        return fail("DKIM: the version must be v=DKIM1")
    if "p" not in tags:
        return fail("DKIM: the record holds no key (p=)")
    if not tags["p"]:
        return fail("DKIM: the key was withdrawn (p= is empty)")
    try:
        key = base64.b64decode("".join(tags["p"].split()), validate=True)
    except binascii.Error:
        return fail("DKIM: the key (p=) is not whole; was it cut at 255 characters?")
    if tags.get("t", "") == "y" or "y" in tags.get("t", "").split(":"):
        return warn("DKIM: the record says that it is only a test (t=y)")
    if tags.get("k", "rsa") == "rsa" and len(key) < SHORT_KEY:
        return warn("DKIM: the key is shorter than 2048 bits; some take it for none")
    return ok("DKIM: the record holds a key")


def dmarc(record: str) -> Result:
    tags = tagged(record)
    if not re.match(r"v\s*=\s*DMARC1\s*(?:;|$)", record):
        return fail("DMARC: the record must begin with v=DMARC1")
    policy = tags.get("p", "").lower()
    if policy not in {"none", "quarantine", "reject"}:
        return fail("DMARC: p= must be none, quarantine or reject")
    for name in ("adkim", "aspf"):
        if tags.get(name, "r").lower() not in {"r", "s"}:
            return fail(f"DMARC: {name}= must be r or s")
    if policy == "none" and "rua" not in tags:
        return warn("DMARC: p=none without rua= protects nobody and tells nobody")
    return ok(f"DMARC {record}")


def tagged(record: str) -> Mapping[str, str]:
    """The tags of a record like `v=DKIM1; k=rsa; p=…`."""
    pairs = (tag.partition("=") for tag in record.split(";") if tag.strip())
    return {name.strip().lower(): value.strip() for name, _, value in pairs}
