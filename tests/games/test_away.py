"""Being away: clocks stand still, tables hear until when, and the page for it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import absences
from accounts.models import Absence, User
from games import away, table_words
from games.models import Game, TableEvent
from tests.games.playing import NOW, days, make_game

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
TODAY = NOW.date()


@pytest.fixture
def game(ana: User, ben: User) -> Game:
    return make_game([ana, ben], pace=days(4))


def told(game: Game) -> list[str]:
    return [table_words.tell(event) for event in TableEvent.objects.filter(game=game, kind="away")]


def test_clocks_stand_still_in_games_that_allow_it_and_go_on_in_others(game: Game, ana: User, ben: User) -> None:
    strict = make_game([ana, ben], pace=days(4, vacation=False))
    away.take(ana, TODAY, TODAY + DAY, now=NOW)
    game.refresh_from_db()
    strict.refresh_from_db()
    assert game.deadline == datetime(2026, 3, 3, tzinfo=UTC) + 4 * DAY
    assert strict.deadline == NOW + 4 * DAY
    assert (len(told(game)), told(strict)) == (1, [])


def test_the_others_hear_until_when_at_once_and_nothing_of_what_is_ahead(game: Game, ana: User) -> None:
    away.take(ana, TODAY + 5 * DAY, TODAY + 6 * DAY, now=NOW)
    away.take(ana, TODAY, TODAY + DAY, now=NOW)
    assert told(game) == ["Ana is away until March 2, 2026."]
    for _again in range(2):
        away.announce(NOW + 5 * DAY)
    assert told(game)[1:] == ["Ana is away until March 7, 2026."]


def test_coming_back_earlier_is_told_too(game: Game, ana: User) -> None:
    absence = away.take(ana, TODAY, TODAY + 9 * DAY, now=NOW)
    away.give_back(absence, now=NOW + DAY)
    assert told(game) == ["Ana is away until March 10, 2026.", "Ana is away until March 2, 2026."]
    game.refresh_from_db()
    assert game.deadline == datetime(2026, 3, 3, tzinfo=UTC) + 4 * DAY


def test_what_was_given_back_before_it_began_is_nobodys_business(game: Game, ana: User) -> None:
    absence = away.take(ana, TODAY + 2 * DAY, TODAY + 3 * DAY, now=NOW)
    away.give_back(absence, now=NOW)
    assert away.announce(NOW + 2 * DAY) == 0
    assert told(game) == []


# The page.


@pytest.fixture
def page(client_for: Callable[[User], Client], ana: User) -> Callable[..., str]:
    client = client_for(ana)

    def post(name: str = "away", *args: object, **values: str) -> str:
        url = reverse(name, args=args)
        response = client.post(url, values, follow=True) if values or name != "away" else client.get(url)
        return " ".join(response.content.decode().split())

    return post


def test_days_are_taken_and_given_back_on_the_page(page: Callable[..., str], ana: User) -> None:
    first = absences.today(ana, timezone.now()) + 40 * DAY
    content = page(first=first.isoformat(), last=(first + 2 * DAY).isoformat())
    absence = Absence.objects.get(user=ana)
    assert (absence.first, absence.last) == (first, first + 2 * DAY)
    assert f"27 days left in {first.year}" in content or f"days left in {first.year}" in content
    assert "Give back" in content
    assert "3 days came back to you" in page("away_back", absence.pk)
    assert absences.days_used(ana, first.year) == 0


def test_a_single_day_needs_no_last_one(page: Callable[..., str], ana: User) -> None:
    first = absences.today(ana, timezone.now())
    content = page(first=first.isoformat())
    assert Absence.objects.get(user=ana).last == first
    assert "now" in content


@pytest.mark.parametrize(("last", "words"), [(-1, "before the first one"), (60, "you have 30 left"), (900, "end of next year")])
def test_what_cannot_be_is_refused_in_the_form(page: Callable[..., str], ana: User, last: int, words: str) -> None:
    year = absences.today(ana, timezone.now()).year + 1
    first = date(year, 2, 1)
    assert words in page(first=first.isoformat(), last=(first + last * DAY).isoformat())
    assert not Absence.objects.exists()


def test_past_days_cannot_be_taken_on_the_page(page: Callable[..., str]) -> None:
    assert "Days that are over" in page(first="2020-01-01")


def test_the_switch_for_the_automatic_day(page: Callable[..., str], ana: User) -> None:
    page("away_automatic", on="on")
    ana.refresh_from_db()
    assert ana.auto_vacation
    assert "checked" in page()
    page("away_automatic")
    ana.refresh_from_db()
    assert not ana.auto_vacation


def test_games_without_vacation_are_named(page: Callable[..., str], ana: User, ben: User, game: Game) -> None:
    assert "goes on all the same" not in page()
    strict = make_game([ana, ben], pace=days(4, vacation=False))
    content = page()
    assert "goes on all the same" in content
    assert strict.code in content
    assert game.code not in content


def test_nobody_gives_back_what_is_anothers(
    client_for: Callable[[User], Client], ana: User, ben: User, db: None
) -> None:
    absence = absences.take(ana, TODAY, TODAY + 9 * DAY, now=NOW)
    assert client_for(ben).post(reverse("away_back", args=[absence.pk])).status_code == 404
    assert Client().post(reverse("away_back", args=[absence.pk])).status_code == 302
    assert client_for(ana).get(reverse("away_back", args=[absence.pk])).status_code == 405
    absence.refresh_from_db()
    assert absence.last == TODAY + 9 * DAY
    assert Client().get(reverse("away")).status_code == 302
