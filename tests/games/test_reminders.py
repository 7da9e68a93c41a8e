"""Reminders: when they come, that they move with the deadline, and that each is given once and only while it is true."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from accounts.wall import quiet_until
from games import away, clocks, reminders, sweep
from games.models import Due, Game, Notice
from games.reminders import APART, LEAST, times
from tests.games.playing import NOW, days, make_game, order

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
MADRID = ZoneInfo("Europe/Madrid")
NIGHT = (time(22), time(7))


def at(*when: int) -> datetime:
    return datetime(*when, tzinfo=MADRID).astimezone(UTC)  # type: ignore[arg-type,misc]


# When.


def test_half_of_the_time_and_a_tenth_of_it_before_the_deadline() -> None:
    assert times(NOW, NOW + 100 * HOUR, [0.5, 0.1], [], (), MADRID) == [NOW + 50 * HOUR, NOW + 90 * HOUR]


def test_never_later_than_two_hours_before() -> None:
    assert times(NOW, NOW + 10 * HOUR, [0.5, 0.1], [1], (), MADRID) == [NOW + 5 * HOUR, NOW + 8 * HOUR]


def test_hours_before_it_and_what_falls_together_once() -> None:
    assert times(NOW, NOW + 48 * HOUR, [0.5], [24, 6], (), MADRID) == [NOW + 24 * HOUR, NOW + 42 * HOUR]


def test_a_short_time_has_no_reminder() -> None:
    assert times(NOW, NOW + 2 * HOUR, [0.5, 0.1], [6], (), MADRID) == []


def test_at_night_it_waits_for_the_morning() -> None:
    since, deadline = at(2026, 5, 1, 12), at(2026, 5, 2, 18)  # half of it is at 3 in the night
    assert times(since, deadline, [0.5], [], NIGHT, MADRID) == [at(2026, 5, 2, 7)]


def test_it_comes_before_the_night_if_the_morning_is_too_late() -> None:
    since, deadline = at(2026, 5, 1, 8), at(2026, 5, 2, 7, 30)
    assert times(since, deadline, [0.1], [], NIGHT, MADRID) == [at(2026, 5, 1, 21, 55)]
    assert times(since, at(2026, 5, 2, 4), [0.1], [], NIGHT, MADRID) == [at(2026, 5, 1, 21, 55)]


def test_on_the_night_in_which_clocks_are_changed_the_morning_is_on_the_wall() -> None:
    assert times(at(2026, 3, 28, 12), at(2026, 3, 29, 18), [0.5], [], NIGHT, MADRID) == [at(2026, 3, 29, 7)]


clock_times = st.times().map(lambda when: when.replace(second=0, microsecond=0))


@given(
    st.datetimes(datetime(2026, 1, 1), datetime(2028, 12, 1)).map(lambda when: when.replace(tzinfo=UTC)),  # noqa: DTZ001
    st.timedeltas(timedelta(0), 40 * DAY), st.lists(st.floats(0, 1), max_size=4), st.lists(st.integers(-1, 72), max_size=4),
    clock_times, clock_times, st.sampled_from(["Pacific/Niue", "America/St_Johns", "UTC", "Australia/Lord_Howe", "Pacific/Kiritimati"]),
)
def test_all_are_in_order_apart_in_time_and_awake(
    since: datetime, length: timedelta, fractions: list[float], hours: list[int], start: time, end: time, name: str
) -> None:
    quiet, zone, deadline = (start, end) if start != end else (), ZoneInfo(name), since + length
    found = times(since, deadline, fractions, hours, quiet, zone)
    for before, when in zip([since, *found], found, strict=False):
        assert when >= before + APART
        assert when <= deadline - LEAST
        if quiet and 4 * HOUR < timedelta(hours=end.hour - start.hour) % DAY < 20 * HOUR:  # else a changed clock may jump
            assert quiet_until(when, zone, quiet) is None


# What becomes of them.




@pytest.fixture
def game(ana: User, ben: User) -> Game:
    return make_game([ana, ben], pace=days(4))


def due(game: Game) -> datetime | None:
    return Due.objects.filter(game=game, kind=Due.Kind.REMINDER).values_list("due", flat=True).first()


def given_() -> list[Notice]:
    return list(Notice.objects.filter(kind=Notice.Kind.REMINDER).order_by("pk"))


def test_each_is_given_once_however_often_one_sweeps(game: Game, ana: User) -> None:
    assert due(game) == NOW + 2 * DAY
    for _again in range(2):
        sweep.sweep(NOW + 2 * DAY)
    assert [(notice.user, notice.data["deadline"]) for notice in given_()] == [(ana, (NOW + 4 * DAY).isoformat())]
    assert due(game) == NOW + 4 * DAY - 9.6 * HOUR
    sweep.sweep(NOW + 3.7 * DAY)
    assert len(given_()) == 2
    assert due(game) is None


def test_none_comes_for_what_is_decided(game: Game) -> None:
    order(game, 0, "pass", now=NOW + DAY)
    assert due(game) == NOW + 3 * DAY  # ben's
    sweep.sweep(NOW + 2 * DAY)
    assert given_() == []


def test_after_the_first_order_of_a_turn_it_stays_where_it_was(game: Game) -> None:
    order(game, 0, "king D2", now=NOW + DAY)
    assert game.decider == 0
    assert due(game) == NOW + 2 * DAY


def test_more_time_moves_it(game: Game) -> None:
    clocks.extend(game, game.seats.get(index=0), 4 * DAY, now=NOW + DAY)
    assert due(game) == NOW + 4 * DAY
    sweep.sweep(NOW + 2 * DAY)
    assert given_() == []


def test_a_pause_takes_it_away_and_the_end_of_it_brings_it_back(game: Game) -> None:
    clocks.pause(game, now=NOW + DAY)
    assert due(game) is None
    clocks.resume(game, now=NOW + 11 * DAY)
    assert due(game) is not None
    sweep.sweep(NOW + 2 * DAY)
    assert given_() == []


def test_nobody_is_reminded_before_they_are_back_from_vacation(game: Game, ana: User) -> None:
    away.take(ana, (NOW + DAY).date(), (NOW + 10 * DAY).date(), now=NOW)
    game.refresh_from_db()
    assert game.deadline == NOW + 14 * DAY
    back = datetime(2026, 3, 12, tzinfo=UTC)
    assert due(game) == back + (NOW + 14 * DAY - back) / 2


def test_a_later_sweep_gives_the_last_one_only(game: Game) -> None:
    sweep.sweep(NOW + 3.8 * DAY)
    assert len(given_()) == 1
    assert due(game) is None


def test_it_is_not_given_when_the_time_is_over(game: Game) -> None:
    row = Due.objects.get(kind=Due.Kind.REMINDER)
    from games import reminding

    assert not reminding.remind(row, NOW + 5 * DAY)
    assert given_() == []


@pytest.mark.parametrize("change", [{"remind_fractions": [], "remind_hours": []}, {"mail_mode": "silent"}])
def test_who_wants_none_gets_none(ana: User, ben: User, change: dict[str, object]) -> None:
    User.objects.filter(pk=ana.pk).update(**change)
    ana.refresh_from_db()
    assert due(make_game([ana, ben], pace=days(4))) is None


def test_who_gives_them_up_meanwhile_gets_none(game: Game) -> None:
    User.objects.update(remind_fractions=[])
    sweep.sweep(NOW + 2 * DAY)
    assert given_() == []
    assert due(game) is None


def test_what_goes_on_by_itself_needs_none(game: Game) -> None:
    Due.objects.create(game=game, kind=Due.Kind.PLANNED, version=game.version, due=NOW + 2.1 * DAY)
    sweep.act(Due.objects.get(kind=Due.Kind.REMINDER), NOW + 2 * DAY)
    assert given_() == []


def test_a_game_without_a_clock_has_none(ana: User, ben: User) -> None:
    assert due(make_game([ana, ben])) is None


def test_a_bot_has_none(ana: User) -> None:
    assert due(make_game(["random", ana], pace=days(4))) is None


def test_all_reminders_of_the_open_decision_are_known(game: Game, ana: User) -> None:
    seat = game.seats.select_related("user").get(index=0)
    assert reminders.of(game, seat) == [NOW + 2 * DAY, NOW + 4 * DAY - 9.6 * HOUR]
