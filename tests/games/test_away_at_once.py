"""Two who take days at the same moment, two sweeps that begin a vacation: never more days than there are."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from accounts import absences
from accounts.models import Absence, User
from games import away, bell, sweep
from games.models import TableEvent
from tests.games.playing import NOW, days, make_game
from tests.games.racing import at_once

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
DAY = timedelta(days=1)
TODAY = NOW.date()


@pytest.fixture(autouse=True)
def _no_bell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bell, "_send", lambda task: None)


def test_the_last_days_are_taken_once(ana: User) -> None:
    def take(first: int) -> Any:
        return lambda: away.take(ana, TODAY + first * DAY, TODAY + (first + 19) * DAY, now=NOW)

    with pytest.raises(ValidationError):
        at_once(take(1), take(40))
    assert absences.days_used(ana, 2026) == 20


def test_two_sweeps_begin_one_day(ana: User, ben: User) -> None:
    User.objects.update(auto_vacation=True)
    games = [make_game([ana, ben], pace=days(2)) for _ in range(3)]
    for _again in range(2):
        at_once(*[lambda: sweep.sweep(NOW + 2 * DAY)] * 3)
    assert Absence.objects.filter(user=ana).count() == 1
    assert absences.days_used(ana, 2026) == 1
    for game in games:
        game.refresh_from_db()
        assert game.deadline is not None
        assert game.deadline > NOW + 2 * DAY
        assert game.version == 0
    assert TableEvent.objects.filter(kind="away").count() == 3
