"""What a mail says about a season: sentences for each kind of notice, none of which can be read as an order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.moments import moment
from leagues import dates
from leagues.models import LeagueNotice, Season
from leagues.points import shown
from mail.compose import url
from mail.inert import inert

Kind = LeagueNotice.Kind


@dataclass
class Section:
    """One season of a mail. `said`: what the organiser wrote; `links`: (words, address)."""

    title: str  # league and season
    heading: str  # what it is about, in two or three words
    page: str
    lines: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    links: list[tuple[str, str]] = field(default_factory=list)


def section(notices: Sequence[LeagueNotice]) -> Section:
    """The notices of one reader about one season, the most important first."""
    order = list(TOLD)
    notices = sorted(notices, key=lambda notice: (order.index(notice.kind), notice.pk))
    season = notices[0].season
    kind = season.league.kind
    found = Section(
        title=inert(str(season), kind), heading=HEADINGS[notices[0].kind](),
        page=url("season", season.league.code, season.number))
    for notice in notices:
        found.lines += [inert(line, kind) for line in TOLD[notice.kind](season, notice.data)]
        if notice.kind == Kind.ANNOUNCEMENT:
            found.said += [inert(line, kind) for line in str(notice.data["text"]).splitlines() if line.strip()]
        if code := notice.data.get("game"):
            found.links.append((_("The page of game %(code)s") % {"code": code}, url("game", code)))
    return found


def begins(season: Season, day: str) -> str:
    """When a day of the league begins, for the reader's clock."""
    return moment(dates.midnight(date.fromisoformat(day), season.league.zone))


def ends(season: Season, day: str) -> str:
    return moment(dates.midnight(date.fromisoformat(day) + timedelta(days=1), season.league.zone))


Data = dict[str, Any]


def opened(season: Season, data: Data) -> Iterator[str]:
    first = data.get("first") or season.first.isoformat()
    yield _("Registration for this season is open; it begins on %(when)s.") % {"when": begins(season, first)}
    if data.get("automatic"):
        yield _("You are registered already, because you played before. If you would rather not play, the page of the season "
                "has a button for it.")
    else:
        yield _("You are not registered; one button on the page of the season does it.")


def division(season: Season, data: Data) -> Iterator[str]:
    if data.get("of", 1) > 1 and season.league.format == "groups":
        yield _("The season has begun: you are in group %(number)d of %(of)d.") % {"number": data["division"], "of": data["of"]}
    elif data.get("of", 1) > 1:
        yield _("The season has begun: you are in division %(number)d of %(of)d.") % {
            "number": data["division"], "of": data["of"]}
    else:
        yield _("The season has begun.")
    if data["games"]:
        yield ngettext("%(games)d game of yours begins now; you get a mail when a decision is yours.",
                       "%(games)d games of yours begin now; you get a mail when a decision is yours.",
                       data["games"]) % {"games": data["games"]}
    else:
        yield _("You have a bye in this round: no game, but its points.")
    if data["opponents"]:
        yield _("Your opponents: %(names)s.") % {"names": ", ".join(data["opponents"])}
    yield _("The season lasts until %(when)s.") % {"when": ends(season, data["last"])}


def round_begins(season: Season, data: Data) -> Iterator[str]:
    if data.get("bye"):
        yield _("Round %(round)d has begun. You have a bye: no game, but its points.") % {"round": data["round"]}
        return
    yield ngettext("Round %(round)d has begun, with %(games)d game of yours.",
                   "Round %(round)d has begun, with %(games)d games of yours.", data["games"]) % {
        "round": data["round"], "games": data["games"]}


def half(season: Season, data: Data) -> Iterator[str]:
    yield _("Half of the season is over. You are at place %(place)d of %(of)d, with a sum of %(points)s.") % {
        "place": data["place"], "of": data["of"], "points": shown(data["points"])}
    if data["games"]:
        yield ngettext("%(games)d game of yours is still open.", "%(games)d games of yours are still open.",
                       data["games"]) % {"games": data["games"]}
    else:
        yield _("All your games are over.")
    yield _("The season ends on %(when)s.") % {"when": ends(season, season.last.isoformat())}


def stay(season: Season, data: Data) -> Iterator[str]:
    yield _("Place %(safe)d is the last that stays in this division; who stands there has %(line)s.") % {
        "safe": data["safe"], "line": shown(data["line"])}
    if data["needed"]:
        yield _("You need %(needed)s more to draw level.") % {"needed": shown(data["needed"])}
    elif data["place"] <= data["safe"]:
        yield _("As things stand, you stay.")
    else:
        yield _("You have as many; the tie is broken against you as things stand.")


def final(season: Season, data: Data) -> Iterator[str]:
    if season.league.format == "divisions":
        yield _("The season is over. You are at place %(place)d of %(of)d in division %(division)d, with a sum of %(points)s.") % {
            "place": data["place"], "of": data["of"], "division": data["division"], "points": shown(data["points"])}
    else:
        yield _("The season is over. You are at place %(place)d, with a sum of %(points)s.") % {
            "place": data.get("overall") or data["place"], "points": shown(data["points"])}


def promoted(season: Season, data: Data) -> Iterator[str]:
    if data["movement"] == "up":
        yield _("You go up: next season you belong to division %(number)d.") % {"number": data["division"]}
    else:
        yield _("You go down: next season you belong to division %(number)d.") % {"number": data["division"]}
    if not data.get("again", True):
        yield _("You have said that you do not play next season.")


def substitute(season: Season, data: Data) -> Iterator[str]:
    yield _("You were on the waiting list, and now you have a seat: that of %(name)s in game %(code)s.") % {
        "name": data["instead"], "code": data["game"]}
    yield _("The result counts for you if you give at least %(share)d percent of the seat's orders.") % {
        "share": round(100 * season.league.share)}


def replaced(season: Season, data: Data) -> Iterator[str]:
    who = {"name": data["by"], "code": data["game"]}
    yield (_("You did not answer any more in game %(code)s; %(name)s plays on in your place.") if data["by"]
           else _("You did not answer any more in game %(code)s; a bot plays on in your place.")) % who


def removed(season: Season, data: Data) -> Iterator[str]:
    yield _("%(name)s, who organises the league, has taken you out of this season.") % {"name": data["by"]}
    if data.get("reason"):
        yield _("The reason given: %(reason)s") % {"reason": data["reason"]}


def announcement(season: Season, data: Data) -> Iterator[str]:
    yield _("%(name)s, who organises the league, writes to everybody:") % {"name": data["by"]}


def result(season: Season, data: Data) -> Iterator[str]:
    if data["how"] == "annulled":
        yield _("%(name)s, who organises the league, has annulled game %(code)s: it counts for nobody.") % {
            "name": data["by"], "code": data["game"]}
    else:
        yield _("%(name)s, who organises the league, has decided game %(code)s; the page of the season has the places.") % {
            "name": data["by"], "code": data["game"]}
    if data.get("reason"):
        yield _("The reason given: %(reason)s") % {"reason": data["reason"]}


# The order is that in which a mail tells them.
TOLD: dict[str, Callable[[Season, Data], Iterator[str]]] = {
    Kind.REMOVED: removed, Kind.REPLACED: replaced, Kind.SUBSTITUTE: substitute, Kind.DIVISION: division, Kind.ROUND: round_begins, Kind.HALF: half,
    Kind.STAY: stay, Kind.FINAL: final, Kind.PROMOTED: promoted, Kind.RESULT: result, Kind.OPEN: opened,
    Kind.ANNOUNCEMENT: announcement,
}
HEADINGS: dict[str, Callable[[], str]] = {
    Kind.REMOVED: lambda: _("you are taken out"), Kind.REPLACED: lambda: _("your seat has another player"), Kind.SUBSTITUTE: lambda: _("a seat for you"),
    Kind.DIVISION: lambda: _("it begins"), Kind.ROUND: lambda: _("the next round"), Kind.HALF: lambda: _("half time"),
    Kind.STAY: lambda: _("half time"), Kind.FINAL: lambda: _("the final table"), Kind.PROMOTED: lambda: _("the final table"),
    Kind.RESULT: lambda: _("a result"), Kind.OPEN: lambda: _("registration is open"),
    Kind.ANNOUNCEMENT: lambda: _("an announcement"),
}
