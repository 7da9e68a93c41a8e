"""The simulation: in a database of its own, through the real services."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from web.simulations import league

HERE = Path(__file__).resolve().parents[2]


@pytest.mark.django_db
def test_a_season_of_seven_is_played_and_found_right():
    lines: list[str] = []
    assert league.run(write=lines.append, players=7, seasons=1, seed=5) == []
    assert any("Division 1" in line for line in lines)
    assert any(line.startswith("7 games finished") for line in lines)


@pytest.mark.alone
def test_it_touches_nothing_of_the_site(tmp_path):
    done = subprocess.run(
        [sys.executable, "manage.py", "simulate", "league", "--players=4", "--seasons=1"], cwd=HERE, capture_output=True, text=True,
        env={**os.environ, "TIGRIS_VAR": str(tmp_path), "DATABASE_URL": "", "DJANGO_SETTINGS_MODULE": "tigris_site.settings"},
        check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "4 games finished" in done.stdout
    assert not (tmp_path / "tigris.sqlite3").exists()
