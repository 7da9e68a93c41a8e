"""Turns due notices into messages: what one person must hear about one game becomes one mail.

In one transaction the notices are marked told and the message is queued, so that neither happens without the
other and two workers make one message of them. The rendering, which is slow, is done before it.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from games.models import Game, Notice, Seat
from mail import asked, compose_ended, compose_started, compose_table, compose_turn
from mail.compose import Letter
from mail.models import Outgoing
from mail.outbox import sent_bytes

log = logging.getLogger(__name__)
CHAT_PAUSE = timedelta(minutes=5)  # words alone wait that long for a turn to go with
AGAIN = timedelta(minutes=5)  # after a notice that could not be composed
BATCH = 500
Kind = Notice.Kind


def collapse_due(now: datetime) -> int:
    """Makes messages of the notices that are due. Returns how many notices were dealt with."""
    withdraw_untrue(now)
    late_chat = Q(kind=Kind.CHAT, created__lte=now - CHAT_PAUSE)
    due = Notice.objects.filter(~Q(kind=Kind.CHAT) | late_chat, told__isnull=True, due__lte=now)
    keys = due.order_by("due", "pk").values_list("user", "address", "game")[:BATCH]
    count = 0
    for user, address, game in dict.fromkeys(keys):
        group = Notice.objects.filter(told__isnull=True, user=user, address=address, game=game)
        notices = list(group.select_related("user", "seat", "game__host").order_by("pk"))
        try:
            count += _deal_with(notices, now)
        except Exception:  # one game that cannot be told must not keep the others' mails
            log.exception("notices of game %s could not be told", game)
            group.filter(pk__in=[notice.pk for notice in notices]).update(due=now + AGAIN)
    return count


def withdraw_untrue(now: datetime) -> None:
    """Queued messages that are true no more go first, so that what they also told goes with what is true."""
    free = Q(lease__isnull=True) | Q(lease__lte=now)
    rows = Outgoing.objects.filter(free, status=Outgoing.Status.WAITING, version__isnull=False)
    for row in rows.select_related("game", "seat", "user"):
        if not asked.holds(row):
            drop(row, now)


def drop(row: Outgoing, now: datetime) -> None:
    """No longer true. What it told is open again, for a message that is."""
    with transaction.atomic():
        mine = Outgoing.objects.filter(pk=row.pk, status=Outgoing.Status.WAITING, lease=row.lease)
        if mine.update(status=Outgoing.Status.DROPPED, lease=None, **sent_bytes()) and row.user_id and row.game_id:
            told = Notice.objects.filter(user=row.user_id, game=row.game_id, told=row.created)
            told.update(told=None, due=now)


def _deal_with(notices: Sequence[Notice], now: datetime) -> int:
    letter = choose(notices)
    if letter is None or letter.kind == "chat":
        notices, letter = _without_young_chat(notices, letter, now)
    if not notices:
        return 0
    ids = [notice.pk for notice in notices]
    with transaction.atomic():
        if Notice.objects.filter(pk__in=ids, told__isnull=True).update(told=now) != len(ids):
            transaction.set_rollback(True)  # another worker has some of them; what is left comes again
            return 0
        if letter is not None:
            key = f"notices:{ids[0]}-{ids[-1]}"
            before = Outgoing.objects.filter(key__startswith=f"{key}:").count()  # dropped ones
            letter.queue(key=f"{key}:{before}", now=now)
    return len(ids)


def _without_young_chat(
    notices: Sequence[Notice], letter: Letter | None, now: datetime
) -> tuple[Sequence[Notice], Letter | None]:
    """Words that found no other mail to go with wait on, until the first of them has waited long enough."""
    chat = [notice for notice in notices if notice.kind == Kind.CHAT]
    if letter is None or chat[0].created <= now - CHAT_PAUSE:
        return notices, letter
    return [notice for notice in notices if notice.kind != Kind.CHAT], None


def choose(notices: Sequence[Notice]) -> Letter | None:
    """The one mail that says what these notices of one reader and game say and is still true."""
    if not notices:
        return None
    last = {notice.kind: notice for notice in notices}
    reader = notices[0].user
    if not (reader.is_active if reader else notices[0].address):
        return None
    if cancelled := last.get(Kind.CANCELLED):
        return compose_table.cancelled(cancelled)
    if invited := last.get(Kind.INVITED):
        open_seat = invited.seat is not None and invited.seat.user_id is None
        return compose_table.invited(invited) if open_seat and invited.game.status == Game.Status.OPEN else None
    game = Game.objects.prefetch_related("seats__user").get(pk=notices[0].game_id)
    seat = next((seat for seat in game.seats.all() if reader and seat.user_id == reader.pk), None)
    if seat is None:
        return None
    if Kind.ENDED in last:
        return compose_ended.ended(game, seat, notices)
    return _during(game, seat, notices, last)


def _during(game: Game, seat: Seat, notices: Sequence[Notice], last: dict[str, Notice]) -> Letter | None:
    turn = last.get(Kind.TURN)
    if turn is not None and not seat.muted and asked.still(game, seat, turn.version):
        return compose_turn.turn(game, seat, notices)
    if Kind.DROPPED in last:
        return compose_table.dropped(game, seat, notices)
    if Kind.STARTED in last:
        return compose_started.started(game, seat, notices)
    if Kind.CHAT in last and not seat.muted:
        return compose_table.chat(game, seat, notices)
    return None
