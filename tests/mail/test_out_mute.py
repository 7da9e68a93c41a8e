"""No more turn mails, by one click in the mail program or on the page behind it."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game, Seat
from mail import outbox

pytestmark = pytest.mark.django_db


@pytest.fixture
def seat(table: Game) -> Seat:
    return table.seats.get(user=table.host)


def link(seat: Seat) -> str:
    return urlsplit(outbox.mute_url(seat)).path


def test_looking_changes_nothing(client: Client, seat: Seat) -> None:
    assert client.get(link(seat)).status_code == 200
    seat.refresh_from_db()
    assert not seat.muted


def test_one_click_mutes_without_a_session_or_form_token(seat: Seat) -> None:
    program = Client(enforce_csrf_checks=True)
    assert program.post(link(seat), {"List-Unsubscribe": "One-Click"}).status_code == 200
    seat.refresh_from_db()
    assert seat.muted


def test_the_page_takes_it_back(client: Client, seat: Seat) -> None:
    client.post(link(seat))
    client.post(link(seat), {"again": "1"})
    seat.refresh_from_db()
    assert not seat.muted


def test_who_has_left_the_seat_cannot_silence_the_substitute(client: Client, seat: Seat, cleo: User) -> None:
    old = link(seat)
    seat.user = cleo
    seat.save()
    assert client.post(old, {"List-Unsubscribe": "One-Click"}).status_code == 404
    seat.refresh_from_db()
    assert not seat.muted


def test_it_speaks_the_players_language(client: Client, seat: Seat) -> None:
    seat.user.language = "de"
    seat.user.save()
    assert 'lang="de"' in client.get(link(seat)).content.decode()


def test_a_link_that_was_changed_does_nothing(client: Client, seat: Seat) -> None:
    assert client.post(link(seat)[:-3] + "xy/").status_code == 404
    seat.refresh_from_db()
    assert not seat.muted
