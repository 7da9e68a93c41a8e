"""What log lines must not hold: the secret part of an address that is a key (an invitation, an open seat, a link of a mail)."""

from __future__ import annotations

import logging
import re

KEYS = re.compile(r"(/(?:join|seat|calendar|league-mail|mail/\w+|anymail/\w+)/)[^/\s]+")


class WithoutKeys(logging.Filter):
    """Blanks the keys in a line's arguments; Django names the path of every request that it refuses."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(KEYS.sub(r"\1…", part) if isinstance(part, str) else part for part in record.args)
        return True
