"""Who else has something to tell by mail: functions of `now` that queue messages, called before messages are sent.

Apps above this one add theirs when they are ready, so that mail knows nothing of them.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime

log = logging.getLogger(__name__)
WRITERS: list[Callable[[datetime], int]] = []


def write(now: datetime) -> None:
    """One that fails keeps nobody else's mail."""
    for writer in WRITERS:
        try:
            writer(now)
        except Exception:
            log.exception("%s could not write its mails", writer.__module__)
