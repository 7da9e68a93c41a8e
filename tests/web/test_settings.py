"""What the environment makes of the settings, where a wrong answer would open somebody's mailbox."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SMTP = "smtp://127.0.0.1:25"


@pytest.mark.parametrize(
    ("environment", "open_to_all"),
    [
        ({}, True),
        ({"SITE_URL": "http://127.0.0.1:8010"}, True),
        ({"SITE_URL": "https://play.example.org"}, False),
        ({"SITE_URL": "https://play.example.org", "POST_ROOM": "1"}, True),
        ({"POST_ROOM": "0"}, False),
        ({"MAIL_URL": SMTP}, False),
        ({"MAIL_URL": SMTP, "POST_ROOM": "1"}, False),
        ({"ANYMAIL_BACKEND": "anymail.backends.postmark.EmailBackend", "POST_ROOM": "1"}, False),
    ],
)  # fmt: skip
def test_the_post_room_is_open_by_itself_only_on_ones_own_machine_and_never_beside_real_mail(
    environment: dict[str, str], open_to_all: bool, tmp_path: Path
) -> None:
    clean = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG")}
    shown = subprocess.run(
        [sys.executable, "-c", "from tigris_site import settings; print(settings.POST_ROOM)"],
        env={**clean, "TIGRIS_VAR": str(tmp_path), **environment}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert shown.stdout.strip() == str(open_to_all)
