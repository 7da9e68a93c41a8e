"""Players who vanish: substitutes from the waiting list, then bots; what counts for whom; games without anybody."""

from __future__ import annotations

import pytest

from games import play
from games.models import Game, Seat, TableEvent
from leagues import check, organise, seasons
from leagues.models import Entry, LeagueNotice, Table
from leagues.organiser_forms import DecideForm
from leagues.results import share_played
from tests.conftest import person
from tests.games.playing import play_on
from tests.leagues.playing import DAY, HOUR, START, begun, finish, finish_all, go_to, people, tables, vanish

pytestmark = pytest.mark.django_db


@pytest.fixture
def users(db):
    return people(7)


@pytest.fixture
def season(ana, users):
    return begun(ana, users)


def seat_lost_by(user, season) -> Seat:
    return next(seat for seat in Seat.objects.filter(game__league_table__round__season=season).order_by("pk")
                if seat.user_id is None or (seat.user_id != user.pk and _had(seat, user)))


def _had(seat, user) -> bool:
    return TableEvent.objects.filter(game=seat.game, seat=seat.index, data__left=user.pk).exists()


def end_by_orders(game: Game, *, now, winner: int) -> None:
    """All others resign; seats of bots and open ones are resigned for."""
    for seat in game.seats.exclude(index=winner).order_by("-index"):
        game.refresh_from_db()
        if game.status == Game.Status.RUNNING:
            play.submit(game=game, seat=seat.index, text="resign", seen=None, source="staff", key=f"end:{game.pk}:{seat.index}",
                        actor=None, now=now)
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED


def test_an_open_seat_waits_for_its_player_first(season, users, ben):
    seasons.register(season=season, user=ben, now=START)
    vanish(users[0], now=START + DAY)
    go_to(START + 2 * DAY)
    assert Seat.objects.filter(user=users[0]).count() == 4


def test_then_it_goes_to_the_first_of_the_waiting_list_who_is_told(season, users, ben, cleo):
    seasons.register(season=season, user=ben, now=START)
    seasons.register(season=season, user=cleo, now=START + HOUR)
    vanish(users[0], now=START + DAY)
    go_to(START + 3 * DAY)
    assert Seat.objects.filter(user=ben).count() == 4
    assert not Seat.objects.filter(user__in=[users[0], cleo]).exists()
    assert season.entries.get(user=ben).status == Entry.Status.SUBSTITUTE
    assert season.entries.get(user=users[0]).status == Entry.Status.REPLACED
    assert season.entries.get(user=cleo).status == Entry.Status.WAITING
    assert LeagueNotice.objects.filter(kind="substitute", user=ben).count() == 4
    assert [told.data["by"] for told in LeagueNotice.objects.filter(kind="replaced", user=users[0])] == ["Ben"] * 4
    assert season.league.events.filter(kind="substituted", about=users[0]).count() == 4


def test_nobody_waits_so_a_bot_plays_on(season, users):
    vanish(users[0], now=START + DAY)
    go_to(START + 3 * DAY)
    seats = Seat.objects.filter(game__league_table__round__season=season, bot="greedy")
    assert seats.count() == 4
    assert season.entries.get(user=users[0]).status == Entry.Status.REPLACED
    assert season.league.events.filter(kind="bot").count() == 4
    assert [told.data["by"] for told in LeagueNotice.objects.filter(kind="replaced", user=users[0])] == [""] * 4


def test_a_seat_lost_by_absence_brings_no_points_whatever_its_place(season, users):
    seat = vanish(users[0], now=START + DAY)[0]
    end_by_orders(seat.game, now=START + 2 * DAY, winner=seat.index)
    go_to(START + 2 * DAY)
    row = Table.objects.get(game=seat.game).seats.get(index=seat.index)
    assert (row.place, row.points, row.absent, row.counts) == (1, 0, True, None)


def test_the_result_counts_for_a_substitute_who_played_enough_of_it(season, users, ben):
    seasons.register(season=season, user=ben, now=START)
    vanish(users[0], now=START + DAY)
    go_to(START + 3 * DAY)
    seat = Seat.objects.filter(user=ben).select_related("game").first()
    play_on(seat.game, 60)
    assert share_played(seat) == 1
    end_by_orders(seat.game, now=START + 4 * DAY, winner=seat.index)
    go_to(START + 4 * DAY)
    row = Table.objects.get(game=seat.game).seats.get(index=seat.index)
    assert (row.points, row.counts.user) == (120, ben)
    assert season.standings.get(entry__user=ben).points == 120
    assert season.standings.get(entry__user=users[0]).points == 0
    assert check.season(season) == []


def test_a_place_that_the_organiser_gives_counts_for_the_substitute_too_and_for_no_bot(season, users, ana, ben):
    seasons.register(season=season, user=ben, now=START)
    vanish(users[0], now=START + DAY)
    go_to(START + 3 * DAY)
    seat = Seat.objects.filter(user=ben).select_related("game").first()
    play_on(seat.game, 60)
    vanished = next(one.user for one in seat.game.seats.exclude(pk=seat.pk))
    vanish(vanished, now=START + 4 * DAY)
    go_to(START + 6 * DAY)
    bot = seat.game.seats.get(bot="greedy")
    others = iter((3, 4))
    places = {one.index: 1 if one == bot else 2 if one == seat else next(others) for one in seat.game.seats.all()}
    table = Table.objects.get(game=seat.game)
    form = DecideForm({**{f"place_{index}": place for index, place in places.items()}, "reason": "power cut"}, season=season, table=table)
    assert form.is_valid()
    told = list(form.tells())
    assert "Ben: place 2, points: 6" in told
    assert f"{vanished}: place 1, points: 0" in told
    organise.decide(table=table, places=places, by=ana, reason="power cut", now=START + 7 * DAY)
    rows = {row.index: row for row in table.seats.all()}
    assert (rows[seat.index].counts.user, rows[seat.index].points) == (ben, 72)
    assert (rows[bot.index].counts, rows[bot.index].points, rows[bot.index].absent) == (None, 0, True)
    assert check.season(season) == []


def test_otherwise_it_counts_for_nobody(season, users, ben):
    game = next(table.game for table in tables(season) if table.game.seats.filter(user=users[0]).exists())
    play_on(game, 120)
    seasons.register(season=season, user=ben, now=START)
    vanish(users[0], now=START + DAY)
    go_to(START + 3 * DAY)
    seat = game.seats.get(user=ben)
    assert share_played(seat) < 0.5
    end_by_orders(game, now=START + 4 * DAY, winner=seat.index)
    go_to(START + 4 * DAY)
    row = Table.objects.get(game=game).seats.get(index=seat.index)
    assert (row.points, row.counts) == (0, None)
    assert not season.standings.filter(entry__user=ben).exists()


def test_a_game_in_which_only_removed_players_are_left_holds_nothing_up(season, users, ana):
    table = tables(season)[0]
    players = [seat.user for seat in table.game.seats.select_related("user")]
    for user in players:
        organise.remove(season=season, by=ana, user=user, reason="cheated", now=START + HOUR)
    go_to(START + 2 * HOUR)
    table.refresh_from_db()
    assert table.final is not None
    assert {seat.points for seat in table.seats.all()} == {0}


def test_who_vanished_from_everything_is_not_registered_again_without_a_word(season, users):
    vanish(users[0], now=START + DAY)
    go_to(START + 10 * DAY)
    following = season.league.seasons.get(number=2)
    assert not following.entries.filter(user=users[0]).exists()
    assert following.entries.count() == 6


def test_a_substitute_never_sees_two_hands_of_a_game(season, users):
    other = person("Late", "late@example.org")
    seasons.register(season=season, user=other, now=START)
    vanish(users[0], now=START + DAY)
    go_to(START + 3 * DAY)
    vanish(other, now=START + 4 * DAY)
    go_to(START + 7 * DAY)
    vanish(users[1], now=START + 8 * DAY)
    go_to(START + 11 * DAY)
    for table in tables(season):
        seats = list(table.game.seats.all())
        assert not (any(_had(seat, other) for seat in seats) and any(seat.user == other for seat in seats))


def test_a_result_is_counted_once_however_often_it_is_looked_at(season):
    finish(tables(season)[0].game)
    go_to(START + 2 * HOUR)
    before = list(season.standings.values())
    go_to(START + 3 * HOUR)
    assert list(season.standings.values()) == before


def test_in_a_round_robin_who_steps_in_from_the_waiting_list_is_seated_in_the_later_rounds(ana, ben):
    users = people(6)
    season = begun(ana, users, format="robin", size=2, settings={"at_once": 1}, season_days=60)
    seasons.register(season=season, user=ben, now=START)
    vanish(users[0], now=START + HOUR)
    go_to(START + 3 * DAY)
    assert season.entries.get(user=ben).status == Entry.Status.PLAYING
    for day in range(4, 24):
        finish_all(season, now=START + day * DAY)
        go_to(START + day * DAY)
    sat = [seat.entry.user for table in tables(season) for seat in table.seats.select_related("entry__user")]
    assert (sat.count(users[0]), sat.count(ben)) == (1, 4)
