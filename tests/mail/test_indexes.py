"""What is asked every few seconds, or with every mail, reads no whole table, however long the site has been running."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.sweep import sweep
from mail.limits import may_answer
from mail.reading import read_due
from mail.sending import send_due

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
GROWING = ("mail_outgoing", "mail_incoming", "mail_token", "games_game", "games_event", "games_submission", "games_notice")


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL plans by the size of its tables")
@pytest.mark.parametrize(
    "ask",
    [
        send_due, read_due, sweep,
        lambda now: may_answer(outcome="refused", author="x@example.org", token=None, words="", trusted=False, now=now),
    ],
    ids=["sending", "reading", "sweep", "limits"],
)  # fmt: skip
def test_no_question_reads_a_whole_table(ask: Callable[[datetime], object]) -> None:
    with CaptureQueriesContext(connection) as asked:
        ask(NOW)
    whole = [
        f"{table}: {query['sql']}"
        for query in asked.captured_queries
        if query["sql"].startswith("SELECT")
        for step in plan(query["sql"])
        for table in GROWING
        if step.startswith(f"SCAN {table}") and "INDEX" not in step
    ]
    assert whole == []


def plan(sql: str) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
        return [row[3] for row in cursor.fetchall()]
