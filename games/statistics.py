"""How long decisions take on this site, and how many were answered beforehand: of all players together, never of one.

A group is shown from `LEAST` decisions of `PLAYERS` people on. Numbers are those up to the last midnight (UTC), so that
nobody can see in them what has just happened in a game.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from statistics import median
from typing import Any, NamedTuple

from django.core.cache import cache
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games.models import Decision

LEAST, PLAYERS = 5, 3
DAYS = 180
MOST = 50_000  # decisions that are looked at, the latest
KEPT = 3600  # seconds
BEFOREHAND = frozenset({"plan", "standing"})

KINDS: dict[str, str | Promise] = {
    "turn": gettext_lazy("a turn's orders"),
    "commit": gettext_lazy("adding in a conflict"),
    "fight": gettext_lazy("which conflict is next"),
    "build": gettext_lazy("building a monument"),
    "raise": gettext_lazy("placing a building"),
    "point": gettext_lazy("a point of the wonder"),
    "leave": gettext_lazy("which treasure stays"),
    "score": gettext_lazy("laying a victory card"),
    "take": gettext_lazy("exchanging treasures"),
    "ship": gettext_lazy("building a ship"),
    "sail": gettext_lazy("income from ships"),
}


class Group(NamedTuple):
    """Decisions of one kind in one game."""

    game: str
    kind: str
    number: int
    seconds: int  # median
    beforehand: int  # per cent


class Statistics(NamedTuple):
    until: datetime
    groups: tuple[Group, ...]
    games: tuple[Group, ...]  # all kinds of decisions of a game together; `kind` is ""


def statistics(now: datetime) -> Statistics:
    """Kept for a while, because everybody may ask."""
    until = now.replace(hour=0, minute=0, second=0, microsecond=0)
    key = f"statistics:{until.isoformat()}"
    found = cache.get(key)
    if found is None:
        found = gather(until)
        cache.set(key, found, KEPT)
    return Statistics(found[0], tuple(Group(*one) for one in found[1]), tuple(Group(*one) for one in found[2]))


def gather(until: datetime) -> Statistics:
    made = Decision.objects.filter(
        made__lt=until, made__gte=until - timedelta(days=DAYS), user__isnull=False, missed=False,
    ).exclude(source="bot")
    fields = ("game__kind", "kind", "user", "since", "made", "source")
    by_kind: dict[tuple[str, str], list[Any]] = {}
    by_game: dict[tuple[str, str], list[Any]] = {}
    for row in made.order_by("-pk").values_list(*fields)[:MOST]:
        by_kind.setdefault((row[0], row[1]), []).append(row)
        by_game.setdefault((row[0], ""), []).append(row)
    order = list(KINDS)
    groups = sorted(grouped(by_kind), key=lambda group: (group.game != "tigris", order.index(group.kind)))
    return Statistics(until, tuple(groups), tuple(sorted(grouped(by_game), key=lambda group: group.game != "tigris")))


def grouped(rows: dict[tuple[str, str], list[Any]]) -> Iterable[Group]:
    for (game, kind), found in rows.items():
        if len(found) < LEAST or len({row[2] for row in found}) < PLAYERS or kind not in ("", *KINDS):
            continue
        seconds = median((row[4] - row[3]).total_seconds() for row in found)
        ahead = sum(row[5] in BEFOREHAND for row in found)
        yield Group(game, kind, len(found), int(seconds), round(100 * ahead / len(found)))
