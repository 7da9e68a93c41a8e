"""The simulated club: a small one plays to its end, and what watches over it notices each thing that must not be."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.conf import settings

from accounts.models import User
from games import follow
from games.models import Decision, Due, Game, Notice, Seat, TableEvent
from tests.games.playing import NOW, days, make_game
from web.simulations.watch import Violated, Watch

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def test_a_small_club_plays_to_its_end_without_a_violation() -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "simulate", "club", "--games=10", "--days=12"], cwd=settings.BASE_DIR, text=True, check=False,
        capture_output=True, env={**os.environ, "DJANGO_SETTINGS_MODULE": "tigris_site.settings", "VACATION_DAYS": "4"})
    assert done.returncode == 0, done.stdout + done.stderr
    assert "All games ended" in done.stdout
    found = re.search(r"(\d+) decisions, (\d+) reminders", done.stdout)
    assert found
    assert int(found[1]) > 50


def a_deadline_an_hour_later(game: Game) -> None:
    late = NOW + 2 * DAY + HOUR
    Game.objects.update(deadline=late)
    Decision.objects.update(deadline=late)
    Due.objects.filter(kind="deadline").update(due=late)


SPOILT: dict[str, Callable[[Game], object]] = {
    "a clock that does not run": lambda game: Game.objects.update(deadline=None),
    "a deadline that is not the reckoned one": a_deadline_an_hour_later,
    "a deadline that nobody will act on": lambda game: Due.objects.filter(kind="deadline").delete(),
    "a second clock": lambda game: Decision.objects.update(seat=1),
    "no open decision": lambda game: Decision.objects.update(made=NOW),
    "another seat than the position's": lambda game: Game.objects.update(decider=1),
    "an open seat for which no bot plays": lambda game: Seat.objects.filter(index=0).update(opened=NOW),
    "a row that waits for a game that is over": lambda game: Game.objects.update(status="finished"),
}


@pytest.mark.parametrize("what", SPOILT)
def test_it_notices(ana: User, ben: User, what: str) -> None:
    game = make_game([ana, ben], pace=days(2))
    watch = Watch()
    watch.look_at([game.pk], NOW)
    SPOILT[what](game)
    with pytest.raises(Violated):
        watch.look_at([game.pk], NOW)


def test_it_notices_a_deadline_that_is_over_for_long(ana: User, ben: User) -> None:
    game = make_game([ana, ben], pace=days(2))
    watch = Watch()
    watch.look_at([game.pk], NOW)
    watch.after(NOW + 2 * DAY)
    with pytest.raises(Violated):
        watch.after(NOW + 2 * DAY + timedelta(minutes=3))


@pytest.mark.parametrize("at", [NOW + DAY, NOW + 2 * DAY + timedelta(minutes=3)])
def test_it_notices_an_expiry_too_early_or_too_late(ana: User, ben: User, at: object) -> None:
    game = make_game([ana, ben], pace=days(2))
    with Watch.watching() as watch:
        TableEvent.objects.create(game=game, kind="missed", seat=0, version=0, key="1", at=at,  # type: ignore[misc]
                                  data={"deadline": (NOW + 2 * DAY).isoformat()})
        with pytest.raises(Violated):
            watch.expiries(NOW)


def test_it_notices_a_reminder_for_who_is_not_asked_and_a_second_one(ana: User, ben: User) -> None:
    game = make_game([ana, ben], pace=days(2))
    deadline = (NOW + 2 * DAY).isoformat()
    first, second = game.seats.all()
    for seat, times in ((second, 1), (first, 2)):
        with Watch.watching() as watch:
            for _time in range(times):
                follow.tell(game, seat, Notice.Kind.REMINDER, now=NOW + DAY, deadline=deadline, at=NOW.isoformat())
            with pytest.raises(Violated):
                watch.reminded(NOW + DAY)
