"""What is listed is what is accepted, in each of the three ways of listing it."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine import Illegal, Order
from engine.tigris import kingdoms, legal
from engine.tigris.geometry import NAME
from engine.tigris.pieces import LEADERS, TILES
from tests.engine.tigris_parts import GAME, play, some, table

POSITIONS = [(seed, 2 + seed % 3, 20 + 9 * seed) for seed in range(14)]


@pytest.mark.parametrize(("seed", "players", "orders"), POSITIONS)
def test_every_placement_listed_is_accepted_and_no_other(seed, players, orders):
    state = some(seed, players, orders)
    listed = GAME.legal(state)
    words = (*TILES, *LEADERS, "catastrophe")
    every = [Order(word, (name,)) for word in words for name in NAME.values()]
    every += [Order(word, ("off",)) for word in LEADERS]
    accepted = set()
    for order in every:
        try:
            GAME.apply(state, state.decider or 0, order)
        except Illegal:
            continue
        accepted.add(order)
    assert {order for order in listed if order.word in words} == accepted
    assert len(listed) == len(set(listed))


@pytest.mark.parametrize(("seed", "players", "orders"), POSITIONS)
def test_the_view_lists_the_same(seed, players, orders):
    state = some(seed, players, orders)
    shown = dict(GAME.view(state, state.decider).legal)
    for word in ("undo", "resign", "swap", "pass"):
        shown.pop(word, None)
    listed = Counter(order.word for order in GAME.legal(state))
    assert {word: len(arguments) for word, arguments in shown.items()} == {
        word: number for word, number in listed.items() if word not in ("swap", "pass")
    }
    for order in GAME.legal(state):
        if order.word in shown:
            assert " ".join(order.args) in shown[order.word]


def test_a_pick_can_be_each_of_the_list():
    state = table(tiles={"E5": "temple"}, hands=[{"farm": 1}, {}], leaders={"E4": ("king", "lion")})
    rng = Random(1)
    listed = GAME.legal(state)
    picked = Counter(legal.pick(state, rng) for _ in range(100 * len(listed)))
    assert set(picked) == set(listed)
    assert min(picked.values()) > 40


def test_a_swap_may_name_any_tiles_of_the_hand():
    swaps = legal.swaps((1, 2, 0, 0))
    assert set(map(str, swaps)) == {
        "swap settlement", "swap temple", "swap temple temple", "swap settlement temple", "swap settlement temple temple",
    }


@pytest.mark.parametrize("seed", range(12))
def test_a_lifted_leader_leaves_the_kingdoms_of_the_board_without_it(seed):
    state = some(seed, 4, 60 + seed)
    for cell in filter(None, state.leaders):
        without = kingdoms.pieces(state.filled & ~cell, sum(state.leaders) & ~cell)
        assert sorted(kingdoms.lifted(state, cell)) == sorted(without)


def test_nobody_else_is_told_what_the_decider_can_do():
    state = play(table(), "temple E5")
    assert dict(GAME.view(state, 1).legal) == {"resign": ()}
    assert dict(GAME.view(state, None).legal) == {}
    assert "undo" in GAME.view(state, 0).legal
