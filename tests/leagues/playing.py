"""Leagues for tests: people, a season that has begun, games that end as the test wants."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

from accounts.models import User
from games import play, substitutes
from games import sweep as game_sweep
from games.clocks import locked
from games.models import Game, Seat
from leagues import seasons, sweep
from leagues.models import Season, Table
from tests.conftest import person

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
FIRST = date(2026, 3, 10)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
START = datetime(2026, 3, 10, 0, 5, tzinfo=UTC)


def people(number: int, *, first: int = 1) -> list[User]:
    return [person(f"Player {index}", f"p{index}@example.org") for index in range(first, first + number)]


def found(organiser: User, **more: Any) -> Season:
    """A league whose registration is open; the season lasts from March 10 to 29, registration closes when March 9
    begins."""
    given = {"name": "Spring league", "first": FIRST, "kind": "kings", "season_days": 20, "break_days": 5,
             "pace": {"kind": "days", "days": 3}, **more}
    season = seasons.found(organiser=organiser, now=NOW, **given)
    sweep.sweep(NOW)
    season.refresh_from_db()
    return season


def begun(organiser: User, users: Sequence[User], **more: Any) -> Season:
    """A season with all its games."""
    season = found(organiser, **more)
    for index, user in enumerate(users):
        seasons.register(season=season, user=user, now=NOW + timedelta(minutes=index))
    go_to(START)
    season.refresh_from_db()
    assert season.status == Season.Status.RUNNING
    return season


def go_to(now: datetime) -> None:
    """What the sweeps do at this moment, until nothing is left to do."""
    for _ in range(20):
        if not sweep.sweep(now) + game_sweep.sweep(now):
            return
    raise AssertionError("the sweeps find no end")


def tables(season: Season) -> list[Table]:
    return list(Table.objects.filter(round__season=season).select_related("game", "division", "round__season__league").order_by(
        "round__number", "division__number", "number"))


def finish(game: Game | None, order: Sequence[User] = (), *, now: datetime = START + HOUR) -> None:
    """All but the first resign, the last one first. By default in the order of the seats."""
    assert game is not None
    seats = {seat.user_id: seat for seat in game.seats.all()}
    users = [user.pk for user in order] or [seat.user_id for seat in sorted(seats.values(), key=lambda seat: seat.index)]
    for user in reversed(users[1:]):
        outcome = play.submit(game=game, seat=seats[user], text="resign", seen=None, source="page",
                              key=f"resign:{game.pk}:{user}", actor=seats[user].user, now=now)
        assert outcome.ok, outcome.error
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED


def finish_all(season: Season, *, now: datetime = START + HOUR, by_strength: Sequence[User] = ()) -> None:
    """Everybody's games end; who stands first in `by_strength` is first everywhere."""
    rank = {user.pk: index for index, user in enumerate(by_strength)}
    for table in tables(season):
        if table.game is not None and table.game.status == Game.Status.RUNNING:
            users = [seat.user for seat in table.game.seats.select_related("user").order_by("index") if seat.user]
            finish(table.game, sorted(users, key=lambda user: rank.get(user.pk, user.pk)), now=now)


def vanish(user: User, *, now: datetime = START + DAY) -> list[Seat]:
    """The player's seats are open."""
    seats = list(Seat.objects.filter(user=user, game__status=Game.Status.RUNNING).select_related("game"))
    for seat in seats:
        game = locked(seat.game)
        substitutes.open_seat(game, next(one for one in game.seats.all() if one.pk == seat.pk), now=now)
    return seats
