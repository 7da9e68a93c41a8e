"""No bell rings, and no position is kept from one test to the next."""

from __future__ import annotations

import pytest

from games import bell, positions


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch) -> None:
    positions.clear()
    monkeypatch.setattr(bell, "_send", lambda task: None)
