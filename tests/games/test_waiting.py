"""Orders that wait for somebody else's decision, go on by themselves, or are dropped with a reason."""

from __future__ import annotations

import pytest

from accounts.models import User
from games import play
from games.models import Event, Game, Notice
from tests.games.playing import done, make_game, order

pytestmark = pytest.mark.django_db


@pytest.fixture
def revolt(ana: User, ben: User, cleo: User) -> Game:
    """Ana's priest stands on A2; ben, whose turn it is, can start a revolt from C2."""
    game = make_game([ana, ben, cleo])
    done(game, 0, "priest A2; pass")
    return game


def log(game: Game) -> list[tuple[int, str]]:
    return list(Event.objects.filter(game=game).order_by("seq").values_list("seat", "order"))


def test_the_rest_of_the_turn_waits_while_the_defender_is_asked(revolt: Game) -> None:
    outcome = order(revolt, 1, "priest C2; commit 1; temple P1")
    assert outcome.ok
    assert [event.order for event in outcome.events] == ["priest C2", "commit 1"]
    assert outcome.waiting == ("temple P1",)
    assert play.waiting(revolt, 1) == ("temple P1",)
    assert revolt.decider == 0


def test_waiting_orders_go_on_by_themselves(revolt: Game) -> None:
    order(revolt, 1, "priest C2; commit 1; temple P1")
    outcome = order(revolt, 0, "commit 0")
    assert outcome.ok
    assert log(revolt)[-2:] == [(0, "commit 0"), (1, "temple P1")]
    assert [event.seat for event in outcome.events] == [0, 1]
    assert play.waiting(revolt, 1) == ()
    assert revolt.decider == 2
    assert not Notice.objects.filter(kind="dropped").exists()


def test_waiting_orders_belong_to_the_message_they_came_with(revolt: Game) -> None:
    order(revolt, 1, "priest C2; commit 1; temple P1", key="whole turn")
    order(revolt, 0, "commit 0")
    again = order(revolt, 1, "priest C2; commit 1; temple P1", key="whole turn")
    assert again.repeated
    assert [event.order for event in again.events] == ["priest C2", "commit 1", "temple P1"]


def test_what_is_not_legal_any_more_is_dropped_and_told_with_the_reason(revolt: Game, ben: User) -> None:
    # He counts on his priest's standing there; it loses.
    order(revolt, 1, "priest C2; commit 0; priest off")
    done(revolt, 0, "commit 0")
    notice = Notice.objects.get(kind="dropped")
    assert notice.user == ben
    assert notice.data["orders"] == ["priest off"]
    assert "priest" in notice.data["reason"]
    assert play.waiting(revolt, 1) == ()
    assert revolt.decider == 1
    assert log(revolt)[-1] == (0, "commit 0")


def test_all_that_waits_is_dropped_together(revolt: Game) -> None:
    order(revolt, 1, "priest C2; commit 0; temple P1; temple P3")  # one action is left, not two
    done(revolt, 0, "commit 0")
    assert Notice.objects.get(kind="dropped").data["orders"] == ["temple P1", "temple P3"]
    assert log(revolt)[-1] == (0, "commit 0")


def test_waiting_orders_can_be_taken_back(revolt: Game) -> None:
    order(revolt, 1, "priest C2; commit 1; temple P1")
    assert play.withdraw(revolt, 1) == ("temple P1",)
    assert play.withdraw(revolt, 1) == ()
    done(revolt, 0, "commit 0")
    assert log(revolt)[-1] == (0, "commit 0")
    assert revolt.decider == 1


def test_new_orders_make_the_waiting_ones_void(revolt: Game) -> None:
    order(revolt, 1, "priest C2; commit 1; temple P1")
    outcome = order(revolt, 1, "resign")
    assert outcome.ok
    assert outcome.voided == ("temple P1",)
    assert play.waiting(revolt, 1) == ()


def test_words_to_the_table_leave_waiting_orders_alone(revolt: Game) -> None:
    order(revolt, 1, "priest C2; commit 1; temple P1")
    assert order(revolt, 1, "say your move").voided == ()
    assert play.waiting(revolt, 1) == ("temple P1",)


def test_refused_orders_leave_waiting_orders_alone(revolt: Game) -> None:
    order(revolt, 1, "priest C2; commit 1; temple P1")
    assert not order(revolt, 1, "pass").ok
    assert play.waiting(revolt, 1) == ("temple P1",)


def test_orders_for_the_next_turn_do_not_wait(game: Game) -> None:
    outcome = order(game, 0, "priest A2; temple A1; farm A4")
    assert not outcome.ok
    assert log(game) == []


def test_waiting_orders_end_with_the_turn(revolt: Game) -> None:
    done(revolt, 1, "temple P1")
    order(revolt, 1, "priest C2; commit 1; farm A4")  # the conflict is the second action
    done(revolt, 0, "commit 0")
    notice = Notice.objects.get(kind="dropped")
    assert notice.data["orders"] == ["farm A4"]
    assert revolt.decider == 2


def test_the_player_whose_orders_went_on_is_told_of_the_next_decision(revolt: Game, ben: User) -> None:
    order(revolt, 1, "priest C2; commit 1")
    Notice.objects.all().delete()
    done(revolt, 0, "commit 0")
    assert [(notice.kind, notice.user) for notice in Notice.objects.all()] == [("turn", ben)]
