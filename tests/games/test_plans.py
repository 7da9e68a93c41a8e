"""Orders written ahead: carried out the moment it is their player's move, or void with a reason."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest

from accounts.models import User
from engine import Illegal, Invalid
from games import beforehand, clocks, plans, play
from games.models import Decision, Due, Event, Game, Notice, Plan, Seat
from games.pace import BANK, Pace
from games.plan_lines import Draft
from games.sweep import sweep
from tests.games.playing import NOW, days, done, make_game

pytestmark = pytest.mark.django_db
LEGAL = Plan.Guard.LEGAL.value
UNCHANGED = Plan.Guard.UNCHANGED.value


def seat_of(game: Game, index: int) -> Seat:
    return game.seats.select_related("user", "game").get(index=index)


def make(
    game: Game, index: int, *orders: str, guard: str = LEGAL, hidden: bool = False, version: int | None = None,
    now: datetime = NOW,
) -> Plan:
    game.refresh_from_db()
    make.number = getattr(make, "number", 0) + 1  # type: ignore[attr-defined]
    draft = Draft(tuple(orders), guard, hidden)
    plans.check(game, seat_of(game, index), draft)
    plan = plans.make(game, seat_of(game, index), draft, version=game.version if version is None else version,
                      key=f"test:{make.number}", now=now)  # type: ignore[attr-defined]
    assert plan is not None
    return plan


def log(game: Game) -> list[tuple[int, str]]:
    return list(Event.objects.filter(game=game).order_by("seq").values_list("seat", "order"))


def status(plan: Plan) -> str:
    plan.refresh_from_db()
    return plan.status


def told(game: Game, user: User) -> Sequence[str]:
    return list(Notice.objects.filter(game=game, user=user).order_by("pk").values_list("kind", flat=True))


def test_a_plan_is_carried_out_the_moment_it_is_its_players_move(game: Game, ben: User) -> None:
    plan = make(game, 1, "temple A1", "farm A4")
    Notice.objects.all().delete()
    done(game, 0, "pass")
    assert log(game) == [(0, "pass")]
    assert told(game, ben) == [], "nobody is asked who has answered already"
    sweep(NOW)
    assert log(game) == [(0, "pass"), (1, "temple A1"), (1, "farm A4")]
    assert status(plan) == "done"
    assert told(game, ben) == ["plan"]
    assert Event.objects.get(seq=2).submission.source == "plan"
    game.refresh_from_db()
    assert game.decider == 2


def test_two_sweeps_carry_a_plan_out_once(game: Game) -> None:
    make(game, 1, "temple A1")
    done(game, 0, "pass")
    sweep(NOW)
    sweep(NOW + timedelta(minutes=5))
    assert log(game) == [(0, "pass"), (1, "temple A1")]


def test_plans_of_several_players_follow_each_other(game: Game) -> None:
    make(game, 1, "pass")
    make(game, 2, "temple A1", "pass")
    done(game, 0, "pass")
    sweep(NOW)
    assert log(game) == [(0, "pass"), (1, "pass"), (2, "temple A1"), (2, "pass")]
    game.refresh_from_db()
    assert game.decider == 0
    assert not Due.objects.filter(kind="planned").exists()


def test_a_plan_that_is_not_legal_as_a_whole_is_void_and_the_player_is_asked(game: Game, ben: User) -> None:
    plan = make(game, 1, "temple A1", "farm A4")
    Notice.objects.all().delete()
    done(game, 0, "temple A1; pass")
    sweep(NOW)
    assert log(game) == [(0, "temple A1"), (0, "pass")]
    assert status(plan) == "void"
    assert "temple A1" in plan.why
    assert sorted(told(game, ben)) == ["plan", "turn"]


def test_if_unchanged_does_not_mind_a_pass_or_a_swap(game: Game) -> None:
    plan = make(game, 1, "temple A1", "pass", guard=UNCHANGED)
    done(game, 0, "swap temple; pass")
    sweep(NOW)
    assert status(plan) == "done"


def test_if_unchanged_does_not_mind_what_was_taken_back(game: Game) -> None:
    plan = make(game, 1, "pass", guard=UNCHANGED)
    done(game, 0, "temple A1; undo; pass")
    sweep(NOW)
    assert status(plan) == "done"


@pytest.mark.parametrize("move", ["temple P1; pass", "king C2; pass"])
def test_if_unchanged_minds_whatever_lies_there_now(game: Game, ben: User, move: str) -> None:
    plan = make(game, 1, "temple A1", guard=UNCHANGED)
    done(game, 0, move)
    sweep(NOW)
    assert status(plan) == "void"
    assert plan.why == "The table is not any more as you saw it."
    assert "turn" in told(game, ben)


def test_a_void_plan_is_told_in_the_language_of_its_player(game: Game, ben: User) -> None:
    User.objects.filter(pk=ben.pk).update(language="de")
    plan = make(game, 1, "temple A1", "farm A4")
    done(game, 0, "temple A1; pass")
    assert status(plan) == "void"
    assert "Regel" in plan.why


def test_a_plan_waits_through_questions_in_the_turns_of_others(ana: User, ben: User, cleo: User) -> None:
    game = make_game([ana, ben, cleo])
    done(game, 0, "priest A2; pass")
    plan = make(game, 0, "temple A1", "pass")
    done(game, 1, "priest C2; commit 1")
    sweep(NOW)
    assert status(plan) == "waiting"
    done(game, 0, "commit 0")
    done(game, 1, "pass")
    done(game, 2, "pass")
    sweep(NOW)
    assert status(plan) == "done"


def test_the_rest_of_ones_own_turn_can_be_planned_while_somebody_else_is_asked(ana: User, ben: User, cleo: User) -> None:
    game = make_game([ana, ben, cleo])
    done(game, 0, "priest A2; pass")
    done(game, 1, "priest C2; commit 2")
    plan = make(game, 1, "temple P1")
    done(game, 0, "commit 0")
    sweep(NOW)
    assert status(plan) == "void", "his temples are spent"
    done(game, 1, "farm A4")
    assert log(game)[-1] == (1, "farm A4")


def test_while_orders_wait_for_somebody_no_plan_can_be_made(ana: User, ben: User, cleo: User) -> None:
    game = make_game([ana, ben, cleo])
    done(game, 0, "priest A2; pass")
    done(game, 1, "priest C2; commit 0; farm A4")
    with pytest.raises(Illegal, match="wait already"):
        make(game, 1, "temple P1")


def test_what_is_planned_in_ones_own_move_is_for_the_next_turn(game: Game) -> None:
    plan = make(game, 0, "temple A1", "pass")
    sweep(NOW)
    assert status(plan) == "waiting"
    done(game, 0, "farm A4")
    sweep(NOW)
    assert log(game) == [(0, "farm A4")]
    for seat in (0, 1, 2):
        done(game, seat, "pass")
    sweep(NOW)
    assert log(game)[-2:] == [(0, "temple A1"), (0, "pass")]


def test_a_plan_that_comes_in_when_it_is_its_players_move_already_is_carried_out_at_once(game: Game) -> None:
    done(game, 0, "pass")
    plan = make(game, 1, "temple A1", "pass", version=0, guard=UNCHANGED)
    sweep(NOW)
    assert status(plan) == "done"


def test_a_new_plan_takes_the_place_of_the_old_one(game: Game) -> None:
    old, new = make(game, 1, "temple A1"), make(game, 1, "pass")
    done(game, 0, "pass")
    sweep(NOW)
    assert (status(old), status(new)) == ("withdrawn", "done")
    assert log(game) == [(0, "pass"), (1, "pass")]


def test_the_same_form_twice_makes_one_plan(game: Game) -> None:
    for _ in range(2):
        plans.make(game, seat_of(game, 1), Draft(("pass",)), version=0, key="once", now=NOW)
    assert Plan.objects.count() == 1


def test_a_plan_can_be_withdrawn_once(game: Game, ben: User) -> None:
    plan = make(game, 1, "temple A1")
    assert plans.withdraw(game, seat_of(game, 1), now=NOW) == ("temple A1",)
    assert plans.withdraw(game, seat_of(game, 1), now=NOW) == ()
    done(game, 0, "pass")
    sweep(NOW)
    assert status(plan) == "withdrawn"
    assert "turn" in told(game, ben)


@pytest.mark.parametrize("text", ["say hello", "undo", "resign", "help"])
def test_a_plan_holds_orders_of_a_turn_and_nothing_else(text: str) -> None:
    with pytest.raises(Invalid, match="has no place in a plan"):
        plans.read(f"temple A1\n{text}", "tigris")


def test_what_is_not_understood_is_refused_when_the_plan_is_made() -> None:
    with pytest.raises(Invalid):
        plans.read("tmple A1", "tigris")
    assert plans.read("Tempel a1; könig d6", "tigris") == ("temple A1", "king D6")


def test_tiles_that_a_swap_may_bring_cannot_be_planned(game: Game) -> None:
    with pytest.raises(Illegal, match="after you have seen what the swap brings"):
        make(game, 1, "swap temple temple", "temple A1")
    with pytest.raises(Illegal):
        make(game, 1, "market A1", "market A2", guard=UNCHANGED)
    make(game, 1, "market A1", "market A2", guard=LEGAL)  # he may have drawn one by then


def test_an_attack_in_a_plan_waits_for_the_defender_like_any_other(ana: User, ben: User, cleo: User) -> None:
    game = make_game([ana, ben, cleo])
    plan = make(game, 1, "priest C2", "commit 1", "temple P1")
    done(game, 0, "priest A2; pass")
    sweep(NOW)
    assert status(plan) == "done"
    assert play.waiting(game, 1) == ("temple P1",)
    done(game, 0, "commit 0")
    assert log(game)[-1] == (1, "temple P1")


# Hidden plans.


def test_a_hidden_plan_waits_a_random_while_that_is_drawn_once(game: Game, ben: User) -> None:
    plan = make(game, 1, "temple A1", "pass", hidden=True)
    Notice.objects.all().delete()
    done(game, 0, "pass")
    due = Due.objects.get(kind="planned").due
    assert NOW + beforehand.SHORTEST <= due <= NOW + beforehand.LONGEST
    assert told(game, ben) == [], "he need not be asked"
    plans.look_again(game, now=NOW + timedelta(minutes=1))
    assert Due.objects.get(kind="planned").due == due
    sweep(due - timedelta(seconds=1))
    assert status(plan) == "waiting"
    sweep(due)
    assert status(plan) == "done"
    assert told(game, ben) == ["plan"]


def test_a_hidden_plan_does_not_wait_until_a_quicker_pace_has_run_out(ana: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beforehand, "delay", lambda usually, left: timedelta(hours=5))
    game = make_game([ana, ben], pace=days(9))
    plan = make(game, 1, "temple A1", "farm A4", hidden=True)
    done(game, 0, "pass")
    quick = clocks.change_pace(game, Pace(BANK, bank=1, increment=1, cap=2), now=NOW)
    assert quick.deadline is not None
    assert quick.deadline < NOW + timedelta(hours=5)
    for minutes in range(0, 180, 10):
        sweep(NOW + timedelta(minutes=minutes))
    assert status(plan) == "done"
    assert log(game)[1:3] == [(1, "temple A1"), (1, "farm A4")]


def test_a_hidden_plan_that_is_void_is_told_at_once(game: Game, ben: User) -> None:
    plan = make(game, 1, "temple A1", guard=UNCHANGED, hidden=True)
    Notice.objects.all().delete()
    done(game, 0, "temple P1; pass")
    assert status(plan) == "void"
    assert sorted(told(game, ben)) == ["plan", "turn"]


def test_who_acts_before_their_hidden_plan_has_no_plan_any_more(game: Game) -> None:
    plan = make(game, 1, "temple A1", "pass", hidden=True)
    done(game, 0, "pass")
    done(game, 1, "farm A4")
    assert status(plan) == "void"
    sweep(NOW + timedelta(days=1))
    assert log(game) == [(0, "pass"), (1, "farm A4")]


def test_a_delay_is_never_past_the_middle_of_what_is_left() -> None:
    for _ in range(200):
        assert timedelta(0) <= beforehand.delay(timedelta(hours=3), timedelta(minutes=4)) <= timedelta(minutes=2)
        assert beforehand.SHORTEST <= beforehand.delay(timedelta(hours=3), None) <= beforehand.LONGEST
        assert beforehand.delay(timedelta(seconds=10), timedelta(days=3)) <= 6 * beforehand.SHORTEST
        assert beforehand.delay(timedelta(hours=1), timedelta(seconds=-5)) == timedelta(0)


def test_the_usual_time_is_the_players_own_median(game: Game, ana: User, ben: User) -> None:
    assert beforehand.usual(seat_of(game, 0)) == beforehand.USUAL
    Decision.objects.all().delete()
    for hours in (1, 2, 3, 4, 30):
        Decision.objects.create(game=game, seat=0, user=ana, kind="turn", version=0, since=NOW, counted=NOW,
                                made=NOW + timedelta(hours=hours), source="page")
    assert beforehand.usual(seat_of(game, 0)) == timedelta(hours=3)
    assert beforehand.usual(seat_of(game, 1)) == timedelta(hours=3), "of everybody"


# Substitutes.


def test_a_substitute_inherits_no_plan(game: Game, cleo: User) -> None:
    from tests.conftest import person

    plan = make(game, 1, "temple A1")
    Seat.objects.filter(game=game, index=1).update(user=person("Dora"))
    done(game, 0, "pass")
    sweep(NOW)
    assert log(game) == [(0, "pass")]
    plans.forget(seat_of(game, 1))
    assert not Plan.objects.filter(pk=plan.pk).exists()
