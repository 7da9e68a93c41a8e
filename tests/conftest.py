"""The three stock people, ana, ben and cleo, a table that waits for its third, and a running game."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from random import Random

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache, caches
from django.test import Client

from accounts.models import User
from games import chance, tables
from games.models import Game

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _no_memory_of_other_tests() -> None:
    cache.clear()  # rate limits
    caches["pictures"].clear()


def person(name: str, address: str = "") -> User:
    """Somebody with a name and a verified address."""
    user = User.objects.create_user(address or f"{name.lower()}@example.org", display_name=name)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


@pytest.fixture
def ana(db: None) -> User:
    return person("Ana")


@pytest.fixture
def ben(db: None) -> User:
    return person("Ben")


@pytest.fixture
def cleo(db: None) -> User:
    return person("Cleo")


@pytest.fixture
def client_for() -> Callable[[User], Client]:
    """A browser in which this user is logged in."""

    def log_in(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return log_in


@pytest.fixture
def table(ana: User, ben: User) -> Game:
    """An open, public table for three; ana is its host, ben sits there."""
    game = tables.create(host=ana, now=NOW, size=3)
    tables.join(game=game, user=ben, now=NOW)
    return game


@pytest.fixture
def running_game(table: Game, cleo: User, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Ana, ben and cleo play; whose turn it is, chance has decided, in each test the same way."""
    source = Random(1)
    with monkeypatch.context() as steady:
        steady.setattr(chance, "shuffle", lambda deck: tuple(source.sample(list(deck), len(deck))))
        tables.join(game=table, user=cleo, now=NOW)
    table.refresh_from_db()
    return table
