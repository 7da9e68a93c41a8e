"""A club of people who are bots, on simulated days: 300 games with every kind of clock, in a database of its own.

Time is an argument everywhere, so it is made here, minute by minute; people look at their games at hours of their
own (members), the sweeps and the mails do what they would, and after each minute it is looked whether all that must
hold does (watch). The first thing that does not ends it. Notices are written for everybody; mails are made of those
of some people only, and without pictures, because they would take most of the time.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from random import Random
from types import SimpleNamespace
from unittest.mock import patch

from django.db import connection

from games import away, bell, pending, positions
from games import sweep as game_sweep
from games.models import Notice
from mail import sending
from web.simulations.members import Members
from web.simulations.watch import Violated, Watch

Write = Callable[[str], None]
BEGIN = datetime(2026, 3, 1, tzinfo=UTC)  # clocks are changed in America on the 8th, in Europe on the 29th, then in Sydney
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
SWEEPS = 4  # a minute, as on a site
MOST_DAYS = 200  # then somebody is waited for in vain
DUE = "SELECT 1 FROM games_due WHERE due <= %s LIMIT 1"


def run(*, write: Write, games: int, days: int, seed: int, minutes_step: int = 1) -> list[str]:
    """Plays and watches; what went wrong first, or nothing."""
    begun = time.monotonic()
    with ExitStack() as simulated:
        simulated.enter_context(by_chance_of(seed))
        watch = simulated.enter_context(Watch.watching())
        members = Members(Random(seed), watch, games=games, begin=BEGIN, days=days)
        simulated.enter_context(asking(members.unread))
        write(f"{games} games, {len(members.all)} people in {len(members.zones)} time zones, {days} days, seed {seed}")
        now, last = BEGIN, BEGIN + MOST_DAYS * DAY
        try:
            while now < last and not (now >= BEGIN + days * DAY and watch.over(games)):
                minute(members, watch, now)
                if now.hour == now.minute == 0:
                    watch.everything(now)
                    if (now - BEGIN).days % max(1, days // 12) == 0:
                        write(f"day {(now - BEGIN).days:3}: {watch.progress()}, {time.monotonic() - begun:.0f} s")
                now += minutes_step * MINUTE
            watch.at_the_end(games, now)
        except Violated as violated:
            write(f"{violated}")
            return [str(violated)]
    write(f"All games ended by day {(watch.last_end - BEGIN).days}.")
    for line in watch.summary():
        write(line)
    write(f"{time.monotonic() - begun:.0f} s")
    return []


def minute(members: Members, watch: Watch, now: datetime) -> None:
    """What happens in one minute: what is due, then who looks, then what is due by that."""
    act(watch, now)
    if members.live(now):
        act(watch, now)
    if now.minute % 15 == 0:  # days begin at quarter hours
        away.announce(now)
    if watch.told or now.minute == 0:  # what waits for an hour of its reader is looked at now and then
        watch.told = False
        Notice.objects.filter(told=None).exclude(user__in=members.mailed).update(told=now)
        sending.send_due(now)
    watch.after(now)


def act(watch: Watch, now: datetime) -> None:
    for _number in range(SWEEPS):
        if not due(now) or not game_sweep.sweep(now):
            return
        watch.reminded(now)


def due(now: datetime) -> bool:
    """Whether there is anything; most minutes nothing is."""
    with connection.cursor() as cursor:
        cursor.execute(DUE, [now if connection.vendor == "postgresql" else now.strftime("%Y-%m-%d %H:%M:%S")])
        return bool(cursor.fetchone())


@contextmanager
def asking(question: pending.Question) -> Iterator[None]:
    pending.register(question)
    try:
        yield
    finally:
        pending.questions.remove(question)


@contextmanager
def by_chance_of(seed: int) -> Iterator[None]:
    """Bags, delays and codes follow from the seed; no bell is rung and no picture drawn."""
    chance = Random(seed)
    known = SimpleNamespace(
        SystemRandom=lambda: chance, randbelow=chance.randrange, choice=chance.choice, token_hex=secrets.token_hex,
        token_urlsafe=secrets.token_urlsafe, compare_digest=secrets.compare_digest)
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA synchronous=OFF")
    positions.clear()
    with ExitStack() as patches:
        for module in ("games.chance", "games.beforehand", "games.tables"):
            patches.enter_context(patch(f"{module}.secrets", known))
        patches.enter_context(patch.object(bell, "_send", lambda task: None))
        patches.enter_context(patch.object(positions, "KEPT", 2000))
        patches.enter_context(patch("games.pictures.picture", lambda *_given, **_named: b""))
        yield
