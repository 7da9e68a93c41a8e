"""Time is up: the automatic vacation, the answer that gives nothing, the bot that plays the turn, the open seat."""

from __future__ import annotations

import logging
from datetime import datetime
from random import Random

from django.db import transaction
from django.db.models import F

from accounts import absences
from engine import GAMES
from engine.bots import BOTS
from engine.record import face_down, masked
from games import away, clocks, decisions, ending, play, substitutes, table_events, votes
from games.models import Game, Seat, TableEvent
from games.pace import BOT

logger = logging.getLogger(__name__)
STAND_IN = "greedy"  # the bot that plays for people


def expire(game: Game, *, now: datetime) -> Game | None:
    """Acts on a deadline that has passed; the game as it is then, or None if there was nothing to act on or a vacation
    has begun."""
    if vacation_begins(game, now=now):
        return None
    with transaction.atomic():
        game = clocks.locked(game)
        if game.decider is None or game.deadline is None or game.deadline > now:
            return None
        seat, deadline = decisions.seat_of(game, game.decider), game.deadline
        row, view = decisions.open_row(game), play.view(game, None)
        did = play_for(game, seat, "clock", now=now, by_bot=view.active == seat.index and uses_bot(game), held=True)
        if row is not None and miss(game, row.pk, seat, deadline, row.kind, did, now=now):
            return open_if_missed(game, seat, now=now)
        return game


def vacation_begins(game: Game, *, now: datetime) -> bool:
    """A player who wants it goes on vacation instead of missing a deadline. Before the game's row is locked:
    who takes vacation locks the user first."""
    if game.decider is None or not decisions.pace_of(game).vacation:
        return False
    wanted = Seat.objects.filter(game=game, index=game.decider, user__auto_vacation=True)
    seat = wanted.select_related("user").first() if wanted.exists() else None  # mostly nobody wants it
    if seat is None or seat.user is None:
        return False
    with transaction.atomic():
        same = Game.objects.filter(pk=game.pk, version=game.version, deadline=game.deadline, paused=None)
        if not same.exists():  # somebody was faster, and nobody's day is taken for it
            return False
        if absences.begin_automatically(seat.user, now=now, since=game.deadline) is None:
            return False
        away.changed(seat.user, now=now)
    game.refresh_from_db(fields=("deadline",))
    return game.deadline is None or game.deadline > now


def miss(game: Game, decision: int, seat: Seat, deadline: datetime, asked: str, did: str, *, now: datetime) -> bool:
    """Notes the missed deadline, once a decision; whether it was the first time."""
    event = table_events.write(game, TableEvent.Kind.MISSED, key=f"missed:{decision}", now=now, seat=seat,
                               deadline=deadline.isoformat(), asked=asked, did=did)
    if event is not None:
        Seat.objects.filter(pk=seat.pk).update(misses=F("misses") + 1)
    return event is not None


def open_if_missed(game: Game, seat: Seat, *, now: datetime) -> Game:
    """After too many in a row nobody waits for the seat any more; if nobody else is there, the game is over. `seat`:
    as it was before this one was missed. The game as it is then."""
    most = decisions.pace_of(game).misses
    if not most or seat.misses + 1 < most:
        return game
    game = clocks.locked(game)
    seat = decisions.seat_of(game, seat.index)
    if game.status != Game.Status.RUNNING or seat.misses < most:
        return game
    substitutes.open_seat(game, seat, now=now)
    if not ending.end_if_deserted(game, play.position(game), now=now):
        votes.settle(game, now=now)
    return clocks.locked(game)


def uses_bot(game: Game) -> bool:
    return decisions.pace_of(game).on_expiry == BOT


def play_for(game: Game, seat: Seat, source: str, *, now: datetime, by_bot: bool | None = None, held: bool = False) -> str:
    """One order for a bot, an open seat or who is late; returns it as everybody may see it. `by_bot`: None as the
    seat and the pace say. `held`: as for `play.submit`."""
    by_bot = bool(seat.bot) or uses_bot(game) if by_bot is None else by_bot
    if not by_bot:
        return give_nothing(game, seat, source, now=now, held=held)
    name = seat.bot or STAND_IN
    order = BOTS[name](play.view(game, seat), Random(f"{game.salt}:{game.version}"))
    outcome = play.submit(game=game, seat=seat, text=str(order), seen=game.version, source=source,
                          key=f"{source}:{game.pk}:{game.version}", actor=None, now=now, held=held)
    if outcome.error is not None:
        logger.error("game %s: the bot %s ordered %s: %s", game.code, name, order.word, outcome.error.key)
        return give_nothing(game, seat, source, now=now, held=held)
    return str(masked(order, covered=bool(face_down(outcome.facts))))


def give_nothing(game: Game, seat: Seat, source: str, *, now: datetime, held: bool = False) -> str:
    order = str(GAMES[game.kind].nothing(play.position(game)))
    outcome = play.submit(game=game, seat=seat, text=order, seen=game.version, source=source,
                          key=f"{source}:{game.pk}:{game.version}", actor=None, now=now, held=held)
    if outcome.error is not None:
        raise outcome.error
    return order
