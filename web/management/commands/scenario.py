"""`manage.py scenario FILE…`: runs scenarios and says of each whether it holds (docs/rules/notation.md)."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from engine import scenario


class Command(BaseCommand):
    help = "Run rule tests. Exits 0 if all hold, 1 if one fails, 2 if one cannot be read."
    requires_system_checks: list[str] = []  # noqa: RUF012

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        code = 0
        for path in options["files"]:
            line, result = run(path)
            self.stdout.write(line)
            code = max(code, result)
        if code:
            sys.exit(code)


def run(path: str) -> tuple[str, int]:
    """The line to print for a file, and its exit code."""
    try:
        text = Path(path).read_text(encoding="utf-8")
        scene = scenario.parse(text)
    except (OSError, UnicodeDecodeError, scenario.Unreadable) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        return f"FAIL {path}: {' '.join(reason.split())}", 2
    title = scene.title or Path(path).name
    fault = scene.run()
    if fault is None:
        return f"ok {title}", 0
    return f"FAIL {title}: line {fault.line}: expected {fault.expected}, is {fault.found}", 1
