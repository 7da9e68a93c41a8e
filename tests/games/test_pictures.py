"""The board as a picture: drawn once for a position and viewer, and given to nobody else."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse
from PIL import Image

import drawing
from accounts.models import User
from engine import View
from games import pictures
from games.models import Game, Seat
from tests.games.playing import done, make_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(ana: User, ben: User) -> Game:
    return make_game([ana, ben])


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[int | None]:
    """The seats whose views were drawn; each picture says for which one it is."""
    seats: list[int | None] = []

    def png(view: View, **_: Any) -> bytes:
        seats.append(view.seat)
        return f"picture {len(seats)} of seat {view.seat}".encode()

    monkeypatch.setattr(drawing, "png", png)
    return seats


def seats(game: Game) -> tuple[Seat, Seat]:
    first, second = game.seats.all()
    return first, second


def test_a_position_is_drawn_once_for_each_viewer(game: Game, drawn: list[int | None]) -> None:
    ana, ben = seats(game)
    found = [pictures.picture(game, seat, language="en") for seat in (ana, ben, None, ana, ben, None)]
    assert drawn == [0, 1, None]
    assert found[:3] == found[3:]


def test_nobody_gets_what_was_drawn_for_another_seat(game: Game, drawn: list[int | None]) -> None:
    for seat in (*seats(game), None):
        assert pictures.picture(game, seat, language="en").endswith(f"of seat {seat.index if seat else None}".encode())


def test_a_new_position_is_drawn_anew(game: Game, drawn: list[int | None]) -> None:
    ana, _ben = seats(game)
    before = pictures.picture(game, ana, language="en")
    done(game, 0, "pass")
    assert pictures.picture(game, ana, language="en") != before


def test_the_same_number_of_another_game_is_another_position(game: Game, drawn: list[int | None]) -> None:
    ana, _ben = seats(game)
    before = pictures.picture(game, ana, language="en")
    game.commitment = "another bag"
    assert pictures.picture(game, ana, language="en") != before


def test_highlights_and_languages_are_pictures_of_their_own(game: Game, drawn: list[int | None]) -> None:
    ana, _ben = seats(game)
    wanted: list[dict[str, Any]] = [{"language": "en"}, {"language": "de"}, {"language": "en", "highlight": ("D5",)}]
    assert len({pictures.picture(game, ana, **values) for values in wanted}) == 3


def test_the_page_of_the_picture_is_for_whoever_sees_the_game(
    game: Game, ana: User, client: Client, client_for: Callable[[User], Client], drawn: list[int | None]
) -> None:
    url = reverse("game_picture", args=[game.code])
    assert client.get(url).content.endswith(b"of seat None")
    response = client_for(ana).get(url)
    assert (response.content, response["Content-Type"]) == (b"picture 2 of seat 0", "image/png")
    assert "no-store" in response["Cache-Control"]
    Game.objects.update(public=False)
    assert client.get(url).status_code == 404
    assert client_for(ana).get(url).status_code == 200


def test_a_table_has_no_picture_before_its_start(table: Game, client: Client) -> None:
    assert client.get(reverse("game_picture", args=[table.code])).status_code == 404


def test_it_is_a_small_and_dense_png(game: Game) -> None:
    data = pictures.picture(game, seats(game)[0], language="en")
    assert Image.open(io.BytesIO(data)).width >= 2 * 592
    assert len(data) < 60_000
    assert caches["pictures"].get(pictures.key_of(game, seats(game)[0], "en", ())) == data
