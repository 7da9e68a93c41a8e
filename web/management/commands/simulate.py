"""`manage.py simulate league --players 50 --seasons 3`: whole seasons in simulated time, in a database of its own;
`manage.py simulate club --games 300 --days 60`: games with clocks, minute by minute.

The command starts itself again with a throw-away folder for everything, so that no data of the site is touched.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from importlib import import_module
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

INSIDE = "TIGRIS_SIMULATION"
NAMES = {"club": ("games", "days", "minutes_step", "seed"),
         "league": ("players", "seasons", "kind", "format", "end", "seed")}


class Command(BaseCommand):
    help = "Plays whole seasons with bots in place of people, and checks what came of them."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("what", choices=sorted(NAMES))
        parser.add_argument("--players", type=int, default=50)
        parser.add_argument("--seasons", type=int, default=3)
        parser.add_argument("--kind", default="kings", help="the game: kings is the quicker one")
        parser.add_argument("--format", default="divisions")
        parser.add_argument("--end", default="decided", help="decided or drawn, on the last day")
        parser.add_argument("--games", type=int, default=300, help="of the club")
        parser.add_argument("--days", type=int, default=60, help="of the club, at least; it plays on until every game is over")
        parser.add_argument("--minutes-step", type=int, default=1, help="of the club: how often it is swept and looked at")
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *args: Any, what: str, **options: Any) -> None:
        if os.environ.get(INSIDE) != str(settings.VAR):
            self.start_again(what, options)
            return
        simulation = import_module(f"web.simulations.{what}")
        call_command("migrate", verbosity=0)
        if found := simulation.run(write=self.say, **{name: options[name] for name in NAMES[what]}):
            for line in found:
                self.say(f"FAIL {line}")
            raise CommandError(f"{len(found)} things went wrong")

    def say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()

    def start_again(self, what: str, options: dict[str, Any]) -> None:
        arguments = [f"--{name.replace('_', '-')}={options[name]}" for name in NAMES[what]]
        with tempfile.TemporaryDirectory(prefix="tigris-simulation-") as folder:
            kept = {name: value for name, value in os.environ.items() if name not in (
                "DATABASE_URL", "REDIS_URL", "MAIL_URL", "ANYMAIL_BACKEND")}
            environment = {**kept, "TIGRIS_VAR": folder, INSIDE: folder, "LOG_LEVEL": "WARNING"}
            done = subprocess.run(
                [sys.executable, str(settings.BASE_DIR / "manage.py"), "simulate", what, *arguments],
                env=environment, check=False)
        if done.returncode:
            raise SystemExit(done.returncode)
