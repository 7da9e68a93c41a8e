"""`manage.py fuzz tigris 1000`: random legal games with everything checked. A failure leaves a record."""

from __future__ import annotations

import secrets
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from engine import GAMES, fuzz


class Command(BaseCommand):
    help = "Plays random legal games and checks them; exit code 1 and a record at the first failure."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", choices=sorted(GAMES))
        parser.add_argument("games", type=int, nargs="?", default=100, help="how many (default 100)")
        parser.add_argument("--seed", type=int, help="of the first game; the next ones count up from it")
        parser.add_argument("--records", type=Path, metavar="DIR", help="write every game there as a record")

    def handle(self, *args: Any, **options: Any) -> None:
        game, games, folder = options["game"], options["games"], options["records"]
        first = secrets.randbelow(10**9) if options["seed"] is None else options["seed"]
        if folder:
            folder.mkdir(parents=True, exist_ok=True)
        self.stdout.write(f"{games} games of {game}, seeds {first} to {first + games - 1}")
        began, orders = time.monotonic(), 0
        for number, seed in enumerate(range(first, first + games), 1):
            try:
                record = fuzz.play(game, seed)
            except fuzz.Broken as broken:
                self.progress(end="\n")
                path = self.write(folder or settings.VAR / "fuzz", f"{game}-{seed}-broken.txt", broken.record)
                where = f"seed {seed}, order {len(broken.record.orders)}"
                raise CommandError(f"{where}: {broken}\nThe game so far: {path}") from broken
            orders += len(record.orders)
            if folder:
                self.write(folder, f"{game}-{seed}.txt", record)
            seconds = time.monotonic() - began
            tenth = number * 10 // games > (number - 1) * 10 // games
            self.progress(f"{number}/{games} games, {orders} orders, {seconds:.0f} s", tenth)
        self.progress(end="\n")
        self.stdout.write(self.style.SUCCESS(f"ok: {games} games, {orders} orders, no failure"))

    def write(self, folder: Path, name: str, record: object) -> Path:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / name
        path.write_text(str(record), encoding="utf-8")
        return path

    def progress(self, line: str = "", tenth: bool = True, end: str = "") -> None:
        """On a terminal one line that is written over; elsewhere a line for every tenth of the games."""
        if self.stdout.isatty():
            self.stdout.write(f"\r{line:<60}" if line else "", ending=end)
            self.stdout.flush()
        elif line and tenth:
            self.stdout.write(line)
