"""Several workers at once: every mail is made once and leaves once."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection, connections

from accounts.models import User
from games.models import Game, Notice
from mail import sending
from mail.models import Outgoing
from tests.conftest import NOW
from tests.mail.test_out_notices import _no_pictures  # noqa: F401
from tests.mail.test_out_sending import waiting

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
WORKERS = 4


@pytest.fixture(autouse=True)
def _on_postgresql(db: None) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("needs PostgreSQL (DATABASE_URL)")


def test_four_workers_send_each_message_once(
    running_game: Game, ana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(12):
        waiting(ana, key=str(number))
    left: Counter[str] = Counter()
    together = Barrier(WORKERS)
    monkeypatch.setattr(sending._Post, "send", lambda self, row: left.update([row.key]))

    def work(_: Any) -> int:
        together.wait(timeout=20)
        try:
            return sending.send_due(NOW)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(WORKERS) as pool:
        sent = sum(pool.map(work, range(WORKERS)))
    sending.send_due(NOW)  # what no worker took because another had a part of it
    assert set(left.values()) == {1}
    assert len(left) == 12 + 3  # one turn mail, two of the start
    assert sent <= 15
    assert not Notice.objects.filter(told=None).exists()
    assert set(Outgoing.objects.values_list("status", flat=True)) == {"sent"}
