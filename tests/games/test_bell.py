"""The doorbell rings once a transaction, after it, and holds nobody up."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import transaction

from games import bell

pytestmark = pytest.mark.django_db


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    messages: list[str] = []
    monkeypatch.setattr(bell, "_silent_until", 0.0)
    monkeypatch.setattr(bell.current_app, "send_task", lambda task, **options: messages.append(task))
    return messages


def test_it_rings_after_the_transaction_and_once(sent: list[str], django_capture_on_commit_callbacks: Callable) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        for task in ("mail.send", "games.sweep", "mail.send"):
            bell.ring(task)
        assert sent == []
    assert sent == ["mail.send", "games.sweep"]


def test_a_broker_that_is_away_is_no_error_and_is_left_alone_for_a_while(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Callable
) -> None:
    tries: list[str] = []

    def away(task: str, **options: object) -> None:
        tries.append(task)
        raise ConnectionError

    monkeypatch.setattr(bell, "_silent_until", 0.0)
    monkeypatch.setattr(bell.current_app, "send_task", away)
    for _ in range(3):
        with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
            bell.ring("mail.send")
    assert tries == ["mail.send"]
