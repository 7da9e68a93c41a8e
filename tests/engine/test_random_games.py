"""Random games to the end: what must hold holds in every position."""

from __future__ import annotations

from random import Random

import pytest

from engine import Order
from engine.tigris import legal
from engine.tigris.invariants import faults
from tests.engine.tigris_parts import GAME, begin

LONGEST = 2000


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", [
    {}, {"board": "advanced", "support": "english", "scores": "open"}, {"wonder": "on", "buildings": "on"},
])
@pytest.mark.parametrize("leaving", [0.0, 0.01])
def test_a_random_game_ends_and_breaks_no_rule(players, options, leaving):
    for seed in range(3):
        rng = Random(f"{seed} {leaving}")
        state = begin(seed, players, **options)
        for _ in range(LONGEST):
            if state.decider is None:
                break
            seat, order = state.decider, legal.pick(state, rng)
            if rng.random() < leaving:
                seat = rng.choice([other for other in range(players) if other not in state.resigned])
                order = Order("resign")
            state, _ = GAME.apply(state, seat, order)
            assert list(faults(state)) == []
        assert state.places is not None
        assert min(state.places) == 1
