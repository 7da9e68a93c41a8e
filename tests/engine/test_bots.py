"""Bots see a view and nothing else; they always order something legal, and greedy plays with sense."""

from __future__ import annotations

from random import Random

import pytest

from engine import GAMES, Order
from engine.bots import BOTS
from engine.bots.random import fill_in
from engine.tigris.arrange import arrange
from web.benches.bots import play

GAME = GAMES["tigris"]
THREE_TREASURES = {"A1": "temple", "P1": "temple", "P11": "temple"}


def position(**parts):
    tiles = THREE_TREASURES | parts.pop("tiles", {})
    parts.setdefault("hands", [{"temple": 6}, {"temple": 6}])
    return arrange(
        ("lion", "bull"), tiles=tiles, treasures=[*THREE_TREASURES, *parts.pop("treasures", ())],
        bag=["temple", "farm", "market", "settlement"] * 20, **parts,
    )


def wanted(state, bot="greedy", seed=1) -> Order:
    return BOTS[bot](GAME.view(state, GAME.decider(state)), Random(seed))


def after(state, *orders: str):
    for line in orders:
        word, *args = line.split()
        state, _ = GAME.apply(state, GAME.decider(state), Order(word, tuple(args)))
    return state


def test_greedy_beats_random():
    games = 5
    assert sum(play(["greedy", "random"], f"test {number}").places == (1, 2) for number in range(games)) >= games - 1


@pytest.mark.parametrize("count", [3, 4])
def test_greedy_is_first_among_random_ones(count):
    won = sum(play(["random"] * (count - 1) + ["greedy"], f"test {n}").places[-1] == 1 for n in range(3))
    assert won >= 2


@pytest.mark.parametrize("count", [2, 3, 4])
def test_games_of_greedy_bots_end(count):
    assert play(["greedy"] * count, f"end {count}", longest=600).places


def test_every_order_of_a_bot_is_legal():
    for seed in range(4):
        rng = Random(seed)
        players = rng.sample(GAME.dynasties, 2 + seed % 3)
        deck = list(GAME.deck(players, {}))
        rng.shuffle(deck)
        state = GAME.setup(players, {"support": ("standard", "english")[seed % 2]}, deck)
        while (seat := GAME.decider(state)) is not None:
            view, legal = GAME.view(state, seat), GAME.legal(state)
            orders = {name: bot(view, rng) for name, bot in BOTS.items()}
            assert set(orders.values()) <= set(legal), (seed, orders)
            state, _ = GAME.apply(state, seat, rng.choice([*orders.values(), rng.choice(legal)]))


def test_the_same_view_and_seed_give_the_same_order():
    state = position()
    for bot in BOTS:
        assert wanted(state, bot, 7) == wanted(state, bot, 7)


def test_a_bot_is_not_asked_when_it_is_not_its_decision():
    with pytest.raises(ValueError, match="nothing is asked"):
        BOTS["greedy"](GAME.view(position(), 1), Random(1))


def test_random_swaps_between_one_and_all_tiles():
    view = GAME.view(position(), 0)
    sizes = {len(fill_in(view, "swap", Random(seed)).args) for seed in range(100)}
    assert sizes == {1, 2, 3, 4, 5, 6}


def test_greedy_scores_where_it_can():
    state = position(
        tiles={"E5": "temple"}, leaders={"E4": ("trader", "lion")}, hands=[{"market": 6}, {}], actions=1,
    )
    state = after(state, wanted(state).word + " " + wanted(state).args[0])
    assert GAME.view(state, 0).seats[0].points["green"] == 1


def test_greedy_feeds_its_weakest_colour():
    state = position(
        tiles={"E5": "temple", "E6": "temple"}, leaders={"E4": ("trader", "lion"), "D5": ("king", "lion")},
        hands=[{"market": 3, "settlement": 3}, {}], points=[{"black": 9, "red": 9, "blue": 9, "green": 1}, {}],
    )
    assert wanted(state).word == "market"


WAR = {
    "tiles": {"E5": "temple", "D5": "market", "D6": "market", "G5": "temple", "H5": "market"},
    "leaders": {"E4": ("trader", "lion"), "G4": ("trader", "bull")},
}


def test_greedy_defends_with_the_least_that_wins():
    state = position(**WAR, hands=[{"settlement": 6}, {"market": 4, "temple": 2}])
    assert wanted(after(state, "settlement F5", "commit 0")) == Order("commit", ("1",))


def test_greedy_adds_nothing_to_a_lost_cause():
    state = position(**WAR, hands=[{"settlement": 3, "market": 3}, {"market": 3, "temple": 3}])
    assert wanted(after(state, "settlement F5", "commit 3")) == Order("commit", ("0",))


def test_greedy_adds_nothing_where_it_leads_anyhow():
    state = position(**WAR, hands=[{"settlement": 1, "market": 5}, {}])
    assert wanted(after(state, "settlement F5")) == Order("commit", ("0",))


def test_greedy_attacks_with_what_it_needs_against_a_hand_it_cannot_see():
    state = position(**WAR, hands=[{"settlement": 1, "market": 5}, {"temple": 6}])
    assert int(wanted(after(state, "settlement F5")).args[0]) >= 1


def test_greedy_goes_to_a_war_that_it_must_win():
    state = position(**WAR, hands=[{"settlement": 1, "market": 5}, {}], actions=1)
    assert wanted(state).args == ("F5",)


def test_greedy_keeps_its_leader_out_of_a_hopeless_revolt():
    state = position(
        tiles={"E5": "temple", "E7": "temple", "D6": "temple", "D5": "temple"},
        leaders={"E6": ("king", "bull")}, hands=[{"settlement": 6}, {"temple": 6}],
    )
    order = wanted(state)
    assert not any(fact.kind == "revolt" for fact in GAME.apply(state, 0, order)[1])


def test_greedy_builds_a_monument_that_pays():
    state = position(
        tiles={"E5": "market", "E6": "market", "F6": "market", "G5": "temple", "D5": "temple"},
        leaders={"H5": ("trader", "lion"), "C5": ("king", "lion")}, hands=[{"market": 6}, {"temple": 6}],
    )
    assert wanted(after(state, "market F5")) == Order("build", ("black-green", "E5"))


def test_greedy_builds_no_monument_for_others():
    state = position(
        tiles={"E5": "market", "E6": "market", "F6": "market", "G5": "temple", "D5": "temple"},
        leaders={"H5": ("trader", "bull"), "C5": ("king", "bull")}, hands=[{"market": 6}, {"temple": 6}],
    )
    order = wanted(after(state, "market F5"))
    assert order == Order("build", ("none",)) or "black" not in order.args[0].split("-")


def test_greedy_takes_treasures():
    state = position(
        tiles={"E5": "temple", "F5": "temple", "G5": "temple"}, treasures=["E5", "G5"], hands=[{"temple": 6}, {"temple": 6}],
    )
    order = wanted(state)
    assert order.word == "trader"
    state, _ = GAME.apply(state, 0, order)
    assert wanted(state).word == "leave"


def test_greedy_swaps_a_hand_that_it_cannot_use():
    state = position(leaders={"A2": ("farmer", "lion"), "P2": ("priest", "lion")}, points=[{"red": 1}, {}],
                     hands=[{"market": 6}, {"temple": 6}], actions=1)
    order = wanted(state)
    assert order.word == "swap"
    assert len(order.args) >= 5


@pytest.mark.parametrize("bot", sorted(BOTS))
def test_no_bot_resigns_or_takes_back(bot):
    state = after(position(), "king A2")
    assert {wanted(state, bot, seed).word for seed in range(60)}.isdisjoint({"resign", "undo"})
