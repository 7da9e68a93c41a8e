"""`manage.py receive < message`: stores one incoming mail. Exit code 0: stored; 75: try again later."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from mail.doors import pipe


class Command(BaseCommand):
    help = "Store one incoming mail from standard input. Exit code 0: stored, 75: try again later."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--sender", help="envelope sender; else SENDER of the environment; <> or empty for a bounce"
        )
        parser.add_argument(
            "--recipient", action="append", help="envelope recipient; else ORIGINAL_RECIPIENT or RECIPIENT"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        sender = options["sender"] if options["sender"] is not None else os.environ.get("SENDER")
        if sender is not None:
            sender = sender.strip() or "<>"
        environment = os.environ.get("ORIGINAL_RECIPIENT") or os.environ.get("RECIPIENT")
        recipients = options["recipient"] or ([environment] if environment else [])
        sys.exit(pipe.receive(sys.stdin.buffer, sender=sender or "", recipients=recipients))
