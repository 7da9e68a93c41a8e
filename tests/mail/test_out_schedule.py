"""When mails come: hours on the player's own wall, nights, deadlines, and the days on which clocks are changed."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from accounts.wall import DAY, next_hour, on_wall, quiet_since, quiet_until
from mail.schedule import HOUR, NOTICE, Plan, due

MADRID, AUCKLAND, LORD_HOWE, UTC_ZONE = (
    ZoneInfo(name) for name in ("Europe/Madrid", "Pacific/Auckland", "Australia/Lord_Howe", "UTC"))
ZONES = [*map(ZoneInfo, ("America/New_York", "America/St_Johns", "Asia/Kathmandu", "Africa/Casablanca",
                         "Pacific/Chatham", "America/Santiago")), MADRID, AUCKLAND, LORD_HOWE, UTC_ZONE]
NIGHT = (time(22), time(7))
zones = st.sampled_from(ZONES)
moments = st.datetimes(datetime(2026, 1, 1), datetime(2028, 1, 1)).map(lambda when: when.replace(tzinfo=UTC))  # noqa: DTZ001
clocks = st.times().map(lambda at: at.replace(second=0, microsecond=0))
hours = st.lists(st.integers(0, 23), min_size=1, max_size=6, unique=True).map(tuple)


def local(zone: ZoneInfo, *when: int) -> datetime:
    return on_wall(date(*when[:3]), time(*when[3:]), zone)


def test_a_turn_is_told_at_once() -> None:
    now = local(MADRID, 2026, 5, 1, 12)
    assert due(now, now, Plan(MADRID)) == now


def test_a_digest_comes_at_the_next_hour_that_was_chosen() -> None:
    plan = Plan(MADRID, "digest", (8, 18))
    morning = local(MADRID, 2026, 5, 1, 9)
    assert due(morning, morning, plan) == local(MADRID, 2026, 5, 1, 18)
    evening = local(MADRID, 2026, 5, 1, 18, 1)
    assert due(evening, evening, plan) == local(MADRID, 2026, 5, 2, 8)


def test_what_comes_up_on_the_stroke_goes_with_it() -> None:
    stroke = local(MADRID, 2026, 5, 1, 8)
    assert due(stroke, stroke, Plan(MADRID, "digest", (8,))) == stroke


def test_a_digest_that_was_held_up_goes_late_and_not_a_day_later() -> None:
    since = local(MADRID, 2026, 5, 1, 7)
    assert due(since + 3 * HOUR, since, Plan(MADRID, "digest", (8,))) <= since + 3 * HOUR


def test_a_digest_without_hours_is_no_reason_to_say_nothing() -> None:
    now = local(MADRID, 2026, 5, 1, 7)
    assert due(now, now, Plan(MADRID, "digest", ())) == now


def test_a_deadline_does_not_wait_for_the_digest() -> None:
    now = local(MADRID, 2026, 5, 1, 9)
    plan, together = Plan(MADRID, "digest", (18,)), local(MADRID, 2026, 5, 1, 18)
    assert due(now, now, plan, deadline=together - HOUR) == now
    assert due(now, now, plan, deadline=together + NOTICE) == now
    assert due(now, now, plan, deadline=together + NOTICE + HOUR) == together


@pytest.mark.parametrize("hour", [22, 23, 0, 3, 6])
def test_mails_wait_for_the_end_of_a_night_that_goes_over_midnight(hour: int) -> None:
    now = local(MADRID, 2026, 5, 1, hour)
    morning = local(MADRID, 2026, 5, 2 if hour > 12 else 1, 7)
    assert due(now, now, Plan(MADRID, quiet=NIGHT)) == morning


@pytest.mark.parametrize("hour", [7, 12, 21])
def test_by_day_they_do_not_wait(hour: int) -> None:
    now = local(MADRID, 2026, 5, 1, hour)
    assert due(now, now, Plan(MADRID, quiet=NIGHT)) == now


def test_quiet_hours_may_lie_within_a_day() -> None:
    plan = Plan(MADRID, quiet=(time(9), time(17, 30)))
    now = local(MADRID, 2026, 5, 1, 9)
    assert due(now, now, plan) == local(MADRID, 2026, 5, 1, 17, 30)
    night = local(MADRID, 2026, 5, 1, 2)
    assert due(night, night, plan) == night


def test_a_deadline_within_the_quiet_hours_wakes_and_one_after_them_does_not() -> None:
    now, end = local(MADRID, 2026, 5, 1, 23), local(MADRID, 2026, 5, 2, 7)
    plan = Plan(MADRID, quiet=NIGHT)
    assert due(now, now, plan, deadline=end - HOUR) == now
    assert due(now, now, plan, deadline=end) == now
    assert due(now, now, plan, deadline=end + timedelta(minutes=1)) == end


def test_a_digest_at_night_waits_for_the_morning() -> None:
    now = local(MADRID, 2026, 5, 1, 20)
    assert due(now, now, Plan(MADRID, "digest", (23,), NIGHT)) == local(MADRID, 2026, 5, 2, 7)


def test_what_was_due_by_day_and_held_up_does_not_come_at_night() -> None:
    since, now = local(MADRID, 2026, 5, 1, 21), local(MADRID, 2026, 5, 1, 22, 30)
    assert due(now, since, Plan(MADRID, quiet=NIGHT)) == local(MADRID, 2026, 5, 2, 7)


def test_in_a_shorter_and_in_a_longer_night_the_morning_is_the_same_on_the_wall() -> None:
    for spring_or_autumn in ((2026, 3, 28), (2026, 10, 24)):
        now = local(MADRID, *spring_or_autumn, 23)
        end = due(now, now, Plan(MADRID, quiet=NIGHT))
        assert end.astimezone(MADRID).time() == time(7)
    assert local(MADRID, 2026, 3, 29, 7) - local(MADRID, 2026, 3, 28, 23) == 7 * HOUR
    assert local(MADRID, 2026, 10, 25, 7) - local(MADRID, 2026, 10, 24, 23) == 9 * HOUR


def test_an_hour_that_is_left_out_comes_when_the_clock_has_passed_it() -> None:
    """At 2 on that Sunday it is 3."""
    since = local(MADRID, 2026, 3, 29, 1)
    assert next_hour(since, MADRID, (2,)).astimezone(MADRID).time() == time(3)
    assert quiet_until(since, MADRID, (time(22), time(2))) == local(MADRID, 2026, 3, 29, 3)


def test_an_hour_that_comes_twice_counts_once() -> None:
    first = on_wall(date(2026, 10, 25), time(2), MADRID)
    assert next_hour(first, MADRID, (2,)) == first
    assert next_hour(first + timedelta(minutes=1), MADRID, (2,)) == first + 25 * HOUR


def test_quiet_hours_that_end_in_an_hour_that_comes_twice_end_from_wherever_one_is() -> None:
    end = (time(22), time(2, 30))
    first = on_wall(date(2026, 10, 25), time(2, 30), MADRID)
    assert quiet_until(first - HOUR, MADRID, end) == first
    assert quiet_until(first, MADRID, end) is None
    assert quiet_until(first + timedelta(minutes=40), MADRID, end) == first + HOUR


@given(moments, zones, hours)
def test_a_digest_is_at_most_a_day_and_a_changed_hour_away_and_none_is_passed_over(
    since: datetime, zone: ZoneInfo, chosen: tuple[int, ...]
) -> None:
    found = next_hour(since, zone, chosen)
    assert since <= found <= since + DAY + HOUR
    shown = found.astimezone(zone)
    put_forward = shown.replace(tzinfo=None) not in {datetime.combine(shown.date(), time(hour)) for hour in chosen}
    if put_forward:  # an hour was left out that day
        assert shown.utcoffset() != (shown - 3 * HOUR).astimezone(zone).utcoffset() or (
            found - 3 * HOUR).astimezone(zone).utcoffset() != shown.utcoffset()
    for step in range(int((found - since) / timedelta(minutes=1)) + 1):
        moment = (since + step * timedelta(minutes=1)).replace(second=0, microsecond=0)
        if since <= moment < found:
            wall = moment.astimezone(zone)
            assert (wall.minute, wall.fold) != (0, 0) or wall.hour not in chosen


@given(moments, zones, clocks, clocks)
def test_quiet_hours_end_within_a_day_and_outside_of_themselves(
    now: datetime, zone: ZoneInfo, start: time, end: time
) -> None:
    assume(start != end)
    found = quiet_until(now, zone, (start, end))
    shown = now.astimezone(zone).time()
    within = start <= shown < end if start < end else not end <= shown < start
    assert (found is not None) == within
    if found is not None:
        began = quiet_since(now, zone, (start, end))
        assert began is not None
        assert began <= now < found <= began + DAY + HOUR
        length = (datetime.combine(date(2026, 1, 1), end) - datetime.combine(date(2026, 1, 1), start)) % DAY
        assert found - now <= length + HOUR
        if length > 2 * HOUR and (DAY - length) > 2 * HOUR:  # else a changed clock may jump into the next ones
            assert quiet_until(found, zone, (start, end)) is None


@given(moments, zones, hours, clocks, clocks, st.sampled_from(["turns", "digest"]),
       st.timedeltas(timedelta(0), 3 * DAY), st.none() | st.timedeltas(timedelta(0), 5 * DAY))
def test_nothing_waits_longer_than_a_digest_and_a_night_nor_beyond_a_deadline(
    since: datetime, zone: ZoneInfo, chosen: tuple[int, ...], start: time, end: time, mode: str,
    later: timedelta, until: timedelta | None,
) -> None:
    plan = Plan(zone, mode, chosen, (start, end) if start != end else ())
    now, deadline = since + later, None if until is None else since + until
    found = due(now, since, plan, deadline=deadline)
    assert found >= since
    assert found <= max(since, now) + 2 * DAY + 2 * HOUR
    if deadline is not None and found > now:
        assert found < deadline
    if found > now and mode == "turns":
        assert quiet_until(now, zone, plan.quiet) is not None
    again = due(found, since, plan, deadline=deadline)
    if not (plan.quiet and quiet_until(found, zone, plan.quiet)):
        assert again <= found  # when its time has come, its time has come
