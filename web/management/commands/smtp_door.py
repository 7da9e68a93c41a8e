"""`manage.py smtp_door`: the SMTP door on SMTP_DOOR_HOST and SMTP_DOOR_PORT, in the foreground."""

from __future__ import annotations

import asyncio
import signal
from argparse import ArgumentParser
from types import ModuleType
from typing import Any, ClassVar

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from mail.doors import smtp


class Command(BaseCommand):
    help = "Take mail by SMTP until stopped."
    door: ClassVar[str] = "SMTP"
    module: ClassVar[ModuleType] = smtp

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=getattr(settings, f"{self.door}_DOOR_HOST"))
        parser.add_argument("--port", type=int, default=getattr(settings, f"{self.door}_DOOR_PORT"), help="0: any free one")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            asyncio.run(self.serve(options["host"], options["port"]))
        except OSError as error:
            raise CommandError(f"{options['host']} port {options['port']}: {error.strerror or error}") from error

    async def serve(self, host: str, port: int) -> None:
        server = await self.module.listen(host, port)
        stopped = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, stopped.set)
        where = server.sockets[0].getsockname()
        self.stdout.write(f"{self.door} door open on {where[0]} port {where[1]}")
        self.stdout.flush()
        await stopped.wait()
        server.close()
