"""Plans and standing answers, and their players themselves, at the same time on PostgreSQL: one effect."""

from __future__ import annotations

from functools import partial

import pytest

from games import bell, plans, play
from games.models import Event, Game, Plan, Seat
from games.plan_lines import Draft
from games.sweep import sweep
from tests.games.playing import NOW, done
from tests.games.racing import at_once

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
ROUNDS = 6


@pytest.fixture(autouse=True)
def _no_bell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bell, "_send", lambda task: None)


def seat_of(game: Game, index: int) -> Seat:
    return game.seats.select_related("user", "game").get(index=index)


def log(game: Game) -> list[tuple[int, str]]:
    events = Event.objects.filter(game=game).order_by("seq")
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    assert Game.objects.get(pk=game.pk).version == len(events)
    return [(event.seat, event.order) for event in events]


def planned(game: Game, key: str, *orders: str) -> None:
    plans.make(game, seat_of(game, 1), Draft(orders, "legal"), version=game.version, key=key, now=NOW)


def test_two_workers_carry_a_plan_out_once(game: Game) -> None:
    planned(game, "plan", "temple A1", "pass")
    done(game, 0, "pass")
    at_once(*[partial(plans.carry_out, game, NOW)] * 3, partial(sweep, NOW))
    assert log(game) == [(0, "pass"), (1, "temple A1"), (1, "pass")]


@pytest.mark.parametrize("number", range(ROUNDS))
def test_a_plan_and_its_player_at_once_have_one_effect(game: Game, number: int) -> None:
    planned(game, "plan", "temple A1", "pass")
    done(game, 0, "pass")
    game.refresh_from_db()
    by_hand = partial(play.submit, game=game, seat=1, text="farm A4; pass", seen=1, source="page", key="form", actor=None, now=NOW)
    calls = [partial(sweep, NOW), by_hand]
    at_once(*calls[:: 1 if number % 2 else -1])
    plan = Plan.objects.get()
    made = {"done": [(1, "temple A1"), (1, "pass")], "void": [(1, "farm A4"), (1, "pass")]}
    assert log(game)[1:] == made[plan.status]


@pytest.mark.parametrize("number", range(ROUNDS))
def test_a_plan_that_is_withdrawn_while_it_becomes_due_is_done_or_withdrawn(game: Game, number: int) -> None:
    planned(game, "plan", "temple A1", "pass")
    done(game, 0, "pass")
    calls = [partial(sweep, NOW), partial(plans.withdraw, game, seat_of(game, 1), now=NOW)]
    at_once(*calls[:: 1 if number % 2 else -1])
    plan = Plan.objects.get()
    assert (plan.status, len(log(game))) in (("done", 3), ("withdrawn", 1))


@pytest.mark.parametrize("number", range(ROUNDS))
def test_a_standing_answer_and_its_player_at_once_have_one_effect(game: Game, number: int) -> None:
    done(game, 0, "priest A2; pass")
    plans.keep(game, seat_of(game, 0), {"defend": {"all": "none"}}, hidden=False, key="k", now=NOW)
    done(game, 1, "priest C2; commit 1")
    game.refresh_from_db()
    by_hand = partial(play.submit, game=game, seat=0, text="commit 2", seen=game.version, source="page", key="form",
                      actor=None, now=NOW)
    calls = [partial(sweep, NOW), by_hand]
    at_once(*calls[:: 1 if number % 2 else -1])
    assert log(game)[4:] in ([(0, "commit 0")], [(0, "commit 2")])
