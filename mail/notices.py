"""Turns due notices into messages: what one person must hear at one moment becomes one mail.

When that moment is, mail/schedule.py says. In one transaction the notices are marked told and the message is queued, so that neither happens without the
other and two workers make one message of them. The rendering, which is slow, is done before it.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from accounts.models import Mails, User
from games.models import Game, Notice, Seat, TableEvent
from mail import (
    asked,
    bounces,
    compose_ended,
    compose_plan,
    compose_reminder,
    compose_several,
    compose_started,
    compose_table,
    compose_turn,
    schedule,
)
from mail.compose import Letter
from mail.models import Outgoing
from mail.outbox import reopen, sent_bytes

log = logging.getLogger(__name__)
CHAT_PAUSE = timedelta(minutes=5)  # words alone wait that long for a turn to go with
AGAIN = timedelta(minutes=5)  # after a notice that could not be composed
LOOK_AGAIN = timedelta(minutes=10)  # how soon a change of the reader's settings is seen
WINDOW = timedelta(seconds=settings.MAIL_COLLAPSE_SECONDS)  # what comes up within it is of one moment
BATCH = 500
DAY = timedelta(days=1)
Kind = Notice.Kind
NOT_OF_A_TURN = frozenset({Kind.ENDED, Kind.CANCELLED, Kind.INVITED})  # wait for no digest
TOGETHER = frozenset({"turn", "reminder", "table", "started", "dropped", "plan", "chat", "ended"})  # kinds of letters that share one mail


class _Told(NamedTuple):
    """Notices of one reader and the letter that tells them; None: they are not true any more."""

    notices: Sequence[Notice]
    letter: Letter | None


def collapse_due(now: datetime) -> int:
    """Makes messages of the notices that are due. Returns how many notices were dealt with."""
    withdraw_untrue(now)
    late_chat = Q(kind=Kind.CHAT, created__lte=now - CHAT_PAUSE)
    due = Notice.objects.filter(~Q(kind=Kind.CHAT) | late_chat, told__isnull=True, due__lte=now)
    readers = due.order_by("due", "pk").values_list("user", "address")[:BATCH]
    return sum(_deal_with(user, address, now) for user, address in dict.fromkeys(readers))


def _deal_with(user: int | None, address: str, now: datetime) -> int:
    """What one reader must hear now."""
    untold = Notice.objects.filter(told__isnull=True, user=user, address=address)
    if user is not None and bounces.unreachable(user):
        untold.filter(due__lte=now).update(due=now + DAY)  # `bounces.lift` makes it sooner
        return 0
    groups: dict[int, list[Notice]] = {}
    for notice in untold.select_related("user", "seat__user", "game__host").order_by("pk"):
        groups.setdefault(notice.game_id, []).append(notice)
    near = [group for group in groups.values() if min(notice.due for notice in group) <= now + WINDOW]
    told = [_Told(notices, letter) for notices, letter in _composed(_ripe(near, now), now)]
    shared = [one.letter is not None and one.letter.kind in TOGETHER for one in told]
    together = [one for one, share in zip(told, shared, strict=True) if share]
    if len(together) > 1 and (letter := _several(together)):
        told = [one for one, share in zip(told, shared, strict=True) if not share]
        told.append(_Told([notice for one in together for notice in one.notices], letter))
    return sum(_settle(one, now) for one in told)


def _ripe(groups: Sequence[list[Notice]], now: datetime) -> list[list[Notice]]:
    """The groups, each of one game, whose time has come, with those whose time comes in a moment. What else there
    is waits, but is looked at now and then, because players change their minds about when."""
    times = [_time(group, now) for group in groups]
    until = now + WINDOW if any(time <= now for time in times) else now
    for group, time in zip(groups, times, strict=True):
        if time > until:
            ids = [notice.pk for notice in group]
            Notice.objects.filter(pk__in=ids).update(due=min(time, now + LOOK_AGAIN))
    return [group for group, time in zip(groups, times, strict=True) if time <= until]


def _time(group: Sequence[Notice], now: datetime) -> datetime:
    """When the reader wants to hear of it."""
    user, game = group[0].user, group[0].game
    if user is None:
        return now
    seat = next((notice.seat for notice in group if notice.seat and notice.seat.user_id == user.pk), None)
    if seat is None or not {notice.kind for notice in group}.isdisjoint(NOT_OF_A_TURN):
        return schedule.due(now, group[0].created, schedule.plan_of(user))
    mine = game.status == Game.Status.RUNNING and game.decider == seat.index
    if any(notice.kind == Kind.REMINDER for notice in group):
        if not any(notice.kind == Kind.TURN and asked.still(game, seat, notice.version) for notice in group):
            return now  # when, the reader's settings have said already (games.reminders)
        group = [notice for notice in group if notice.kind != Kind.REMINDER]  # it goes with the turn mail
    return schedule.due(
        now, min(notice.created for notice in group), schedule.plan_of(user, seat),
        deadline=game.deadline if mine else None, window=WINDOW if _plays_several(user) else schedule.NO_TIME,
    )


def _plays_several(user: User) -> bool:
    return Seat.objects.filter(user=user, game__status=Game.Status.RUNNING)[:2].count() > 1


def _composed(groups: Iterable[list[Notice]], now: datetime) -> Iterator[tuple[Sequence[Notice], Letter | None]]:
    """The groups with the letter that tells each. One game that cannot be told must not keep the others' mails."""
    for group in groups:
        try:
            notices, letter = _without_young_chat(group, choose(group), now)
        except Exception:
            log.exception("notices of game %s could not be told", group[0].game_id)
            Notice.objects.filter(pk__in=[notice.pk for notice in group]).update(due=now + AGAIN)
            continue
        if notices:
            yield notices, letter


def _several(together: Sequence[_Told]) -> Letter | None:
    try:
        return compose_several.several([told.letter for told in together if told.letter is not None])
    except Exception:  # then each by itself
        log.exception("a mail about several games could not be made")
        return None


def withdraw_untrue(now: datetime) -> None:
    """Queued messages that are true no more go first, so that what they also told goes with what is true."""
    free = Q(lease__isnull=True) | Q(lease__lte=now)
    of_a_moment = Q(version__isnull=False) | Q(kind=asked.SEVERAL)
    rows = Outgoing.objects.filter(free, of_a_moment, status=Outgoing.Status.WAITING)
    for row in rows.select_related("game", "seat__user", "user"):
        if not asked.holds(row):
            drop(row, now)


def drop(row: Outgoing, now: datetime) -> None:
    """No longer true. What it told is open again, for a message that is."""
    with transaction.atomic():
        mine = Outgoing.objects.filter(pk=row.pk, status=Outgoing.Status.WAITING, lease=row.lease)
        if mine.update(status=Outgoing.Status.DROPPED, lease=None, **sent_bytes()):
            reopen(row, now)


def _settle(told: _Told, now: datetime) -> int:
    """The notices marked and their letter in the outbox, both or neither."""
    ids = [notice.pk for notice in told.notices]
    with transaction.atomic():
        if Notice.objects.filter(pk__in=ids, told__isnull=True).update(told=now) != len(ids):
            transaction.set_rollback(True)  # another worker has some of them; what is left comes again
            return 0
        if told.letter is not None:
            alone = told.letter.kind == asked.REMINDER
            key = compose_reminder.key(told.notices) if alone else f"notices:{ids[0]}-{ids[-1]}"
            before = Outgoing.objects.filter(key__startswith=f"{key}:").count()  # dropped ones
            told.letter.queue(key=f"{key}:{before}", now=now)
    return len(ids)


def _without_young_chat(
    notices: Sequence[Notice], letter: Letter | None, now: datetime
) -> tuple[Sequence[Notice], Letter | None]:
    """Words that found no other mail to go with wait on, until the first of them has waited long enough."""
    if letter is not None and letter.kind != "chat":
        return notices, letter
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
        mine = [notice for notice in notices if notice.kind == Kind.TABLE and notice.seat_id is None]
        return compose_table.taken(game, mine) if mine else None
    if Kind.ENDED in last:
        return compose_ended.ended(game, seat, notices)
    return _during(game, seat, notices, last)


def _during(game: Game, seat: Seat, notices: Sequence[Notice], last: dict[str, Notice]) -> Letter | None:
    turn = last.get(Kind.TURN)
    if turn is not None and seat.mailed != Mails.SILENT and asked.still(game, seat, turn.version):
        return compose_turn.turn(game, seat, notices)
    if Kind.REMINDER in last and seat.mailed != Mails.SILENT and (
            letter := compose_reminder.reminder(game, seat, notices)):
        return letter
    if Kind.DROPPED in last:
        return compose_table.dropped(game, seat, notices)
    if Kind.PLAN in last and seat.mailed != Mails.SILENT and (letter := compose_plan.plan(game, seat, notices)):
        return letter
    if Kind.STARTED in last:
        return compose_started.started(game, seat, notices)
    if Kind.TABLE in last and (seat.mailed != Mails.SILENT or _lost_the_seat(game, seat, notices)):
        return compose_table.table(game, seat, notices)
    if Kind.CHAT in last and seat.mailed != Mails.SILENT:
        return compose_table.chat(game, seat, notices)
    return None


def _lost_the_seat(game: Game, seat: Seat, notices: Sequence[Notice]) -> bool:
    """Whether the reader's own seat was opened and still is: who gets no other mails of the game hears of that."""
    events = [notice.data.get("event") for notice in notices if notice.kind == Kind.TABLE]
    return seat.opened is not None and TableEvent.objects.filter(
        game=game, pk__in=events, kind=TableEvent.Kind.OPENED, seat=seat.index).exists()
