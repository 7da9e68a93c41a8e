"""`manage.py mailcheck`: says in plain words whether mail goes out and comes in, and sends a message that comes back.

Exit code 0: nothing is wrong (there may be warnings); 1: something is.
"""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from mail.checks import Result, addresses, doors, records, round_trip, way_out

WORDS = {"ok": "ok    ", "warn": "WARN  ", "fail": "FAIL  ", "note": "      "}


class Command(BaseCommand):
    help = "Checks out, in, addresses, SPF, DKIM, DMARC, webhook, and sends a message that must come back."

    def add_arguments(self, parser: ArgumentParser) -> None:
        for name in ("spf", "dkim", "dmarc", "mx"):
            parser.add_argument(f"--{name}", default="", metavar="RECORD", help="as it is or will be in the DNS; else looked up")
        parser.add_argument("--dkim-selector", default="", metavar="NAME", help="NAME of NAME._domainkey")
        parser.add_argument("--no-send", action="store_true", help="send no test message")
        parser.add_argument("--wait", type=float, default=60, metavar="SECONDS", help="for the test message (default 60)")

    def handle(self, *args: Any, **options: Any) -> None:
        given = records.Given(options["spf"], options["dkim"], options["dmarc"], options["mx"], options["dkim_selector"])
        out, inward = way_out.check(), doors.check()
        failed = self.told("Out", out) + self.told("In", inward) + self.told("Addresses", addresses.check())
        by_mailbox = bool(settings.IMAP_URL)
        failed += self.told("Records", records.check(
            given, sender_domain=settings.MAIL_FROM_ADDRESS.rpartition("@")[2], mail_domain=settings.MAIL_DOMAIN,
            mx_wanted=not by_mailbox, provider=bool(settings.ANYMAIL_BACKEND),
        ))
        if not options["no_send"]:
            failed += self.told("There and back", [round_trip.check(seconds=options["wait"])])
        if failed:
            self.stdout.write(self.style.ERROR(f"\n{failed} thing{'s' if failed > 1 else ''} must be mended; docs/mail.md says how."))
            raise SystemExit(1)
        self.stdout.write(self.style.SUCCESS("\nAll well."))

    def told(self, title: str, results: list[Result]) -> int:
        """Prints them; how many failed."""
        self.stdout.write(title)
        styles = {"ok": self.style.SUCCESS, "warn": self.style.WARNING, "fail": self.style.ERROR}
        for level, text in results:
            self.stdout.write(f"  {styles.get(level, str)(WORDS[level])}{text}")
        self.stdout.flush()
        return sum(1 for result in results if result.level == "fail")
