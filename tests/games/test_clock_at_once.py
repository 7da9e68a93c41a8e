"""Two things at one instant around a clock: each comes out as if one had come after the other."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from django.db import transaction

from accounts.models import User
from games import away, bell, clocks, play, substitutes, sweep, votes
from games.models import Decision, Due, Event, Game, Seat, TableEvent
from games.pace import BANK, Pace
from games.tables import TableError
from tests.conftest import person
from tests.games.playing import NOW, days, make_game
from tests.games.racing import at_once

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
STEADY = Pace(BANK, bank=72, increment=24, cap=120)


@pytest.fixture(autouse=True)
def _no_bell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bell, "_send", lambda task: None)


def attempt(call: Callable[[], object]) -> bool:
    """Whether it went through."""
    try:
        call()
    except TableError:
        return False
    return True


def passing(game: Game, seat: int, *, key: str, now: object) -> play.Outcome:
    return play.submit(game=game, seat=seat, text="pass", seen=None, source="page", key=key, actor=None, now=now)  # type: ignore[arg-type]


def consistent(game: Game) -> None:
    """One open decision, of who decides, with the deadline and the rows that belong to it."""
    game.refresh_from_db()
    row = Decision.objects.get(game=game, made=None)
    assert row.seat == game.decider
    due = Due.objects.filter(game=game, kind="deadline").first()
    assert (due.due if due else None) == game.deadline
    if game.paused:
        assert game.deadline is None


@pytest.mark.parametrize("attempt_number", range(5))
def test_of_two_substitutes_one_sits_down(ana: User, ben: User, cleo: User, attempt_number: int) -> None:
    game, dora = make_game([ana, ben], pace=days(1, misses=1)), person("Dora")
    sweep.sweep(NOW + DAY)
    seat = Seat.objects.get(game=game, index=0)
    came = at_once(*(partial(attempt, partial(substitutes.take_seat, game=game, seat=seat, user=user, now=NOW + DAY))
                     for user in (cleo, dora)))
    assert sorted(came) == [False, True]
    assert TableEvent.objects.filter(game=game, kind="substituted").count() == 1


@pytest.mark.parametrize("attempt_number", range(5))
def test_the_player_comes_back_or_the_substitute_sits_down(ana: User, ben: User, cleo: User, attempt_number: int) -> None:
    game = make_game([ana, ben], pace=days(1, misses=1))
    sweep.sweep(NOW + DAY)
    seat = Seat.objects.get(game=game, index=0)
    back, taken = at_once(
        partial(attempt, partial(substitutes.come_back, game=game, user=ana, now=NOW + DAY)),
        partial(attempt, partial(substitutes.take_seat, game=game, seat=seat, user=cleo, now=NOW + DAY)))
    assert sorted((back, taken)) == [False, True]
    seat.refresh_from_db()
    assert seat.user == (ana if back else cleo)
    assert seat.opened is None


@pytest.mark.parametrize("attempt_number", range(5))
def test_the_last_votes_at_one_instant_do_it_once(ana: User, ben: User, attempt_number: int) -> None:
    game = make_game([ana, ben], pace=days(2))
    at_once(*(partial(votes.vote, game=game, user=user, on="pause", yes=True, now=NOW) for user in (ana, ben)))
    game.refresh_from_db()
    assert game.paused
    assert TableEvent.objects.filter(game=game, kind="paused").count() == 1
    consistent(game)


@pytest.mark.parametrize("attempt_number", range(5))
def test_an_order_and_a_pause_do_not_start_a_clock_in_the_pause(ana: User, ben: User, attempt_number: int) -> None:
    game = make_game([ana, ben], pace=STEADY)
    at_once(partial(passing, game, 0, key="1", now=NOW + HOUR), partial(clocks.pause, game, now=NOW + HOUR))
    consistent(game)
    assert game.decider == 1
    assert Seat.objects.get(game=game, index=0).left == 95 * 3600


@pytest.mark.parametrize("attempt_number", range(5))
def test_an_order_and_the_end_by_agreement_leave_no_order_after_the_end(ana: User, ben: User, attempt_number: int) -> None:
    game = make_game([ana, ben], pace=STEADY)
    votes.vote(game=game, user=ana, on="end", yes=True, now=NOW)
    outcome, _voted = at_once(partial(passing, game, 0, key="1", now=NOW + HOUR),
                              partial(votes.vote, game=game, user=ben, on="end", yes=True, now=NOW + HOUR))
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
    assert Event.objects.filter(game=game).count() == game.version == int(outcome.ok)
    assert not Decision.objects.filter(game=game, made=None).exists()


@pytest.mark.parametrize("attempt_number", range(5))
def test_orders_deadlines_and_vacations_at_one_instant_lock_nobody_out(ana: User, ben: User, attempt_number: int) -> None:
    games = [make_game([ana, ben], pace=days(2, vacation=number % 2 == 0)) for number in range(4)]
    late = NOW + 2 * DAY

    def go_away() -> None:
        with transaction.atomic():
            away.take(ana, late.date(), late.date() + DAY, now=late)

    at_once(partial(sweep.sweep, late), go_away, partial(sweep.sweep, late),
            *(partial(passing, game, 0, key=f"k{game.pk}", now=late) for game in games))
    for game in games:
        consistent(game)
        assert Event.objects.filter(game=game).count() == game.version


def test_many_deadlines_of_one_moment_are_acted_on_once_each_by_two_hands(ana: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep, "CLAIMED", 2)
    games = [make_game([ana, ben], pace=days(2)) for _ in range(7)]
    sweep.sweep(NOW + 2 * DAY)
    for game in games:
        consistent(game)
        assert Event.objects.filter(game=game).count() == 1
        assert TableEvent.objects.filter(game=game, kind="missed").count() == 1
