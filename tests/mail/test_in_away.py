"""Vacation by mail: what was understood is told in words, and what was not changes nothing."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.core.exceptions import ValidationError

from accounts import absences
from accounts.models import Absence, User
from games import away_lines
from games.asides import Aside, read
from games.models import Game
from mail.inert import is_inert
from tests.conftest import NOW
from tests.games.playing import days, make_game
from tests.mail.inbox import Desk, desk, outcome, receive
from tests.mail.test_in_asides import ask, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_pictures")]


@pytest.fixture
def at_desk(ana: User, ben: User) -> Desk:
    return desk(make_game([ana, ben], pace=days(4)))


def taken() -> list[tuple[date, date]]:
    return [(row.first, row.last) for row in Absence.objects.all() if row.last >= row.first]


CHRISTMAS = (date(2026, 12, 20), date(2027, 1, 2))


@pytest.mark.parametrize("line", [
    "away 2026-12-20 2027-01-02", "Away: 2026-12-20 to 2027-01-02.", "away 2026-12-20 – 2027-01-02",
    "Urlaub vom 20.12.2026 bis 2.1.2027", "abwesend 20. 12. 2026 - 02. 01. 2027", "vacaciones del 20/12/2026 al 2027-01-02",
    "Ausente 2026-12-20 hasta el 2027-01-02",
])
def test_days_are_taken_in_all_three_languages(at_desk: Desk, line: str) -> None:
    answer = text_of(ask(at_desk, line))
    assert (outcome(), taken()) == ("asked", [CHRISTMAS])
    assert "You are away for 14 days: Dec. 20, 2026 to Jan. 2, 2027." in answer
    assert "18 days left in 2026." in answer
    assert "28 days left in 2027." in answer
    assert at_desk.events() == []


def test_one_date_is_one_day_and_today_moves_the_deadline_that_the_answer_tells(at_desk: Desk) -> None:
    answer = text_of(ask(at_desk, "away 2026-03-01"))
    assert taken() == [(NOW.date(), NOW.date())]
    assert "You are away for 1 day: March 1, 2026." in answer
    assert "You have time until Friday, March 6, 2026 at midnight (UTC)." in answer


def test_the_word_alone_lists_and_back_gives_back(at_desk: Desk) -> None:
    assert "You have taken no days. 30 days left in 2026." in text_of(ask(at_desk, "away"))
    ask(at_desk, "away 2026-02-28 2026-03-09".replace("02-28", "03-01"))
    assert "Taken: March 1, 2026 to March 9, 2026. 21 days left in 2026." in text_of(ask(at_desk, "Abwesend"))
    answer = text_of(ask(at_desk, "back"))
    assert "Of March 1, 2026 to March 9, 2026, 8 days came back to you. 29 days left in 2026." in answer
    assert "what has begun counts" in text_of(ask(at_desk, "Vuelta"))


def test_back_ends_what_runs_and_leaves_what_is_ahead(at_desk: Desk) -> None:
    ask(at_desk, "away 2026-12-20 2027-01-02")
    ask(at_desk, "away 2026-03-01 2026-03-09")
    ask(at_desk, "back")
    assert taken() == [(NOW.date(), NOW.date()), CHRISTMAS]
    ask(at_desk, "anwesend")
    assert taken() == [(NOW.date(), NOW.date())]


@pytest.mark.parametrize(("line", "words"), [
    ("away 2026-02-30", "There is no day “2026-02-30”"),
    ("away 2026-13-01 2027-01-02", "There is no day “2026-13-01”"),
    ("away 20.12.", "was not understood as days"),
    ("away 3 days", "was not understood as days"),
    ("away 2026-12-20 2027-01-02 2027-02-03", "was not understood as days"),
    ("ausente 03/04/2026", "can be two days. Please write it as 2026-04-03 or 2026-03-04"),
    ("away 12/20/2026", "There is no day “2026-20-12”"),
    ("away 2026-02-20", "Days that are over"),
    ("away 2026-04-20 2026-04-10", "before the first one"),
    ("away 2026-04-01 2026-05-30", "That is 60 days more in 2026, and you have 30 left"),
    ("away 2029-04-01", "end of next year"),
])
def test_a_bad_date_gets_words_and_changes_nothing(at_desk: Desk, line: str, words: str) -> None:
    answer = text_of(ask(at_desk, f"notes keep\n{line}\n{at_desk.orders[0]}"))
    assert words in answer
    assert (outcome(), taken(), at_desk.events()) == ("refused", [], [])
    at_desk.seat.refresh_from_db()
    assert at_desk.seat.notes == ""


def test_days_go_with_orders_and_fall_with_them(at_desk: Desk) -> None:
    ask(at_desk, f"{at_desk.orders[1]} Z9\naway 2026-12-20")
    assert taken() == []
    answer = text_of(ask(at_desk, f"away 2026-12-20\n{at_desk.orders[0]}"))
    assert (outcome(), at_desk.events(), len(taken())) == ("orders", [at_desk.orders[0]], 1)
    assert "You are away for 1 day: Dec. 20, 2026." in answer


def test_the_same_mail_twice_takes_the_days_once(at_desk: Desk) -> None:
    for _again in range(2):
        receive(at_desk.write("away 2026-12-20", identifier="<same@mail.example.org>"))
    assert len(taken()) == 1
    assert len(at_desk.answers()) == 1


def test_a_game_without_vacation_is_named(at_desk: Desk) -> None:
    user = at_desk.seat.user
    assert user is not None
    strict = make_game([user, User.objects.exclude(pk=user.pk)[0]], pace=days(3, vacation=False))
    assert f"your clock goes on there: {strict.code}." in text_of(ask(at_desk, "away 2026-12-20"))


def test_prose_about_being_away_is_prose() -> None:
    for line in ("Away with the tiles!", "back to you", "Ich bin wieder da", "ausente hasta el lunes", "Urlaub war schön"):
        assert read(line) is None, line
    assert read("Away.") == Aside("away")
    assert not is_inert("away 2026-12-20", "tigris")


def test_days_are_what_they_say() -> None:
    assert away_lines.days("20.12.2026") == (date(2026, 12, 20), date(2026, 12, 20))
    assert away_lines.days("05/05/2026") == (date(2026, 5, 5), date(2026, 5, 5))
    with pytest.raises(ValidationError):
        away_lines.days("2026-12-20 or so")


@pytest.mark.parametrize("language", ["en", "es", "de"])
def test_answers_are_inert_in_every_language(at_desk: Desk, language: str) -> None:
    User.objects.filter(email=at_desk.address).update(language=language)
    for words in ("away 2026-12-20 2027-01-02", "away", "back", "away 2026-02-30", "help"):
        answer = ask(at_desk, words)
        assert [line for line in answer.text.splitlines() if not is_inert(line, "tigris")] == []


def test_days_typed_into_the_box_of_the_page_are_taken(
    ana: User, ben: User, client_for: object
) -> None:
    from django.urls import reverse
    from django.utils import timezone

    game: Game = make_game([ana, ben], pace=days(4))
    first = absences.today(ana, timezone.now()) + timedelta(days=30)
    client = client_for(ana)  # type: ignore[operator]
    page = client.post(reverse("game_orders", args=[game.code]), {"text": f"away {first}", "key": "1"}, follow=True)
    assert "You are away for 1 day" in page.content.decode()
    assert taken() == [(first, first)]
    page = client.post(reverse("game_orders", args=[game.code]), {"text": "away 2020-01-01", "key": "2"}, follow=True)
    assert "Days that are over" in page.content.decode()
