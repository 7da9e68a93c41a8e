"""Each game has its own choice of when its mails come, without JavaScript."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from accounts.models import User
from games.models import Game, Seat

pytestmark = pytest.mark.django_db


def mine(game: Game, user: User) -> Seat:
    return game.seats.select_related("user").get(user=user)


@pytest.mark.parametrize(("choice", "muted", "mode", "mailed"), [
    ("turns", False, "turns", "turns"), ("digest", False, "digest", "digest"), ("silent", True, "", "silent"),
    ("profile", False, "", "digest"),
])
def test_a_player_chooses_for_one_game(
    running_game: Game, ana: User, client_for: Any, choice: str, muted: bool, mode: str, mailed: str
) -> None:
    User.objects.update(mail_mode="digest")
    client = client_for(ana)
    client.post(reverse("game_mails", args=[running_game.code]), {"mails": choice})
    seat = mine(running_game, ana)
    assert (seat.muted, seat.mail_mode, seat.mailed) == (muted, mode, mailed)
    page = client.get(reverse("game", args=[running_game.code])).content.decode()
    assert f'value="{choice}" checked' in page


def test_the_others_are_not_concerned(running_game: Game, ana: User, ben: User, client_for: Any) -> None:
    client_for(ana).post(reverse("game_mails", args=[running_game.code]), {"mails": "silent"})
    assert mine(running_game, ben).mailed == "turns"


def test_nonsense_changes_nothing(running_game: Game, ana: User, client_for: Any) -> None:
    client_for(ana).post(reverse("game_mails", args=[running_game.code]), {"mails": "never"})
    assert mine(running_game, ana).mailed == "turns"


def test_who_does_not_play_has_no_such_choice(running_game: Game, client: Any) -> None:
    page = client.get(reverse("game", args=[running_game.code])).content.decode()
    assert 'name="mails"' not in page
    client.post(reverse("game_mails", args=[running_game.code]), {"mails": "silent"})
    assert not Seat.objects.filter(muted=True).exists()


def test_mails_again_means_mails_also_for_who_gets_none_of_other_games(running_game: Game, ana: User) -> None:
    User.objects.update(mail_mode="silent")
    seat = mine(running_game, ana)
    seat.mute()
    seat.unmute()
    assert mine(running_game, ana).mailed == "turns"


def test_mails_again_leaves_a_digest_a_digest(running_game: Game, ana: User) -> None:
    seat = mine(running_game, ana)
    seat.mail_mode = "digest"
    seat.mute()
    seat.unmute()
    assert seat.mailed == "digest"
