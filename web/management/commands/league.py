"""`manage.py league check`: standings computed from results equal those stored. `league design N K`: who meets whom."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from leagues import check, designs
from leagues.models import Season


class Command(BaseCommand):
    help = "check: computes the standings of all seasons again. design: prints a design with its imbalance."

    def add_arguments(self, parser: CommandParser) -> None:
        commands = parser.add_subparsers(dest="command", required=True)
        commands.add_parser("check", help="standings and results against what is stored")
        design = commands.add_parser("design", help="print a design")
        design.add_argument("players", type=int)
        design.add_argument("seats", type=int)

    def handle(self, *args: Any, command: str, **options: Any) -> None:
        if command == "design":
            self.show(options["players"], options["seats"])
        else:
            self.compare()

    def show(self, players: int, seats: int) -> None:
        try:
            plan = designs.design(players, seats)
        except ValueError as error:
            raise CommandError(str(error)) from None
        for number, table in enumerate(plan.tables, 1):
            self.stdout.write(f"{number:3}  {' '.join(str(player + 1) for player in table)}")
        least, most = plan.meetings
        off = plan.imbalance
        self.stdout.write(f"{len(plan.tables)} tables; a pair meets {least} to {most} times")
        self.stdout.write(f"imbalance: pairs {off.pairs}, seats {off.seats}, games {off.games}")

    def compare(self) -> None:
        seasons = list(Season.objects.select_related("league").order_by("pk"))
        found = [line for season in seasons for line in check.season(season)]
        for line in found:
            self.stdout.write(f"FAIL {line}")
        self.stdout.write(f"{len(seasons)} seasons checked, {len(found)} differences")
        if found:
            raise SystemExit(1)
