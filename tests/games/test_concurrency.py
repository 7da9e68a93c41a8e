"""Two at the same time on PostgreSQL: one effect, and the other one is told what happened."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest

from accounts.models import User
from games import bell, play, sweep
from games.models import Chat, Due, Event, Game, Notice, Submission
from tests.games.playing import NOW, days, done, make_game, order
from tests.games.racing import at_once, both_read_before_either_writes

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _no_bell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bell, "_send", lambda task: None)


def submitting(game: Game, seat: int, text: str, *, seen: int | None, key: str, source: str = "page") -> Callable[[], play.Outcome]:
    return partial(
        play.submit, game=game, seat=seat, text=text, seen=seen, source=source, key=key, actor=None, now=NOW
    )


def log(game: Game) -> list[str]:
    events = Event.objects.filter(game=game).order_by("seq")
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    assert Game.objects.get(pk=game.pk).version == len(events)
    return [event.order for event in events]


def test_the_same_key_twice_at_once_is_one_effect(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    with both_read_before_either_writes(monkeypatch):
        call = submitting(game, 0, "priest A2", seen=0, key="double click")
        one, two = at_once(call, call)
    assert one.ok
    assert two.ok
    assert sorted((one.repeated, two.repeated)) == [False, True]
    assert log(game) == ["priest A2"]
    assert Submission.objects.count() == 1


def test_two_tabs_with_different_orders_have_one_effect_and_the_other_is_told(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    with both_read_before_either_writes(monkeypatch):
        one, two = at_once(
            submitting(game, 0, "priest A2", seen=0, key="tab 1"), submitting(game, 0, "farmer C2", seen=0, key="tab 2")
        )
    assert sorted((one.ok, two.ok)) == [False, True]
    loser = two if one.ok else one
    assert loser.moved_on
    assert loser.version == 1
    assert len(log(game)) == 1


def test_a_mail_and_the_page_at_once_have_one_effect(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    with both_read_before_either_writes(monkeypatch):
        one, two = at_once(
            submitting(game, 0, "priest A2; temple A1", seen=0, key="<mail@example.org>", source="mail"),
            submitting(game, 0, "priest A2; temple A1", seen=0, key="form", source="page"),
        )
    assert sorted((one.ok, two.ok)) == [False, True]
    assert log(game) == ["priest A2", "temple A1"]
    assert Notice.objects.filter(kind="turn", version=2).count() == 1


def test_without_a_version_seen_the_slower_one_is_judged_at_the_new_position(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    with both_read_before_either_writes(monkeypatch):
        one, two = at_once(
            submitting(game, 0, "priest A2", seen=None, key="1"), submitting(game, 0, "farmer C2", seen=None, key="2")
        )
    assert one.ok
    assert two.ok
    assert sorted(log(game)) == ["farmer C2", "priest A2"]


def test_somebody_who_resigns_at_once_with_an_order_loses_neither(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    with both_read_before_either_writes(monkeypatch):
        one, two = at_once(
            submitting(game, 0, "priest A2", seen=None, key="1"), submitting(game, 2, "resign", seen=0, key="2")
        )
    assert one.ok
    assert two.ok
    assert sorted(log(game)) == ["priest A2", "resign"]


def test_words_at_once_are_all_said(game: Game) -> None:
    outcomes = at_once(*(submitting(game, seat, f"say {seat}", seen=None, key=f"{seat}") for seat in (0, 1, 2, 1)))
    assert all(outcome.ok for outcome in outcomes)
    assert sorted(Chat.objects.values_list("text", flat=True)) == ["0", "1", "2"]


def test_orders_are_never_both_taken_back_and_carried_out(
    ana: User, ben: User, cleo: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = make_game([ana, ben, cleo])
    done(game, 0, "priest A2; pass")
    order(game, 1, "priest C2; commit 1; temple P1")
    taken, outcome = at_once(partial(play.withdraw, game, 1), submitting(game, 0, "commit 0", seen=None, key="answer"))
    assert outcome.ok
    assert ("temple P1" in log(game)) != (taken == ("temple P1",))
    assert play.waiting(game, 1) == ()


def test_orders_withdrawn_just_before_the_writing_do_not_go_on(
    ana: User, ben: User, cleo: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = make_game([ana, ben, cleo])
    done(game, 0, "priest A2; pass")
    order(game, 1, "priest C2; commit 1; temple P1")
    go_on, taken = play._go_on, []

    def withdrawn_meanwhile(*args: object) -> object:
        if not taken:
            taken.extend(at_once(partial(play.withdraw, game, 1)))
        return go_on(*args)

    monkeypatch.setattr(play, "_go_on", withdrawn_meanwhile)
    done(game, 0, "commit 0")
    assert taken == [("temple P1",)]
    assert log(game)[-1] == "commit 0"


def test_two_sweeps_of_one_bot_move_it_once(ana: User, monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_game(["greedy", ana])
    done_by = at_once(partial(sweep.sweep, NOW), partial(sweep.sweep, NOW))
    assert sum(done_by) == 1
    keys = [event.submission.key for event in Event.objects.select_related("submission")]
    assert keys == [f"bot:{game.pk}:{version}" for version in range(len(log(game)))]


def test_two_owners_of_one_row_move_the_bot_once(ana: User, monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_game(["random", ana])
    due = Due.objects.get(game=game)
    with both_read_before_either_writes(monkeypatch):
        at_once(partial(sweep.act, due, NOW), partial(sweep.act, due, NOW))
    versions = [int(event.submission.key.rpartition(":")[2]) for event in Event.objects.select_related("submission")]
    assert versions == list(range(len(log(game))))


def test_an_order_in_the_moment_of_the_deadline_has_one_effect(ana: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_game([ana, ben], pace=days(1))
    with both_read_before_either_writes(monkeypatch):
        outcome, _swept = at_once(
            submitting(game, 0, "priest A2", seen=0, key="form"), partial(sweep.sweep, NOW + timedelta(days=1))
        )
    first = log(game)[0]
    assert first == ("priest A2" if outcome.ok else "pass")
    assert outcome.ok or outcome.moved_on


def test_a_repeated_key_is_answered_from_a_position_that_holds_its_events(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    load = play._load
    call = submitting(game, 0, "priest A2", seen=0, key="twice")
    first: list[play.Outcome] = []

    def carried_out_before_the_game_is_read_again(pk: int) -> Game:
        monkeypatch.setattr(play, "_load", load)
        old = load(pk)
        first.extend(at_once(call))
        return old

    monkeypatch.setattr(play, "_load", carried_out_before_the_game_is_read_again)
    second = call()
    assert first[0].ok
    assert second.repeated
    assert second.facts == first[0].facts
