"""Starts a season in a database of its own, as often as it is called, and can be killed anywhere.

`python -m tests.leagues.killed_start FOLDER TURN`: a dot for every query that writes; at the end a line with what the
season is made of. FOLDER keeps the database between two calls; each TURN is ten minutes later, so that leases have ended.
"""

from __future__ import annotations

import json
import os
import sys
from datetime import timedelta
from typing import Any


def main(folder: str, turn: int) -> None:
    os.environ.update(TIGRIS_VAR=folder, DATABASE_URL="", LOG_LEVEL="ERROR", DJANGO_SETTINGS_MODULE="tests.settings")
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    from accounts.models import User
    from games import bell
    from leagues import seasons, sweep
    from leagues.models import Season
    from tests.leagues.playing import NOW, START, found

    bell._send = lambda task: None
    if not os.path.exists(os.path.join(folder, "ready")):
        call_command("migrate", verbosity=0)
        organiser = User.objects.create(email="ana@example.org", display_name="Ana")
        season = found(organiser)
        Season.objects.update(seed="the same")
        for index in range(14):
            user = User.objects.create(email=f"p{index}@example.org", display_name=f"Player {index}")
            seasons.register(season=season, user=user, now=NOW + timedelta(minutes=index))
        with open(os.path.join(folder, "ready"), "w"):
            pass

    def dots(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith(("INSERT", "UPDATE", "RELEASE")):
            print(".", end="", flush=True)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(dots):
        while sweep.sweep(START + timedelta(minutes=10 * turn)):
            pass
    print("\n" + json.dumps(signature(Season.objects.get(number=1))))


def signature(season: Any) -> Any:
    """Everything that a started season is, but for what chance deals within the games."""
    from games.models import Game, Notice
    from leagues.models import LeagueNotice, Standing, Table

    tables = Table.objects.filter(round__season=season).order_by("key")
    return {
        "status": season.status,
        "divisions": [sorted(division.entries.values_list("user__email", flat=True)) for division in season.divisions.all()],
        "tables": [[table.key.partition(":")[2], [seat.entry.user.email for seat in table.seats.select_related("entry__user")],
                    [seat.user.email for seat in table.game.seats.select_related("user").order_by("index") if seat.user]]
                   for table in tables if table.game],
        "games": Game.objects.filter(league_table__round__season=season).count(), "all": Game.objects.count(),
        "told": sorted(LeagueNotice.objects.filter(season=season).values_list("key", flat=True).distinct()).__len__(),
        "turns": Notice.objects.count(), "standings": Standing.objects.filter(season=season).count(),
        "steps": sorted(season.steps.filter(done__isnull=False).values_list("kind", flat=True)),
    }


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
