"""A game of the card game that stands before or in an external conflict, for tests of pages and mails."""

from __future__ import annotations

from collections.abc import Sequence

from accounts.models import User
from games.models import Game
from tests.games.playing import KINGS_START, done, make_game

THEN = ("temple", "farm", "market", "settlement") * 8  # what is drawn meanwhile
OTHER_HAND = ("temple", "temple", "farm", "farm", "farm", "farm", "settlement", "settlement")  # no market


def kings_game(users: Sequence[User | str], *, points: str = "always", cleo: Sequence[str] = KINGS_START) -> Game:
    """Everybody holds two of each card; `cleo`: what the third player holds instead."""
    return make_game(users, kind="kings", options={"points": points}, then=THEN, hands=[KINGS_START, KINGS_START, cleo])


def grown(game: Game) -> None:
    """Three cards below A and three below B, the lion's king in A, the bull's in B; the bow is to move."""
    for seat, orders in (
        (0, "king A1; settlement A"), (1, "king B1; settlement B"), (2, "temple A; temple B"),
        (0, "market A; farm B"), (1, "pass"),
    ):
        for order in orders.split("; "):
            done(game, seat, order)


def at_war(game: Game, link: str = "market") -> None:
    """The bow has joined A and B with a link that lies face down: the lion attacks the bull."""
    grown(game)
    done(game, 2, f"{link} A-B")
