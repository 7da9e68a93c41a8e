"""The Celery message that starts a sweep; it carries nothing, the rows say what is due."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone


@shared_task(name="games.sweep")  # type: ignore[untyped-decorator]
def run_sweep() -> None:
    from games.away import announce
    from games.sweep import sweep

    sweep(timezone.now())
    announce(timezone.now())
