"""The bench of mail leaves the real database alone and prints both figures; no hostile mail keeps a worker for long."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.e2e.site import ROOT
from web.benches.mail import HOSTILE


def test_it_prints_how_fast_mail_is_read_and_the_slowest_hostile_mails(tmp_path: Path) -> None:
    environment = {**os.environ, "TIGRIS_VAR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "tigris_site.settings",
                   "DATABASE_URL": f"sqlite:///{tmp_path}/real.sqlite3"}
    done = subprocess.run([sys.executable, "manage.py", "bench", "mail", "--games", "1"], cwd=ROOT, env=environment,
                          capture_output=True, text=True, check=False)
    assert re.search(r"^ordinary replies: [\d,]+ a second", done.stdout), done.stdout + done.stderr
    slowest = re.findall(r"^ +([\d.]+) s  ", done.stdout, re.MULTILINE)
    assert len(slowest) == 5
    assert max(map(float, slowest)) < HOSTILE
    assert not (tmp_path / "real.sqlite3").exists()
