"""The bot that knows nothing: any legal kind of order, then any of its arguments."""

from __future__ import annotations

from random import Random

from engine.order import Order
from engine.view import View

NOT_FOR_BOTS = frozenset({"undo", "resign", "points"})


def choose(view: View, rng: Random) -> Order:
    word = rng.choice(sorted(word for word in view.legal if word not in NOT_FOR_BOTS))
    return fill_in(view, word, rng)


def fill_in(view: View, word: str, rng: Random) -> Order:
    """An order that begins with this word: any of the arguments that the view lists for it."""
    arguments = view.legal[word]
    if word == "swap":
        count = rng.randint(1, len(arguments))
        return Order("swap", tuple(sorted(rng.sample(arguments, count), key=arguments.index)))
    if not arguments:
        return Order(word)
    return Order(word, tuple(rng.choice(arguments).split()))
