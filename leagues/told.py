"""Notices about a season: rows, each once, that mail turns into messages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from accounts.models import User
from games import bell
from leagues.models import League, LeagueEvent, LeagueNotice, Season, Table


def tell(season: Season, kind: str, user: int, *, now: datetime, about: object = "", **data: object) -> None:
    """One notice to one user; `about` is what makes it another one than the last of its kind in this season."""
    tell_all(season, kind, {user: data}, now=now, about=about)


def tell_all(
    season: Season, kind: str, data: Mapping[int, Mapping[str, object]] | Iterable[int], *, now: datetime, about: object = "",
) -> None:
    """A notice to each of these users, with what concerns them. Those who have it already get none."""
    each = data if isinstance(data, Mapping) else {user: {} for user in data}
    LeagueNotice.objects.bulk_create(
        [LeagueNotice(kind=kind, user_id=user, season=season, data=dict(more), created=now, due=now,
                      key=f"{kind}:{season.pk}:{user}:{about}") for user, more in each.items()],
        ignore_conflicts=True, batch_size=200,
    )
    bell.ring("mail.send")


def write(
    league: League, kind: str, *, key: str, now: datetime, season: Season | None = None, table: Table | None = None,
    actor: User | None = None, about: User | None = None, reason: str = "", **data: object,
) -> LeagueEvent:
    """What happened, for everybody to read. The same `key` is the same event."""
    event, _ = LeagueEvent.objects.get_or_create(key=f"{kind}:{key}"[:120], defaults={
        "league": league, "season": season, "table": table, "kind": kind, "actor": actor, "about": about,
        "reason": reason, "data": data, "at": now})
    return event
