"""Reminders, what happens at a table, and the overview as mails: each once, and only while it is true."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import clocks, follow, substitutes, sweep, table_events
from games.models import Game, Notice, TableEvent
from mail import asked, overview, sending
from mail.models import Outgoing, Token
from mail.opened import opened
from tests.conftest import NOW
from tests.games.playing import days, make_game, order

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_pictures")]
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
HALF = NOW + 2 * DAY


@pytest.fixture
def game(ana: User, ben: User) -> Game:
    return make_game([ana, ben], pace=days(4))


def mails(user: User) -> list[tuple[str, str]]:
    return list(Outgoing.objects.filter(user=user).order_by("pk").values_list("kind", "status"))


def run(now: datetime) -> None:
    sweep.sweep(now)
    sending.send_due(now)


def text(kind: str) -> str:
    return " ".join(Outgoing.objects.filter(kind=kind).latest("pk").text.split())


# Reminders.


def test_a_reminder_tells_the_time_that_is_left_the_position_and_takes_orders(game: Game, ana: User) -> None:
    run(NOW)
    before = Token.objects.count()
    run(HALF)
    assert mails(ana)[1:] == [("reminder", "sent")]
    told = text("reminder")
    assert "A reminder: 2 days left for this decision." in told
    assert "You have time until Thursday, March 5, 2026 at noon (UTC)." in told
    assert "In your hand:" in told
    assert Token.objects.count() == before + 1
    assert Outgoing.objects.get(kind="reminder").key == (
        f"reminder/{game.seats.get(index=0).pk}/{(NOW + 4 * DAY).isoformat()}/{HALF.isoformat()}:0")


def test_each_comes_once_and_there_are_two(game: Game, ana: User) -> None:
    run(NOW)
    for step in range(4 * 24):
        run(NOW + step * HOUR)
    assert mails(ana) == [("turn", "sent"), ("reminder", "sent"), ("reminder", "sent")]


def test_it_does_not_come_before_the_turn_mail_itself(game: Game, ana: User) -> None:
    User.objects.update(mail_mode="digest", digest_hours=[20])
    Notice.objects.update(created=HALF - HOUR, due=HALF - HOUR)
    run(HALF)
    assert mails(ana) == []
    run(HALF.replace(hour=20))
    assert mails(ana) == [("turn", "sent")]


def test_nor_while_that_waits_to_leave(game: Game, ana: User, settings: object) -> None:
    from mail import notices

    notices.collapse_due(NOW)
    Outgoing.objects.filter(user=ana).update(due=HALF + DAY)
    sweep.sweep(HALF)
    notices.collapse_due(HALF)
    assert mails(ana) == [("turn", "waiting")]
    assert not Notice.objects.filter(kind="reminder", told=None).exists()


def test_who_has_answered_meanwhile_is_not_reminded(game: Game, ana: User) -> None:
    run(NOW)
    sweep.sweep(HALF)
    order(game, 0, "pass", now=HALF)
    sending.send_due(HALF)
    assert mails(ana) == [("turn", "sent")]


def reminders_of(user: User) -> list[str]:
    return [status for kind, status in mails(user) if kind == "reminder"]


def test_a_reminder_of_another_deadline_is_dropped_at_the_last_moment(game: Game, ana: User) -> None:
    from mail import notices

    run(NOW)
    sweep.sweep(HALF)
    notices.collapse_due(HALF)
    row = Outgoing.objects.get(kind="reminder")
    assert asked.holds(Outgoing.objects.select_related("game", "seat__user", "user").get(pk=row.pk))
    clocks.extend(game, game.seats.get(index=0), DAY, now=HALF)
    sending.send_due(HALF)
    row.refresh_from_db()
    assert row.status == "dropped"
    run(NOW + 2.4 * DAY)
    assert reminders_of(ana) == ["dropped"]
    run(NOW + 2.5 * DAY)  # half of the five days
    assert reminders_of(ana) == ["dropped", "sent"]


def test_no_reminder_at_night(game: Game, ana: User) -> None:
    User.objects.update(quiet_from=time(11), quiet_until=time(14))
    follow.expect_decider(Game.objects.prefetch_related("seats__user").get(pk=game.pk), now=NOW)
    Notice.objects.update(created=NOW - 2 * HOUR)
    run(NOW + 2 * HOUR)
    run(HALF)
    assert [kind for kind, _status in mails(ana)] == ["turn"]
    run(HALF + 2 * HOUR)
    assert [kind for kind, _status in mails(ana)] == ["turn", "reminder"]


def test_who_gets_no_mails_of_the_game_gets_no_reminders(game: Game, ana: User) -> None:
    game.seats.get(index=0).mute()
    run(HALF)
    assert [kind for kind, _status in mails(ana)] == ["started"]


def test_reminders_of_two_games_share_one_mail(game: Game, ana: User, ben: User) -> None:
    make_game([ana, ben], pace=days(4))
    run(NOW + HOUR / 6)
    run(HALF)
    assert mails(ana) == [("games", "sent"), ("games", "sent")]
    assert text("games").count("A reminder: 2 days left") == 2


@pytest.mark.parametrize(("language", "words"), [("es", "jueves, 5 de marzo de 2026"), ("de", "Donnerstag, 5. März 2026")])
def test_the_time_is_that_of_the_reader(game: Game, ana: User, language: str, words: str) -> None:
    User.objects.update(language=language, time_zone="Europe/Madrid")
    run(NOW)
    run(HALF)
    assert words in text("reminder")
    assert "13:00" in text("reminder")


# What happens at a table.


@pytest.fixture
def happens(game: Game) -> Callable[..., TableEvent]:
    def write(kind: str, *, now: datetime = NOW, seat: int | None = None, to: tuple[int, ...] = (0, 1), **data: object) -> TableEvent:
        event = table_events.write(game, kind, key=f"{kind}:{now}", now=now, seat=seat, **data)
        assert event is not None
        for index in to:
            follow.tell(game, game.seats.get(index=index), Notice.Kind.TABLE, now=now, event=event.pk)
        return event

    return write


def test_what_happens_at_a_moment_is_one_short_mail(game: Game, ben: User, happens: Callable[..., TableEvent]) -> None:
    run(NOW)
    happens("missed", now=NOW + HOUR, seat=0, deadline=(NOW + HOUR).isoformat(), asked="turn", did="pass")
    happens("opened", now=NOW + HOUR, seat=0)
    run(NOW + HOUR)
    assert mails(ben)[1:] == [("table", "sent")]
    told = text("table")
    assert "Ana missed a deadline. Carried out instead: “pass”." in told
    assert "The seat of Ana is open now" in told
    assert "In your hand" not in told
    run(NOW + 2 * HOUR)
    assert len(mails(ben)) == 2


def test_it_goes_with_the_turn_mail_if_both_are_due(game: Game, ben: User, happens: Callable[..., TableEvent]) -> None:
    run(NOW)
    happens("extended", now=NOW + HOUR, seat=1, seconds=7200, reason="")
    order(game, 0, "pass", now=NOW + HOUR)
    run(NOW + HOUR)
    assert mails(ben)[1:] == [("turn", "sent")]
    assert "You were given more time: 2 hours." in text("turn")


def test_turn_mails_tell_it_among_what_has_happened_since_the_last_order(
    game: Game, happens: Callable[..., TableEvent]
) -> None:
    run(NOW)
    order(game, 0, "pass", now=NOW + HOUR)
    happens("paused", now=NOW + 2 * HOUR, to=(), reason="A holiday.")
    game.refresh_from_db()
    order(game, 1, "pass", now=NOW + 3 * HOUR)
    run(NOW + 3 * HOUR)
    told = text("turn")
    assert "since your last order" in told
    assert told.index("all clocks stand still. A holiday.") < told.index("Ben passed")


def test_who_gets_no_mails_hears_nothing_of_it(game: Game, ben: User, happens: Callable[..., TableEvent]) -> None:
    User.objects.update(mail_mode="silent")
    run(NOW)
    happens("paused")
    run(NOW)
    assert [kind for kind, _status in mails(ben)] == ["started"]


@pytest.mark.parametrize("how", ["profile", "game"])
def test_but_that_their_own_seat_is_open_and_not_at_night(ana: User, ben: User, how: str) -> None:
    game = make_game([ana, ben], pace=days(1, misses=1))
    User.objects.filter(pk=ana.pk).update(quiet_from=time(11), quiet_until=time(14))
    if how == "profile":
        User.objects.filter(pk=ana.pk).update(mail_mode="silent")
    else:
        game.seats.get(index=0).mute()
    Notice.objects.update(created=NOW - 2 * HOUR)
    run(NOW + 3 * HOUR)
    run(NOW + DAY)  # noon, in the quiet hours
    assert [kind for kind, _status in mails(ana)] == ["started"]
    run(NOW + DAY + 2 * HOUR)
    assert mails(ana)[1:] == [("table", "sent")]
    assert "is open" in text("table")
    order(game, 1, "pass", now=NOW + DAY + 3 * HOUR)
    run(NOW + DAY + 4 * HOUR)
    assert len(mails(ana)) == 2


def test_whose_open_seat_was_taken_hears_who_plays_on_and_nothing_of_the_position(ana: User, ben: User, cleo: User) -> None:
    game = make_game([ana, ben], pace=days(1, misses=1))
    run(NOW + DAY)
    seat = game.seats.get(index=0)
    substitutes.take_seat(game=game, seat=seat, user=cleo, now=NOW + DAY + HOUR)
    run(NOW + DAY + HOUR)
    assert mails(ana)[-1] == ("taken", "sent")
    told = text("taken")
    assert "Cleo plays on for Ana." in told
    assert "In your hand" not in told
    assert "Reply" not in opened(bytes(Outgoing.objects.get(kind="taken").raw)).text
    run(NOW + DAY + 2 * HOUR)
    assert [kind for kind, _status in mails(ana)].count("taken") == 1


# The overview.

EIGHT = datetime(2026, 3, 2, 8, tzinfo=UTC)


@pytest.fixture
def daily(ana: User) -> User:
    ana.overview_hour = 8
    ana.save()
    ana.expect_overview(NOW)
    return ana


def overviews(user: User) -> list[str]:
    return [key for kind, key in Outgoing.objects.filter(user=user).values_list("kind", "key") if kind == "overview"]


def test_it_comes_once_a_day_and_tells_each_game_once_the_nearest_deadline_first(daily: User, ben: User, cleo: User) -> None:
    make_game([daily, ben], pace=days(9))
    near, other, free = make_game([daily, ben], pace=days(3)), make_game([cleo, daily], pace=days(2)), make_game([daily, cleo])
    for step in range(48):
        run(NOW + step * HOUR)
    assert overviews(daily) == [f"overview:{daily.pk}:2026-03-02", f"overview:{daily.pk}:2026-03-03"]
    told = Outgoing.objects.filter(kind="overview").order_by("pk")[0].text
    assert [code for code in re.findall(r"\((game\d)\), with", told)] == [near.code, "game1", free.code, other.code]
    assert "2 days and 4 hours left" in told
    assert told.index("In these you wait for somebody else") < told.index(other.code)
    assert "Cleo" in told


def test_none_comes_if_there_is_nothing(daily: User) -> None:
    run(EIGHT)
    assert overviews(daily) == []
    daily.refresh_from_db()
    assert daily.overview_due == EIGHT + DAY


def test_who_wants_none_gets_none(game: Game, ana: User) -> None:
    run(EIGHT)
    assert overviews(ana) == []


def test_the_hour_is_that_on_the_wall_when_clocks_are_changed(daily: User, ben: User) -> None:
    make_game([daily, ben])
    daily.time_zone = "Europe/Madrid"
    daily.save()
    daily.expect_overview(datetime(2026, 3, 27, 12, tzinfo=UTC))
    sent = []
    for step in range(3 * 24):
        now = datetime(2026, 3, 27, 12, tzinfo=UTC) + step * HOUR
        before = len(overviews(daily))
        overview.send(now)
        sent += [now.astimezone(daily.zone).hour] * (len(overviews(daily)) - before)
    assert sent == [8, 8, 8]


def test_an_overview_that_is_half_a_day_late_is_not_sent(daily: User, ben: User) -> None:
    make_game([daily, ben])
    run(EIGHT + 13 * HOUR)
    assert overviews(daily) == []


def test_a_click_ends_it_and_looking_does_not(daily: User, ben: User) -> None:
    make_game([daily, ben])
    run(EIGHT)
    found = re.search(r"\S+/mail/overview/\S+", Outgoing.objects.get(kind="overview").text)
    assert found is not None
    path = urlsplit(found[0]).path
    assert "Each day you get" in Client().get(path).content.decode()
    daily.refresh_from_db()
    assert daily.overview_hour == 8
    assert "no overview any more" in Client().post(path, {"List-Unsubscribe": "One-Click"}).content.decode()
    daily.refresh_from_db()
    assert (daily.overview_hour, daily.overview_due) == (None, None)
    assert Client().get(path[:-3] + "aa/").status_code == 404


def test_the_profile_sets_reminders_and_the_overview(client_for: Callable[[User], Client], ana: User) -> None:
    client_for(ana).post(reverse("profile_mails"), {
        "mail_mode": "turns", "remind_fractions": ["0.25"], "remind_hours": ["6", "24"], "overview_hour": "7"})
    ana.refresh_from_db()
    assert (ana.remind_fractions, ana.remind_hours, ana.overview_hour) == ([0.25], [6, 24], 7)
    assert ana.overview_due is not None
    assert ana.overview_due.hour == 7
    client_for(ana).post(reverse("profile_mails"), {"mail_mode": "turns", "overview_hour": ""})
    ana.refresh_from_db()
    assert (ana.remind_fractions, ana.remind_hours, ana.overview_hour, ana.overview_due) == ([], [], None, None)
