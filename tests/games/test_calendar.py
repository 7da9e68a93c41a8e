"""The calendar of deadlines at its secret address: one event a decision, changed and withdrawn with it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import icalendar
import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import calendar, clocks
from games.models import Decision, Game
from tests.games.playing import NOW, days, make_game, order

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def game(ana: User, ben: User) -> Game:
    return make_game([ana, ben], pace=days(4))


def events(user: User, now: object = NOW) -> list[icalendar.Event]:
    parsed = icalendar.Calendar.from_ical(calendar.feed(user, now=now))  # type: ignore[arg-type]
    return [part for part in parsed.walk() if part.name == "VEVENT"]


def test_an_open_decision_is_an_event_at_its_deadline(game: Game, ana: User, ben: User) -> None:
    (event,) = events(ana)
    assert event["dtstart"].dt == NOW + 4 * DAY
    assert (str(event["status"]), event["sequence"]) == ("CONFIRMED", 0)
    assert str(event["url"]).endswith(reverse("game", args=[game.code]))
    assert not event.walk("VALARM")
    assert events(ben) == []


def test_it_says_no_more_than_which_game(game: Game, ana: User) -> None:
    (event,) = events(ana)
    assert str(event["summary"]) == f"Tigris & Euphrates {game.code}: your time ends"
    assert {"description", "attendee", "organizer", "location"}.isdisjoint(name.lower() for name in event)


def test_it_is_the_same_event_with_a_higher_number_when_the_deadline_moves(game: Game, ana: User) -> None:
    (before,), (same,) = events(ana), events(ana, NOW + DAY)
    assert before == same
    clocks.extend(game, game.seats.get(index=0), 2 * DAY, now=NOW + DAY)
    (after,) = events(ana, NOW + DAY)
    assert after["uid"] == before["uid"]
    assert (after["sequence"], after["dtstart"].dt) == (1, NOW + 6 * DAY)
    assert after["last-modified"].dt > before["last-modified"].dt


def test_a_pause_withdraws_it_until_it_is_over(game: Game, ana: User) -> None:
    events(ana)
    clocks.pause(game, now=NOW + DAY)
    (event,) = events(ana, NOW + DAY)
    assert (str(event["status"]), event["sequence"]) == ("CANCELLED", 1)
    clocks.resume(game, now=NOW + 3 * DAY)
    (event,) = events(ana, NOW + 3 * DAY)
    assert (str(event["status"]), event["sequence"]) == ("CONFIRMED", 2)


def test_a_decision_that_is_made_is_cancelled_for_a_week_and_then_gone(game: Game, ana: User, ben: User) -> None:
    (before,) = events(ana)
    order(game, 0, "pass", now=NOW + DAY)
    (event,) = events(ana, NOW + DAY)
    assert (event["uid"], str(event["status"]), event["sequence"]) == (before["uid"], "CANCELLED", 1)
    assert len(events(ben, NOW + DAY)) == 1
    assert len(events(ana, NOW + 7 * DAY)) == 1
    assert events(ana, NOW + 9 * DAY) == []


def test_what_no_calendar_was_told_needs_no_cancelling(game: Game, ana: User) -> None:
    order(game, 0, "pass", now=NOW + DAY)
    assert events(ana, NOW + DAY) == []


def test_every_decision_has_an_event_of_its_own(game: Game, ana: User, ben: User) -> None:
    first = events(ana)
    for seat in (0, 1):
        order(game, seat, "pass", now=NOW + DAY)
    found = events(ana, NOW + DAY)
    assert len({str(event["uid"]) for event in (*first, *found)}) == 2
    assert Decision.objects.filter(made=None).count() == 1


def test_a_game_without_a_clock_has_no_event(ana: User, ben: User) -> None:
    make_game([ana, ben])
    assert events(ana) == []


def test_a_finished_game_withdraws_its_event(game: Game, ana: User) -> None:
    events(ana)
    order(game, 0, "resign", now=NOW + DAY)
    assert [str(event["status"]) for event in events(ana, NOW + DAY)] == ["CANCELLED"]


# The address.


def test_an_address_is_made_on_demand_and_a_new_one_voids_the_old(
    client_for: Callable[[User], Client], ana: User, game: Game
) -> None:
    client = client_for(ana)
    assert "/calendar/" not in client.get(reverse("profile")).content.decode().replace(reverse("calendar_renew"), "")
    client.post(reverse("calendar_renew"))
    ana.refresh_from_db()
    old = reverse("calendar", args=[ana.calendar_key])
    assert old in client.get(reverse("profile")).content.decode()
    response = Client().get(old)
    assert response["Content-Type"].startswith("text/calendar")
    assert response["Cache-Control"] == "no-store"
    assert response["Referrer-Policy"] == "no-referrer"
    assert icalendar.Calendar.from_ical(response.content)["prodid"]
    client.post(reverse("calendar_renew"))
    assert Client().get(old).status_code == 404


def test_a_wrong_key_finds_nothing(ana: User, client_for: Callable[[User], Client]) -> None:
    assert Client().get(reverse("calendar", args=["x" * 32])).status_code == 404
    assert Client().get(reverse("calendar", args=["None"])).status_code == 404
    assert client_for(ana).get(reverse("calendar_renew")).status_code == 405
    calendar.renew(ana)
    User.objects.update(is_active=False)
    assert Client().get(reverse("calendar", args=[ana.calendar_key])).status_code == 404
