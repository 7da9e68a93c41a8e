"""The sweep: bots that must move and deadlines that have passed, found by their Due rows.

Any number of sweeps may run at once: a row is claimed by a conditional UPDATE for the length of a lease, and even
two owners of one row do no harm, because every answer has a key and a version.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Q

from games import clocks, decisions, expiry, follow, pending, plans, play, positions, reminding
from games.models import Due, Game

logger = logging.getLogger(__name__)
LEASE = timedelta(seconds=min(60, settings.LEASE_SECONDS))  # a deadline waits that long for a sweep that died
BATCH = 200  # rows a sweep
CLAIMED = 10  # of them at once
HANDS = 2  # work on a long sweep where the database bears it: one waits for it while the other thinks
LONGEST = 200  # orders for one row, then the next in line
LONGEST_WAIT = timedelta(hours=6)  # of a game that fails every time
AGAIN = timedelta(seconds=settings.SWEEP_SECONDS)  # a deadline that waits for what is still unread


def sweep(now: datetime) -> int:
    """Acts on everything that is due; returns for how many rows. A game that fails is logged, shown to staff and tried
    again, each time after a longer while."""
    start = time.monotonic()
    rows = Due.objects.filter(free(now), due__lte=now, kind__in=KINDS).order_by("due", "pk")
    ids = list(rows.values_list("pk", flat=True)[:BATCH])
    hands = HANDS if len(ids) > CLAIMED and connection.vendor == "postgresql" and not connection.in_atomic_block else 1
    if hands == 1:
        return work_on(ids, now, start)
    with ThreadPoolExecutor(hands) as pool:
        return sum(pool.map(lambda part: one_hand(part, now, start), (ids[hand::hands] for hand in range(hands))))


def one_hand(ids: list[int], now: datetime, start: float) -> int:
    try:
        return work_on(ids, now, start)
    finally:
        connection.close()  # this thread's


def work_on(ids: list[int], now: datetime, start: float) -> int:
    """Claims some of these rows after the other and acts on them; for how many. `start`: of the sweep, monotonic."""
    done, moment = 0, now
    for first in range(0, len(ids), CLAIMED):
        for due in claimed(ids[first : first + CLAIMED], moment):
            moment = now + timedelta(seconds=int(time.monotonic() - start))  # bots think for a while
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


def free(now: datetime) -> Q:
    return Q(lease__isnull=True) | Q(lease__lte=now)


def claimed(ids: list[int], now: datetime) -> list[Due]:
    """Those of the rows that are ours until the lease is over: its end, to the microsecond, says whose they are."""
    mine = now + LEASE + timedelta(microseconds=secrets.randbelow(1_000_000))
    Due.objects.filter(free(now), pk__in=ids, due__lte=now).update(lease=mine)
    return list(Due.objects.filter(pk__in=ids, lease=mine).order_by("due", "pk"))


def failed(due: Due, error: Exception, now: datetime) -> None:
    wait = min(LEASE * 2 ** min(due.tries, 20), LONGEST_WAIT)
    tries = min(due.tries + 1, 1000)
    Due.objects.filter(pk=due.pk).update(tries=tries, error=type(error).__name__[:80], lease=now + wait)


def act(due: Due, now: datetime) -> None:
    """Bot orders until it is somebody else's decision; or what becomes of who is late."""
    if due.kind == Due.Kind.REMINDER:
        reminding.remind(due, now)
        return
    acted = act_on_deadline(due, now) if due.kind == Due.Kind.DEADLINE else go_on(due, STEPS[due.kind], now)
    if acted == LONGEST:
        Due.objects.filter(pk=due.pk).update(lease=None)
    # `submit` has put the row right in the same transaction; one left behind by hand is put right here.
    elif not acted and (game := Game.objects.filter(pk=due.game_id).exclude(version=due.version).first()):
        put_right(game, now)


def go_on(due: Due, step: Step, now: datetime) -> int:
    """Steps as long as there is something to do; how many."""
    for done in range(LONGEST):
        game = Game.objects.prefetch_related(decisions.with_seats()).get(pk=due.game_id)
        if game.status != Game.Status.RUNNING or not step(game, now):
            return done
    return LONGEST


def act_on_deadline(due: Due, now: datetime) -> int:
    """What the pace says, while the deadline of who must decide has passed and nothing from before it is unread."""
    game: Game | None = Game.objects.get(pk=due.game_id)
    for done in range(LONGEST):
        if game is None or game.status != Game.Status.RUNNING or game.deadline is None or game.deadline > now:
            return done
        if pending.unread(game, now=now):
            Due.objects.filter(game=game, kind=Due.Kind.DEADLINE, version=game.version).update(lease=now + AGAIN)
            return done
        try:
            game = expiry.expire(game, now=now)
        except play.Overtaken:  # waiting orders were withdrawn at this very moment
            continue
    return LONGEST


@transaction.atomic
def put_right(game: Game, now: datetime) -> None:
    game = clocks.locked(game)
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


Step = Callable[[Game, datetime], bool]
STEPS: dict[str, Step] = {Due.Kind.BOT.value: move_bot, Due.Kind.PLANNED.value: plans.carry_out}
KINDS = (*STEPS, Due.Kind.DEADLINE.value, Due.Kind.REMINDER.value)
