"""The demo: only where no real mail goes out, and the same game for whoever walks in."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from accounts.models import User
from games.models import Game
from tests.conftest import NOW, person
from web.demo import make_demo

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _post_room(settings) -> None:
    settings.POST_ROOM = True


def test_it_sets_three_people_at_a_running_game_of_each_kind():
    games = make_demo(NOW)
    assert [game.kind for game in games] == ["tigris", "kings"]
    for game in games:
        assert game.status == Game.Status.RUNNING
        assert {str(seat.user) for seat in game.seats.all()} == {"Ana", "Ben", "Cleo"}
        assert not game.public


def test_twice_is_once():
    assert make_demo(NOW) == make_demo(NOW)
    assert User.objects.count() == 3


def test_a_new_game_begins_when_the_last_one_is_over():
    board, cards = make_demo(NOW)
    Game.objects.filter(pk=board.pk).update(status="finished")
    fresh, same = make_demo(NOW)
    assert fresh != board
    assert same == cards


def test_people_whose_names_are_taken_play_all_the_same():
    person("ana", "other@example.org")
    assert "Ana (demo)" in {str(seat.user) for seat in make_demo(NOW)[0].seats.all()}


def test_a_visitor_becomes_one_of_them(client):
    assert "Be Cleo" in client.get(reverse("demo")).content.decode()
    response = client.post(reverse("demo"), {"who": "Cleo"})
    assert response.url == reverse("game", args=(Game.objects.get(kind="tigris").code,))
    assert client.session["_auth_user_id"] == str(User.objects.get(email="cleo@example.org").pk)


def test_looking_logs_nobody_in(client):
    client.get(reverse("demo"))
    assert "_auth_user_id" not in client.session
    assert not Game.objects.exists()


def test_where_real_mail_goes_out_there_is_no_demo(client, settings):
    settings.POST_ROOM = False
    assert client.get(reverse("demo")).status_code == client.post(reverse("demo"), {"who": "Ana"}).status_code == 404
    assert "Be Ana" not in client.get(reverse("home")).content.decode()
    with pytest.raises(CommandError):
        call_command("demo")
    assert not User.objects.exists()


def test_the_command_says_where_to_go(capsys):
    call_command("demo")
    assert "/demo/" in capsys.readouterr().out
