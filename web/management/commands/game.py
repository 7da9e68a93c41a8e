"""`manage.py game check [CODE…]`: replays games and compares every digest with the one the log keeps.

Run it before a changed engine goes live: a game that would come out differently is named, with the first order
from which it differs, and nothing is written. Exit code 1 if there is one.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import record
from games.models import Event, Game
from games.positions import Differs, replay


class Command(BaseCommand):
    help = "check: replays running games and compares digests. record: prints a finished game."

    def add_arguments(self, parser: CommandParser) -> None:
        commands = parser.add_subparsers(dest="command", required=True)
        check = commands.add_parser("check", help="replay and compare digests")
        check.add_argument("codes", nargs="*", help="codes of games; all running ones by default")
        check.add_argument("--all", action="store_true", help="finished games, too")
        show = commands.add_parser("record", help="print the record of a finished game")
        show.add_argument("code")

    def handle(self, *args: Any, command: str, **options: Any) -> None:
        if command == "record":
            self.show_record(options["code"])
        else:
            self.check_games(options["codes"], options["all"])

    def check_games(self, codes: list[str], everything: bool) -> None:
        games = Game.objects.filter(status__in=[Game.Status.RUNNING, Game.Status.FINISHED])
        if codes:
            games = games.filter(code__in=codes)
            if missing := set(codes) - set(games.values_list("code", flat=True)):
                raise CommandError(f"no such game: {', '.join(sorted(missing))}")
        elif not everything:
            games = games.filter(status=Game.Status.RUNNING)
        checked = bad = 0
        for game in games.prefetch_related("seats").order_by("pk"):
            checked += 1
            try:
                played = replay(game, Event.objects.filter(game=game).order_by("seq"), every=True)
                if played.version != game.version:
                    raise Differs(game, played.version, f"the log ends here, the game is at {game.version}")
            except Differs as error:
                bad += 1
                self.stdout.write(f"FAIL {error}")
        self.stdout.write(f"{checked} games checked, {bad} differ")
        if bad:
            raise SystemExit(1)

    def show_record(self, code: str) -> None:
        game = Game.objects.filter(code=code, status=Game.Status.FINISHED).first()
        if game is None:
            raise CommandError("no finished game of this code")
        self.stdout.write(record.export(game, None), ending="")
