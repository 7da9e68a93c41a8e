"""Numbers for those who watch the service."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Game
from mail import outbox, sending
from mail.models import Outgoing

pytestmark = pytest.mark.django_db


def read(client: Client) -> dict[str, float]:
    text = client.get("/metrics").content.decode()
    return {name: float(value) for name, value in (line.split() for line in text.splitlines() if line[0] != "#")}


def test_nothing_waits_in_an_empty_house(client: Client) -> None:
    assert read(client)["tigris_mail_oldest_waiting_seconds"] == 0
    assert set(read(client).values()) == {0}


def test_the_oldest_waiting_message_has_an_age(client: Client, ana: User) -> None:
    since = timezone.now() - timedelta(hours=2)
    for key in ("one", "two"):
        outbox.queue(key=key, kind="turn", address=ana.email, subject="s", text="t\n", html="h", user=ana, now=since)
    found = read(client)
    assert found["tigris_mail_waiting"] == 2
    assert 7200 <= found["tigris_mail_oldest_waiting_seconds"] < 7300


def test_a_server_that_refuses_shows(client: Client, ana: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(sending._Post, "send", refuse)
    outbox.queue(key="k", kind="turn", address=ana.email, subject="s", text="t\n", html="h", user=ana, now=timezone.now())
    sending.send_due(timezone.now())
    assert read(client)["tigris_mail_tried_again"] == 1
    Outgoing.objects.update(tries=len(sending.INTERVALS), due=timezone.now())
    sending.send_due(timezone.now())
    found = read(client)
    assert (found["tigris_mail_waiting"], found["tigris_mail_failed"]) == (0, 1)


def test_running_games_and_what_they_have_to_tell_are_counted(client: Client, running_game: Game) -> None:
    found = read(client)
    assert (found["tigris_games_running"], found["tigris_notices_waiting"]) == (1, 4)


def test_it_is_text_that_programs_know(client: Client) -> None:
    response = client.get("/metrics")
    assert response["Content-Type"].startswith("text/plain; version=0.0.4")
    assert b"# TYPE tigris_mail_waiting gauge\n" in response.content


def test_a_token_keeps_it_for_those_who_have_it(client: Client, settings: LazySettings) -> None:
    settings.METRICS_TOKEN = "only for us"
    assert client.get("/metrics").status_code == 401
    assert client.get("/metrics", headers={"Authorization": "Bearer no"}).status_code == 401
    assert client.get("/metrics", headers={"Authorization": "Bearer only for us"}).status_code == 200
