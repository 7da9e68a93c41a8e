"""The simulation: in a database of its own, through the real services."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parents[2]


@pytest.mark.alone
def test_a_season_is_played_and_found_right_and_nothing_of_the_site_is_touched(tmp_path):
    done = subprocess.run(
        [sys.executable, "manage.py", "simulate", "league", "--players=4", "--seasons=1"], cwd=HERE, capture_output=True, text=True,
        env={**os.environ, "TIGRIS_VAR": str(tmp_path), "DATABASE_URL": "", "DJANGO_SETTINGS_MODULE": "tigris_site.settings"},
        check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Division 1" in done.stdout
    assert "4 games finished" in done.stdout
    assert not (tmp_path / "tigris.sqlite3").exists()
