"""Words of the pages: what happened as a line, pools of ratings, what a result of a table is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.words import GAMES, game_name
from leagues.models import LeagueEvent, Table
from leagues.ratings import MANY, OVERALL, TWO
from leagues.words import EVENTS


@dataclass(frozen=True)
class Happened:
    """A line of the log of a league. `season` and `game`: where to look, None and "" for nowhere."""

    at: datetime
    what: str
    about: str
    by: str
    reason: str
    season: int | None
    game: str


def happened(event: LeagueEvent) -> Happened:
    game = event.table.game.code if event.table and event.table.game else ""
    return Happened(
        event.at, str(EVENTS.get(event.kind, event.kind)), details(event), str(event.actor) if event.actor else "",
        event.reason, event.season.number if event.season else None, game)


def details(event: LeagueEvent) -> str:
    """Whom and what it was about, as far as the kind does not say it."""
    data, name = event.data, str(event.about) if event.about else ""
    match event.kind:
        case "put_off":
            return _("It begins on %(day)s.") % {"day": day(data["first"])}
        case "added" if data.get("waiting"):
            return _("%(name)s, onto the waiting list") % {"name": name}
        case "moved":
            return _("%(name)s, from division %(before)d to %(after)d") % {
                "name": name, "before": data["before"], "after": data["after"]}
        case "replaced" | "substituted":
            return _("%(other)s instead of %(name)s") % {"name": name, "other": data.get("by", "")}
        case "extended":
            hours = ngettext("%(hours)d hour", "%(hours)d hours", data["hours"]) % {"hours": data["hours"]}
            return _("%(name)s: %(time)s more") % {"name": name, "time": hours}
        case "longer":
            return _("%(after)s instead of %(before)s") % {"before": day(data["before"]), "after": day(data["after"])}
    return name


def day(iso: str) -> str:
    return date_format(date.fromisoformat(iso), "DATE_FORMAT")


def pool_name(kind: str, two: bool) -> str:
    """The name of a pool of ratings."""
    name = _("All games") if kind == OVERALL else str(game_name(kind))
    return _("%(game)s, two players") % {"game": name} if two else _("%(game)s, three and more") % {"game": name}


def pool_list() -> list[tuple[str, str, str]]:
    """(kind, size, name) of each pool."""
    return [(kind, size, pool_name(kind, size == TWO)) for kind in (OVERALL, *GAMES) for size in (MANY, TWO)]


def result_words(table: Table) -> str:
    """How a table stands, or how its result came about."""
    if table.final is not None:
        return str(table.get_how_display())
    return _("being played") if table.game_id else _("about to begin")
