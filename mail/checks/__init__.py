"""What `manage.py mailcheck` looks at: out, in, addresses, records in the DNS, and a message that comes back.

Each module gives results in plain words; nothing here changes anything but by the one test message.
"""

from __future__ import annotations

from typing import Literal, NamedTuple


class Result(NamedTuple):
    """`fail`: mail will not work. `warn`: it works, and somebody will regret it. `note`: was not looked at."""

    level: Literal["ok", "warn", "fail", "note"]
    text: str


def ok(text: str) -> Result:
    return Result("ok", text)


def warn(text: str) -> Result:
    return Result("warn", text)


def fail(text: str) -> Result:
    return Result("fail", text)


def note(text: str) -> Result:
    return Result("note", text)
