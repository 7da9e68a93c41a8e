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
    assert told("settings.POST_ROOM", tmp_path, environment) == str(open_to_all)


def told(expression: str, folder: Path, environment: dict[str, str]) -> str:
    """What a process with this environment and folder for files says of its settings, or does."""
    clean = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG")}
    begin = "from tigris_site import settings; import django; from django.core.cache import cache"
    shown = subprocess.run(
        [sys.executable, "-c", f"{begin}; print({expression})"],
        env={**clean, "DJANGO_SETTINGS_MODULE": "tigris_site.settings", "TIGRIS_VAR": str(folder), **environment},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return shown.stdout.strip()


def test_all_processes_of_a_machine_count_the_same_limits(tmp_path: Path) -> None:
    told("cache.set('tries', 3)", tmp_path, {})
    assert told("cache.get('tries')", tmp_path, {}) == "3"


def test_all_machines_count_the_same_limits_with_redis(tmp_path: Path) -> None:
    environment = {"REDIS_URL": "redis://redis.example.org:6379/0"}
    backend = told("settings.CACHES['default']['BACKEND'], settings.CACHES['default']['LOCATION']", tmp_path, environment)
    assert "accounts.limits.Limits" in backend
    assert "redis://redis.example.org:6379/0" in backend


def test_nobody_is_kept_out_while_redis_is_away(tmp_path: Path) -> None:
    environment = {"REDIS_URL": "redis://127.0.0.1:1/0"}
    asked = "cache.add('a', 1), cache.get('a', []), cache.set('a', 2), cache.delete('a')"
    assert told(asked, tmp_path, environment) == "True [] None False"


@pytest.mark.parametrize(("proxies", "count"), [("", "0"), ("2", "2"), ("-1", "0")])
def test_visitors_are_told_apart_behind_as_many_proxies_as_are_named(tmp_path: Path, proxies: str, count: str) -> None:
    environment = {"TRUSTED_PROXIES": proxies} if proxies else {}
    assert told("settings.ALLAUTH_TRUSTED_PROXY_COUNT", tmp_path, environment) == count
