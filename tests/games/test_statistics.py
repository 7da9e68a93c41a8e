"""The site's statistics: medians by kind of decision, the share that was answered beforehand, nothing of one player."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from games import statistics
from games.models import Decision, Game
from tests.conftest import person

pytestmark = pytest.mark.django_db
TODAY = datetime(2026, 3, 20, 15, tzinfo=UTC)
YESTERDAY = TODAY - timedelta(days=1)


def made(
    game: Game, users: list[User], hours: list[float], *, kind: str = "commit", source: str = "page", at: datetime = YESTERDAY,
    missed: bool = False,
) -> None:
    """Decisions that took so many hours, of the users by turns."""
    for number, took in enumerate(hours):
        Decision.objects.create(
            game=game, seat=0, user=users[number % len(users)], kind=kind, version=0, since=at - timedelta(hours=took),
            counted=at, made=at, source=source, missed=missed)


@pytest.fixture
def users(ana: User, ben: User, cleo: User) -> list[User]:
    return [ana, ben, cleo]


@pytest.fixture(autouse=True)
def _closed(game: Game) -> None:
    Decision.objects.all().delete()  # the open one of the game


def test_the_median_of_each_kind_of_decision(game: Game, users: list[User]) -> None:
    made(game, users, [1, 2, 3, 4, 50])
    made(game, users, [10, 20, 30, 40, 50], kind="turn")
    found = statistics.gather(TODAY.replace(hour=0))
    assert [(group.kind, group.seconds // 3600, group.number) for group in found.groups] == [("turn", 30, 5), ("commit", 3, 5)]
    assert [(group.game, group.number, group.seconds // 3600) for group in found.games] == [("tigris", 10, 15)]


def test_the_share_that_was_answered_beforehand(game: Game, users: list[User]) -> None:
    made(game, users, [1, 1, 1, 1, 1, 1])
    made(game, users, [0], source="standing")
    made(game, users, [0], source="plan")
    assert statistics.gather(TODAY.replace(hour=0)).groups[0].beforehand == 25


def test_few_decisions_or_few_players_are_not_shown(game: Game, users: list[User]) -> None:
    made(game, users, [1, 2, 3, 4])
    made(game, users[:2], [1, 2, 3, 4, 5, 6], kind="leave")
    assert statistics.gather(TODAY.replace(hour=0)).groups == ()


def test_what_was_missed_or_done_by_bots_or_is_open_does_not_count(game: Game, users: list[User]) -> None:
    made(game, users, [1] * 5, missed=True)
    made(game, users, [1] * 5, source="bot")
    Decision.objects.create(game=game, seat=0, user=users[0], kind="commit", version=0, since=YESTERDAY, counted=YESTERDAY)
    assert statistics.gather(TODAY.replace(hour=0)).groups == ()


def test_today_does_not_count_yet(game: Game, users: list[User]) -> None:
    made(game, users, [1, 2, 3, 4, 5], at=TODAY - timedelta(hours=2))
    assert statistics.statistics(TODAY).groups == ()
    assert statistics.statistics(TODAY + timedelta(days=1)).groups != ()


def test_everybody_may_see_the_page(game: Game, users: list[User], client: Client) -> None:
    assert "There is not enough to show yet." in client.get("/statistics/").content.decode()
    cache.clear()
    for user in (*users, person("Dora")):
        made(game, [user], [2, 2, 2], at=datetime.now(UTC) - timedelta(days=2))
    html = client.get("/statistics/").content.decode()
    assert "adding in a conflict" in html
    assert "2\u00a0hours" in html
    assert 'href="/statistics/"' in client.get("/").content.decode()
    for user in users:
        assert str(user) not in html
