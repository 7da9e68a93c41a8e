"""Open seats: who may take one, what they may see, and a player who comes back in time."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from games import substitutes, sweep
from games.models import Decision, Game, Notice, Plan, Seat, Standing, TableEvent
from games.tables import TableError
from tests.conftest import person
from tests.games.playing import NOW, days, make_game, order

pytestmark = pytest.mark.django_db
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
LATER = NOW + DAY


@pytest.fixture
def game(ana: User, ben: User) -> Game:
    """Ana's seat is open, and ben is to move."""
    game = make_game([ana, ben], pace=days(1, misses=1, answer_increment=6))
    sweep.sweep(LATER)
    game.refresh_from_db()
    assert game.decider == 1
    return game


def seat(game: Game, index: int = 0) -> Seat:
    return Seat.objects.get(game=game, index=index)


def take(game: Game, user: User, *, token: str = "", index: int = 0) -> Seat:
    return substitutes.take_seat(game=game, seat=seat(game, index), user=user, now=LATER, token=token)


def kinds(game: Game) -> list[str]:
    return list(TableEvent.objects.filter(game=game).order_by("pk").values_list("kind", flat=True))


def test_an_open_seat_stands_in_the_list_until_it_is_taken(game: Game, cleo: User) -> None:
    assert list(substitutes.open_seats()) == [seat(game)]
    take(game, cleo)
    assert not substitutes.open_seats()


def test_a_substitute_plays_on_with_a_fresh_clock(game: Game, ben: User, cleo: User) -> None:
    order(game, 1, "pass", now=LATER)
    assert game.deadline is None
    taken = take(game, cleo)
    game.refresh_from_db()
    assert (taken.user, taken.opened, taken.misses) == (cleo, None, 0)
    assert game.deadline == LATER + DAY
    assert Decision.objects.get(game=game, made=None).user == cleo
    assert Notice.objects.filter(game=game, user=cleo, kind="turn").exists()
    assert order(game, 0, "pass", now=LATER + HOUR).ok
    event = TableEvent.objects.get(game=game, kind="substituted")
    assert (event.seat, event.actor, event.data["before"], event.data["after"]) == (0, cleo, "Ana", "Cleo")


def test_what_was_the_former_players_alone_is_gone(game: Game, ana: User, cleo: User) -> None:
    old = seat(game)
    Seat.objects.filter(pk=old.pk).update(notes="I hold two temples", muted=True)
    Plan.objects.create(seat=old, user=ana, orders=["pass"], guard="legal", version=1, key="1", created=NOW)
    Standing.objects.create(seat=old, user=ana, answers={"commit": "all"}, changed=NOW)
    taken = take(game, cleo)
    assert (taken.notes, taken.muted, taken.invitation) == ("", False, None)
    assert not Plan.objects.exists()
    assert not Standing.objects.exists()
    assert list(Notice.objects.filter(game=game, user=ana, told=None).values_list("kind", "seat")) == [("table", None)]


def test_the_former_player_can_order_nothing_more(game: Game, ana: User, ben: User, cleo: User) -> None:
    from games import play

    take(game, cleo)
    order(game, 1, "pass", now=LATER)
    outcome = play.submit(game=game, seat=0, text="pass", seen=None, source="page", key="old form", actor=ana, now=LATER)
    assert not outcome.ok
    with pytest.raises(TableError):
        substitutes.come_back(game=game, user=ana, now=LATER)


def test_nobody_takes_a_seat_where_they_play_already(game: Game, ben: User) -> None:
    with pytest.raises(TableError, match="two hands"):
        take(game, ben)


def test_who_has_lost_a_seat_takes_no_other_in_that_game(ana: User, ben: User, cleo: User) -> None:
    game = make_game([ana, ben, cleo], pace=days(1, misses=1))
    sweep.sweep(LATER)
    take(game, person("Dora"))
    sweep.sweep(LATER + DAY)
    assert seat(game, 1).opened
    with pytest.raises(TableError, match="two hands"):
        substitutes.take_seat(game=game, seat=seat(game, 1), user=ana, now=LATER + DAY)


def test_two_come_and_one_sits_down(game: Game, cleo: User) -> None:
    take(game, cleo)
    with pytest.raises(TableError, match="not open"):
        take(game, person("Dora"))
    assert seat(game).user == cleo


def test_a_seat_of_a_private_game_needs_the_link(ana: User, ben: User, cleo: User) -> None:
    game = make_game([ana, ben], pace=days(1, misses=1), public=False)
    sweep.sweep(LATER)
    assert not substitutes.open_seats()
    with pytest.raises(TableError, match="private"):
        take(game, cleo, token="guess")
    assert take(game, cleo, token=seat(game).invitation or "").user == cleo


def test_where_the_pace_says_so_nobody_else_can_take_it(ana: User, ben: User, cleo: User) -> None:
    game = make_game([ana, ben], pace=days(1, misses=1, substitutes=False))
    sweep.sweep(LATER)
    assert not substitutes.open_seats()
    with pytest.raises(TableError, match="nobody else"):
        take(game, cleo)


def test_a_player_who_comes_back_before_has_the_seat_again(game: Game, ana: User, ben: User) -> None:
    order(game, 1, "pass", now=LATER)
    substitutes.come_back(game=game, user=ana, now=LATER + HOUR)
    game.refresh_from_db()
    assert (seat(game).opened, seat(game).misses) == (None, 0)
    assert (game.decider, game.deadline) == (0, LATER + HOUR + DAY)
    assert kinds(game) == ["missed", "opened", "returned"]
    sweep.sweep(LATER + 2 * HOUR)
    assert Game.objects.get(pk=game.pk).version == game.version


def test_an_order_is_as_good_as_saying_so(game: Game, ana: User, ben: User) -> None:
    order(game, 1, "pass", now=LATER)
    assert order(game, 0, "priest A2", now=LATER).ok
    assert seat(game).opened is None
    assert game.deadline == LATER + DAY
    assert kinds(game)[-1] == "returned"


def test_taking_ones_own_open_seat_is_coming_back(game: Game, ana: User) -> None:
    assert take(game, ana).opened is None
    assert kinds(game)[-1] == "returned"
