"""`manage.py bench clock`: one sweep over many live games, 200 of them with a deadline that has just passed.

Its cost must follow what is due, not what is live, so it is measured with 1,200, 12,000 and 120,000 games, each time
the same 200 takes: passed turns, answers that give nothing, some turns that a bot plays. Positions are read from the log,
none is remembered. The games are made of a few real logs, long ones for those that are due and openings for the
others, in a PostgreSQL database that is made for it and dropped again (DATABASE_URL or TEST_DATABASE_URL says where;
without one a SQLite file is used).
"""

from __future__ import annotations

import os
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from threading import get_ident
from typing import Any, NamedTuple
from unittest.mock import patch

import dj_database_url
import psycopg
from django.conf import settings
from django.core.management import call_command
from django.db import connection, connections
from django.db.backends.sqlite3.base import DatabaseWrapper as SqliteDatabase
from django.db.backends.utils import CursorWrapper

from accounts.models import User
from engine import GAMES
from engine.bots import BOTS
from games import chance, positions
from games.models import Decision, Due, Event, Game, Seat, Submission, TableEvent
from games.pace import BANK, BOT, PASS, Pace
from games.sweep import sweep

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
LIVE = (1_200, 12_000, 120_000)
DUE = 200
GOAL, MOST_GROWTH = 5.0, 1.5  # seconds for 12,000 games; from the fewest to the most games
PLAYERS, OPENING, MIDDLE = 3, 6, 60  # seats; orders of a log
TEMPLATES = 12
AT_ONCE = 2_000
HERE = "postgres://postgres@127.0.0.1:5432/postgres"


@dataclass(frozen=True)
class Template:
    """A log, and what the rows of a game with it hold."""

    kind: str
    dynasties: tuple[str, ...]
    options: dict[str, str]
    draw: str
    salt: str
    commitment: str
    log: tuple[tuple[int, str, str], ...]  # seat, order, digest
    decider: int
    asked: str


class Figures(NamedTuple):
    live: int
    seconds: float
    processor: float  # seconds of this process; the rest is the database, or waiting
    queries: int
    read: dict[str, int]  # table -> rows read without an index


def run(*, write: Callable[[str], object] = print, seed: int = 1, games: int = 120_000) -> bool:
    """`games`: the most live games. True if both goals are met."""
    with own_database(write), patch("games.bell.ring", lambda name: None):
        rng = Random(seed)
        middle = [template(rng, number, MIDDLE) for number in range(TEMPLATES)]
        opening = [template(rng, number, OPENING) for number in range(TEMPLATES)]
        users = people()
        found = []
        for number, live in enumerate(sorted({min(size, games) for size in LIVE})):
            late = NOW + number * HOUR  # before anything that follows from the takes of before
            fill(live - DUE - Game.objects.filter(status=Game.Status.RUNNING).count(), opening, users, NOW + 30 * DAY)
            fill(DUE, middle, users, late)
            found.append(measure(live, late))
            told(write, found[-1], found[0])
    goal = next((one for one in found if one.live >= 12_000), found[-1])
    growth = found[-1].seconds / found[0].seconds
    good = goal.seconds <= GOAL and growth <= MOST_GROWTH
    write(f"{'ok' if good else 'FAIL'}: {goal.seconds:.2f} s with {goal.live:,} live games (goal {GOAL:.0f} s); {growth:.2f} times the "
          f"cost with {found[-1].live / found[0].live:.0f} times the games (goal {MOST_GROWTH})")
    return good


def told(write: Callable[[str], object], now: Figures, first: Figures) -> None:
    write(f"{now.live:7,} live games, {DUE} due: {now.seconds:5.2f} s ({now.processor:.2f} s of this process), {1000 * now.seconds / DUE:5.1f} ms and "
          f"{now.queries / DUE:.1f} queries each ({now.seconds / first.seconds:.2f})")
    if now.read:
        write("        rows read without an index: " + ", ".join(f"{table} {count:,}" for table, count in now.read.items()))


def measure(live: int, late: datetime) -> Figures:
    """One sweep, counted and timed; what it did is what it should."""
    analyze()
    last = TableEvent.objects.latest("pk").pk
    positions.clear()
    asked, before, execute = Counter[str](), scanned(), CursorWrapper.execute

    def count(cursor: CursorWrapper, sql: str, params: Any = None) -> Any:
        asked[str(get_ident())] += 1
        return execute(cursor, sql, params)

    began, worked = time.perf_counter(), time.process_time()
    with patch.object(CursorWrapper, "execute", count):  # on the connections of all threads
        done = sweep(late)
    seconds, processor = time.perf_counter() - began, time.process_time() - worked
    read = {table: count - before.get(table, 0) for table, count in scanned().items() if count > before.get(table, 0)}
    acted = TableEvent.objects.filter(pk__gt=last, kind=TableEvent.Kind.MISSED).count()
    if done != DUE or acted != DUE:
        raise RuntimeError(f"{done} rows were swept and {acted} deadlines acted on, not {DUE}")
    return Figures(live, seconds, processor, asked.total(), read)


def template(rng: Random, number: int, orders: int) -> Template:
    """A game of quick bots up to some order; one in four waits for an answer in somebody else's turn."""
    kind = sorted(GAMES)[number % len(GAMES)]
    rules = GAMES[kind]
    while True:
        dynasties = tuple(rng.sample(list(rules.dynasties), PLAYERS))
        options = {name: values[0] for name, values in rules.options.items()}
        deck = list(rules.deck(dynasties, options))
        rng.shuffle(deck)
        state, log = rules.setup(dynasties, options, deck), list[tuple[int, str, str]]()
        while (seat := rules.decider(state)) is not None:
            view = rules.view(state, seat)
            answers = view.active != seat
            if len(log) >= orders and (orders < MIDDLE or answers == (number % 4 == 0)):
                draw, salt = chance.fold(deck), "5a17"
                return Template(kind, dynasties, options, draw, salt, chance.commitment(salt, draw), tuple(log), seat,
                                view.decision.kind if view.decision else "")
            order = BOTS["greedy"](view, rng)
            state, _facts = rules.apply(state, seat, order)
            log.append((seat, str(order), rules.digest(state)))


def people() -> list[User]:
    return User.objects.bulk_create(User(email=f"player{number}@example.org", display_name=f"Player {number}",
                                         name_key=f"player{number}") for number in range(2_000))


def fill(count: int, templates: list[Template], users: list[User], deadline: datetime) -> None:
    """So many running games more, with everything that a running game has."""
    for start in range(0, count, AT_ONCE):
        part = [templates[(start + number) % len(templates)] for number in range(min(AT_ONCE, count - start))]
        first = Game.objects.count()
        made = Game.objects.bulk_create(running(one, first + number, users, deadline) for number, one in enumerate(part))
        pairs = list(zip(made, part, strict=True))
        Seat.objects.bulk_create(
            Seat(game=game, index=index, dynasty=dynasty, left=86_400,
                 user=users[(game.pk * 7 + index * 13) % len(users)])
            for game, one in pairs for index, dynasty in enumerate(one.dynasties))
        sent = Submission.objects.bulk_create(
            Submission(game=game, seat=0, key=f"bench:{game.pk}", source="page", actor=game.host, text="", at=NOW - DAY)
            for game, _one in pairs)
        Event.objects.bulk_create(
            (Event(game=game, seq=seq, seat=seat, order=order, submission=submission, at=NOW - DAY, digest=digest)
             for (game, one), submission in zip(pairs, sent, strict=True)
             for seq, (seat, order, digest) in enumerate(one.log, 1)), batch_size=10_000)
        Decision.objects.bulk_create(
            Decision(game=game, seat=one.decider, user=users[(game.pk * 7 + one.decider * 13) % len(users)], kind=one.asked,
                     version=game.version, since=deadline - DAY, counted=deadline - DAY, deadline=deadline)
            for game, one in pairs)
        TableEvent.objects.bulk_create(
            TableEvent(game=game, kind=TableEvent.Kind.VOTED, seat=0, version=1, key=f"bench:{game.pk}", at=NOW - 20 * DAY,
                       data={"on": "pause", "yes": False}) for game, _one in pairs)
        Due.objects.bulk_create(
            Due(game=game, kind=kind, version=game.version, due=due) for game, _one in pairs
            for kind, due in ((Due.Kind.DEADLINE, deadline), (Due.Kind.REMINDER, deadline - 2 * HOUR))
            if kind == Due.Kind.DEADLINE or due > NOW + len(LIVE) * DAY)


def running(one: Template, number: int, users: list[User], deadline: datetime) -> Game:
    pace = Pace(BANK, bank=24, increment=8, cap=72, on_expiry=BOT if number % 10 == 1 else PASS)
    return Game(
        code=f"b{number}", kind=one.kind, host=users[number % len(users)], options=one.options, size=PLAYERS,
        invitation=f"bench-{number}", status=Game.Status.RUNNING, version=len(one.log), draw=one.draw, salt=one.salt,
        commitment=one.commitment, decider=one.decider, deciding_since=deadline - DAY, deadline=deadline, pace=pace.as_dict(),
        created=NOW - 30 * DAY, started=NOW - 30 * DAY)


def analyze() -> None:
    """As the database's own upkeep would have done by then."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")


def scanned() -> dict[str, int]:
    """Rows read by scans of whole tables so far, by table; PostgreSQL counts them."""
    if connection.vendor != "postgresql":
        return {}
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_force_next_flush()")
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute("SELECT relname, seq_tup_read FROM pg_stat_user_tables")
        return dict(cursor.fetchall())


@contextmanager
def own_database(write: Callable[[str], object]) -> Iterator[None]:
    """An empty database instead of the real one; gone afterwards."""
    kept = connections["default"]
    url = os.environ.get("TEST_DATABASE_URL") or HERE
    server: dict[str, Any] = kept.settings_dict if kept.vendor == "postgresql" else {**kept.settings_dict, **dj_database_url.parse(url)}
    try:
        with closing(administrator(server)) as there:
            name = f"tigris_bench_{os.getpid()}"
            there.execute(f"CREATE DATABASE {name}")
            write(f"PostgreSQL {there.info.server_version // 10_000}")
    except psycopg.OperationalError:
        with tempfile.TemporaryDirectory(prefix="tigris-bench-") as folder:
            write("no PostgreSQL answers; the figures are those of a SQLite file")
            yield from used(SqliteDatabase({**kept.settings_dict, **settings.DATABASES["default"], "NAME": str(Path(folder) / "db.sqlite3")}, "default"))
        return
    from django.db.backends.postgresql.base import DatabaseWrapper as PostgresDatabase

    try:
        yield from used(PostgresDatabase({**server, "NAME": name, "CONN_MAX_AGE": None, "OPTIONS": {}}, "default"))
    finally:
        with closing(administrator(server)) as there:
            there.execute(f"DROP DATABASE {name} WITH (FORCE)")


def used(database: Any) -> Iterator[None]:
    """For this thread, and for those that it starts."""
    kept, others = connections["default"], connections.settings["default"]
    connections["default"], connections.settings["default"] = database, database.settings_dict
    try:
        call_command("migrate", verbosity=0)
        yield
    finally:
        connections["default"].close()
        connections["default"], connections.settings["default"] = kept, others


def administrator(server: dict[str, Any]) -> psycopg.Connection[Any]:
    return psycopg.connect(
        host=server["HOST"], port=server["PORT"] or 5432, user=server["USER"], password=server["PASSWORD"], dbname="postgres",
        connect_timeout=3, autocommit=True)
