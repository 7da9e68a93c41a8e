"""A demo to walk into: ana, ben and cleo, who meet nowhere but here, in a running game of each kind."""

from __future__ import annotations

from datetime import datetime

from allauth.account.models import EmailAddress
from django.db import transaction

from accounts.models import User
from engine import GAMES
from games import tables
from games.models import Game

PEOPLE = (("Ana", "ana@example.org"), ("Ben", "ben@example.org"), ("Cleo", "cleo@example.org"))
TITLE = "Demo"


def person(name: str, address: str) -> User:
    user = User.objects.filter(email=address).first()
    if user is None:
        taken = User.objects.filter(name_key=name.lower()).exists()
        user = User.objects.create_user(address, display_name=f"{name} (demo)" if taken else name)
    EmailAddress.objects.update_or_create(user=user, email=address, defaults={"verified": True, "primary": True})
    return user


@transaction.atomic
def make_demo(now: datetime) -> list[Game]:
    """The demo's running games, one of each kind; a new one where there is none or the last one is over."""
    people = [person(*who) for who in PEOPLE]
    return [running(kind, people, now) for kind in GAMES]


def running(kind: str, people: list[User], now: datetime) -> Game:
    host, *others = people
    game = Game.objects.filter(host=host, kind=kind, title=TITLE, status=Game.Status.RUNNING).order_by("pk").first()
    if game is not None:
        return game
    game = tables.create(host=host, now=now, kind=kind, size=len(people), title=TITLE, public=False)
    for user in others:
        tables.join(game=game, user=user, now=now, invitation=game.invitation)
    game.refresh_from_db()
    return game
