"""Words for leagues: what broke a tie, what happened, why a game is not rated, the published rules of a league."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from leagues.formats import FORMATS
from leagues.models import League
from leagues.points import SCALES
from leagues.rated import LEAST_TURNS
from leagues.seasons import rules_of

Words = str | Promise

# What separated players with the same points, in the order in which it is asked.
CRITERIA: dict[str, Words] = {
    "among": gettext_lazy("points in games among the tied"),
    "wins": gettext_lazy("games won"),
    "share": gettext_lazy("mean share of the winner's weakest colour"),
    "missed": gettext_lazy("fewer missed deadlines"),
    "registered": gettext_lazy("earlier registration"),
}

# Kinds of LeagueEvent.
EVENTS: dict[str, Words] = {
    "founded": gettext_lazy("The league is founded"),
    "put_off": gettext_lazy("The season is put off: too few players"),
    "added": gettext_lazy("A player is added"),
    "removed": gettext_lazy("A player is removed"),
    "moved": gettext_lazy("A player is moved to another division"),
    "replaced": gettext_lazy("A player is replaced by another"),
    "substituted": gettext_lazy("An open seat goes to the waiting list"),
    "bot": gettext_lazy("An open seat goes to a bot"),
    "apart": gettext_lazy("Two players are kept apart in the draws"),
    "extended": gettext_lazy("A deadline is extended"),
    "longer": gettext_lazy("The last day of the season is later"),
    "annulled": gettext_lazy("A game is annulled"),
    "decided": gettext_lazy("A game is decided"),
    "announcement": gettext_lazy("Announcement"),
    "closed": gettext_lazy("The league is closed"),
}

# RatedGame.why_not.
NOT_RATED: dict[str, Words] = {
    "bots": gettext_lazy("a bot played from the start"),
    "short": gettext_lazy("too few turns"),
    "agreement": gettext_lazy("ended by agreement"),
    "season": gettext_lazy("decided on the last day of a season"),
    "staff": gettext_lazy("ended by staff"),
    "deserted": gettext_lazy("all had left"),
    "annulled": gettext_lazy("annulled"),
    "decided": gettext_lazy("decided by the organiser"),
}


def format_name(league: League) -> str:
    return str(FORMATS[league.format].NAME)


def rules(league: League) -> list[str]:
    """Paragraphs: everything that decides a season, for the league's page."""
    found: list[str] = list(FORMATS[league.format].explain(league.settings, league.size))
    if league.format == "divisions":
        found.append(division_words(league))
    scales = "; ".join(
        _("%(points)s for %(players)d players") % {"points": "-".join(map(str, SCALES[players])), "players": players}
        for players in range(league.size, 1, -1))
    found.append(_("Points for the places at a table: %(scales)s. Shared places share their points, a seat lost by absence "
                   "gets none.") % {"scales": scales})
    found.append(_("Ties are broken by, in this order: %(criteria)s. Who is removed, or has vanished from all running games, "
                   "is last.") % {"criteria": ", ".join(map(str, CRITERIA.values()))})
    found.append(end_words(league))
    found.append(ngettext(
        "A seat that has been open for %(days)d day goes to the first of the waiting list, or to a bot if nobody waits.",
        "A seat that has been open for %(days)d days goes to the first of the waiting list, or to a bot if nobody waits.",
        league.wait_days) % {"days": league.wait_days}
        + " " + _("The result counts for a substitute who gave at least %(share)d percent of the seat's orders, else for "
                  "nobody.") % {"share": round(100 * league.share)})
    if league.repeats:
        found.append(_("Everybody is registered for the next season again unless they say otherwise; who was removed, or lost "
                       "the seat of their last game by absence, must register anew."))
    found.append(_("Games of fewer than %(turns)d turns a player, with a bot from the start, or that end without an order are "
                   "not rated; who resigned or lost the seat by absence is last.") % {"turns": LEAST_TURNS})
    return found


def division_words(league: League) -> str:
    rules = rules_of(league)
    where = _("Newcomers begin in the last division.") if rules.newcomers == "bottom" else _(
        "Newcomers begin where their rating belongs.")
    return _("A division has %(least)d to %(most)d players. After each season %(up)d go up and %(down)d go down.") % {
        "least": rules.least, "most": rules.most, "up": rules.up, "down": rules.down} + " " + where


def end_words(league: League) -> str:
    days = ngettext("A season lasts %(days)d day.", "A season lasts %(days)d days.", league.season_days) % {
        "days": league.season_days}
    if league.end_rule == League.EndRule.DRAWN:
        return days + " " + _("A game that still runs then counts as drawn, and goes on for its own sake.")
    return days + " " + _("A game that still runs then is decided: everybody gets the place of their present points, as if "
                          "the game ended there.")
