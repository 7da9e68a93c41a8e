"""What follows from a position: whose decision, until when, which bot or clock must act, who must be told.

Everything here is rows, written in the caller's transaction; the bells ring after it. A clock runs from the
moment when a decision became somebody's until it is somebody else's (games.decisions).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from engine import GAMES
from games import beforehand, bell, decisions, reminders
from games.models import Due, Game, Notice, Seat


def begin(game: Game, state: Any, *, now: datetime) -> None:
    """After the start: everybody is told, and the first decision is somebody's. The game is saved already."""
    for seat in people(game):
        tell(game, seat, Notice.Kind.STARTED, now=now)
    follow(game, state, now=now)


def follow(game: Game, state: Any, *, now: datetime, here: int | None = None, new_turn: bool = False,
           settings: bool = False, by: int | None = None, source: str = "", received: datetime | None = None) -> None:
    """Brings the game's row, its Due rows and the notices up to the position `state` at `game.version`.

    `here`: the seat whose player has just acted and so needs no mail about their own next decision.
    `new_turn`: a turn began in between, so that even the same seat's clock starts anew.
    `settings`: nothing has happened but that a player changed a setting: who is asked knows it already.
    `by`, `source`, `received`: whose order made the decision, through which door, and when it came in.
    """
    decider = GAMES[game.kind].decider(state)
    known = settings and decider == game.decider
    if decider is None:
        finish(game, state, now=now, by=by, source=source, received=received)
        return
    if decider != game.decider or new_turn or game.deciding_since is None:
        view = GAMES[game.kind].view(state, None)
        decisions.hand_over(game, view, now=now, ended=min(received or now, now), by=by, source=source)
    game.save(update_fields=("decider", "deciding_since", "deadline"))
    seat = expect_decider(game, now=now)
    answered = look_beforehand(game, state, now=now)
    if decisions.played_for(seat):
        bell.ring("games.sweep")
    elif decider != here and not known and not answered:
        tell(game, seat, Notice.Kind.TURN, now=now)


def look_beforehand(game: Game, state: Any, *, now: datetime) -> bool:
    """Whether a plan or a standing answer will be carried out, so that nobody need be asked. A plan that turns out
    void is told."""
    answered, void = beforehand.expect(game, state, now=now)
    if void is not None:
        tell(game, void.seat, Notice.Kind.PLAN, now=now, plan=void.pk)
    if answered:
        bell.ring("games.sweep")
    return answered


def expect_decider(game: Game, *, now: datetime) -> Seat:
    """The Due rows for who must decide at `game.version`; returns that seat."""
    seat = decisions.seat_of(game, game.decider)
    expect(game, Due.Kind.BOT, now if decisions.played_for(seat) else None)
    expect(game, Due.Kind.DEADLINE, game.deadline)
    reminders.expect(game, seat, now=now)
    return seat


def finish(game: Game, state: Any, *, now: datetime, by: int | None = None, source: str = "",
           received: datetime | None = None) -> None:
    """The end: places, points with the treasures added in, everybody told. The bag is open from now on."""
    decisions.close(game, ended=min(received or now, now), by=by, source=source)
    view = GAMES[game.kind].view(state, None)
    game.status, game.ended = Game.Status.FINISHED, now
    game.decider = game.deciding_since = game.deadline = game.paused = None
    game.save(update_fields=("status", "ended", "ended_by", "decider", "deciding_since", "deadline", "paused"))
    for seat in game.seats.all():
        result = view.seats[seat.index].result
        seat.place = view.places[seat.index] if view.places else None
        seat.points = dict(result) if result is not None else None
        seat.save(update_fields=("place", "points"))
    Due.objects.filter(game=game).delete()
    for seat in people(game):
        tell(game, seat, Notice.Kind.ENDED, now=now)


def expect(game: Game, kind: str, due: datetime | None) -> None:
    """One row for the sweep, or none."""
    if due is None:
        Due.objects.filter(game=game, kind=kind).delete()
        return
    row = Due(game=game, kind=kind, version=game.version, due=due, lease=None, tries=0, error="")
    Due.objects.bulk_create([row], update_conflicts=True, unique_fields=("game", "kind"),
                            update_fields=("version", "due", "lease", "tries", "error"))


def people(game: Game) -> Iterable[Seat]:
    return [seat for seat in game.seats.all() if seat.user_id is not None]


def tell(game: Game, seat: Seat, kind: str, *, now: datetime, **data: object) -> None:
    """A notice for the person on this seat."""
    if seat.user_id is None:
        return
    Notice.objects.create(
        game=game, seat=seat, user_id=seat.user_id, kind=kind, version=game.version, data=data, created=now, due=now
    )
    bell.ring("mail.send")
