"""Games for tests: known seats, a known bag, orders by hand or by a bot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from typing import Any

from accounts.models import User
from engine import GAMES
from engine.bots import BOTS
from games import chance, follow, play
from games.models import Game, Seat
from games.pace import DAYS, NO_CLOCK, Pace

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
DYNASTIES = ("lion", "bull", "bow", "vase")
# Every hand of the start: 2 temples, 2 farms, settlement, market.
START = ("temple", "temple", "farm", "farm", "settlement", "market")
# And in the card game two of each.
KINGS_START = tuple(card for card in ("settlement", "temple", "farm", "market") for _ in range(2))


def days(number: int, **chosen: Any) -> Pace:
    """So many days for each decision; a seat is never opened, unless `misses` says so."""
    return replace(Pace(DAYS, days=number, misses=0), **chosen)


def make_game(
    users: Sequence[User | str], *, hands: Sequence[Sequence[str]] = (), pace: Pace | None = None, public: bool = True, seed: int = 1,
    options: dict[str, str] | None = None, kind: str = "tigris", then: Sequence[str] = (),
) -> Game:
    """A game that has just begun; a seat is a user or the name of a bot. The first one begins.

    `then`: what is drawn after the hands, before the rest in an order of chance.
    """
    rules = GAMES[kind]
    dynasties = DYNASTIES[: len(users)]
    chosen = {name: values[0] for name, values in rules.options.items()} | (options or {})
    bag = list(rules.deck(dynasties, chosen))
    start = {"tigris": START, "kings": KINGS_START}[kind]
    hands = [*hands, *[start] * (len(users) - len(hands))]
    first = [*(tile for hand in hands for tile in hand), *then]
    for tile in first:
        bag.remove(tile)
    Random(seed).shuffle(bag)
    draw = (*first, *bag)
    host = next(user for user in users if isinstance(user, User))
    game = Game.objects.create(
        code=f"game{Game.objects.count() + 1}", kind=kind, host=host, size=len(users), public=public, options=chosen,
        pace=(pace or NO_CLOCK).as_dict(),
        invitation=f"secret-of-{Game.objects.count() + 1}", status=Game.Status.RUNNING, created=NOW, started=NOW,
        draw=chance.fold(draw), salt="5a17", commitment=chance.commitment("5a17", chance.fold(draw)),
    )  # fmt: skip
    for index, user in enumerate(users):
        Seat.objects.create(
            game=game, index=index, dynasty=dynasties[index], user=user if isinstance(user, User) else None,
            bot=user if isinstance(user, str) else "",
        )
    follow.begin(game, rules.setup(dynasties, chosen, draw), now=NOW)
    return game


def order(
    game: Game, seat: int, text: str, *, seen: int | None = None, source: str = "page", key: str = "", now: datetime = NOW
) -> play.Outcome:
    """Sends order lines of a seat; every call has its own key."""
    order.number = getattr(order, "number", 0) + 1  # type: ignore[attr-defined]
    actor = game.seats.get(index=seat).user
    outcome = play.submit(
        game=game, seat=seat, text=text, seen=seen, source=source, key=key or f"test:{order.number}", actor=actor, now=now  # type: ignore[attr-defined]
    )
    game.refresh_from_db()
    return outcome


def done(game: Game, seat: int, text: str) -> play.Outcome:
    """Orders that must be accepted."""
    outcome = order(game, seat, text)
    assert outcome.ok, outcome.error or "moved on"
    return outcome


def play_on(game: Game, orders: int, *, bot: str = "random", seed: int = 1) -> None:
    """Lets a bot decide for every seat, a number of orders or to the end."""
    random = Random(seed)
    for _ in range(orders):
        game.refresh_from_db()
        if game.decider is None:
            return
        done(game, game.decider, str(BOTS[bot](play.view(game, game.decider), random)))
