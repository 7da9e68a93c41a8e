"""`manage.py ratings recompute`: all ratings again, from results alone; nothing may differ. Exit code 1 if it does."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction
from django.utils import timezone

from leagues import rated
from leagues.models import RatedGame, RatingChange


class Command(BaseCommand):
    help = "recompute: computes the ratings again and says what differs. --write: stores what was computed."

    def add_arguments(self, parser: CommandParser) -> None:
        commands = parser.add_subparsers(dest="command", required=True)
        recompute = commands.add_parser("recompute")
        recompute.add_argument("--write", action="store_true", help="store what was computed")

    def handle(self, *args: Any, command: str, write: bool, **options: Any) -> None:
        found = rated.differences()
        for line in found:
            self.stdout.write(f"DIFFERS {line}")
        games = RatedGame.objects.count()
        if found and write:
            with transaction.atomic():
                rated.hold()
                RatingChange.objects.all().delete()
                RatedGame.objects.all().delete()
                rated.catch_up(now=timezone.now())
        self.stdout.write(f"{games} games, {RatingChange.objects.count()} ratings, {len(found)} differences")
        if found and not write:
            raise SystemExit(1)
