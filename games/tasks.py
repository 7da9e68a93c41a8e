"""The Celery message that starts a sweep; it carries nothing, the rows say what is due."""

from __future__ import annotations

from celery import shared_task

from games.instant import database_now


@shared_task(name="games.sweep")  # type: ignore[untyped-decorator]
def run_sweep() -> None:
    from games.away import announce
    from games.sweep import sweep

    now = database_now()
    sweep(now)
    announce(now)
