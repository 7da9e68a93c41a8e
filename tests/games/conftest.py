"""A game of ana, ben and cleo in this order, each with two temples, two farms, a settlement and a market."""

from __future__ import annotations

import pytest
from django.db import connection

from accounts.models import User
from games import positions
from games.models import Game
from tests.games.playing import make_game


@pytest.fixture
def game(ana: User, ben: User, cleo: User) -> Game:
    return make_game([ana, ben, cleo])


@pytest.fixture(autouse=True)
def _no_positions_of_other_tests() -> None:
    positions.clear()


@pytest.fixture(autouse=True)
def _on_postgresql(request: pytest.FixtureRequest) -> None:
    if request.node.get_closest_marker("postgres") and connection.vendor != "postgresql":
        pytest.skip("runs only with DATABASE_URL of a PostgreSQL; ./test does so")
