"""The deadline's own instant: an order and several sweeps at once. The order counts or the deadline does, never both."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest

from accounts.models import User
from games import bell, play, sweep
from games.models import Decision, Due, Event, Game, Seat, TableEvent
from tests.games.playing import NOW, days, make_game
from tests.games.racing import at_once, both_read_before_either_writes

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
LATE = NOW + timedelta(days=2)


@pytest.fixture(autouse=True)
def _no_bell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bell, "_send", lambda task: None)


def whole_turn(game: Game, user: User) -> play.Outcome:
    """Received at the last moment, carried out at that of the sweeps."""
    return play.submit(game=game, seat=0, text="swap temple\npass", seen=0, source="page", key=f"ana:{game.pk}", actor=user,
                       now=LATE, received=LATE - timedelta(seconds=1))


def check_one_of_them(game: Game, outcome: play.Outcome) -> None:
    """All that would show if both had counted: the log, the table's own, the seat, the decision, the next deadline."""
    game.refresh_from_db()
    log = list(Event.objects.filter(game=game).order_by("seq").values_list("seat", "order", "submission__source"))
    missed = TableEvent.objects.filter(game=game, kind="missed").count()
    seat, decision = Seat.objects.get(game=game, index=0), Decision.objects.filter(game=game, seat=0).order_by("pk")[0]
    if outcome.ok:
        assert log == [(0, "swap temple", "page"), (0, "pass", "page")]
        assert (missed, seat.misses, decision.missed, decision.source) == (0, 0, False, "page")
    else:
        assert outcome.moved_on, "who was too late is shown the new position"
        assert log == [(0, "pass", "clock")]
        assert (missed, seat.misses, decision.missed, decision.source) == (1, 1, True, "clock")
    assert game.version == len(log)
    assert game.decider == Decision.objects.get(game=game, made=None).seat == 1
    assert Due.objects.get(game=game, kind="deadline").due == game.deadline == LATE + timedelta(days=2)


@pytest.mark.parametrize("attempt", range(8))
def test_two_sweeps_and_an_order_at_the_deadline_bring_the_order_or_the_miss(ana: User, ben: User, attempt: int) -> None:
    game = make_game([ana, ben], pace=days(2))
    assert game.deadline == LATE
    _one, outcome, _two = at_once(partial(sweep.sweep, LATE), partial(whole_turn, game, ana), partial(sweep.sweep, LATE))
    check_one_of_them(game, outcome)


@pytest.mark.parametrize("attempt", range(4))
def test_it_holds_when_all_have_read_the_position_before_one_writes(
    ana: User, ben: User, monkeypatch: pytest.MonkeyPatch, attempt: int
) -> None:
    """The sweep holds the row when it reads, so the order must find out when it writes."""
    game = make_game([ana, ben], pace=days(2))
    with both_read_before_either_writes(monkeypatch):
        _swept, outcome = at_once(partial(sweep.sweep, LATE), partial(whole_turn, game, ana))
    check_one_of_them(game, outcome)
