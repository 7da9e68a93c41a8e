"""What the doorbell wakes: the tasks look for what is due, whoever rang."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from mail import keeping, reading, sending


@shared_task(name="mail.send")  # type: ignore[untyped-decorator]
def send() -> None:
    sending.send_due(timezone.now())


@shared_task(name="mail.read")  # type: ignore[untyped-decorator]
def read() -> None:
    reading.read_due(timezone.now())
    keeping.forget(timezone.now())
