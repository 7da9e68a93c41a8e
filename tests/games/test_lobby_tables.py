"""Tables before the start: who may do what, and what the start brings."""

from __future__ import annotations

import hashlib
from collections import Counter
from datetime import timedelta

import pytest

from engine import GAMES
from games import chance, tables
from games.models import Due, Game, Notice, Seat
from games.tables import TableError
from tests.conftest import NOW, person
from tests.games.playing import days

pytestmark = pytest.mark.django_db


def players(game: Game) -> list:
    return [seat.user for seat in game.seats.all()]


def test_the_host_sits_at_the_new_table(ana):
    game = tables.create(host=ana, now=NOW, size=4)
    assert players(game) == [ana]
    assert game.status == Game.Status.OPEN
    assert game.options == {
        "board": "standard", "scores": "hidden", "support": "standard", "wonder": "off", "buildings": "off"}


@pytest.mark.parametrize(("wrong", "words"), [
    ({"size": 5}, "5 players"),
    ({"kind": "chess"}, "chess"),
    ({"options": {"board": "round"}}, "standard, advanced"),
    ({"pace": days(1000)}, "1 to 60"),
    ({"bots": ["clever"]}, "greedy"),
    ({"size": 2, "bots": ["greedy", "greedy"]}, "more than 2"),
])
def test_a_table_that_cannot_be_is_refused_with_what_can(ana, wrong, words):
    with pytest.raises(TableError, match=words):
        tables.create(host=ana, now=NOW, **wrong)
    assert not Game.objects.exists()


def test_a_table_with_bots_only_starts_at_once(ana):
    game = tables.create(host=ana, now=NOW, size=3, bots=["greedy", "random"])
    assert game.status == Game.Status.RUNNING
    assert sorted(game.seats.values_list("bot", flat=True)) == ["", "greedy", "random"]


def test_games_against_bots_alone_have_a_limit(ana, ben, settings):
    settings.BOT_GAMES = 2
    first, _second = [tables.create(host=ana, now=NOW, size=2, bots=["random"]) for _time in range(2)]
    with pytest.raises(TableError, match="2 games against bots alone"):
        tables.create(host=ana, now=NOW, size=3, bots=["random", "greedy"])
    waiting = tables.create(host=ana, now=NOW, size=2)
    with pytest.raises(TableError, match="against bots alone"):
        tables.add_bot(game=waiting, user=ana, bot="random", now=NOW)
    assert (Game.objects.count(), waiting.seats.count()) == (3, 1)

    tables.join(game=waiting, user=ben, now=NOW)  # people may play as much as they like
    tables.create(host=ben, now=NOW, size=2, bots=["random"])
    Game.objects.filter(pk=first.pk).update(status=Game.Status.FINISHED)
    assert tables.create(host=ana, now=NOW, size=2, bots=["random"]).status == Game.Status.RUNNING


def test_the_last_one_to_sit_down_starts_the_game(table, cleo):
    tables.join(game=table, user=cleo, now=NOW)
    table.refresh_from_db()
    assert table.status == Game.Status.RUNNING
    assert table.started == NOW
    assert (table.version, table.decider) == (0, 0)
    assert [seat.index for seat in table.seats.all()] == [0, 1, 2]
    assert len({seat.dynasty for seat in table.seats.all()}) == 3


def test_the_bag_is_whole_and_sealed(running_game):
    seats = running_game.seats.all()
    rules = GAMES["tigris"]
    deck = rules.deck([seat.dynasty for seat in seats], running_game.options)
    assert Counter(chance.unfold(running_game.draw)) == Counter(deck)
    assert chance.unfold(running_game.draw) != deck
    seal = hashlib.sha256((running_game.salt + running_game.draw).encode()).hexdigest()
    assert running_game.commitment == seal


def test_no_two_games_have_the_same_chance(ana):
    games = [tables.create(host=ana, now=NOW, size=2, bots=["greedy"]) for _time in range(20)]
    assert len({game.draw for game in games}) == len({game.salt for game in games}) == 20
    assert len({game.seats.get(user=ana).index for game in games}) == 2
    assert len({game.seats.get(user=ana).dynasty for game in games}) > 1


def test_everybody_is_told_of_the_start_and_the_first_player_of_the_move(running_game):
    started = running_game.notices.filter(kind=Notice.Kind.STARTED)
    assert {notice.user for notice in started} == set(players(running_game))
    turn = running_game.notices.get(kind=Notice.Kind.TURN)
    assert turn.seat.index == 0


def test_a_clock_runs_from_the_start(ana, ben):
    game = tables.create(host=ana, now=NOW, size=2, pace=days(3))
    tables.join(game=game, user=ben, now=NOW)
    game.refresh_from_db()
    assert game.deadline == NOW + timedelta(days=3)
    assert Due.objects.get(game=game, kind="deadline").due == game.deadline


def test_nobody_sits_twice(table, ben):
    with pytest.raises(TableError, match="already sit"):
        tables.join(game=table, user=ben, now=NOW)
    assert table.seats.count() == 2


def test_nobody_joins_a_game_that_runs(running_game):
    with pytest.raises(TableError, match="has started"):
        tables.join(game=running_game, user=person("Dora"), now=NOW)


def test_a_full_table_says_so(ana, ben):
    game = tables.create(host=ana, now=NOW, size=2)
    tables.invite(game=game, user=ana, address="dora@example.org", now=NOW)
    with pytest.raises(TableError, match="taken or kept"):
        tables.join(game=game, user=ben, now=NOW)


def test_a_private_table_opens_to_the_link_alone(ana, ben):
    game = tables.create(host=ana, now=NOW, public=False)
    for guess in ("", "guess"):
        with pytest.raises(TableError, match="invited players"):
            tables.join(game=game, user=ben, now=NOW, invitation=guess)
    tables.join(game=game, user=ben, now=NOW, invitation=game.invitation)
    assert players(game) == [ana, ben]


def test_an_invitation_keeps_a_seat_and_is_told(table, ana):
    seat = tables.invite(game=table, user=ana, address=" Dora@Example.org ", now=NOW)
    notice = Notice.objects.get(kind=Notice.Kind.INVITED)
    assert (notice.address, notice.seat, notice.user) == ("dora@example.org", seat, None)
    table.refresh_from_db()
    assert table.status == Game.Status.OPEN  # the seat is kept, not taken


def test_an_invited_address_that_has_an_account_is_told_in_its_language(table, ana, cleo):
    tables.invite(game=table, user=ana, address="cleo@example.org", now=NOW)
    notice = Notice.objects.get(kind=Notice.Kind.INVITED)
    assert (notice.user, notice.address) == (cleo, "cleo@example.org")


def test_the_link_of_an_invitation_gives_its_seat_whatever_the_address(table, ana):
    seat = tables.invite(game=table, user=ana, address="dora@example.org", now=NOW)
    dora = person("Dora", "dora@other.example")
    assert tables.join(game=table, user=dora, now=NOW, invitation=seat.invitation) == seat
    table.refresh_from_db()
    assert table.status == Game.Status.RUNNING


def test_an_invited_address_finds_its_seat_without_the_link(ana, ben):
    game = tables.create(host=ana, now=NOW, size=2, public=False)
    seat = tables.invite(game=game, user=ana, address="ben@example.org", now=NOW)
    assert tables.join(game=game, user=ben, now=NOW) == seat


@pytest.mark.parametrize(("address", "words"), [
    ("dora", "not a mail address"),
    ("", "not a mail address"),
    ("ana@example.org", "your own address"),
    ("dora@example.org", "invited already"),
])
def test_a_senseless_invitation_is_refused(ana, address, words):
    game = tables.create(host=ana, now=NOW, size=4)
    tables.invite(game=game, user=ana, address="dora@example.org", now=NOW)
    with pytest.raises(TableError, match=words):
        tables.invite(game=game, user=ana, address=address, now=NOW)
    assert game.seats.count() == 2


def test_nobody_floods_others_with_invitations(ana):
    game = tables.create(host=ana, now=NOW, size=2)
    for number in range(tables.INVITATIONS_A_DAY):
        seat = tables.invite(game=game, user=ana, address=f"p{number}@example.org", now=NOW)
        Notice.objects.update(told=NOW)
        tables.remove_seat(game=game, user=ana, seat=seat)
    with pytest.raises(TableError, match="within a day"):
        tables.invite(game=game, user=ana, address="last@example.org", now=NOW)
    tables.invite(game=game, user=ana, address="last@example.org", now=NOW + timedelta(days=2))


def test_only_the_host_invites_seats_bots_takes_back_and_cancels(table, ana, ben, cleo):
    seat = tables.invite(game=table, user=ana, address="dora@example.org", now=NOW)
    for user in (ben, cleo):
        for forbidden in (
            lambda user=user: tables.invite(game=table, user=user, address="x@example.org", now=NOW),
            lambda user=user: tables.add_bot(game=table, user=user, bot="greedy", now=NOW),
            lambda user=user: tables.remove_seat(game=table, user=user, seat=seat),
            lambda user=user: tables.cancel(game=table, user=user, now=NOW),
        ):
            with pytest.raises(TableError, match="Only the host, Ana"):
                forbidden()
    table.refresh_from_db()
    assert table.status == Game.Status.OPEN
    assert table.seats.count() == 3


def test_a_bot_that_takes_the_last_seat_starts_the_game(table, ana):
    tables.add_bot(game=table, user=ana, bot="greedy", now=NOW)
    table.refresh_from_db()
    assert table.status == Game.Status.RUNNING


def test_the_host_takes_back_bots_and_invitations_but_no_people(ana, ben):
    game = tables.create(host=ana, now=NOW, size=4, bots=["greedy"])
    tables.join(game=game, user=ben, now=NOW)
    tables.remove_seat(game=game, user=ana, seat=game.seats.get(bot="greedy"))
    with pytest.raises(TableError, match="somebody sits"):
        tables.remove_seat(game=game, user=ana, seat=game.seats.get(user=ben))
    assert players(game) == [ana, ben]


def test_an_invitation_taken_back_is_not_sent_any_more(table, ana):
    seat = tables.invite(game=table, user=ana, address="dora@example.org", now=NOW)
    tables.remove_seat(game=table, user=ana, seat=seat)
    assert not Notice.objects.exists()
    assert not Seat.objects.filter(invitation=seat.invitation).exists()


def test_one_may_leave_before_the_start_and_come_back(table, ana, ben):
    tables.leave(game=table, user=ben, now=NOW)
    assert players(table) == [ana]
    tables.join(game=table, user=ben, now=NOW)
    assert players(table) == [ana, ben]


def test_strangers_and_the_host_cannot_leave(table, ana, cleo):
    with pytest.raises(TableError, match="cancel the table instead"):
        tables.leave(game=table, user=ana, now=NOW)
    with pytest.raises(TableError, match="don't sit"):
        tables.leave(game=table, user=cleo, now=NOW)


def test_nobody_leaves_or_cancels_a_running_game(running_game, ana, ben):
    with pytest.raises(TableError, match="started"):
        tables.leave(game=running_game, user=ben, now=NOW)
    with pytest.raises(TableError, match="started"):
        tables.cancel(game=running_game, user=ana, now=NOW)


def test_a_cancelled_table_tells_those_who_sat_there_or_were_invited(ana, ben):
    game = tables.create(host=ana, now=NOW, size=4)
    tables.join(game=game, user=ben, now=NOW)
    tables.invite(game=game, user=ana, address="dora@example.org", now=NOW)
    Notice.objects.update(told=NOW)
    tables.invite(game=game, user=ana, address="eve@example.org", now=NOW)  # has not gone out yet
    tables.cancel(game=game, user=ana, now=NOW)
    told = Notice.objects.filter(kind=Notice.Kind.CANCELLED)
    assert {(notice.user, notice.address) for notice in told} == {(ben, ""), (None, "dora@example.org")}
    with pytest.raises(TableError, match="cancelled"):
        tables.join(game=game, user=ben, now=NOW)
