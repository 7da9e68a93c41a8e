"""What the organiser can do, that only they can, and that everybody reads it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Game, Seat
from leagues import check, organise, seasons, standings
from leagues.models import Entry, LeagueNotice, Season, Table
from leagues.seasons import LeagueError
from tests.games.playing import play_on
from tests.leagues.playing import (
    DAY,
    HOUR,
    NOW,
    START,
    begun,
    finish,
    finish_all,
    found,
    go_to,
    people,
    tables,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def users(db):
    return people(7)


@pytest.fixture
def season(ana, users):
    return begun(ana, users)


def events(season: Season) -> list[tuple]:
    return [(event.kind, str(event.actor), event.reason) for event in organise.events(season.league)]


def test_only_the_organiser_can_do_any_of_it(season, users, ben):
    table = tables(season)[0]
    seat = table.game.seats.first()
    given = {"by": ben, "now": START, "reason": "because"}
    calls = [
        lambda: organise.add(season=season, user=ben, **given),
        lambda: organise.remove(season=season, user=users[0], **given),
        lambda: organise.move(season=season, user=users[0], division=1, **given),
        lambda: organise.substitute(season=season, user=users[0], to=ben, **given),
        lambda: organise.keep_apart(league=season.league, by=ben, one=users[0], other=ben, now=START),
        lambda: organise.extend_game(table=table, seat=seat, hours=24, **given),
        lambda: organise.extend_season(season=season, last=season.last + DAY, **given),
        lambda: organise.annul(table=table, **given),
        lambda: organise.decide(table=table, places={0: 1, 1: 2, 2: 3, 3: 4}, **given),
        lambda: organise.announce(season=season, by=ben, text="hello", now=START),
        lambda: organise.close(league=season.league, **given),
    ]
    for call in calls:
        with pytest.raises(LeagueError, match="Only the organiser, Ana"):
            call()
    assert [kind for kind, *_ in events(season)] == ["founded"]


def test_what_changes_somebodys_result_needs_a_reason(season, ana, users):
    with pytest.raises(LeagueError, match="Say why"):
        organise.annul(table=tables(season)[0], by=ana, reason=" ", now=START)
    with pytest.raises(LeagueError, match="Say why"):
        organise.remove(season=season, user=users[0], by=ana, reason="", now=START)


def test_an_annulled_game_ends_and_counts_for_nobody_and_its_players_are_told_why(season, ana):
    table = tables(season)[0]
    organise.annul(table=table, by=ana, reason="wrong board", now=START + HOUR)
    table.refresh_from_db()
    assert (table.how, table.reason) == ("annulled", "wrong board")
    assert table.game.__class__.objects.get(pk=table.game.pk).status == Game.Status.FINISHED
    assert not season.standings.exclude(points=0).exists()
    told = LeagueNotice.objects.filter(kind="result")
    assert told.count() == 4
    assert {notice.data["reason"] for notice in told} == {"wrong board"}
    assert events(season)[0] == ("annulled", "Ana", "wrong board")
    assert check.season(season) == []


def test_a_decided_game_brings_the_points_of_the_places_given(season, ana):
    table = tables(season)[0]
    organise.decide(table=table, places={0: 2, 1: 1, 2: 2, 3: 4}, by=ana, reason="agreed", now=START + HOUR)
    assert [seat.points / 12 for seat in table.seats.all()] == [4.5, 10, 4.5, 1]
    assert standings.differences(season) == []


def test_a_finished_game_can_still_be_annulled_while_the_season_runs(season, ana):
    table = tables(season)[0]
    finish(table.game)
    go_to(START + 2 * HOUR)
    organise.annul(table=table, by=ana, reason="two accounts", now=START + DAY)
    assert {seat.points for seat in table.seats.all()} == {0}
    finish_all(season)
    go_to(START + 2 * DAY)
    with pytest.raises(LeagueError, match="is over"):
        organise.annul(table=tables(season)[1], by=ana, reason="late", now=START + 3 * DAY)


@pytest.mark.parametrize("places", [{0: 1}, {0: 1, 1: 1, 2: 2, 3: 3}, {0: 0, 1: 1, 2: 2, 3: 3}, {0: 2, 1: 3, 2: 4, 3: 4}])
def test_places_that_cannot_be_are_refused(season, ana, places):
    with pytest.raises(LeagueError) as refused:
        organise.decide(table=tables(season)[0], places=places, by=ana, reason="x", now=START)
    assert refused.value.about == "places"


def test_a_removed_player_is_last_and_a_substitute_or_bot_plays_on(season, ana, ben, users):
    seasons.register(season=season, user=ben, now=START)
    organise.remove(season=season, by=ana, user=users[0], reason="asked for it", now=START + HOUR)
    assert season.entries.get(user=users[0]).status == Entry.Status.REMOVED
    assert Seat.objects.filter(user=ben).count() == 4
    assert LeagueNotice.objects.get(kind="removed").user == users[0]
    finish_all(season)
    go_to(START + 2 * DAY)
    assert season.standings.order_by("-place").first().entry.user == users[0]


def test_before_the_start_a_removed_player_is_withdrawn_and_the_next_one_moves_up(ana, ben, cleo):
    season = found(ana, limit=1 + 1)
    for user in (ana, ben, cleo):
        seasons.register(season=season, user=user, now=NOW)
    organise.remove(season=season, by=ana, user=ben, reason="two accounts", now=NOW)
    assert season.entries.get(user=cleo).status == Entry.Status.REGISTERED


def test_the_organiser_can_add_somebody_above_the_limit(ana, ben, cleo):
    season = found(ana, limit=2)
    for user in (ana, ben):
        seasons.register(season=season, user=user, now=NOW)
    assert organise.add(season=season, by=ana, user=cleo, now=NOW).status == Entry.Status.REGISTERED
    with pytest.raises(LeagueError, match="already"):
        organise.add(season=season, by=ana, user=cleo, now=NOW)


def test_players_can_be_moved_between_divisions_until_the_games_begin(ana):
    users = people(14)
    season = found(ana)
    for index, user in enumerate(users):
        seasons.register(season=season, user=user, now=NOW + timedelta(minutes=index))
    go_to(START - 12 * HOUR)
    organise.move(season=season, by=ana, user=users[13], division=1, reason="a champion", now=START - HOUR)
    assert season.entries.filter(division__number=1).count() == 8
    go_to(START)
    assert Table.objects.filter(round__season=season, division__number=1).count() == 8
    with pytest.raises(LeagueError, match="until then"):
        organise.move(season=season, by=ana, user=users[13], division=2, reason="sorry", now=START)


def test_a_substitute_takes_all_running_games(season, ana, ben, users):
    finished = next(table for table in tables(season) if table.game.seats.filter(user=users[0]).exists())
    finish(finished.game)
    organise.substitute(season=season, by=ana, user=users[0], to=ben, reason="ill", now=START + DAY)
    assert Seat.objects.filter(user=ben).count() == 3
    assert finished.game.seats.filter(user=users[0]).exists()
    assert events(season)[0] == ("replaced", "Ana", "ill")


def test_in_a_round_robin_the_substitute_is_seated_in_the_later_rounds(ana, ben):
    users = people(6)
    season = begun(ana, users, format="robin", size=2, settings={"at_once": 1}, season_days=60)
    organise.substitute(season=season, by=ana, user=users[0], to=ben, reason="ill", now=START + HOUR)
    organise.keep_apart(league=season.league, by=ana, one=users[1], other=users[2], now=START + HOUR)
    for day in range(1, 20):
        finish_all(season, now=START + day * DAY)
        go_to(START + day * DAY)
    season.refresh_from_db()
    assert season.status == Season.Status.FINISHED
    sat = [frozenset(seat.entry.user for seat in table.seats.select_related("entry__user")) for table in tables(season)]
    assert sorted(len([pair for pair in sat if user in pair]) for user in (users[0], ben)) == [1, 4]
    later = {frozenset({ben if user == users[0] else user for user in pair}) for pair in sat}
    assert len(sat) == len(later) == 15
    assert check.season(season) == []


def test_in_a_swiss_tournament_the_substitute_is_in_the_next_round_though_no_game_runs(ana, ben):
    users = people(6)
    season = begun(ana, users, format="swiss", size=2, settings={"rounds": 2}, season_days=60)
    finish(Seat.objects.get(user=users[0]).game)
    organise.substitute(season=season, by=ana, user=users[0], to=ben, reason="ill", now=START + DAY)
    finish_all(season, now=START + DAY)
    go_to(START + 2 * DAY)
    second = season.rounds.get(number=2)
    sat = [seat.entry.user for table in second.tables.all() for seat in table.seats.select_related("entry__user")]
    assert ben in sat
    assert users[0] not in sat
    assert len(sat) == 6


def test_between_two_rounds_there_is_nothing_to_play_on_but_what_is_drawn(ana, ben, cleo):
    users = people(4)
    season = begun(ana, users, format="robin", size=2, settings={"at_once": 1}, season_days=60)
    finish(Seat.objects.get(user=users[0]).game)
    organise.substitute(season=season, by=ana, user=users[0], to=ben, reason="ill", now=START + DAY)
    assert season.entries.get(user=ben).status == Entry.Status.PLAYING
    for day in range(2, 20):
        finish_all(season, now=START + day * DAY)
        go_to(START + day * DAY)
    with pytest.raises(LeagueError):
        organise.substitute(season=season, by=ana, user=users[1], to=cleo, reason="ill", now=START + 20 * DAY)
    assert Seat.objects.filter(user=ben).count() == 2


def test_who_sits_at_a_table_already_does_not_get_a_second_seat_of_it(season, ana, ben, users):
    table = tables(season)[0]
    one, other = (table.game.seats.get(index=index).user for index in (0, 1))
    organise.substitute(season=season, by=ana, user=one, to=ben, reason="ill", now=START + DAY)
    organise.substitute(season=season, by=ana, user=other, to=ben, reason="ill, too", now=START + DAY)
    assert not Seat.objects.filter(user__in=(one, other), game__status=Game.Status.RUNNING).exists()
    assert table.game.seats.filter(user=ben).count() == 1
    assert table.game.seats.get(index=1).bot


def test_before_the_start_a_substitute_simply_takes_the_place(ana, ben, cleo):
    season = found(ana)
    for user in (ana, ben):
        seasons.register(season=season, user=user, now=NOW)
    organise.substitute(season=season, by=ana, user=ben, to=cleo, reason="ill", now=NOW)
    go_to(START)
    assert set(Seat.objects.values_list("user", flat=True)) == {ana.pk, cleo.pk}


def test_more_time_for_one_seat_is_seen_by_all(season, ana):
    table = tables(season)[0]
    game = table.game
    before = game.deadline
    organise.extend_game(table=table, by=ana, seat=game.seats.get(index=game.decider), hours=48, reason="power cut", now=START + HOUR)
    game.refresh_from_db()
    assert game.deadline == before + timedelta(hours=48)
    assert events(season)[0] == ("extended", "Ana", "power cut")
    assert game.table_events.filter(kind="extended", data__reason="power cut").exists()


def test_a_longer_season_moves_its_end_and_the_next_one(season, ana):
    go_to(START + 10 * DAY)
    following = season.league.seasons.get(number=2)
    first = following.first
    organise.extend_season(season=season, by=ana, last=season.last + 3 * DAY, reason="holidays", now=START + 11 * DAY)
    following.refresh_from_db()
    assert following.first == first + 3 * DAY
    go_to(START + 21 * DAY)
    season.refresh_from_db()
    assert season.status == Season.Status.RUNNING
    go_to(START + 24 * DAY)
    season.refresh_from_db()
    assert season.status == Season.Status.FINISHED


def test_an_announcement_goes_to_everybody_once(season, ana, ben, users):
    seasons.register(season=season, user=ben, now=START)
    assert organise.announce(season=season, by=ana, text="Welcome!", now=START) == 8
    assert {notice.data["text"] for notice in LeagueNotice.objects.filter(kind="announcement")} == {"Welcome!"}


def test_two_who_are_kept_apart_are_drawn_to_no_table_together(ana):
    users = people(16)
    season = found(ana, format="swiss", settings={"rounds": 2})
    organise.keep_apart(league=season.league, by=ana, one=users[0], other=users[1], now=NOW)
    for user in users:
        seasons.register(season=season, user=user, now=NOW)
    go_to(START)
    for table in tables(season):
        assert not {users[0], users[1]} <= {seat.entry.user for seat in table.seats.all()}


def test_a_closed_league_finishes_its_season_and_begins_no_other(season, ana):
    go_to(START + 10 * DAY)
    organise.close(league=season.league, by=ana, reason="no time", now=START + 11 * DAY)
    finish_all(season)
    go_to(START + 40 * DAY)
    assert {one.status for one in season.league.seasons.all()} == {Season.Status.FINISHED}
    assert not season.league.seasons.get(number=2).started


def test_an_organiser_who_plays_is_named_as_such(ana):
    from leagues.showing import boards

    season = begun(ana, [ana, *people(6)])
    assert [row.entry.user for board in boards(season) for row in board.rows if row.organiser] == [ana]


def test_in_a_knock_out_the_substitute_goes_on_with_what_they_won(ana, ben):
    users = people(8)
    season = begun(ana, users, format="knockout", season_days=60)
    game = tables(season)[0].game
    player = game.seats.get(index=0).user
    organise.substitute(season=season, by=ana, user=player, to=ben, reason="ill", now=START + HOUR)
    play_on(game, 60)
    for table in tables(season):
        finish(Game.objects.get(pk=table.game.pk))
    go_to(START + DAY)
    final = tables(season)[-1]
    assert final.round.number == 2
    assert ben in {seat.entry.user for seat in final.seats.select_related("entry__user")}
    assert player not in {seat.entry.user for seat in final.seats.select_related("entry__user")}
