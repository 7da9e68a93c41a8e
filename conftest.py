"""What holds for all tests: a test whose program is missing is skipped, or with NO_SKIP=1 fails."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

from tests.needs import MISSING

settings.register_profile("steady", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("steady")
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")  # Playwright's loop beside the database


def pytest_runtest_setup(item: pytest.Item) -> None:
    for marker, (present, words) in MISSING.items():
        if item.get_closest_marker(marker) and not present():
            if os.environ.get("NO_SKIP"):
                pytest.fail(f"no skip allowed, but: {words}", pytrace=False)
            pytest.skip(words)
