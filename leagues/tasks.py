"""The Celery message that starts a sweep of the leagues; it carries nothing, the rows say what is due."""

from __future__ import annotations

from celery import shared_task

from games.instant import database_now


@shared_task(name="leagues.sweep")  # type: ignore[untyped-decorator]
def run_sweep() -> None:
    from leagues.sweep import sweep

    sweep(database_now())
