"""`manage.py bench NAME`: measurements, one module in `web/benches` each.

A bench is a function `run(*, write, seed, games)`; it returns False if a goal was missed.
"""

from __future__ import annotations

import pkgutil
from argparse import ArgumentParser
from importlib import import_module
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from web import benches


class Command(BaseCommand):
    help = "Measures a part of the server."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", choices=sorted(found.name for found in pkgutil.iter_modules(benches.__path__)))
        parser.add_argument("--seed", type=int, default=1, help="what the positions and games follow from")
        parser.add_argument("--games", type=int, help="how many games to play; the default depends on the bench")

    def handle(self, *args: Any, name: str, seed: int, games: int | None, **options: Any) -> None:
        wanted = {} if games is None else {"games": games}
        try:
            bench = import_module(f"web.benches.{name}")
        except ModuleNotFoundError as missing:
            raise CommandError(f"{missing.name} is a development requirement: see requirements-dev.txt") from missing
        if not bench.run(write=self.stdout.write, seed=seed, **wanted):
            raise CommandError("a goal was missed")
