"""The pace of a game: how much time a decision has, when the clock stands still, what happens when time is up.

One frozen value, kept as JSON in `Game.pace` ({}: no clock). The clock (games.clock, games.clocks) and the words
that players read before they join (`in_words`) come from the same fields.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

BANK, DAYS, NONE = "bank", "days", "none"
PASS, BOT = "pass", "bot"
LONGEST_BANK, LONGEST_INCREMENT, LONGEST_DAYS, MOST_MISSES = 2400, 720, 60, 9
LEAST_RUNNING = 4  # hours of a day in which the clock runs
HOUR = 3600


class PaceError(ValueError):
    """Says to the player what does not fit; `about` is the field."""

    def __init__(self, words: str, *, about: str = "") -> None:
        super().__init__(words)
        self.about = about


@dataclass(frozen=True, slots=True)
class Pace:
    """Hours count running time. `answer_increment`: for answers in somebody else's turn, None: as for all others.

    `misses`: deadlines missed one after the other until the seat is open, 0: it never is.
    """

    kind: str = NONE
    bank: int = 0  # hours on the clock at the start
    increment: int = 0  # hours that each decision brings
    cap: int = 0  # hours that can be on the clock
    answer_increment: int | None = None  # hours; with fixed days: the whole time for an answer
    days: int = 0  # of 24 hours of running time, for each decision
    weekend_off: bool = False
    still_from: int | None = None  # full hours, 0 to 23, on a wall in `zone`; both or none
    still_until: int | None = None
    zone: str = "UTC"
    vacation: bool = True
    on_expiry: str = PASS  # in one's own turn: pass, or a bot plays the turn
    misses: int = 2
    substitutes: bool = True
    votes: bool = True  # the table may agree on a pause, another pace, the end; in a league it may not

    @property
    def runs(self) -> bool:
        return self.kind != NONE

    def as_dict(self) -> dict[str, Any]:
        """What `Game.pace` holds."""
        return asdict(self) if self.runs else {} if self.votes else {"votes": False}

    def allowance(self, left: int | None, *, own_turn: bool) -> int | None:
        """Seconds on the clock when a decision begins. `left`: what was kept of the last one, None at the start."""
        more = self.increment if own_turn or self.answer_increment is None else self.answer_increment
        if self.kind == DAYS:
            return self.days * 24 * HOUR if own_turn or self.answer_increment is None else more * HOUR
        if self.kind == BANK:
            kept = self.bank * HOUR if left is None else left
            return max(kept, min(kept + more * HOUR, self.cap * HOUR))
        return None


NO_CLOCK = Pace()
NAMES = frozenset(field.name for field in fields(Pace))


def from_dict(data: Mapping[str, Any] | None) -> Pace:
    """The pace that the JSON says. Raises PaceError for what cannot be."""
    if unknown := set(data or {}) - NAMES:
        raise PaceError(_("“%(name)s” says nothing about a pace.") % {"name": min(unknown)})
    pace = Pace(**dict(data or {}))
    check(pace)
    return pace


@cache
def zones() -> frozenset[str]:
    return frozenset(available_timezones())


def check(pace: Pace) -> None:
    """Raises PaceError, with the field, for the first thing that does not fit."""
    if pace.kind not in (BANK, DAYS, NONE):
        raise PaceError(_("The time is a clock with a bank, days for each decision, or none."), about="kind")
    if pace.kind == BANK:
        between("bank", pace.bank, 1, LONGEST_BANK)
        between("increment", pace.increment, 1, LONGEST_INCREMENT)
        between("cap", pace.cap, 1, LONGEST_BANK)
        if pace.cap < max(pace.bank, pace.increment):
            raise PaceError(_("The most on a clock can't be less than the time at the start or for a decision."), about="cap")
    if pace.kind == DAYS:
        between("days", pace.days, 1, LONGEST_DAYS)
    if pace.answer_increment is not None:
        between("answer_increment", pace.answer_increment, 1, LONGEST_INCREMENT)
        own = pace.increment if pace.kind == BANK else pace.days * 24
        if pace.runs and pace.answer_increment > own:
            raise PaceError(_("The time for an answer can't be longer than for one's own turn."), about="answer_increment")
    check_calendar(pace)
    if pace.on_expiry not in (PASS, BOT):
        raise PaceError(_("When time is up, the turn is passed or a bot plays it."), about="on_expiry")
    between("misses", pace.misses, 0, MOST_MISSES)
    for name in ("weekend_off", "vacation", "substitutes", "votes"):
        if not isinstance(getattr(pace, name), bool):
            raise PaceError(_("This is yes or no."), about=name)


def check_calendar(pace: Pace) -> None:
    if pace.zone not in zones():
        raise PaceError(_("There is no time zone called “%(name)s”.") % {"name": pace.zone}, about="zone")
    if (pace.still_from is None) != (pace.still_until is None):
        raise PaceError(_("The hours of standstill need a beginning and an end."), about="still_until")
    if pace.still_from is None or pace.still_until is None:
        return
    between("still_from", pace.still_from, 0, 23)
    between("still_until", pace.still_until, 0, 23)
    still = (pace.still_until - pace.still_from) % 24
    if still == 0:
        raise PaceError(_("A standstill that ends when it begins is none; leave both empty."), about="still_until")
    if 24 - still < LEAST_RUNNING:
        raise PaceError(_("The clock must run for at least %(hours)d hours a day.") % {"hours": LEAST_RUNNING}, about="still_until")


def between(name: str, value: object, least: int, most: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise PaceError(_("This is a number from %(least)d to %(most)d.") % {"least": least, "most": most}, about=name)


# Each preset: the numbers of the clock; what else a pace says is chosen beside it.
PRESETS: dict[str, Pace] = {
    "week": Pace(DAYS, days=7, answer_increment=72),
    "steady": Pace(BANK, bank=72, increment=24, cap=120, answer_increment=12),
    "quick": Pace(BANK, bank=24, increment=8, cap=72, answer_increment=4),
    "three": Pace(DAYS, days=3, answer_increment=36),
    "day": Pace(DAYS, days=1, answer_increment=12),
    "none": NO_CLOCK,
}
TITLES: dict[str, str | Promise] = {
    "week": gettext_lazy("A week a move"),
    "steady": gettext_lazy("Steady"),
    "quick": gettext_lazy("Quick"),
    "three": gettext_lazy("Three days a move"),
    "day": gettext_lazy("A day a move"),
    "none": gettext_lazy("No clock"),
}


def hours(number: int) -> str:
    """`36 hours`, `3 days`."""
    if number >= 48 and number % 24 == 0:
        return ngettext("%d day", "%d days", number // 24) % (number // 24)
    return ngettext("%d hour", "%d hours", number) % number


def short(pace: Pace) -> str:
    """A few words for lists."""
    if pace.kind == BANK:
        return _("clock %(bank)d h + %(increment)d h") % {"bank": pace.bank, "increment": pace.increment}
    if pace.kind == DAYS:
        return ngettext("%d day a decision", "%d days a decision", pace.days) % pace.days
    return _("no clock")


def time_in_words(pace: Pace) -> list[str]:
    """The numbers of the clock alone."""
    if pace.kind == NONE:
        return [_("No clock: each decision takes as long as it takes.")]
    told = []
    if pace.kind == BANK:
        told.append(_("Each player's clock starts with %(bank)s; each decision brings %(increment)s more.") % {
            "bank": hours(pace.bank), "increment": hours(pace.increment)})
        told.append(_("What is not used is kept, up to %(cap)s.") % {"cap": hours(pace.cap)})
        if pace.answer_increment is not None:
            told.append(_("An answer in somebody else's turn brings %(time)s only.") % {"time": hours(pace.answer_increment)})
    else:
        told.append(_("Each decision has %(time)s.") % {"time": hours(pace.days * 24)})
        if pace.answer_increment is not None:
            told.append(_("An answer in somebody else's turn has %(time)s.") % {"time": hours(pace.answer_increment)})
    return told


def in_words(pace: Pace) -> list[str]:
    """All of it, a sentence each, in the language of the moment."""
    alone = [] if pace.votes else [_("The players can't agree on a pause, another pace or an early end.")]
    told = time_in_words(pace)
    if not pace.runs:
        return told + alone
    if pace.weekend_off:
        told.append(_("The clock stands still on Saturdays and Sundays (time zone %(zone)s).") % {"zone": pace.zone})
    if pace.still_from is not None and pace.still_until is not None:
        told.append(_("It stands still every day from %(from)02d:00 to %(until)02d:00 (time zone %(zone)s).") % {
            "from": pace.still_from, "until": pace.still_until, "zone": pace.zone})
    told.append(_("A player's vacation stops their clock.") if pace.vacation else _("Vacation does not stop the clock."))
    told.append(EXPIRY[pace.on_expiry]())
    if pace.misses:
        told.append(ngettext(
            "After %(misses)d missed deadline the seat is open.",
            "After %(misses)d missed deadlines one after the other the seat is open.", pace.misses) % {"misses": pace.misses})
        told.append(_("A substitute can take an open seat.") if pace.substitutes else _("Nobody else can take an open seat."))
    return told + alone


EXPIRY: dict[str, Callable[[], str]] = {
    PASS: lambda: _("When time is up, the turn is passed, and an answer gives nothing."),
    BOT: lambda: _("When time is up, a bot plays the turn, and an answer gives nothing."),
}
