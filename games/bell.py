"""The doorbell: after the transaction, tell the workers that a row waits for them.

The rows are the queue (docs/adr/0002); a ring that is lost costs one sweep interval and nothing else. So it
never fails and never holds up a player: when the broker is away, it is left alone for a while.
"""

from __future__ import annotations

import logging
import time
from functools import partial
from typing import Any

from celery import current_app
from django.conf import settings
from django.db import transaction

logger = logging.getLogger(__name__)
PAUSE = 10.0  # seconds without ringing after the broker did not answer
_silent_until = 0.0  # monotonic


def ring(task: str) -> None:
    """Sends the Celery message `task`, without arguments, once the present transaction is committed."""
    if not any(isinstance(call, partial) and call.args == (task,) for _ids, call, _robust in _after_commit()):
        transaction.on_commit(partial(_send, task), robust=True)


def _after_commit() -> list[Any]:
    """What this transaction will call: one ring of a bell is enough."""
    return list(transaction.get_connection().run_on_commit)


def _send(task: str) -> None:
    global _silent_until
    if time.monotonic() < _silent_until:
        return
    try:
        current_app.send_task(task, retry=False, ignore_result=True, expires=settings.SWEEP_SECONDS)
    except Exception as error:
        _silent_until = time.monotonic() + PAUSE
        logger.warning("no answer from the broker, the next sweep will find the row: %s", type(error).__name__)
