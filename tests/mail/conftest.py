"""For tests about mail."""

from __future__ import annotations

import pytest

from mail import compose_position

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010804000000b51c0c020000000b4944415478da6364f80f00010501012718e3660000"
    "000049454e44ae426082"
)


@pytest.fixture
def no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """One dot instead of the board: for tests that make many mails and are not about their picture."""
    monkeypatch.setattr(compose_position.drawing, "png", lambda *args, **values: PNG)
