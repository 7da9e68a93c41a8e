"""A demo to walk into: ana, ben and cleo, who meet nowhere but here, in a running game."""

from __future__ import annotations

from datetime import datetime

from allauth.account.models import EmailAddress
from django.db import transaction

from accounts.models import User
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
def make_demo(now: datetime) -> Game:
    """The demo's running game; a new one when there is none or the last one is over."""
    ana, ben, cleo = (person(*who) for who in PEOPLE)
    game = Game.objects.filter(host=ana, title=TITLE, status=Game.Status.RUNNING).order_by("pk").first()
    if game is not None:
        return game
    game = tables.create(host=ana, now=now, size=3, title=TITLE, public=False)
    for user in (ben, cleo):
        tables.join(game=game, user=user, now=now, invitation=game.invitation)
    game.refresh_from_db()
    return game
