"""Ratings: which games count, in which pools, and that they follow from results alone."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command

from games import ending, play
from games.models import Game
from leagues import organise, rated, showing
from leagues.models import RatedGame, RatingChange
from leagues.ratings import START, after, outlook
from tests.games.playing import NOW, make_game, play_on
from tests.leagues.playing import HOUR, begun, finish, go_to, people, tables
from tests.leagues.playing import START as BEGIN

pytestmark = pytest.mark.django_db


def played(users, *, kind: str = "kings", orders: int = 45, ended=NOW + HOUR, winner: int = 0) -> Game:
    """A game of these players that the winner's opponents resigned after some orders."""
    game = make_game(users, kind=kind)
    play_on(game, orders)
    losers = [seat for seat in game.seats.all() if seat.index != winner]
    for seat in losers:
        play.submit(game=game, seat=seat, text="resign", seen=None, source="page", key=f"{game.pk}:{seat.index}", actor=seat.user, now=ended)
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
    return game


def why_not(game: Game) -> str:
    rated.catch_up(now=NOW)
    return RatedGame.objects.get(game=game).why_not


def pools(user) -> set[str]:
    return set(RatingChange.objects.filter(user=user).values_list("pool", flat=True))


def test_winning_raises_and_losing_lowers(ana, ben):
    assert why_not(played([ana, ben])) == ""
    now = rated.present([ana.pk, ben.pk], "kings:two")
    assert now[ana.pk].mu > START.mu > now[ben.pk].mu
    assert now[ana.pk].sigma < START.sigma


def test_games_of_two_and_of_many_are_apart_and_each_counts_overall(ana, ben, cleo):
    played([ana, ben])
    played([ana, ben, cleo])
    rated.catch_up(now=NOW)
    assert pools(ana) == {"kings:two", "overall:two", "kings:many", "overall:many"}
    assert pools(cleo) == {"kings:many", "overall:many"}


def test_a_game_with_a_bot_is_not_rated(ana, ben):
    assert why_not(played([ana, ben, "greedy"])) == "bots"
    assert not RatingChange.objects.exists()


def test_a_short_game_is_not_rated(ana, ben):
    assert why_not(played([ana, ben], orders=2 * 2 * rated.LEAST_TURNS - 4)) == "short"
    assert why_not(played([ana, ben], orders=2 * 2 * rated.LEAST_TURNS)) == ""


@pytest.mark.parametrize("how", ["agreement", "season", "staff"])
def test_a_game_that_ended_without_an_order_is_not_rated(ana, ben, how):
    game = make_game([ana, ben], kind="kings")
    play_on(game, 45)
    ending.end(game, how, now=NOW + HOUR)
    assert why_not(game) == how


def test_who_resigned_first_is_last(ana, ben, cleo):
    game = make_game([ana, ben, cleo], kind="kings")
    play_on(game, 45)
    for seat, when in ((1, HOUR), (0, 2 * HOUR)):
        play.submit(game=game, seat=seat, text="resign", seen=None, source="page", key=f"r{seat}", actor=None, now=NOW + when)
    rated.catch_up(now=NOW)
    now = rated.present([ana.pk, ben.pk, cleo.pk], "kings:many")
    assert now[cleo.pk].mu > now[ana.pk].mu > now[ben.pk].mu


def test_a_lost_seat_is_last_for_who_lost_it_and_nothing_for_the_substitute(ana, ben, cleo):
    from games import seating

    game = make_game([ana, ben], kind="kings")
    play_on(game, 45)
    assert seating.give(game, game.seats.get(index=0), now=NOW, to=cleo)
    play.submit(game=game, seat=1, text="resign", seen=None, source="page", key="r", actor=ben, now=NOW + HOUR)
    rated.catch_up(now=NOW)
    now = rated.present([ana.pk, ben.pk, cleo.pk], "kings:two")
    assert set(now) == {ana.pk, ben.pk}
    assert now[ben.pk].mu == now[ana.pk].mu  # both are last: one left, the other gave up


def test_ratings_follow_the_order_of_ending_even_if_a_game_is_found_late(ana, ben, cleo):
    early, late = played([ana, ben], ended=NOW + HOUR), played([ben, cleo], ended=NOW + 2 * HOUR)
    Game.objects.filter(pk=early.pk).update(status="running")  # its transaction is not committed yet
    rated.catch_up(now=NOW)
    Game.objects.filter(pk=early.pk).update(status="finished")
    rated.catch_up(now=NOW)
    assert list(RatedGame.objects.order_by("pk").values_list("game", flat=True)) == [early.pk, late.pk]
    assert rated.differences() == []


def test_rating_twice_is_rating_once(ana, ben):
    played([ana, ben])
    rated.catch_up(now=NOW)
    before = list(RatingChange.objects.values())
    assert rated.catch_up(now=NOW) == 0
    assert list(RatingChange.objects.values()) == before


def test_recomputing_changes_nothing_and_says_what_somebody_changed_by_hand(ana, ben, cleo):
    for users in ([ana, ben], [ben, cleo], [ana, ben, cleo], [cleo, ana]):
        played(users, ended=NOW + timedelta(hours=Game.objects.count()))
    rated.catch_up(now=NOW)
    out = StringIO()
    call_command("ratings", "recompute", stdout=out)
    assert "4 games, 18 ratings, 0 differences" in out.getvalue()
    RatingChange.objects.filter(user=ana).update(mu=99)
    with pytest.raises(SystemExit):
        call_command("ratings", "recompute", stdout=StringIO())
    call_command("ratings", "recompute", "--write", stdout=StringIO())
    call_command("ratings", "recompute", stdout=StringIO())


def test_annulling_a_league_game_takes_its_rating_back(ana):
    season = begun(ana, people(7))
    table = tables(season)[0]
    play_on(table.game, 60)
    finish(table.game)
    go_to(BEGIN + 2 * HOUR)
    assert RatedGame.objects.get(game=table.game).why_not == ""
    organise.annul(table=table, by=ana, reason="two accounts", now=BEGIN + 3 * HOUR)
    go_to(BEGIN + 4 * HOUR)
    assert RatedGame.objects.get(game=table.game).why_not == "annulled"
    assert not RatingChange.objects.exists()
    assert rated.differences() == []


def test_before_joining_one_sees_what_each_place_would_change(ana, ben, cleo):
    played([ana, ben])
    rated.catch_up(now=NOW)
    found = showing.if_i_join(cleo, [ana.pk], "kings")
    assert [place for place, _, _ in found] == [1, 2]
    assert found[0][2] > 0 > found[1][2]
    new = after([START, rated.present([ana.pk], "kings:two")[ana.pk]], [1, 2])[0]
    assert found[0][1] == new.shown


def test_a_better_place_never_brings_less():
    found = [one.rating.mu for one in outlook(START, [START, START, START])]
    assert found == sorted(found, reverse=True)


def test_a_players_page_has_history_record_and_punctuality(ana, ben):
    game = played([ana, ben])
    rated.catch_up(now=NOW)
    lines = showing.ratings_of(ana)
    assert [(line.kind, line.two, line.games) for line in lines] == [("overall", True, 1), ("kings", True, 1)]
    assert [code for _, _, code in lines[0].history] == [game.code]
    assert showing.tallies(ana) == [showing.Tally("kings", True, 1, 1)]
    assert [seat.game for seat in showing.recent_games(ana)] == [game]
    assert showing.punctuality(ana).decisions > 0
    assert [user for user, _, _ in showing.best("kings:two")] == [ana, ben]
