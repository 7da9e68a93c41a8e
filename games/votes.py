"""What the table decides together: a pause, its end, another pace, the end of the game. It happens when all agree.

All: the people who are there, not open seats, not those who left, not bots. The votes are table events and nothing
else; each player's latest one counts, until what was voted on has happened or it is too old.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games import clocks, decisions, ending, pace, positions, table_events
from games.models import Game, Seat, TableEvent
from games.tables import TableError

PAUSE, RESUME, PACE, END = "pause", "resume", "pace", "end"
LASTS = timedelta(days=30)
A_DAY = 20  # votes of one player in one game: each yes is a mail to the others
SETTLED = {PAUSE: "paused", RESUME: "resumed", PACE: "pace", END: "ended"}


@dataclass(frozen=True, slots=True)
class Ballot:
    """One thing that is voted on. `wanted`: the pace, for a vote on it."""

    on: str
    agreed: tuple[int, ...]  # seats
    missing: tuple[int, ...]
    wanted: Mapping[str, Any] | None = None

    @property
    def mark(self) -> str:
        """Goes with a form, so that nobody agrees to another pace than the one they saw."""
        return hashlib.sha256(json.dumps([self.on, self.wanted], sort_keys=True).encode()).hexdigest()[:16]


@transaction.atomic
def vote(*, game: Game, user: User, on: str, yes: bool, now: datetime, to: pace.Pace | None = None) -> bool:
    """Takes a vote; whether with it all agree, and it has happened. Raises TableError."""
    game = clocks.locked(game)
    seat = next((seat for seat in voters(game) if seat.user_id == user.pk), None)
    if seat is None:
        raise TableError(_("Only those who play in this game can vote."))
    if on not in possible(game):
        raise TableError(_("There is nothing like that to vote on now."))
    data: dict[str, object] = {"on": on, "yes": yes}
    if on == PACE:
        if to is None:
            raise TableError(_("Which pace?"))
        data["pace"] = to.as_dict()
    mine = TableEvent.objects.filter(game=game, kind=TableEvent.Kind.VOTED, seat=seat.index, actor=user)
    if mine.filter(at__gt=now - timedelta(days=1)).count() >= A_DAY:
        raise TableError(_("You have voted often today; everybody is told each time. Please wait until tomorrow."))
    table_events.write(game, TableEvent.Kind.VOTED, key=f"voted:{seat.pk}:{on}:{now.isoformat()}", now=now, seat=seat,
                       actor=user, **data)
    return settle(game, now=now) == on


def possible(game: Game) -> tuple[str, ...]:
    """What can be voted on now."""
    if game.status != Game.Status.RUNNING or not decisions.pace_of(game).votes:
        return ()
    if not decisions.pace_of(game).runs:
        return (PACE, END)
    return (RESUME if game.paused else PAUSE, PACE, END)


def voters(game: Game, state: Any = None) -> list[Seat]:
    """`state`: the position at `game.version`, where it is at hand or not committed yet."""
    if game.status != Game.Status.RUNNING:
        return []
    return ending.present(game, positions.played(game).state if state is None else state)


def ballots(game: Game, *, now: datetime, state: Any = None) -> list[Ballot]:
    """What somebody wants now, with who agrees and who is asked."""
    there = voters(game, state)
    latest: dict[tuple[str, int], TableEvent] = {}
    for event in TableEvent.objects.filter(game=game, at__gt=now - LASTS).order_by("at", "pk"):
        if event.kind == TableEvent.Kind.VOTED and event.seat is not None:
            latest[event.data["on"], event.seat] = event
        else:
            latest = {key: vote for key, vote in latest.items() if SETTLED[key[0]] != event.kind}
    found = []
    for on in possible(game):
        mine = {seat.index: latest[on, seat.index] for seat in there
                if (on, seat.index) in latest and latest[on, seat.index].actor_id == seat.user_id}
        found += [_ballot(on, wanted, mine, there) for wanted in _wanted(mine)]
    return found


def _wanted(votes: Mapping[int, TableEvent]) -> list[Any]:
    """The different things that somebody says yes to: one, or several paces."""
    found: list[Any] = []
    for vote in votes.values():
        if vote.data["yes"] and vote.data.get("pace") not in found:
            found.append(vote.data.get("pace"))
    return found


def _ballot(on: str, wanted: Any, votes: Mapping[int, TableEvent], there: list[Seat]) -> Ballot:
    agreed = tuple(index for index, vote in votes.items() if vote.data["yes"] and vote.data.get("pace") == wanted)
    return Ballot(on, agreed, tuple(seat.index for seat in there if seat.index not in agreed), wanted)


def settle(game: Game, *, now: datetime, state: Any = None) -> str:
    """Does what all who are there agree on; returns what it was. Called after each vote, and when somebody has left
    who was asked, too. The caller holds the game's row."""
    for ballot in ballots(game, now=now, state=state):
        if ballot.agreed and not ballot.missing:
            _do(game, ballot, now=now, state=state)
            return ballot.on
    return ""


def _do(game: Game, ballot: Ballot, *, now: datetime, state: Any = None) -> None:
    if ballot.on == PAUSE:
        clocks.pause(game, now=now)
    elif ballot.on == RESUME:
        clocks.resume(game, now=now)
    elif ballot.on == PACE:
        clocks.change_pace(game, pace.from_dict(ballot.wanted), now=now)
    else:
        ending.end(game, ending.AGREEMENT, now=now, state=state)
