"""The clock as a function of instants: what a stretch of time uses, and when an allowance is used up."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import clock
from games.clock import FOREVER, Calendar, deadline, used

HOUR, MINUTE, DAY = timedelta(hours=1), timedelta(minutes=1), timedelta(days=1)
# From -11 to +14, with half and quarter hours, with both ways of daylight saving, one that changes at midnight and
# one that changes by half an hour.
ZONES = ("Pacific/Pago_Pago", "America/St_Johns", "America/New_York", "UTC", "Europe/Berlin", "Africa/Cairo", "Asia/Kathmandu",
         "Australia/Lord_Howe", "Pacific/Chatham", "Pacific/Kiritimati", "America/Santiago", "Asia/Beirut")
# Weeks in which clocks are changed somewhere, a leap day, new year.
WEEKS = [datetime.fromisoformat(day).replace(tzinfo=UTC) for day in (
    "2026-03-06", "2026-03-26", "2026-04-02", "2026-09-03", "2026-10-01", "2026-10-22", "2026-10-30", "2028-02-26", "2026-12-30")]

instants = st.builds(lambda week, minutes: week + minutes * MINUTE, st.sampled_from(WEEKS), st.integers(0, 4 * 1440))
spans = st.integers(0, 5 * 1440).map(lambda minutes: minutes * MINUTE)
stops = st.lists(st.tuples(instants, st.integers(0, 3000)), max_size=4).map(
    lambda found: tuple((start, start + length * MINUTE) for start, length in found))
stills = st.none() | st.tuples(st.integers(0, 23), st.integers(0, 23)).filter(lambda still: 0 < (still[1] - still[0]) % 24 <= 20)
calendars = st.builds(Calendar, st.sampled_from(ZONES).map(ZoneInfo), st.booleans(), stills, stops)


def runs(on: Calendar, at: datetime) -> bool:
    """What a clock on the wall shows at this instant, without any arithmetic."""
    shown = at.astimezone(on.zone)
    if on.weekend_off and shown.weekday() >= 5:
        return False
    if on.still is not None:
        first, last = on.still
        if first <= shown.hour < last if first < last else shown.hour >= first or shown.hour < last:
            return False
    return not any(start <= at < end for start, end in on.stops)


def minute_by_minute(on: Calendar, since: datetime, until: datetime) -> timedelta:
    minutes = int((until - since) / MINUTE)
    return sum(runs(on, since + number * MINUTE) for number in range(minutes)) * MINUTE


@settings(max_examples=60)
@given(calendars, instants, st.integers(0, 4 * 1440))
def test_it_agrees_with_a_clock_read_minute_by_minute(on: Calendar, since: datetime, minutes: int) -> None:
    until = since + minutes * MINUTE
    assert used(on, since, until) == minute_by_minute(on, since, until)


@given(calendars, instants, spans, spans)
def test_time_used_never_decreases_and_never_exceeds_what_went_by(on: Calendar, since: datetime, one: timedelta, more: timedelta) -> None:
    first, second = used(on, since, since + one), used(on, since, since + one + more)
    assert timedelta(0) <= first <= one
    assert first <= second <= first + more


@given(calendars, instants, spans, spans)
def test_two_stretches_use_together_what_the_whole_uses(on: Calendar, since: datetime, one: timedelta, more: timedelta) -> None:
    middle, end = since + one, since + one + more
    assert used(on, since, middle) + used(on, middle, end) == used(on, since, end)


@given(calendars, instants, st.integers(0, 6 * 86400))
def test_at_the_deadline_exactly_the_allowance_is_used(on: Calendar, since: datetime, seconds: int) -> None:
    left = timedelta(seconds=seconds)
    until = deadline(on, since, left)
    assert until is not None
    assert until >= since
    assert used(on, since, until) == left
    assert used(on, since, until + MINUTE) > left  # the clock runs there: nobody expires while it stands still


@given(calendars, instants, st.integers(0, 86400), spans, spans)
def test_a_pause_keeps_what_is_left_exactly(on: Calendar, since: datetime, seconds: int, before: timedelta, paused: timedelta) -> None:
    left = timedelta(seconds=seconds) + used(on, since, since + before)
    start = since + before
    with_pause = Calendar(on.zone, on.weekend_off, on.still, (*on.stops, (start, start + paused)))
    assert left - used(with_pause, since, start + paused) == left - used(on, since, start)
    assert deadline(with_pause, since, left) == deadline(on, start + paused, left - used(on, since, start))


@given(calendars, instants, spans)
def test_more_standstill_never_makes_a_deadline_earlier(on: Calendar, since: datetime, left: timedelta) -> None:
    plain = Calendar(on.zone, on.weekend_off, on.still)
    later, sooner = deadline(on, since, left), deadline(plain, since, left)
    assert later is not None
    assert sooner is not None
    assert later >= sooner


def test_a_clock_that_stands_until_further_notice_has_no_deadline() -> None:
    now = datetime(2026, 3, 6, 12, tzinfo=UTC)
    on = Calendar(ZoneInfo("Europe/Berlin"), True, (22, 7), ((now + HOUR, FOREVER),))
    assert deadline(on, now, 5 * HOUR) is None
    assert deadline(on, now, HOUR / 2) == now + HOUR / 2
    assert deadline(Calendar(stops=((now, FOREVER),)), now, HOUR) is None


@pytest.mark.parametrize(("day", "hours"), [("2026-03-29", 23), ("2026-10-25", 25), ("2026-10-24", 24)])
def test_a_day_has_as_many_hours_as_clocks_are_changed(day: str, hours: int) -> None:
    zone = ZoneInfo("Europe/Berlin")
    start = datetime.fromisoformat(day).replace(tzinfo=zone)
    on = Calendar(zone, still=(5, 6))  # an hour a day that every day has
    assert used(on, start, datetime.fromisoformat(day).replace(tzinfo=zone).astimezone(UTC) + hours * HOUR) == (hours - 1) * HOUR


def test_the_night_is_an_hour_longer_or_shorter_when_clocks_are_changed() -> None:
    zone = ZoneInfo("Europe/Berlin")
    on = Calendar(zone, still=(22, 7))
    for day, night in ((28, 8), (27, 9)):
        evening = datetime(2026, 3, day, 22, tzinfo=zone).astimezone(UTC)
        assert deadline(on, evening - HOUR, HOUR) == evening + night * HOUR
    autumn = datetime(2026, 10, 24, 22, tzinfo=zone).astimezone(UTC)
    assert deadline(on, autumn - HOUR, HOUR + MINUTE) == autumn + 10 * HOUR + MINUTE


def test_what_is_used_up_on_friday_at_midnight_lasts_until_monday() -> None:
    zone = ZoneInfo("America/New_York")
    friday = datetime(2026, 1, 9, 18, tzinfo=zone).astimezone(UTC)
    on = Calendar(zone, weekend_off=True)
    assert deadline(on, friday, 6 * HOUR) == datetime(2026, 1, 12, tzinfo=zone).astimezone(UTC)
    assert deadline(on, friday, 6 * HOUR - MINUTE) == friday + 6 * HOUR - MINUTE


def test_a_leap_day_counts_like_any_other() -> None:
    on = Calendar(ZoneInfo("Pacific/Kiritimati"), weekend_off=True)
    start = datetime(2028, 2, 28, tzinfo=on.zone).astimezone(UTC)  # a Monday
    assert deadline(on, start, 3 * DAY) == datetime(2028, 3, 2, tzinfo=on.zone).astimezone(UTC)


def test_overlapping_absences_count_once() -> None:
    now = datetime(2026, 3, 6, 12, tzinfo=UTC)
    on = Calendar(stops=((now, now + 2 * DAY), (now + DAY, now + 3 * DAY), (now + 3 * DAY, now + 3 * DAY)))
    assert deadline(on, now, HOUR) == now + 3 * DAY + HOUR


def test_what_lies_before_and_after_a_moment_are_the_whole() -> None:
    now = datetime(2026, 3, 6, 12, tzinfo=UTC)
    times = [(now, now + DAY), (now + 2 * DAY, FOREVER)]
    for moment in (now, now + HOUR, now + DAY, now + 3 * DAY):
        assert clock.joined([*clock.before(times, moment), *clock.after(times, moment)]) == times
