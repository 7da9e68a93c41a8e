"""What leaves first, and how much in a minute."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.conf import LazySettings

from accounts.models import User
from mail import outbox, pacing, sending
from mail.models import Outgoing
from tests.conftest import NOW
from tests.mail.test_out_sending import waiting

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


class Server:
    """Takes what is sent, unless it is busy."""

    busy = False


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Server:
    found = Server()

    def send(*_: Any) -> None:
        if found.busy:
            raise OSError

    monkeypatch.setattr(sending._Post, "send", send)
    return found


def queue(user: User, kind: str, number: int, **values: Any) -> Outgoing:
    row = waiting(user, key=f"{kind}{number}", **values)
    Outgoing.objects.filter(pk=row.pk).update(kind=kind)
    return row


def left() -> list[str]:
    """The kinds of what has left, in the order in which it did."""
    return list(Outgoing.objects.filter(status="sent").order_by("sent", "pk").values_list("kind", flat=True))


def test_without_a_limit_all_leave_in_one_round(server: Server, ana: User) -> None:
    for number in range(30):
        queue(ana, "chat", number)
    assert sending.send_due(NOW) == 30


def test_no_more_leave_in_a_minute_than_are_allowed(server: Server, ana: User, settings: LazySettings) -> None:
    settings.MAIL_RATE = 8
    for number in range(20):
        queue(ana, "turn", number)
    now, sent = NOW, []
    while len(sent) < 40 and Outgoing.objects.filter(status="waiting").exists():
        sent.append(sending.send_due(now))
        now += timedelta(seconds=15)
    assert sum(sent) == 20
    times = sorted(Outgoing.objects.values_list("sent", flat=True))
    for first, ninth in zip(times, times[8:], strict=False):
        assert ninth - first > timedelta(seconds=59)
    assert now - NOW < 4 * MINUTE


def test_a_turn_does_not_wait_behind_a_crowd_of_others(server: Server, ana: User, settings: LazySettings) -> None:
    settings.MAIL_RATE = 8
    for number in range(40):
        queue(ana, "ended", number)
    assert sending.send_due(NOW) == 6  # of eight; two are kept for what somebody waits for
    queue(ana, "turn", 1)
    queue(ana, "account", 1)
    assert sending.send_due(NOW + timedelta(seconds=15)) == 2
    assert set(left()[-2:]) == {"turn", "account"}


def test_codes_go_first_then_turns_and_answers_then_the_rest(server: Server, ana: User) -> None:
    for kind in ("ended", "chat", "turn", "games", "answer", "account"):
        queue(ana, kind, 1)
    order = []
    while row := sending.claim(NOW):
        order.append(row.kind)
    assert order == ["account", "turn", "answer", "ended", "chat", "games"]


def test_what_is_late_by_an_hour_is_as_important_as_a_turn(server: Server, ana: User) -> None:
    queue(ana, "ended", 1)
    queue(ana, "turn", 1, due=NOW + timedelta(minutes=59))
    first = sending.claim(NOW + timedelta(minutes=61))
    assert first is not None
    assert first.kind == "ended"


def test_what_other_workers_have_claimed_counts(server: Server, ana: User, settings: LazySettings) -> None:
    settings.MAIL_RATE = 2
    for number in range(4):
        queue(ana, "turn", number)
    assert sending.claim(NOW) is not None  # another worker's, not sent yet
    assert sending.send_due(NOW) == 1
    assert sending.send_due(NOW) == 0


def test_of_two_workers_that_take_the_last_place_none_goes_beyond(
    server: Server, ana: User, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.MAIL_RATE = 1
    first, second = queue(ana, "turn", 1), queue(ana, "turn", 2)
    allowed = pacing.allowed

    def other_is_faster(due: Any, now: Any) -> Any:
        found = allowed(due, now).values_list("pk", flat=True)
        seen = list(found)
        Outgoing.objects.filter(pk=second.pk).update(lease=NOW + MINUTE)
        return due.model.objects.filter(pk__in=seen).exclude(pk=second.pk)

    monkeypatch.setattr(pacing, "allowed", other_is_faster)
    assert sending.claim(NOW) is None
    assert Outgoing.objects.get(pk=first.pk).lease is None


def test_a_refusal_costs_nothing_of_the_rate(server: Server, ana: User, settings: LazySettings) -> None:
    settings.MAIL_RATE = 1
    queue(ana, "turn", 1)
    server.busy = True
    assert sending.send_due(NOW) == 0
    server.busy = False
    assert sending.send_due(NOW + 2 * MINUTE) == 1


def test_the_age_of_the_oldest_that_waits_is_known(server: Server, ana: User) -> None:
    assert outbox.oldest_waiting(NOW) is None
    server.busy = True
    queue(ana, "turn", 1)
    queue(ana, "turn", 2, due=NOW + MINUTE)
    sending.send_due(NOW)
    assert outbox.oldest_waiting(NOW + timedelta(hours=3)) == timedelta(hours=3)
    server.busy = False
    sending.send_due(NOW + 2 * MINUTE)
    assert outbox.oldest_waiting(NOW + timedelta(hours=3)) is None
