"""What changes the clock of a running game from outside its log: absences, pauses, more time, another pace.

Each is one transaction on the locked game row and writes what everybody may know as a table event. The database
holds the deadline as an instant; nothing here counts down.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from accounts.models import User
from engine import GAMES
from games import decisions, follow, pace, positions, table_events
from games.models import Due, Game, Seat, TableEvent
from games.pace import Pace


def locked(game: Game | int) -> Game:
    """The game with its seats, held to the end of the transaction."""
    pk = game if isinstance(game, int) else game.pk
    return Game.objects.select_for_update(no_key=True).prefetch_related(decisions.with_seats()).get(pk=pk)


@transaction.atomic
def recompute(game: Game, *, now: datetime) -> Game:
    """The deadline after an absence or a pause has changed; what was used until now stays used."""
    game = locked(game)
    _reckon(game, now=now)
    return game


def recompute_for(user: User, *, now: datetime) -> None:
    """The same in all games that wait for this player."""
    waiting = Game.objects.filter(status=Game.Status.RUNNING, seats__user=user, seats__index=F("decider"))
    for pk in waiting.order_by("pk").values_list("pk", flat=True):
        with transaction.atomic():
            _reckon(locked(pk), now=now)


@transaction.atomic
def pause(game: Game, *, now: datetime, by: User | None = None, reason: str = "") -> Game:
    """Everybody's clock stands still until `resume`; one may still play on."""
    game = locked(game)
    if game.status == Game.Status.RUNNING and game.paused is None:
        game.paused = now
        game.save(update_fields=("paused",))
        _reckon(game, now=now)
        note(game, TableEvent.Kind.PAUSED, now=now, actor=by, reason=reason)
    return game


@transaction.atomic
def resume(game: Game, *, now: datetime, by: User | None = None, reason: str = "") -> Game:
    game = locked(game)
    if game.status == Game.Status.RUNNING and game.paused is not None:
        game.paused = None
        game.save(update_fields=("paused",))
        _reckon(game, now=now)
        note(game, TableEvent.Kind.RESUMED, now=now, actor=by, reason=reason)
    return game


@transaction.atomic
def extend(game: Game, seat: Seat, duration: timedelta, *, now: datetime, by: User | None = None, reason: str = "") -> Game:
    """More time on the seat's clock, for the decision that it has or, with a bank, for its next ones."""
    game = locked(game)
    seat = decisions.seat_of(game, seat.index)
    rules = decisions.pace_of(game)
    if game.status != Game.Status.RUNNING or not rules.runs:
        return game
    before = seat.left if seat.left is not None else rules.bank * pace.HOUR
    seat.left = before + int(duration.total_seconds())
    seat.save(update_fields=("left",))
    _reckon(game, now=now)
    note(game, TableEvent.Kind.EXTENDED, now=now, seat=seat.index, actor=by, seconds=int(duration.total_seconds()),
         reason=reason)
    return game


@transaction.atomic
def change_pace(game: Game, to: Pace, *, now: datetime, by: User | None = None) -> Game:
    """Another pace from now on. From bank to bank everybody keeps what they have, up to the new cap; else the
    clocks begin anew, also that of the present decision."""
    pace.check(to)
    game = locked(game)
    if game.status != Game.Status.RUNNING:
        return game
    before = decisions.pace_of(game)
    row, carried = decisions.open_row(game), before.kind == to.kind == pace.BANK
    if row is not None and carried:
        decider = decisions.seat_of(game, row.seat)
        if decider.left is not None:
            decider.left = decisions.seconds_left(game, row, decider, now)
    game.pace = to.as_dict()
    game.save(update_fields=("pace",))
    for seat in game.seats.all():
        seat.left = decisions.kept(to, seat.left) if carried else None
        if row is not None and seat.index == row.seat and seat.left is None:
            seat.left = to.allowance(None, own_turn=True)
        seat.save(update_fields=("left",))
    if row is not None:
        row.counted, row.still = now, []
        row.save(update_fields=("counted", "still"))
    game.deadline = None
    _reckon(game, now=now)
    note(game, TableEvent.Kind.PACE, now=now, actor=by, before=before.as_dict(), after=to.as_dict())
    return game


def fresh(game: Game, seat: Seat, *, now: datetime) -> None:
    """A new beginning for a seat: somebody sits there again. Its open decision, if it has one, begins now. The game
    is locked; `seat` is one of its seats."""
    row = decisions.open_row(game)
    if row is None or row.seat != seat.index:
        return
    own_turn = GAMES[game.kind].view(positions.played(game).state, None).active == seat.index
    seat.left = decisions.pace_of(game).allowance(seat.left, own_turn=own_turn)
    seat.save(update_fields=("left",))
    row.user_id, row.since, row.counted, row.still = seat.user_id, now, now, []
    row.save()
    game.deadline = None
    _reckon(game, now=now)


def _reckon(game: Game, *, now: datetime) -> None:
    row = decisions.open_row(game)
    if game.status != Game.Status.RUNNING or game.decider is None or row is None:
        return
    decisions.reckon(game, row, decisions.seat_of(game, game.decider), now=now)
    game.save(update_fields=("deadline",))
    follow.expect_decider(game, now=now)
    if game.deadline is not None:  # a hidden plan waits no longer than its player's clock runs
        hidden = Due.objects.filter(game=game, kind=Due.Kind.PLANNED, due__gte=game.deadline)
        hidden.update(due=now + max(game.deadline - now, timedelta(0)) / 2, lease=None)


def note(game: Game, kind: str, *, now: datetime, seat: int | None = None, actor: User | None = None, **data: object) -> None:
    """A table event that happens once at a moment."""
    table_events.write(game, kind, key=f"{kind}:{game.pk}:{seat}:{now.isoformat()}", now=now, seat=seat, actor=actor, **data)
