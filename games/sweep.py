"""The sweep: bots that must move and deadlines that have passed, found by their Due rows.

Any number of sweeps may run at once: a row is claimed by a conditional UPDATE for the length of a lease, and even
two owners of one row do no harm, because every answer has a key and a version.
"""

from __future__ import annotations

import logging
import time
from datetime import datetime, timedelta
from random import Random

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from engine import GAMES
from engine.bots import BOTS
from games import follow, play
from games.models import Due, Game

logger = logging.getLogger(__name__)
LEASE = timedelta(seconds=settings.LEASE_SECONDS)
BATCH = 200  # rows a sweep
LONGEST = 200  # orders for one row, then the next in line


def sweep(now: datetime) -> int:
    """Acts on everything that is due; returns for how many rows. A game that fails is logged and tried again
    when its lease is over."""
    start, done = time.monotonic(), 0
    free = Q(lease__isnull=True) | Q(lease__lte=now)
    for due in list(Due.objects.filter(free, due__lte=now).order_by("due", "pk")[:BATCH]):
        moment = now + timedelta(seconds=int(time.monotonic() - start))  # bots think for a while
        if not Due.objects.filter(free, pk=due.pk, version=due.version).update(lease=moment + LEASE):
            continue
        try:
            act(due, moment)
            done += 1
        except Exception:
            logger.exception("game %s: %s could not be acted on", due.game_id, due.kind)
    return done


def act(due: Due, now: datetime) -> None:
    """Bot orders until it is somebody else's decision; or the answer that gives nothing for who is late."""
    step = move_bot if due.kind == Due.Kind.BOT else answer_for_late
    for _ in range(LONGEST):
        game = Game.objects.prefetch_related("seats__user").get(pk=due.game_id)
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


def move_bot(game: Game, now: datetime) -> bool:
    """One order of the bot that must decide; False if it is nobody's or a person's decision."""
    if game.decider is None:
        return False
    seat = next(seat for seat in game.seats.all() if seat.index == game.decider)
    if not seat.bot:
        return False
    view = play.view(game, seat)
    order = BOTS[seat.bot](view, Random(f"{game.salt}:{game.version}"))
    key = f"bot:{game.pk}:{game.version}"
    outcome = play.submit(
        game=game, seat=seat, text=str(order), seen=game.version, source="bot", key=key, actor=None, now=now
    )
    if outcome.error is not None:
        logger.error("game %s: the bot %s ordered %s: %s", game.code, seat.bot, order, outcome.error)
        give_nothing(game, "bot", now)
    return True


def answer_for_late(game: Game, now: datetime) -> bool:
    """The answer that gives nothing, if the deadline of who must decide has passed."""
    if game.decider is None or game.deadline is None or game.deadline > now:
        return False
    give_nothing(game, "clock", now)
    return True


def give_nothing(game: Game, source: str, now: datetime) -> None:
    assert game.decider is not None
    order = GAMES[game.kind].nothing(play.position(game))
    outcome = play.submit(
        game=game, seat=game.decider, text=str(order), seen=game.version, source=source,
        key=f"{source}:{game.pk}:{game.version}", actor=None, now=now,
    )  # fmt: skip
    if outcome.error is not None:
        raise outcome.error
