"""Games whose seats somebody else has arranged: started at once, with these players in this order; a seat that is
given to somebody else without asking whether the table allows it. For leagues.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import User
from engine import GAMES
from games import beforehand, chance, clocks, decisions, follow, substitutes, table_events
from games.models import Game, Notice, Seat, Submission, TableEvent
from games.tables import new_code


@transaction.atomic
def start_for(
    users: Sequence[User], *, host: User, kind: str, options: Mapping[str, str], pace: Mapping[str, Any], now: datetime,
    title: str = "", public: bool = True, told: bool = False,
) -> Game:
    """A running game with these players in this order of play; the host may be among them or not. Dynasties and bag
    are drawn. `told`: with the notice that it has started; the first player is told of the turn in any case."""
    rules = GAMES[kind]
    dynasties = chance.shuffle(rules.dynasties)[: len(users)]
    draw = chance.shuffle(rules.deck(dynasties, dict(options)))
    folded, salt = chance.fold(draw), chance.new_salt()
    game = Game.objects.create(
        code=new_code(), kind=kind, title=title[:60], host=host, options=dict(options), size=len(users), pace=dict(pace),
        public=public, invitation=secrets.token_urlsafe(16), status=Game.Status.RUNNING, created=now, started=now,
        draw=folded, salt=salt, commitment=chance.commitment(salt, folded),
    )
    for index, (user, dynasty) in enumerate(zip(users, dynasties, strict=True)):
        Seat.objects.create(game=game, index=index, user=user, dynasty=dynasty)
    start = follow.begin if told else follow.follow
    start(game, rules.setup(dynasties, game.options, draw), now=now)
    return game


@transaction.atomic
def give(game: Game, seat: Seat, *, now: datetime, to: User | None = None, bot: str = "", by: User | None = None) -> bool:
    """The seat goes to another player or a bot; False if that cannot be: the game is over, or nobody may know two
    hands of it."""
    game = clocks.locked(game)
    seat = decisions.seat_of(game, seat.index)
    before = seat.user
    if game.status != Game.Status.RUNNING or (to is None and not bot) or before is None or before == to:
        return False
    known = TableEvent.objects.filter(game=game, kind=TableEvent.Kind.SUBSTITUTED)
    if to is not None and (game.seats.filter(user=to).exists() or known.filter(data__left=to.pk).exists()):
        return False
    seat.user, seat.bot, seat.opened, seat.invitation, seat.misses, seat.left = to, bot, None, None, 0, None
    seat.notes, seat.muted, seat.mail_mode, seat.invited = "", False, "", ""
    seat.save()
    beforehand.forget(seat)
    Submission.objects.filter(game=game, seat=seat.index).exclude(waiting=[]).update(waiting=[])
    Notice.objects.filter(game=game, user=before, told=None).delete()
    table_events.write(
        game, TableEvent.Kind.SUBSTITUTED, key=f"substituted:{seat.pk}:{to.pk if to else bot}:{now.isoformat()}", now=now,
        seat=seat, actor=by or to, before=str(before), after=str(to) if to else bot, left=before.pk)
    substitutes.seat_changed.send(sender=Seat, seat=seat, before=before)
    if to is not None:
        clocks.fresh(game, seat, now=now)
        if game.decider == seat.index:
            follow.tell(game, seat, Notice.Kind.TURN, now=now)
    elif game.decider == seat.index:
        game.deadline = None
        game.save(update_fields=("deadline",))
        follow.expect_decider(game, now=now)
    return True
