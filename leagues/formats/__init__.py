"""Formats of a season, each a pure module: results so far -> the next round's tables, or the final order.

A format has `next_round(field) -> Draw`, `WORDS` (a sentence for choosing it), `explain(settings, seats)` (what its
page says), and `DEFAULTS`, its settings; where all tables are drawn at once, `plan(field)`, which is kept. A new one is a file here and a line in `FORMATS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from django.utils.functional import Promise

from leagues.formats import division_league, groups, knockout, round_robin, swiss
from leagues.formats.face import Draw, Field, Seating

__all__ = ["FORMATS", "Draw", "Field", "Format", "Seating"]

Words = str | Promise


class Format(Protocol):
    """What a module of this package offers."""

    NAME: Words
    WORDS: Words
    DEFAULTS: Mapping[str, int]  # setting -> number

    def next_round(self, field: Field) -> Draw:
        """The next tables, once all results before are final; no tables when the season is over."""

    def explain(self, settings: Mapping[str, int], seats: int) -> list[str]:
        """Paragraphs on how it goes, for players."""


FORMATS: dict[str, Any] = {
    "divisions": division_league,
    "robin": round_robin,
    "swiss": swiss,
    "groups": groups,
    "knockout": knockout,
}
