"""What happened at a table beside the orders, as sentences in the reader's language."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games import pace, play
from games.models import TableEvent
from games.moments import moment, span
from games.spoken import spoken

Kind = TableEvent.Kind


def tell(event: TableEvent, viewer: int | None = None) -> str:
    """One sentence. `viewer`: the seat of the reader, who is spoken to as "you"; None for a spectator."""
    names = play.names(event.game)
    mine = event.seat is not None and event.seat == viewer
    name = names[event.seat] if event.seat is not None and event.seat < len(names) else ""
    values = {"name": name, "actor": str(event.actor) if event.actor else _("The staff"), **words_of(event.data, event.game.kind)}
    return " ".join((SENTENCES[Kind(event.kind)](mine, values)).split())


def words_of(data: dict[str, Any], kind: str) -> dict[str, Any]:
    """The event's data with times and spans in words."""
    told: dict[str, Any] = {"reason": "", "did": "", "before": "", "after": "", "until": "", "on": "", "yes": False, **data}
    if data.get("did"):
        told["did"] = "; ".join(spoken(order, kind) for order in data["did"].split("; "))
    if data.get("deadline"):
        told["deadline"] = moment(datetime.fromisoformat(data["deadline"]))
    if data.get("until"):
        told["until"] = day_of(str(data["until"]))
    if data.get("seconds"):
        told["span"] = span(timedelta(seconds=data["seconds"]))
    return told


def day_of(text: str) -> str:
    """A date, or the date of an instant, in words."""
    if len(text) > 10:
        return date_format(timezone.localtime(datetime.fromisoformat(text)), "DATE_FORMAT")
    return date_format(date.fromisoformat(text), "DATE_FORMAT")


def missed(mine: bool, values: dict[str, Any]) -> str:
    told = _("You missed a deadline.") if mine else _("%(name)s missed a deadline.") % values
    instead = _("Carried out instead: “%(did)s”.") % values
    return f"{told} {instead}" if values["did"] else told


def opened(mine: bool, values: dict[str, Any]) -> str:
    if mine:
        return _("Your seat is open now: somebody else may take it, until you come back.")
    return _("The seat of %(name)s is open now: a substitute may take it, until %(name)s comes back.") % values


def returned(mine: bool, values: dict[str, Any]) -> str:
    return _("You are back at the table.") if mine else _("%(name)s is back at the table.") % values


def substituted(mine: bool, values: dict[str, Any]) -> str:
    return _("%(after)s plays on for %(before)s.") % values


def away(mine: bool, values: dict[str, Any]) -> str:
    return _("You are away until %(until)s.") % values if mine else _("%(name)s is away until %(until)s.") % values


ON: dict[str, Callable[[], str]] = {
    "end": lambda: _("ending the game now"),
    "pause": lambda: _("pausing the game"),
    "resume": lambda: _("going on with the game"),
    "pace": lambda: _("another pace"),
    "extend": lambda: _("more time"),
}


def voted(mine: bool, values: dict[str, Any]) -> str:
    on = ON.get(str(values["on"]).split(":")[0])
    values = {**values, "on": on() if on else str(values["on"])}
    if values.get("pace"):
        values["on"] = _("%(on)s (%(pace)s)") % {"on": values["on"], "pace": pace.short(pace.from_dict(values["pace"]))}
    if values["yes"]:
        return _("You are for %(on)s.") % values if mine else _("%(name)s is for %(on)s.") % values
    return _("You are against %(on)s.") % values if mine else _("%(name)s is against %(on)s.") % values


def paused(mine: bool, values: dict[str, Any]) -> str:
    return _("The game is paused; all clocks stand still. %(reason)s") % values


def resumed(mine: bool, values: dict[str, Any]) -> str:
    return _("The game goes on; the clock runs again. %(reason)s") % values


def extended(mine: bool, values: dict[str, Any]) -> str:
    if mine:
        return _("You were given more time: %(span)s. %(reason)s") % {"span": "", **values}
    return _("%(name)s was given more time: %(span)s. %(reason)s") % {"span": "", **values}


def another_pace(mine: bool, values: dict[str, Any]) -> str:
    after = pace.from_dict(values["after"] or {})
    return _("The pace is another one from now on: %(pace)s.") % {"pace": pace.short(after)}


ENDED: dict[str, Callable[[], str]] = {
    "agreement": lambda: _("The game was ended because all agreed."),
    "deserted": lambda: _("The game was ended because nobody was left to play."),
    "staff": lambda: _("The game was ended by the staff."),
    "season": lambda: _("The game was ended because its season is over."),
}


def ended(mine: bool, values: dict[str, Any]) -> str:
    how = ENDED.get(str(values.get("how", "")), lambda: _("The game was ended."))
    return f"{how()} {values['reason']}"


SENTENCES: dict[str, Callable[[bool, dict[str, Any]], str]] = {
    Kind.MISSED: missed, Kind.OPENED: opened, Kind.RETURNED: returned, Kind.SUBSTITUTED: substituted, Kind.AWAY: away,
    Kind.VOTED: voted, Kind.PAUSED: paused, Kind.RESUMED: resumed, Kind.EXTENDED: extended, Kind.PACE: another_pace,
    Kind.ENDED: ended,
}
