"""Bots: each chooses an order from a view, with no access to anything that its seat may not know.

A bot is one function and one line in `BOTS`. It gets a `random.Random` from the caller, so that a game of
bots can be played again from a seed.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engine.bots import greedy, random
from engine.order import Order
from engine.view import View

Bot = Callable[[View, Random], Order]

BOTS: dict[str, Bot] = {
    "random": random.choose,
    "greedy": greedy.choose,
}
