"""Whole games in which everybody writes ahead at random: they go on by themselves, and nobody waits for nothing."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

import pytest

from accounts.models import User
from engine import GAMES
from engine.bots import BOTS
from games import plans, play
from games.models import Due, Event, Game, Plan
from games.plan_lines import NOT_PLANNED, Draft
from games.positions import replay
from games.sweep import sweep
from tests.games.playing import NOW, done, make_game

pytestmark = pytest.mark.django_db
RULES = ("ask", "none", "all", "least", "least 1", "least 2")
ORDERS = 160


def write_ahead(game: Game, rng: Random, now: datetime) -> None:
    """Somebody changes their standing answers, plans what might be legal, or withdraws a plan."""
    seat = game.seats.select_related("user", "game").get(index=rng.randrange(3))
    choice = rng.random()
    if choice < 0.4:
        answers = {side: {scope: rng.choice(RULES) for scope in rng.sample(("all", "king", "priest"), 2)}
                   for side in ("defend", "attack")}
        more = {"leave": "near"} if game.kind == "tigris" else {"take": rng.choice(("all", "none")), "lay": "never"}
        plans.keep(game, seat, {**answers, **more}, hidden=rng.random() < 0.3, key="k", now=now)
    elif choice < 0.9:
        view = play.view(game, seat.index if game.decider == seat.index else game.decider)
        legal = [f"{word} {argument}".strip() for word, arguments in view.legal.items() if word not in NOT_PLANNED | {"swap"}
                 for argument in rng.sample(arguments, min(2, len(arguments))) or [""]]
        draft = Draft(tuple(rng.sample(legal, min(len(legal), 2))) or ("pass",), rng.choice(Plan.Guard.values), rng.random() < 0.3)
        plans.make(game, seat, draft, version=game.version, key=f"soak:{rng.random()}", now=now)
    else:
        plans.withdraw(game, seat, now=now)


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_games_go_on_whatever_is_written_ahead(ana: User, ben: User, cleo: User, kind: str, seed: int) -> None:
    game = make_game([ana, ben, cleo], kind=kind, seed=seed, options={"points": "ask"} if kind == "kings" else {})
    rng, now = Random(seed), NOW
    for _ in range(ORDERS):
        game.refresh_from_db()
        if game.decider is None:
            break
        write_ahead(game, rng, now)
        game.refresh_from_db()
        if due := Due.objects.filter(game=game, kind=Due.Kind.PLANNED).first():
            assert due.version == game.version, "the row is of the open decision"
            version, now = game.version, max(now, due.due)
            before = Plan.objects.filter(status="void").count()
            sweep(now)
            game.refresh_from_db()
            assert game.version > version or Plan.objects.filter(status="void").count() > before
        else:
            done(game, game.decider, str(BOTS["random"](play.view(game, game.decider), rng)))
        now += timedelta(minutes=1)
    sources = set(Event.objects.filter(game=game).values_list("submission__source", flat=True))
    assert {"page", "plan", "standing"} <= sources
    assert replay(game, Event.objects.filter(game=game).order_by("seq"), every=True).version == game.version
    assert not Due.objects.filter(game=game, kind=Due.Kind.PLANNED).exclude(version=game.version).exists()
