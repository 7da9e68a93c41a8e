"""`manage.py imap_door`: fetches mail from the mailbox at IMAP_URL, in the foreground."""

from __future__ import annotations

import signal
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from mail.doors import imap


class Command(BaseCommand):
    help = "Fetch mail from the mailbox at IMAP_URL until stopped."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.IMAP_URL:
            raise CommandError("IMAP_URL is not set, for example imaps://user:password@mail.example.org/INBOX")
        try:
            account = imap.account(settings.IMAP_URL)
        except ValueError as error:
            raise CommandError(str(error)) from error
        door = imap.Door(account, say=self.stderr.write)

        def stop(number: int, frame: FrameType | None) -> None:
            raise KeyboardInterrupt

        signal.signal(signal.SIGTERM, stop)
        self.stdout.write(f"IMAP door open: {account.folder} of {account.user} at {account.host} port {account.port}")
        self.stdout.flush()
        try:
            door.run()
        except KeyboardInterrupt:
            door.stop.set()
