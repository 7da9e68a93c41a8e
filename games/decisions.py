"""The open decision of a running game and its clock: begun, reckoned anew, ended. Rows in the caller's transaction,
which holds the game's row.

`Seat.left` counts from `Decision.counted`. When the clock stands still is kept with the decision (`still`), so that
an absence or pause that is changed later moves the deadline and never what was used until then.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Prefetch

from accounts import absences
from engine import View
from games import clock
from games.clock import FOREVER, Interval
from games.models import Decision, Game, Seat
from games.pace import BANK, Pace, from_dict

HORIZON = timedelta(days=800)  # vacations are taken up to the end of next year


def with_seats() -> Prefetch:  # type: ignore[type-arg]
    """The seats and their players, in one query."""
    return Prefetch("seats", queryset=Seat.objects.select_related("user"))


def pace_of(game: Game) -> Pace:
    return from_dict(game.pace)


def seat_of(game: Game, index: int | None) -> Seat:
    return next(seat for seat in game.seats.all() if seat.index == index)


def played_for(seat: Seat) -> bool:
    """Whether nobody is waited for on this seat: a bot sits there, or it is open."""
    return bool(seat.bot) or seat.opened is not None


def open_row(game: Game) -> Decision | None:
    """Asked for once for each object `game`; who changes the clock has loaded its own under the lock."""
    found: Decision | None = getattr(game, "_open", None)
    if found is None or found.made is not None:
        found = Decision.objects.filter(game=game, made=None).first()
    game._open = found  # type: ignore[attr-defined]
    return found


def hand_over(game: Game, view: View, *, now: datetime, ended: datetime, by: int | None = None, source: str = "") -> None:
    """The decision of before is made, and that of the position begins. Sets the game's fields and does not save it.

    `ended`: when what made it came in; `by`: the seat whose order it was.
    """
    assert view.decision is not None
    close(game, ended=ended, by=by, source=source)
    seat = seat_of(game, view.decision.seat)
    game.decider, game.deciding_since, game.deadline = seat.index, now, None
    row = Decision(game=game, seat=seat.index, user_id=seat.user_id, kind=view.decision.kind, version=game.version,
                   since=now, counted=now)
    give(game, seat, own_turn=view.active == seat.index)
    reckon(game, row, seat, now=now)
    game._open = row  # type: ignore[attr-defined]


def give(game: Game, seat: Seat, *, own_turn: bool) -> None:
    """What a new decision brings to the seat's clock."""
    if not played_for(seat):
        seat.left = pace_of(game).allowance(seat.left, own_turn=own_turn)
        seat.save(update_fields=("left",))


def close(game: Game, *, ended: datetime, by: int | None = None, source: str = "") -> None:
    row = open_row(game)
    if row is None:
        return
    seat = seat_of(game, row.seat)
    row.made = max(row.since, ended)
    if by == row.seat:
        row.source, row.missed = source, source == "clock"
    if seat.left is not None and not played_for(seat):
        seat.left = seconds_left(game, row, seat, row.made)
        seat.save(update_fields=("left",))
    row.save(update_fields=("made", "source", "missed"))


def reckon(game: Game, row: Decision, seat: Seat, *, now: datetime) -> None:
    """The deadline from what is left, with the absences and the pause that are known now."""
    cut = max(row.counted, min(now, game.deadline or now))
    stops = clock.joined([*clock.before(stood(row), cut), *clock.after(standstills(game, seat, cut), cut)])
    row.still = [[start.isoformat(), "" if end >= FOREVER else end.isoformat()] for start, end in stops]
    game.deadline = None
    pace = pace_of(game)
    if pace.runs and seat.left is not None and not played_for(seat):
        left = timedelta(seconds=seat.left)
        game.deadline = clock.deadline(clock.calendar(pace, stops), row.counted, left)
    row.deadline = game.deadline or row.deadline
    row.save()


def seconds_left(game: Game, row: Decision, seat: Seat, at: datetime) -> int:
    """What the clock shows at a moment of the open decision; a second that has begun is whole."""
    on = clock.calendar(pace_of(game), stood(row))
    used = clock.used(on, row.counted, at)
    return max(0, math.ceil((seat.left or 0) - used.total_seconds()))


def stood(row: Decision) -> list[Interval]:
    return [(datetime.fromisoformat(start), datetime.fromisoformat(end) if end else FOREVER) for start, end in row.still]


def standstills(game: Game, seat: Seat, since: datetime) -> Iterable[Interval]:
    """The pause and the player's absences, as far as the game knows vacation."""
    if game.paused is not None:
        yield game.paused, FOREVER
    if seat.user is not None and pace_of(game).vacation:
        yield from absences.intervals(seat.user, since=since, until=since + HORIZON)


def kept(pace: Pace, left: int | None) -> int | None:
    """What of a seat's clock goes over to another pace."""
    return min(left, pace.cap * 3600) if left is not None and pace.kind == BANK else None
