"""Vacation: whole days on the player's wall, never more than there are, and no time that was used comes back."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from django.core.exceptions import ValidationError
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts import absences
from accounts.absences import DAY, days_left, days_used, give_back, intervals, take
from accounts.models import Absence, User

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
ZONES = ["Pacific/Midway", "Pacific/Niue", "America/St_Johns", "America/Santiago", "America/Havana", "Atlantic/Azores", "UTC",
         "Europe/Madrid", "Africa/Cairo", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Chatham", "Pacific/Kiritimati"]


def moved(user: User, zone: str) -> User:
    user.time_zone = zone
    user.save(update_fields=["time_zone"])
    return user


def away(user: User) -> list[absences.Interval]:
    return intervals(user, since=datetime(2020, 1, 1, tzinfo=UTC), until=datetime(2040, 1, 1, tzinfo=UTC))


def words(user: User, first: date, last: date, now: datetime = NOW) -> str:
    with pytest.raises(ValidationError) as refused:
        take(user, first, last, now=now)
    return str(refused.value.messages[0])


def test_days_are_taken_in_advance_from_midnight_to_midnight_on_the_players_wall(ana: User) -> None:
    take(moved(ana, "Europe/Madrid"), date(2026, 3, 28), date(2026, 3, 30), now=NOW)  # clocks are put forward on the 29th
    assert away(ana) == [(datetime(2026, 3, 27, 23, tzinfo=UTC), datetime(2026, 3, 30, 22, tzinfo=UTC))]
    assert (days_used(ana, 2026), days_left(ana, 2026), days_left(ana, 2027)) == (3, 27, 30)


def test_today_counts_as_a_day_and_stops_clocks_from_now_on(ana: User) -> None:
    take(ana, NOW.date(), NOW.date(), now=NOW)
    assert away(ana) == [(NOW, datetime(2026, 3, 2, tzinfo=UTC))]
    assert days_used(ana, 2026) == 1


def test_what_cannot_be_taken_is_refused_with_words(ana: User) -> None:
    assert "before the first one" in words(ana, date(2026, 3, 9), date(2026, 3, 8))
    assert "Days that are over" in words(ana, date(2026, 2, 28), date(2026, 3, 8))
    assert "end of next year" in words(ana, date(2027, 12, 31), date(2028, 1, 1))
    take(ana, date(2026, 4, 1), date(2026, 4, 28), now=NOW)
    assert words(ana, date(2026, 5, 1), date(2026, 5, 3)) == "That is 3 days more in 2026, and you have 2 left."
    assert days_left(ana, 2026) == 2


def test_it_is_over_when_the_players_own_day_is(ana: User) -> None:
    late = datetime(2026, 3, 1, 23, tzinfo=UTC)  # the second of March on Kiritimati, the first on Midway
    take(moved(ana, "Pacific/Midway"), date(2026, 3, 1), date(2026, 3, 1), now=late)
    assert "Days that are over" in words(moved(ana, "Pacific/Kiritimati"), date(2026, 3, 1), date(2026, 3, 1), late)


def test_overlapping_days_are_one_absence_and_count_once(ana: User) -> None:
    take(ana, date(2026, 4, 1), date(2026, 4, 3), now=NOW)
    take(ana, date(2026, 4, 8), date(2026, 4, 9), now=NOW)
    take(ana, date(2026, 4, 3), date(2026, 4, 8), now=NOW)
    assert days_used(ana, 2026) == 9
    assert away(ana) == [(datetime(2026, 4, 1, tzinfo=UTC), datetime(2026, 4, 10, tzinfo=UTC))]
    assert [row.last >= row.first for row in Absence.objects.all()] == [True, False]


def test_new_year_divides_the_days(ana: User) -> None:
    take(ana, date(2026, 12, 20), date(2027, 1, 2), now=NOW)
    assert (days_used(ana, 2026), days_used(ana, 2027)) == (12, 2)
    assert "in 2026, and you have 18 left" in words(ana, date(2026, 11, 1), date(2026, 11, 30))
    take(ana, date(2027, 1, 3), date(2027, 1, 30), now=NOW)
    assert days_left(ana, 2027) == 0


def test_a_leap_day_is_a_day(ana: User) -> None:
    take(ana, date(2028, 2, 28), date(2028, 3, 1), now=datetime(2028, 1, 1, tzinfo=UTC))
    assert days_used(ana, 2028) == 3


def test_days_that_have_not_begun_come_back_and_the_running_one_does_not(ana: User) -> None:
    absence = take(ana, date(2026, 3, 1), date(2026, 3, 10), now=NOW)
    assert give_back(absence, now=NOW + 3 * DAY) == 6
    assert (absence.last, days_used(ana, 2026)) == (date(2026, 3, 4), 4)
    assert give_back(absence, now=NOW + 3 * DAY) == 0
    assert give_back(absence, now=NOW + 30 * DAY) == 0
    assert days_used(ana, 2026) == 4


def test_an_absence_that_has_not_begun_comes_back_whole(ana: User) -> None:
    absence = take(ana, date(2026, 3, 5), date(2026, 3, 10), now=NOW)
    assert give_back(absence, now=NOW) == 6
    assert (days_used(ana, 2026), away(ana)) == (0, [])
    take(ana, date(2026, 3, 5), date(2026, 3, 6), now=NOW)
    assert days_used(ana, 2026) == 2


def test_who_moves_to_another_zone_moves_no_day(ana: User) -> None:
    take(moved(ana, "Europe/Madrid"), date(2026, 3, 1), date(2026, 3, 5), now=NOW)
    before = away(ana)
    moved(ana, "Pacific/Auckland")
    assert away(ana) == before
    take(ana, date(2026, 3, 5), date(2026, 3, 6), now=NOW + DAY)  # the fifth begins at another moment here
    assert days_used(ana, 2026) == 7


# Begun by itself.


def test_nothing_begins_by_itself_unless_it_is_wanted(ana: User) -> None:
    assert absences.begin_automatically(ana, now=NOW) is None
    assert days_used(ana, 2026) == 0


@pytest.fixture
def careful(ana: User) -> User:
    ana.auto_vacation = True
    ana.save(update_fields=["auto_vacation"])
    return moved(ana, "America/New_York")


def test_it_begins_when_a_clock_would_run_out_and_goes_on_day_for_day(careful: User) -> None:
    ran_out = NOW
    for _day in range(3):
        absence = absences.begin_automatically(careful, now=ran_out + 30 * timedelta(seconds=1), since=ran_out)
        assert absence is not None
        assert absence.automatic
        ran_out = absences.interval(absence)[1]  # type: ignore[index]
    assert away(careful) == [(NOW, datetime(2026, 3, 4, 5, tzinfo=UTC))]
    assert days_used(careful, 2026) == 3
    assert Absence.objects.count() == 1


def test_two_clocks_that_run_out_in_one_sweep_cost_one_day(careful: User) -> None:
    first = absences.begin_automatically(careful, now=NOW, since=NOW - HOUR / 60)
    second = absences.begin_automatically(careful, now=NOW, since=NOW - HOUR / 30)
    assert first == second
    assert away(careful)[0][0] == NOW - HOUR / 30
    assert days_used(careful, 2026) == 1


def test_who_is_away_already_spends_no_day(careful: User) -> None:
    absence = take(careful, date(2026, 3, 1), date(2026, 3, 4), now=NOW)
    assert absences.begin_automatically(careful, now=NOW + DAY) == absence
    assert days_used(careful, 2026) == 4


def test_it_does_not_begin_when_no_day_is_left(careful: User) -> None:
    take(careful, date(2026, 5, 1), date(2026, 5, 30), now=NOW)
    assert absences.begin_automatically(careful, now=NOW) is None
    assert days_used(careful, 2026) == 30


def test_used_time_never_comes_back_with_an_automatic_day(careful: User) -> None:
    absences.begin_automatically(careful, now=NOW)
    absences.begin_automatically(careful, now=NOW + DAY)
    assert away(careful)[1][0] == NOW + DAY


# Whatever one does.

moments = st.datetimes(datetime(2027, 12, 20), datetime(2028, 3, 5)).map(lambda when: when.replace(tzinfo=UTC))  # noqa: DTZ001
steps = st.lists(st.tuples(
    st.timedeltas(timedelta(0), 20 * DAY), st.sampled_from(ZONES),
    st.sampled_from(["take", "take", "take", "back", "auto", "auto"]), st.integers(-2, 40), st.integers(-1, 40),
), min_size=1, max_size=12)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(moments, steps)
def test_vacation_is_never_below_zero_and_what_was_is_never_changed(
    ana: User, now: datetime, steps: list[tuple[timedelta, str, str, int, int]]
) -> None:
    """Over new year and a leap day, in zones from -11 to +14, with a move before every step."""
    with transaction.atomic():
        for later, zone, what, start, length in steps:
            now += later
            past = [(a, min(b, now)) for a, b in away(ana) if a < now]
            moved(ana, zone)
            User.objects.filter(pk=ana.pk).update(auto_vacation=what == "auto")
            first = absences.today(ana, now) + start * DAY
            try:
                if what == "take":
                    take(ana, first, first + length * DAY, now=now)
                elif what == "auto":
                    ana.refresh_from_db()
                    absences.begin_automatically(ana, now=now)
                elif absence := Absence.objects.order_by("pk" if length < 9 else "-pk").first():
                    give_back(absence, now=now)
            except ValidationError:
                pass
            spent = [len(absences.taken(ana, year)) for year in (2027, 2028, 2029)]
            assert max(spent) <= 30
            parts = away(ana)
            assert all(a < b for a, b in parts)
            assert all(one[1] < two[0] for one, two in pairwise(parts))
            assert sum(((b - a) for a, b in parts), timedelta(0)) <= sum(spent) * DAY + 3 * HOUR
            assert [(a, min(b, now)) for a, b in parts if a < now] == past
        transaction.set_rollback(True)


@given(st.sampled_from(ZONES), st.dates(date(2026, 1, 1), date(2030, 12, 31)))
def test_a_day_begins_when_the_one_before_it_ends(zone: str, day: date) -> None:
    begin, end = absences.begins(day, zone), absences.begins(day + DAY, zone)
    assert 23 * HOUR <= end - begin <= 25 * HOUR
    assert begin.astimezone(ZoneInfo(zone)).date() == day
    assert (begin - timedelta(seconds=1)).astimezone(ZoneInfo(zone)).date() == day - DAY
