"""A season start that is killed at random moments and resumed ends in the same season."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from django.db import connection

from games.models import Game
from leagues import seasons, sweep
from leagues.models import LeagueNotice, Season
from tests.leagues.killed_start import signature
from tests.leagues.playing import NOW, START, found, people

HERE = Path(__file__).resolve().parents[2]
LATER = timedelta(minutes=10)  # the lease of whoever was killed is over


class Killed(BaseException):
    """No `except Exception` catches it, as nothing catches kill -9."""


class Trap:
    """Kills at the n-th query; without a number it counts them."""

    def __init__(self, at: int = 0) -> None:
        self.at, self.seen = at, 0

    def __call__(self, execute, sql, params, many, context):
        self.seen += 1
        if self.seen == self.at:
            raise Killed
        return execute(sql, params, many, context)


@pytest.fixture
def season(ana) -> Season:
    season = found(ana)
    Season.objects.filter(pk=season.pk).update(seed="the same")
    for index, user in enumerate(people(8)):
        seasons.register(season=season, user=user, now=NOW + timedelta(minutes=index))
    return season


def start(trap: Trap, now) -> None:
    with connection.execute_wrapper(trap):
        while sweep.sweep(now):
            pass


def outcome(season: Season) -> object:
    season.refresh_from_db()
    return signature(season)


@pytest.mark.django_db
def test_killed_at_any_query_it_ends_in_the_same_season(season):
    from django.db import transaction

    whole = Trap()
    point = transaction.savepoint()
    start(whole, START)
    expected = outcome(season)
    assert expected["games"] == expected["all"] == 8
    for at in sorted(Random(7).sample(range(1, whole.seen), 12)):
        transaction.savepoint_rollback(point)
        point = transaction.savepoint()
        with pytest.raises(Killed):
            start(Trap(at), START)
        start(Trap(), START + LATER)
        assert outcome(season) == expected, f"killed at query {at} of {whole.seen}"
        assert LeagueNotice.objects.filter(season=season).values("kind", "user").distinct().count() == 8
        assert Game.objects.count() == 8


@pytest.mark.django_db
def test_killed_again_and_again_it_gets_there(season):
    random, now = Random(3), START
    for _ in range(15):
        try:
            start(Trap(random.randrange(5, 60)), now)
        except Killed:
            now += LATER
        else:
            break
    start(Trap(), now)
    found = outcome(season)
    assert found["status"] == "running"
    assert (found["games"], found["all"], found["told"]) == (8, 8, 8)


@pytest.mark.alone
def test_kill_minus_nine_leaves_nothing_half_done(tmp_path):
    """The real thing: a process of its own, killed after so many writes, then another one."""
    whole = run(tmp_path / "whole", 0)
    folder, random = tmp_path / "killed", Random(11)
    killed = 0
    for turn in range(40):
        if (line := run(folder, turn, kill_after=random.randrange(10, 90))) is not None:
            break
        killed += 1
    assert killed > 2
    assert json.loads(line) == json.loads(whole)


def run(folder: Path, turn: int, *, kill_after: int = 0) -> str | None:
    """The last line of the program; None if it was killed before."""
    folder.mkdir(exist_ok=True)
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.leagues.killed_start", str(folder), str(turn)], cwd=HERE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    begun = process.stdout.read(kill_after) if kill_after else ""
    if kill_after and begun == "." * kill_after:
        process.send_signal(signal.SIGKILL)
        process.communicate()
        return None
    rest, _ = process.communicate()
    assert process.returncode == 0
    return (begun + rest).splitlines()[-1]
