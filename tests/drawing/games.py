"""Positions of games that the bots played, the same ones in every run."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine import GAMES, Fact, View
from engine.bots import BOTS

TIGRIS = GAMES["tigris"]
DYNASTIES = ("lion", "bull", "vase", "bow")


def play(seed: int, *, players: int = 4, board: str = "standard", bot: str = "random") -> Iterator[
    tuple[object, tuple[Fact, ...]]
]:
    """Each position of a game of bots with what led to it, the first one included."""
    random = Random(seed)
    options = {name: values[0] for name, values in TIGRIS.options.items()} | {"board": board}
    deck = list(TIGRIS.deck(DYNASTIES[:players], options))
    random.shuffle(deck)
    state = TIGRIS.setup(DYNASTIES[:players], options, deck)
    yield state, ()
    while (seat := TIGRIS.decider(state)) is not None:
        order = BOTS[bot](TIGRIS.view(state, seat), random)
        state, facts = TIGRIS.apply(state, seat, order)
        yield state, facts


def views(seed: int, *, every: int = 7, **options: object) -> Iterator[View]:
    """Some positions of such a game, and every conflict, as a player and as a spectator see them."""
    for number, (state, _) in enumerate(play(seed, **options)):  # type: ignore[arg-type]
        view = TIGRIS.view(state, number % 2)
        if number % every == 0 or view.conflict is not None:
            yield view if number % 3 else TIGRIS.view(state, None)


def fullest(seed: int, **options: object) -> View:
    """The position of such a game with the most on its board, as the first player sees it."""
    states = (state for state, _ in play(seed, **options))  # type: ignore[arg-type]
    return max((TIGRIS.view(state, 0) for state in states), key=lambda view: len(view.board.cells))
