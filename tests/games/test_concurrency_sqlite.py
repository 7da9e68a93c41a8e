"""The embedded database under contention: a file, several connections, IMMEDIATE transactions."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_many_at_once_on_a_sqlite_file_have_one_effect(tmp_path: Path) -> None:
    environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"} | {
        "TIGRIS_VAR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "tests.settings",
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-m", "tests.games.race_on_sqlite"], cwd=ROOT, env=environment, capture_output=True, text=True,
        timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip().endswith("held")
