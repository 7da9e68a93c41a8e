"""Founding a league and registering for its seasons."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from leagues import organise, seasons
from leagues.models import Entry, LeagueNotice, Season, Step
from leagues.seasons import LeagueError
from tests.leagues.playing import DAY, FIRST, NOW, START, begun, finish_all, found, go_to, people

pytestmark = pytest.mark.django_db
Status = Entry.Status


def statuses(season: Season) -> dict[str, str]:
    return {str(entry.user): entry.status for entry in season.entries.select_related("user")}


@pytest.mark.parametrize(("wrong", "about"), [
    ({"kind": "chess"}, "kind"), ({"size": 9}, "size"), ({"format": "ladder"}, "format"), ({"zone": "Mars/North"}, "zone"),
    ({"season_days": 1}, "season_days"), ({"break_days": 0}, "break_days"), ({"share": 2}, "share"), ({"limit": 1}, "limit"),
    ({"first": date(2026, 3, 2)}, "first"), ({"name": " "}, "name"), ({"pace": {"kind": "hourglass"}}, "pace"),
    ({"divisions": {"sideways": 1}}, "divisions"), ({"options": {"kings scores": "x", "scores": "half"}}, "options"),
])
def test_what_cannot_be_is_refused_with_the_field(ana, wrong, about):
    with pytest.raises(LeagueError) as refused:
        found(ana, **wrong)
    assert refused.value.about == about


def test_dates_are_days_in_the_zone_of_the_league(ana):
    season = found(ana, zone="America/New_York")
    steps = {step.kind: step.due for step in season.steps.all()}
    assert steps[Step.Kind.CLOSE] == datetime(2026, 3, 9, 4, tzinfo=UTC)  # summer time has begun there
    assert steps[Step.Kind.ROUND] == datetime(2026, 3, 10, 4, tzinfo=UTC)
    assert steps[Step.Kind.LAST] == datetime(2026, 3, 30, 4, tzinfo=UTC)


def test_registering_twice_is_registering_once(ana, ben):
    season = found(ana)
    assert seasons.register(season=season, user=ben, now=NOW) == seasons.register(season=season, user=ben, now=NOW + DAY)
    assert statuses(season) == {"Ben": Status.REGISTERED}


def test_before_registration_opens_nobody_can_register(ana, ben):
    season = found(ana, opens=NOW + DAY)
    with pytest.raises(LeagueError, match="not open yet"):
        seasons.register(season=season, user=ben, now=NOW)
    go_to(NOW + DAY)
    assert seasons.register(season=season, user=ben, now=NOW + DAY).status == Status.REGISTERED


def test_above_the_limit_one_waits_and_moves_up_when_somebody_withdraws(ana, ben, cleo):
    season = found(ana, limit=2)
    for user in (ana, ben, cleo):
        seasons.register(season=season, user=user, now=NOW)
    assert statuses(season) == {"Ana": Status.REGISTERED, "Ben": Status.REGISTERED, "Cleo": Status.WAITING}
    seasons.withdraw(season=season, user=ana, now=NOW)
    assert statuses(season) == {"Ana": Status.WITHDRAWN, "Ben": Status.REGISTERED, "Cleo": Status.REGISTERED}


def test_after_registration_has_closed_one_comes_for_one_who_goes(ana, ben, cleo):
    users = people(3)
    season = found(ana)
    for user in users:
        seasons.register(season=season, user=user, now=NOW)
    Season.objects.update(status=Season.Status.CLOSED)
    for user in (ana, ben, cleo):
        seasons.register(season=season, user=user, now=NOW + DAY)
    seasons.withdraw(season=season, user=ana, now=NOW + DAY)
    assert statuses(season)["Ben"] == Status.WAITING
    seasons.withdraw(season=season, user=users[0], now=NOW + DAY)
    assert (statuses(season)["Ben"], statuses(season)["Cleo"]) == (Status.REGISTERED, Status.WAITING)


def test_in_a_running_season_the_waiting_list_stays_one_when_somebody_is_taken_off_it(ana, ben, cleo):
    season = begun(ana, people(8))
    for user in (ben, cleo):
        seasons.register(season=season, user=user, now=START)
    organise.remove(season=season, by=ana, user=ben, reason="asked for it", now=START)
    assert statuses(season)["Cleo"] == Status.WAITING


def test_who_withdrew_can_register_again_behind_the_others(ana, ben):
    season = found(ana)
    seasons.register(season=season, user=ana, now=NOW)
    seasons.register(season=season, user=ben, now=NOW + DAY)
    seasons.withdraw(season=season, user=ana, now=NOW + DAY)
    seasons.register(season=season, user=ana, now=NOW + 2 * DAY)
    assert [str(entry.user) for entry in season.entries.all()] == ["Ben", "Ana"]


def test_a_season_without_two_players_is_put_off_by_a_week_with_all_its_dates(ana, ben):
    season = found(ana)
    seasons.register(season=season, user=ana, now=NOW)
    go_to(START)
    season.refresh_from_db()
    assert (season.status, season.first) == (Season.Status.OPEN, FIRST + timedelta(days=7))
    assert season.league.events.filter(kind="put_off").exists()
    seasons.register(season=season, user=ben, now=START)
    go_to(START + 7 * DAY)
    season.refresh_from_db()
    assert season.status == Season.Status.RUNNING


def test_registration_for_the_next_season_opens_at_half_time_and_takes_everybody_over(ana):
    users = people(8)
    season = begun(ana, users)
    seasons.play_again(season=season, user=users[0], again=False, now=START)
    go_to(START + 8 * DAY)
    assert not Season.objects.filter(number=2).exists()
    go_to(START + 9 * DAY)
    second = Season.objects.get(number=2)
    assert second.status == Season.Status.OPEN
    assert second.first == season.last + timedelta(days=6)
    assert set(second.entries.values_list("user", "automatic")) == {(user.pk, True) for user in users[1:]}
    told = LeagueNotice.objects.filter(season=second, kind="open")
    assert {notice.user_id: notice.data["automatic"] for notice in told} == {
        user.pk: user != users[0] for user in users}


def test_who_is_registered_again_without_a_word_can_say_otherwise(ana):
    users = people(8)
    season = begun(ana, users)
    go_to(START + 10 * DAY)
    seasons.play_again(season=season, user=users[3], again=False, now=START + 11 * DAY)
    second = Season.objects.get(number=2)
    assert second.entries.get(user=users[3]).status == Status.WITHDRAWN
    seasons.play_again(season=season, user=users[3], again=True, now=START + 12 * DAY)
    assert second.entries.get(user=users[3]).status == Status.REGISTERED


def test_during_a_season_one_registers_for_the_waiting_list(ana, ben):
    season = begun(ana, people(8))
    assert seasons.register(season=season, user=ben, now=START).status == Status.WAITING
    with pytest.raises(LeagueError, match="has begun"):
        seasons.withdraw(season=season, user=season.entries.first().user, now=START)


def test_a_league_that_does_not_repeat_has_one_season(ana):
    season = begun(ana, people(8), repeats=False)
    finish_all(season)
    go_to(START + 25 * DAY)
    season.refresh_from_db()
    assert season.status == Season.Status.FINISHED
    assert Season.objects.count() == 1
