"""The boundary line: what stands above it in an answer is new, what stands below it is ours.

It is the first line of both parts of every mail about a game: plain ASCII, short enough that no client
breaks it, the same in all languages.
"""

from __future__ import annotations

import re

_LINE = re.compile(r"={2,}\s*answer\s+above\s+this\s+line\b(?:\W*tigris\s+([a-z0-9]+))?", re.IGNORECASE)


def line(code: str) -> str:
    """The line for the game with this code (at most 12 characters); never longer than 60."""
    return f"=== Answer above this line === Tigris {code} ==="


def is_boundary(text_line: str) -> bool:
    """Whether a line of a mail that came in holds the boundary, quoted, indented or re-wrapped as it may be."""
    return _LINE.search(text_line) is not None


def code(text_line: str) -> str:
    """The code of the game that a boundary line names, or ""."""
    found = _LINE.search(text_line)
    return (found[1] or "").lower() if found else ""
