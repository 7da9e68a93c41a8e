"""A reminder whose time has come: a notice for the player, if it is still true, and the row for the next one."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games import follow, reminders
from games.models import Due, Game, Notice


@transaction.atomic
def remind(due: Due, now: datetime) -> bool:
    """Acts on a row that is due; called by the sweep, which has claimed it. Returns whether somebody is reminded."""
    game = Game.objects.select_for_update(no_key=True).get(pk=due.game_id)
    row = Due.objects.filter(pk=due.pk, kind=Due.Kind.REMINDER, due=due.due).first()
    if row is None:  # it has moved meanwhile
        return False
    seat = game.seats.select_related("user").filter(index=game.decider).first() if game.decider is not None else None
    told = False
    answered = Due.objects.filter(game=game, kind=Due.Kind.PLANNED, version=game.version).exists()  # goes on by itself
    if seat is not None and not answered and game.paused is None and game.deadline is not None and game.deadline > now:
        mine = [when for when in reminders.of(game, seat) if when <= now]
        told = bool(mine) and mine[-1] >= row.due and once(game, seat.pk, game.deadline, mine[-1])
        if told:
            follow.tell(game, seat, Notice.Kind.REMINDER, now=now, deadline=game.deadline.isoformat(),
                        at=mine[-1].isoformat())
    reminders.expect(game, seat, now=now)
    return told


def once(game: Game, seat: int, deadline: datetime, at: datetime) -> bool:
    """Whether this reminder of this deadline has not been given yet."""
    same = Notice.objects.filter(game=game, seat=seat, kind=Notice.Kind.REMINDER)
    return not same.filter(data__deadline=deadline.isoformat(), data__at=at.isoformat()).exists()
