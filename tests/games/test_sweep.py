"""Bots move, deadlines are acted on, and a game that fails holds up no other."""

from __future__ import annotations

import itertools
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import expiry, follow, sweep
from games.models import Due, Event, Game, Notice
from tests.games.playing import NOW, days, make_game, order

pytestmark = pytest.mark.django_db


def test_a_bot_plays_its_whole_turn_in_one_sweep(ana: User) -> None:
    game = make_game(["random", ana])
    assert sweep.sweep(NOW) == 1
    game.refresh_from_db()
    assert game.decider == 1 or Event.objects.filter(game=game, order__startswith="commit").exists()
    assert {event.submission.source for event in Event.objects.filter(game=game)} == {"bot"}
    assert not Due.objects.filter(kind="bot", version=game.version).exists()
    assert Notice.objects.filter(kind="turn", user=ana, version=game.version).exists()


def test_bots_play_a_game_to_its_end_with_a_person_who_passes(ana: User) -> None:
    game = make_game([ana, "greedy", "random"], pace=days(1))
    now = NOW
    for _ in range(400):
        game.refresh_from_db()
        if game.status == Game.Status.FINISHED:
            break
        now += timedelta(days=1)
        sweep.sweep(now)
    assert game.status == Game.Status.FINISHED
    assert not Due.objects.filter(game=game).exists()
    sources = set(Event.objects.filter(game=game).values_list("submission__source", flat=True))
    assert sources == {"bot", "clock"}


def test_a_sweep_with_nothing_due_does_nothing(game: Game) -> None:
    assert sweep.sweep(NOW + timedelta(days=1000)) == 0
    assert not Event.objects.exists()


def test_a_deadline_that_has_passed_is_answered_with_what_gives_nothing(ana: User, ben: User) -> None:
    game = make_game([ana, ben], pace=days(2))
    assert game.deadline == NOW + timedelta(days=2)
    sweep.sweep(NOW + timedelta(days=2) - timedelta(seconds=1))
    assert not Event.objects.exists()
    late = NOW + timedelta(days=2)
    assert sweep.sweep(late) == 1
    game.refresh_from_db()
    event = Event.objects.get(game=game)
    assert (event.seat, event.order, event.submission.source) == (0, "pass", "clock")
    assert (game.decider, game.deadline) == (1, late + timedelta(days=2))


def test_a_second_action_does_not_move_the_deadline(ana: User, ben: User) -> None:
    game = make_game([ana, ben], pace=days(2))
    order(game, 0, "priest A2", now=NOW + timedelta(days=1))
    assert game.deadline == NOW + timedelta(days=2)
    order(game, 0, "undo", now=NOW + timedelta(days=1))
    assert game.deadline == NOW + timedelta(days=2)
    assert Due.objects.get(game=game, kind="deadline").version == 2


def test_who_resigns_elsewhere_does_not_move_the_deadline(ana: User, ben: User, cleo: User) -> None:
    game = make_game([ana, ben, cleo], pace=days(2))
    order(game, 2, "resign", now=NOW + timedelta(days=1))
    assert game.deadline == NOW + timedelta(days=2)
    sweep.sweep(NOW + timedelta(days=2))
    assert Event.objects.filter(game=game, order="pass", submission__source="clock").exists()


def test_an_order_received_before_makes_the_deadline_void(ana: User, ben: User) -> None:
    game = make_game([ana, ben], pace=days(2))
    order(game, 0, "pass", now=NOW + timedelta(days=1))
    # A row that was left behind.
    Due.objects.filter(game=game).update(version=0, due=NOW + timedelta(days=2))
    sweep.sweep(NOW + timedelta(days=2))
    assert list(Event.objects.filter(game=game).values_list("seat", "submission__source")) == [(0, "page")]
    due = Due.objects.get(game=game, kind="deadline")
    assert (due.version, due.due, due.lease) == (1, NOW + timedelta(days=3), None)


def test_a_row_that_somebody_works_on_is_left_alone_until_the_lease_ends(ana: User) -> None:
    make_game(["random", ana])
    Due.objects.update(lease=NOW + timedelta(minutes=1))
    assert sweep.sweep(NOW) == 0
    assert sweep.sweep(NOW + timedelta(minutes=1)) == 1


def test_a_game_that_fails_holds_up_no_other_and_is_tried_again(ana: User, monkeypatch: pytest.MonkeyPatch) -> None:
    broken, sound = make_game(["random", ana]), make_game(["greedy", ana])
    monkeypatch.setitem(expiry.BOTS, "random", lambda view, random: 1 / 0)
    assert sweep.sweep(NOW) == 1
    assert Event.objects.filter(game=sound).exists()
    assert not Event.objects.filter(game=broken).exists()
    monkeypatch.undo()
    assert sweep.sweep(NOW + sweep.LEASE) == 1
    assert Event.objects.filter(game=broken).exists()


def test_a_game_that_fails_every_time_is_tried_less_and_less_often(ana: User, monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_game(["random", ana])
    monkeypatch.setitem(expiry.BOTS, "random", lambda view, random: 1 / 0)
    now, waits = NOW, []
    for _ in range(10):
        sweep.sweep(now)
        row = Due.objects.get(game=game, kind="bot")
        assert row.lease is not None
        waits.append(row.lease - now)
        assert sweep.sweep(row.lease - timedelta(minutes=1)) == 0
        now = row.lease
    assert waits[:4] == [sweep.LEASE * doubled for doubled in (1, 2, 4, 8)]
    assert waits[-1] == sweep.LONGEST_WAIT
    assert (row.tries, row.error) == (10, "ZeroDivisionError")
    monkeypatch.undo()
    assert sweep.sweep(now) == 1
    assert not Due.objects.filter(tries__gt=0).exists()


def test_staff_see_which_games_fail_and_can_have_them_tried_at_once(
    ana: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = make_game(["random", ana])
    monkeypatch.setitem(expiry.BOTS, "random", lambda view, random: 1 / 0)
    sweep.sweep(NOW)
    client.force_login(User.objects.create_superuser("boss@example.org", display_name="Boss"))
    row = Due.objects.get(game=game, kind="bot")
    listed = client.get(reverse("admin:games_due_changelist")).content.decode()
    assert game.code in listed
    assert "ZeroDivisionError" in listed
    assert client.get(reverse("admin:games_due_change", args=(row.pk,))).status_code == 200
    done = client.post(reverse("admin:games_due_changelist"), {"action": "try_now", "_selected_action": [row.pk]}, follow=True)
    assert "1 move is tried with the next sweep." in done.content.decode()
    monkeypatch.undo()
    assert sweep.sweep(NOW) == 1


def test_staff_do_not_see_that_a_plan_waits_for_its_moment(ana: User, ben: User, client: Client) -> None:
    game = make_game([ana, ben])
    follow.expect(game, Due.Kind.PLANNED, NOW + timedelta(hours=1))
    client.force_login(User.objects.create_superuser("boss@example.org", display_name="Boss"))
    assert game.code not in client.get(reverse("admin:games_due_changelist")).content.decode()
    Due.objects.update(tries=1)
    assert game.code in client.get(reverse("admin:games_due_changelist")).content.decode()


def test_a_bot_that_orders_something_illegal_gives_nothing_instead(ana: User, monkeypatch: pytest.MonkeyPatch) -> None:
    from engine import Order

    game = make_game(["random", ana])
    monkeypatch.setitem(expiry.BOTS, "random", lambda view, random: Order("temple", ("B2",)))
    sweep.sweep(NOW)
    assert list(Event.objects.filter(game=game).values_list("order", flat=True)) == ["pass"]


def test_the_task_has_the_agreed_name() -> None:
    from games.tasks import run_sweep

    assert run_sweep.name == "games.sweep"


def test_the_time_of_an_order_is_when_it_is_given_and_not_when_the_sweep_began(
    ana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        make_game(["random", ana])
    ticks = itertools.count(step=200)  # seconds: each game takes longer than a lease
    monkeypatch.setattr(sweep.time, "monotonic", lambda: next(ticks))
    sweep.sweep(NOW)
    passed = {(event.at - NOW).seconds for event in Event.objects.all()}
    assert passed == {200, 400}
