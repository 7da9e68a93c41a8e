"""What a table decides together: a pause, its end, another pace, the end of the game."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from accounts.models import User
from games import play, seating, sweep, votes
from games.models import Decision, Due, Game, Notice, TableEvent
from games.pace import Pace, in_words
from games.tables import TableError
from tests.games.playing import NOW, days, done, make_game

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def game(ana: User, ben: User) -> Game:
    return make_game([ana, "random", ben], pace=days(3))


def vote(game: Game, user: User, on: str, yes: bool = True, days_later: int = 0, **more: object) -> bool:
    happened = votes.vote(game=game, user=user, on=on, yes=yes, now=NOW + days_later * DAY, **more)  # type: ignore[arg-type]
    game.refresh_from_db()
    return happened


def test_it_happens_when_the_last_one_agrees_and_bots_are_not_asked(game: Game, ana: User, ben: User) -> None:
    assert not vote(game, ana, "pause")
    assert game.paused is None
    ballot, = votes.ballots(game, now=NOW)
    assert (ballot.on, ballot.agreed, ballot.missing) == ("pause", (0,), (2,))
    assert vote(game, ben, "pause")
    assert game.paused == NOW
    assert game.deadline is None
    assert vote(game, ana, "resume") is False
    assert vote(game, ben, "resume", days_later=1)
    assert game.paused is None
    assert game.deadline == NOW + 4 * DAY


def test_the_end_by_agreement_counts_the_points_of_now(game: Game, ana: User, ben: User) -> None:
    vote(game, ana, "end")
    assert vote(game, ben, "end")
    assert (game.status, game.ended_by, game.decider) == (Game.Status.FINISHED, "agreement", None)
    assert all(seat.place for seat in game.seats.all())
    assert play.view(game, None).over
    assert not Due.objects.filter(game=game).exists()
    assert not Decision.objects.filter(game=game, made=None).exists()
    assert Notice.objects.filter(game=game, kind="ended").count() == 2
    assert TableEvent.objects.filter(game=game).order_by("pk").last().data["how"] == "agreement"  # type: ignore[union-attr]


def test_the_latest_word_counts(game: Game, ana: User, ben: User) -> None:
    vote(game, ana, "end")
    vote(game, ana, "end", yes=False, days_later=1)
    assert not vote(game, ben, "end", days_later=2)
    assert game.status == Game.Status.RUNNING


def test_nobody_floods_the_others_with_mails_by_voting_again_and_again(game: Game, ana: User, ben: User) -> None:
    for number in range(votes.A_DAY):
        votes.vote(game=game, user=ana, on="end", yes=number % 2 == 0, now=NOW + number * timedelta(minutes=1))
    with pytest.raises(TableError):
        vote(game, ana, "end")
    assert not vote(game, ana, "end", days_later=2)
    assert vote(game, ben, "end", days_later=2)


def test_a_vote_of_long_ago_counts_no_more(game: Game, ana: User, ben: User) -> None:
    vote(game, ana, "end")
    assert not vote(game, ben, "end", days_later=31)


def test_what_has_happened_needs_all_votes_again(game: Game, ana: User, ben: User) -> None:
    for on in ("pause", "resume"):
        vote(game, ana, on)
        vote(game, ben, on, days_later=1)
    assert not vote(game, ana, "pause", days_later=2)
    assert game.paused is None


def test_a_pace_is_agreed_on_only_by_those_who_want_the_same(game: Game, ana: User, ben: User) -> None:
    assert not vote(game, ana, "pace", to=days(5))
    assert not vote(game, ben, "pace", to=days(7))
    assert len(votes.ballots(game, now=NOW)) == 2
    assert vote(game, ana, "pace", to=days(7), days_later=1)
    assert game.pace["days"] == 7
    assert game.deadline == NOW + 8 * DAY


def test_who_has_left_is_not_asked(ana: User, ben: User, cleo: User) -> None:
    game = make_game([ana, ben, cleo], pace=days(3))
    done(game, 2, "resign")
    vote(game, ana, "end")
    assert vote(game, ben, "end")


def test_an_open_seat_is_not_asked_so_the_others_may_end_the_game(ana: User, ben: User, cleo: User) -> None:
    game = make_game([ana, ben, cleo], pace=days(1, misses=1))
    vote(game, ben, "end")
    vote(game, cleo, "end")
    assert game.status == Game.Status.RUNNING
    sweep.sweep(NOW + DAY)  # ana's seat opens: all who are there agree
    game.refresh_from_db()
    assert (game.status, game.ended_by) == (Game.Status.FINISHED, "agreement")


@pytest.mark.parametrize(("on", "by"), [("end", "order"), ("end", "bot"), ("pause", "order"), ("pause", "bot")])
def test_what_the_others_want_happens_when_the_last_one_asked_leaves(ana: User, ben: User, cleo: User, on: str, by: str) -> None:
    game = make_game([ana, ben, cleo], pace=days(3))
    vote(game, ana, on)
    vote(game, ben, on)
    if by == "order":
        assert done(game, 2, "resign").game.paused == (NOW if on == "pause" else None)
    else:
        assert seating.give(game, game.seats.get(index=2), bot="greedy", now=NOW)
    game.refresh_from_db()
    assert (game.ended_by, game.paused) == (("agreement", None) if on == "end" else ("", NOW))
    assert game.status == (Game.Status.FINISHED if on == "end" else Game.Status.RUNNING)
    if on == "end":
        assert play.view(game, None).over
        assert Notice.objects.filter(game=game, kind="ended").count() == (3 if by == "order" else 2)
    else:
        assert game.deadline is None


def test_who_leaves_settles_nothing_that_somebody_else_is_still_asked(ana: User, ben: User, cleo: User) -> None:
    game = make_game([ana, ben, cleo], pace=days(3))
    vote(game, ana, "end")
    done(game, 2, "resign")
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    assert vote(game, ben, "end")


def test_only_who_plays_can_vote_and_only_on_what_there_is(game: Game, ana: User, cleo: User) -> None:
    with pytest.raises(TableError):
        vote(game, cleo, "end")
    with pytest.raises(TableError):
        vote(game, ana, "resume")
    with pytest.raises(TableError):
        vote(game, ana, "burn")
    assert not TableEvent.objects.exists()


def test_where_the_table_may_not_agree_nothing_can_be_voted_on(ana: User, ben: User) -> None:
    for pace in (replace(days(2), votes=False), Pace(votes=False)):
        game = make_game([ana, ben], pace=pace)
        assert votes.possible(game) == ()
        with pytest.raises(TableError):
            votes.vote(game=game, user=ana, on=votes.END, yes=True, now=NOW)
        assert "can't agree" in " ".join(in_words(pace))
