"""What staff see of mail that came in and mail that waits, and what they may do with it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import play, seating
from games.models import Game
from mail import bounces, keeping, reading, tasks
from mail.models import Incoming, Outgoing, Silence
from tests.conftest import NOW, person
from tests.mail.inbox import Desk, desk, outcome, receive

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_pictures")]
Log = Callable[[User], Client]
LIST = reverse("admin:mail_incoming_changelist")


@pytest.fixture
def at_desk(running_game: Game) -> Desk:
    return desk(running_game)


@pytest.fixture
def dora(db: None) -> User:
    """A member of staff who plays nowhere."""
    user = person("Dora")
    user.is_staff = user.is_superuser = True
    user.save()
    return user


@pytest.fixture
def staff(dora: User, client_for: Log) -> Client:
    return client_for(dora)


def fails(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A fault of ours, until it is undone."""

    def submit(**values: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(play, "submit", submit)
    return monkeypatch


def again(client: Client, *rows: Incoming) -> str:
    values = {"action": "read_again", "_selected_action": [row.pk for row in rows]}
    return client.post(LIST, values, follow=True).content.decode()


def page(client: Client, row: Incoming) -> str:
    return client.get(reverse("admin:mail_incoming_change", args=[row.pk])).content.decode()


def test_the_list_tells_what_became_of_each_mail(at_desk: Desk, staff: Client) -> None:
    receive(at_desk.write(at_desk.orders[0]))
    receive(b"From: ana@example.org\nTo: play@localhost\n\nhello\n")
    text = staff.get(LIST).content.decode()
    assert at_desk.game.code in text
    assert "no token" in text
    assert "no token" not in staff.get(LIST, {"outcome": "orders"}).content.decode()


def test_a_mail_shows_headers_and_its_authors_words_and_no_key_nor_hand(at_desk: Desk, staff: Client) -> None:
    receive(at_desk.write(f"{at_desk.orders[0]}\nBest wishes"))
    text = page(staff, Incoming.objects.get())
    assert "Best wishes" in text
    assert "Subject: Re: " in text
    assert "In your hand" not in text
    assert at_desk.reply_to not in text
    assert "play+…@" in text


def test_the_whole_message_takes_a_button_and_is_noted(at_desk: Desk, staff: Client, dora: User) -> None:
    receive(at_desk.write("tempel Z99"))
    row = Incoming.objects.get()
    url = reverse("admin:mail_incoming_raw", args=[row.pk])
    assert url in page(staff, row)
    assert staff.get(url).status_code == 405
    assert not LogEntry.objects.exists()
    whole = staff.post(url).content.decode()
    assert "In your hand" in whole
    assert at_desk.reply_to not in whole
    assert [(entry.user, entry.object_id) for entry in LogEntry.objects.all()] == [(dora, str(row.pk))]


def test_staff_see_nothing_of_a_running_game_that_they_play_in(at_desk: Desk, client_for: Log) -> None:
    receive(at_desk.write(f"{at_desk.orders[0]}\nBest wishes"))
    row = Incoming.objects.get()
    player = at_desk.game.seats.exclude(pk=at_desk.seat.pk).first().user
    User.objects.filter(pk=player.pk).update(is_staff=True, is_superuser=True)
    client = client_for(User.objects.get(pk=player.pk))
    assert "Best wishes" not in page(client, row)
    assert client.post(reverse("admin:mail_incoming_raw", args=[row.pk])).status_code == 403
    Game.objects.update(status=Game.Status.FINISHED)
    assert "Best wishes" in page(client, row)


def test_nor_of_a_player_whose_seat_is_a_substitutes_by_now(at_desk: Desk, dora: User, client_for: Log) -> None:
    receive(at_desk.write(f"{at_desk.orders[0]}\nBest wishes"))
    game, seat = at_desk.game, at_desk.seat
    player = game.seats.exclude(pk=seat.pk).first().user
    User.objects.filter(pk=player.pk).update(is_staff=True, is_superuser=True)
    assert seating.give(game, seat, to=dora, now=NOW)
    receive(at_desk.write("Farewell", identifier="<written-2@mail.example.org>"))  # with a key that is void by now
    client = client_for(User.objects.get(pk=player.pk))
    first, second = Incoming.objects.order_by("pk")
    assert (first.token, second.token) == (None, None)
    for row in (first, second):
        assert "Not shown, because you play" in page(client, row)
        assert client.post(reverse("admin:mail_incoming_raw", args=[row.pk])).status_code == 403


def test_nobody_else_gets_in(at_desk: Desk, ana: User, client_for: Log) -> None:
    receive(at_desk.write(at_desk.orders[0]))
    row = Incoming.objects.get()
    User.objects.filter(pk=ana.pk).update(is_staff=True)
    for client in (Client(), client_for(User.objects.get(pk=ana.pk))):
        assert client.get(LIST).status_code in (302, 403)
        assert client.post(reverse("admin:mail_incoming_raw", args=[row.pk])).status_code in (302, 403)
        assert client.post(LIST, {"action": "read_again", "_selected_action": [row.pk]}).status_code in (302, 403)
    assert Incoming.objects.get().again == 0


def test_after_a_fix_a_mail_is_processed_again_with_one_effect(
    at_desk: Desk, staff: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        fails(patch)
        receive(at_desk.write(at_desk.orders[0]))
    row = Incoming.objects.get()
    assert (row.outcome, at_desk.events()) == ("error", [])
    for _ in range(2):
        again(staff, row)
        reading.read_due(NOW)
    assert (outcome(), at_desk.events()) == ("orders", [at_desk.orders[0]])
    texts = [answer.text for answer in at_desk.answers()]
    assert len(texts) == 2, "that it failed, and that it was done"
    assert "Your orders were carried out" in texts[-1]
    assert Incoming.objects.get().again == 1
    assert LogEntry.objects.count() == 1


def test_what_was_done_but_not_noted_is_not_done_twice(
    at_desk: Desk, staff: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mail import answers

    def broken(*args: Any) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(answers, "done", broken)
        receive(at_desk.write(at_desk.orders[0]))
    assert (outcome(), at_desk.events()) == ("error", [at_desk.orders[0]])
    again(staff, Incoming.objects.get())
    reading.read_due(NOW)
    assert (outcome(), at_desk.events()) == ("orders", [at_desk.orders[0]])
    assert len(at_desk.answers()) == 1


def test_the_same_end_is_not_told_twice(at_desk: Desk, staff: Client) -> None:
    receive(at_desk.write("temple Z99"))
    again(staff, Incoming.objects.get())
    reading.read_due(NOW)
    assert (outcome(), len(at_desk.answers())) == ("refused", 1)
    assert Incoming.objects.get().answered


def test_a_mail_that_had_its_effect_is_left_alone(at_desk: Desk, staff: Client) -> None:
    receive(at_desk.write(f"{at_desk.orders[0]}\nnotes once"))
    text = again(staff, Incoming.objects.get())
    assert "had its effect" in text
    assert (Incoming.objects.get().status, at_desk.events()) == ("done", [at_desk.orders[0]])


def test_a_message_is_kept_for_thirty_days(at_desk: Desk, staff: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    receive(at_desk.write("temple Z99"))
    Incoming.objects.update(received=NOW)
    assert keeping.forget(NOW + timedelta(days=29)) == 0
    monkeypatch.setattr(tasks.timezone, "now", lambda: NOW + timedelta(days=31))
    tasks.read()
    row = Incoming.objects.get()
    assert (bytes(row.raw), row.kept, row.recipients, row.outcome) == (b"", False, [], "refused")
    assert "refused" in page(staff, row)
    assert staff.post(reverse("admin:mail_incoming_raw", args=[row.pk])).status_code == 404
    assert "not kept any more" in again(staff, row)
    assert Incoming.objects.get().status == Incoming.Status.DONE


def test_a_message_that_nobody_could_read_yet_is_kept_longer(at_desk: Desk) -> None:
    Incoming.objects.create(key="k", door="pipe", raw=b"x", received=NOW)
    assert keeping.forget(NOW + timedelta(days=60)) == 0


@pytest.mark.parametrize("raw", [b"", b"\xff\xfe\x00", b"Content-Type: message/rfc822\n\n" * 500, b"From: <script>alert(1)</script>\n\n<b>x"])
def test_any_message_can_be_looked_at(staff: Client, raw: bytes) -> None:
    row = Incoming.objects.create(key="k", door="pipe", raw=raw, received=NOW, status="unreadable")
    response = staff.get(reverse("admin:mail_incoming_change", args=[row.pk]))
    assert response.status_code == 200
    assert b"<script>alert" not in response.content
    assert staff.post(reverse("admin:mail_incoming_raw", args=[row.pk])).content.isascii() or raw.startswith(b"\xff")


# Mail to players.


def test_the_age_of_the_oldest_waiting_mail_is_shown(at_desk: Desk, staff: Client) -> None:
    url = reverse("admin:mail_outgoing_changelist")
    text = staff.get(url).content.decode()
    assert "The oldest message that waits to leave has been waiting for" in text
    assert "In your hand" not in staff.get(reverse("admin:mail_outgoing_change", args=[at_desk.mail.pk])).content.decode()
    Outgoing.objects.update(status=Outgoing.Status.SENT)
    assert "No message waits to leave" in staff.get(url).content.decode()


def test_a_waiting_mail_can_be_tried_at_once(at_desk: Desk, staff: Client) -> None:
    Outgoing.objects.filter(pk=at_desk.mail.pk).update(due=NOW + timedelta(days=900))
    staff.post(reverse("admin:mail_outgoing_changelist"), {"action": "send_now", "_selected_action": [at_desk.mail.pk]})
    assert Outgoing.objects.get(pk=at_desk.mail.pk).due < NOW + timedelta(days=900)


def test_staff_can_open_an_address_again_and_see_bounces_and_questions(at_desk: Desk, staff: Client) -> None:
    bounces.record(at_desk.address, "hard", "550 no such user", NOW)
    for name in ("silence", "bounce", "claim"):
        assert staff.get(reverse(f"admin:mail_{name}_changelist")).status_code == 200
    pk = Silence.objects.get().pk
    staff.post(reverse("admin:mail_silence_changelist"), {"action": "lift", "_selected_action": [pk]})
    assert not Silence.objects.exists()
