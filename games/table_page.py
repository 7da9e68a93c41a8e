"""What the page of a game says about time and about the table: the clock, the votes, open seats, what happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _

from accounts import absences
from games import decisions, pace, page, table_words, votes
from games.models import Game, Seat, TableEvent
from games.moments import moment, span
from games.visible import Reader


@dataclass(frozen=True)
class Clock:
    """The open decision's clock in words. `until`: None where there is no deadline; `still`: why it stands still."""

    since: str
    until: str = ""
    left: str = ""
    still: str = ""


def clock(game: Game, *, now: datetime) -> Clock | None:
    """None when the game is over."""
    row = decisions.open_row(game)
    if game.decider is None or game.deciding_since is None:
        return None
    since = moment(game.deciding_since)
    seat = decisions.seat_of(game, game.decider)
    if row is None or decisions.played_for(seat) or not decisions.pace_of(game).runs or seat.left is None:
        return Clock(since, still=_("The game is paused.") if game.paused else "")
    left = span(timedelta(seconds=decisions.seconds_left(game, row, seat, now)))
    return Clock(since, moment(game.deadline) if game.deadline else "", left, standstill(game, seat, now=now))


def standstill(game: Game, seat: Seat, *, now: datetime) -> str:
    if game.paused:
        return _("The game is paused, and the clock stands still.")
    if seat.user is not None and decisions.pace_of(game).vacation:
        for start, end in absences.intervals(seat.user, since=now, until=now + timedelta(seconds=1)):
            if start <= now < end:
                return _("%(name)s is away; the clock stands still until %(until)s.") % {
                    "name": str(seat.user), "until": moment(end)}
    return ""


@dataclass(frozen=True)
class Motion:
    """A ballot in words, for one reader. `on` and `mark` go back with the vote."""

    on: str
    words: str
    details: Sequence[str]
    agreed: str
    missing: str
    asked: bool  # the reader has not agreed yet
    mark: str


MOTIONS = {
    votes.PAUSE: lambda: _("Pause the game: all clocks stand still"),
    votes.RESUME: lambda: _("Go on with the game: the clock runs again"),
    votes.PACE: lambda: _("Another pace"),
    votes.END: lambda: _("End the game now; the points that everybody has now decide"),
}


def motions(who: Reader, *, now: datetime) -> list[Motion]:
    found = []
    for ballot in votes.ballots(who.game, now=now):
        details = pace.in_words(pace.from_dict(ballot.wanted)) if ballot.on == votes.PACE else []
        found.append(Motion(
            ballot.on, MOTIONS[ballot.on](), details, named(who, ballot.agreed), named(who, ballot.missing),
            who.index in ballot.missing, ballot.mark))
    return found


def named(who: Reader, seats: Sequence[int]) -> str:
    return ", ".join(who.names[index] for index in seats)


def table_context(who: Reader, *, now: datetime) -> dict[str, Any]:
    """For the page of a game: everything beside the position."""
    game = who.game
    running = game.status == Game.Status.RUNNING
    there = running and who.seat is not None and who.index in {seat.index for seat in votes.voters(game)}
    open_motions = motions(who, now=now) if running else []
    mine = {motion.on for motion in open_motions}
    return {
        "motions": open_motions, "may_vote": there,
        "proposals": [(on, MOTIONS[on]()) for on in votes.possible(game) if on not in (*mine, votes.PACE)] if there else [],
        "open_seats": [(seat, who.names[seat.index]) for seat in game.seats.all() if seat.opened] if running else [],
        "may_take": decisions.pace_of(game).substitutes,
        "i_am_open": running and who.seat is not None and who.seat.opened is not None,
    }


def with_events(lines: Sequence[page.Line], who: Reader, *, since: int = 0) -> list[page.Line]:
    """The lines of the log, in their order, each with what happened at the table after it."""
    told: dict[int, list[tuple[datetime, str]]] = {}
    for event in TableEvent.objects.filter(game=who.game, version__gte=since).select_related("actor"):
        event.game = who.game
        told.setdefault(event.version, []).append((event.at, table_words.tell(event, who.index)))
    return [replace(line, besides=tuple(told.get(line.entry.event.seq, ()))) for line in lines]


def at_the_start(who: Reader) -> list[tuple[datetime, str]]:
    """What happened at the table before the first order."""
    events = list(TableEvent.objects.filter(game=who.game, version=0).select_related("actor"))
    for event in events:
        event.game = who.game
    return [(event.at, table_words.tell(event, who.index)) for event in events]
