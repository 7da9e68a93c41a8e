"""Open seats: opened after missed deadlines, taken by a substitute or taken again by their player.

Until then a bot decides for the seat, or its turns are passed, at once (games.sweep). A substitute gets the seat
as the game knows it, and nothing that was its player's alone: `seat_changed` tells others to forget theirs.
"""

from __future__ import annotations

import secrets
from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet
from django.dispatch import Signal
from django.utils.translation import gettext as _

from accounts.models import User
from games import beforehand, bell, clocks, decisions, follow, table_events
from games.models import Game, Notice, Seat, Submission, TableEvent
from games.tables import TableError

OWN_DOORS = frozenset({"page", "mail", "link"})  # where orders come from people themselves

seat_changed = Signal()  # seat: with its new player; before: the player who had it. In the transaction.


def open_seats() -> QuerySet[Seat]:
    """Those that anybody may take, the longest open first."""
    return Seat.objects.filter(
        Q(game__pace__substitutes=True), opened__isnull=False, game__status=Game.Status.RUNNING, game__public=True,
    ).select_related("game__host", "user").order_by("opened", "pk")


def open_seat(game: Game, seat: Seat, *, now: datetime) -> None:
    """From now on nobody waits for this seat. The caller holds the game's row; `seat` is one of its seats."""
    if seat.opened is not None or seat.user_id is None:
        return
    row = decisions.open_row(game)
    if row is not None and row.seat == seat.index and seat.left is not None:
        seat.left = decisions.seconds_left(game, row, seat, now)
    seat.opened, seat.invitation = now, secrets.token_urlsafe(16)
    seat.save(update_fields=("opened", "invitation", "left"))
    Submission.objects.filter(game=game, seat=seat.index).exclude(waiting=[]).update(waiting=[])
    table_events.write(game, TableEvent.Kind.OPENED, key=f"opened:{seat.pk}:{now.isoformat()}", now=now, seat=seat)
    if game.decider == seat.index:
        game.deadline = None
        game.save(update_fields=("deadline",))
        follow.expect_decider(game, now=now)


def heard(game: Game, seat: Seat, *, now: datetime) -> None:
    """The seat's player has given an order of their own: no deadline is missed any more, and they are back."""
    if seat.misses:
        seat.misses = 0
        seat.save(update_fields=("misses",))
    if seat.opened is not None:
        come_back(game=game, user=seat.user, now=now)


@transaction.atomic
def come_back(*, game: Game, user: User | None, now: datetime) -> Seat:
    """The player of an open seat has it again, as nobody has taken it yet."""
    game = clocks.locked(game)
    seat = next((seat for seat in game.seats.all() if user is not None and seat.user_id == user.pk), None)
    if seat is None:
        raise TableError(_("Somebody else has taken this seat."))
    if seat.opened is None or game.status != Game.Status.RUNNING:
        return seat
    seat.opened, seat.invitation, seat.misses = None, None, 0
    seat.save(update_fields=("opened", "invitation", "misses"))
    table_events.write(game, TableEvent.Kind.RETURNED, key=f"returned:{seat.pk}:{now.isoformat()}", now=now, seat=seat,
                       actor=user)
    clocks.fresh(game, seat, now=now)
    return seat


@transaction.atomic
def take_seat(*, game: Game, seat: Seat, user: User, now: datetime, token: str = "") -> Seat:
    """Somebody else plays on from here. `token`: of the link, for a private game."""
    game = clocks.locked(game)
    seat = decisions.seat_of(game, seat.index)
    if seat.user_id == user.pk:
        return come_back(game=game, user=user, now=now)
    if game.seats.filter(user=user).exists() or TableEvent.objects.filter(
        game=game, kind=TableEvent.Kind.SUBSTITUTED, data__left=user.pk).exists():
        raise TableError(_("You play or have played in this game; nobody can know two hands."))
    if game.status != Game.Status.RUNNING or seat.opened is None:
        raise TableError(_("This seat is not open any more."))
    if not decisions.pace_of(game).substitutes:
        raise TableError(_("In this game nobody else can take an open seat."))
    linked = bool(token) and secrets.compare_digest(token.encode(), (seat.invitation or "").encode())
    if not game.public and not linked:
        raise TableError(_("This game is private. Ask its players for the link to the open seat."))
    before, seat = seat.user, give(game, seat, to=user, now=now)
    event = TableEvent.objects.filter(game=game, kind=TableEvent.Kind.SUBSTITUTED, seat=seat.index).latest("pk")
    Notice.objects.create(game=game, user=before, kind=Notice.Kind.TABLE, version=game.version, data={"event": event.pk},
                          created=now, due=now)  # no seat of theirs any more
    bell.ring("mail.send")
    return seat


def give(game: Game, seat: Seat, *, now: datetime, to: User | None = None, bot: str = "", by: User | None = None) -> Seat:
    """The seat of a person to another one, or to a bot. The caller holds the game's row; `seat` is one of its seats."""
    before = seat.user
    assert before is not None
    seat.user, seat.bot, seat.opened, seat.invitation, seat.misses, seat.left = to, bot, None, None, 0, None
    seat.notes, seat.muted, seat.mail_mode, seat.invited = "", False, "", ""
    seat.save()
    beforehand.forget(seat)
    Submission.objects.filter(game=game, seat=seat.index).exclude(waiting=[]).update(waiting=[])
    Notice.objects.filter(game=game, user=before, told=None).delete()
    table_events.write(
        game, TableEvent.Kind.SUBSTITUTED, key=f"substituted:{seat.pk}:{to.pk if to else bot}:{now.isoformat()}", now=now,
        seat=seat, actor=by or to, before=str(before), after=str(to) if to else bot, left=before.pk)
    seat_changed.send(sender=Seat, seat=seat, before=before)
    if to is not None:
        clocks.fresh(game, seat, now=now)
        if game.decider == seat.index:
            follow.tell(game, seat, Notice.Kind.TURN, now=now)
    elif game.decider == seat.index:  # nobody is waited for any more
        game.deadline = None
        game.save(update_fields=("deadline",))
        follow.expect_decider(game, now=now)
    return seat
