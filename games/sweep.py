"""The sweep: bots that must move and deadlines that have passed, found by their Due rows.

Any number of sweeps may run at once: a row is claimed by a conditional UPDATE for the length of a lease, and even
two owners of one row do no harm, because every answer has a key and a version.
"""

from __future__ import annotations

import logging
import time
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q, prefetch_related_objects

from games import decisions, expiry, follow, pending, plans, positions, reminding
from games.models import Due, Game

logger = logging.getLogger(__name__)
LEASE = timedelta(seconds=settings.LEASE_SECONDS)
BATCH = 200  # rows a sweep
LONGEST = 200  # orders for one row, then the next in line
LONGEST_WAIT = timedelta(hours=6)  # of a game that fails every time
AGAIN = timedelta(seconds=settings.SWEEP_SECONDS)  # a deadline that waits for what is still unread


def sweep(now: datetime) -> int:
    """Acts on everything that is due; returns for how many rows. A game that fails is logged, shown to staff and tried
    again, each time after a longer while."""
    start, done = time.monotonic(), 0
    free = Q(lease__isnull=True) | Q(lease__lte=now)
    for due in list(Due.objects.filter(free, due__lte=now, kind__in=(*STEPS, Due.Kind.REMINDER)).order_by("due", "pk")[:BATCH]):
        moment = now + timedelta(seconds=int(time.monotonic() - start))  # bots think for a while
        if not Due.objects.filter(free, pk=due.pk, version=due.version).update(lease=moment + LEASE):
            continue
        try:
            act(due, moment)
        except Exception as error:
            logger.exception("game %s: %s could not be acted on", due.game_id, due.kind)
            failed(due, error, moment)
        else:
            done += 1
            if due.tries:
                Due.objects.filter(pk=due.pk).update(tries=0, error="")
    return done


def failed(due: Due, error: Exception, now: datetime) -> None:
    wait = min(LEASE * 2 ** min(due.tries, 20), LONGEST_WAIT)
    tries = min(due.tries + 1, 1000)
    Due.objects.filter(pk=due.pk).update(tries=tries, error=type(error).__name__[:80], lease=now + wait)


def act(due: Due, now: datetime) -> None:
    """Bot orders until it is somebody else's decision; or what becomes of who is late."""
    if due.kind == Due.Kind.REMINDER:
        reminding.remind(due, now)
        return
    step = STEPS[due.kind]
    for _ in range(LONGEST):
        game = Game.objects.get(pk=due.game_id)
        if due.kind == Due.Kind.DEADLINE and (game.deadline is None or game.deadline > now):
            break
        prefetch_related_objects([game], decisions.with_seats())
        if game.status != Game.Status.RUNNING or not step(game, now):
            break
    else:
        Due.objects.filter(pk=due.pk).update(lease=None)
        return
    # `submit` has put the row right in the same transaction; one left behind by hand is put right here.
    if Due.objects.filter(pk=due.pk).exclude(version=game.version).exists():
        put_right(due.game_id, now)


@transaction.atomic
def put_right(pk: int, now: datetime) -> None:
    game = Game.objects.select_for_update().get(pk=pk)
    if game.decider is None:
        Due.objects.filter(game=game).delete()
    elif Due.objects.filter(game=game).exclude(version=game.version).exists():
        follow.expect_decider(game, now=now)
        follow.look_beforehand(game, positions.played(game).state, now=now)


def move_bot(game: Game, now: datetime) -> bool:
    """One order for the bot that must decide, or for an open seat; False if a person decides."""
    if game.decider is None:
        return False
    seat = decisions.seat_of(game, game.decider)
    if not decisions.played_for(seat):
        return False
    expiry.play_for(game, seat, "bot", now=now)
    return True


def act_on_deadline(game: Game, now: datetime) -> bool:
    """What the pace says, if the deadline of who must decide has passed and nothing from before it is unread."""
    if game.decider is None or game.deadline is None or game.deadline > now:
        return False
    if pending.unread(game, now=now):
        Due.objects.filter(game=game, kind=Due.Kind.DEADLINE, version=game.version).update(lease=now + AGAIN)
        return False
    return expiry.expire(game, now=now)


STEPS = {Due.Kind.BOT.value: move_bot, Due.Kind.DEADLINE.value: act_on_deadline,
         Due.Kind.PLANNED.value: plans.carry_out}
