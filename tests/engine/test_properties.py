"""What holds whatever is played: hypothesis chooses the game and every order, and shrinks what it finds.

An example is a number of players, options, a seed for the bag, and a list of numbers, each of which
chooses among the legal orders of the moment.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import GAMES, Order, RulesError, seen_by
from engine.record import Record, replay
from engine.tigris import invariants
from engine.tigris.state import State

GAME = GAMES["tigris"]
WORDS = st.sampled_from(["tile", "leader", "any"])

games = st.builds(
    lambda count, options, seed: begin(count, options, seed),
    st.integers(2, 4),
    st.fixed_dictionaries({name: st.sampled_from(values) for name, values in GAME.options.items()}),
    st.integers(0, 2**32),
)
choices = st.lists(st.tuples(WORDS, st.integers(0, 2**20)), max_size=60)
play_for_a_while = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def begin(count: int, options: dict[str, str], seed: int) -> tuple[State, Record]:
    rng = Random(seed)
    players = tuple(rng.sample(GAME.dynasties, count))
    draw = list(GAME.deck(players, options))
    rng.shuffle(draw)
    return GAME.setup(players, options, draw), Record("tigris", players, (), options, tuple(draw))


def chosen(state: State, choice: tuple[str, int]) -> Order:
    """The legal order that a pair stands for; most are near the middle of the board, where kingdoms meet."""
    kind, number = choice
    words = {"tile": ("settlement", "temple", "farm", "market"), "leader": ("king", "priest", "farmer", "trader")}
    legal = GAME.legal(state)
    fitting = [order for order in legal if order.word in words.get(kind, ())] or legal
    middle = [order for order in fitting if order.args and order.args[-1][0] in "EFGHI"]
    return (middle or fitting)[number % len(middle or fitting)]


def played(start: State, choices: list[tuple[str, int]]) -> Iterator[tuple[State, int, Order, State, Any]]:
    state = start
    for choice in choices:
        if (seat := GAME.decider(state)) is None:
            return
        order = chosen(state, choice)
        after, facts = GAME.apply(state, seat, order)
        yield state, seat, order, after, facts
        state = after


@given(games, choices)
@play_for_a_while
def test_every_position_is_sound_and_every_change_is_told(game, choices):
    assert not list(invariants.faults(game[0]))
    for before, _, order, after, facts in played(game[0], choices):
        assert not list(invariants.faults(after)), order
        assert not list(invariants.untold(before, after, facts)), order


@given(games, choices)
@play_for_a_while
def test_an_order_never_changes_the_position_it_is_given(game, choices):
    for before, seat, order, after, facts in played(game[0], choices):
        digest = GAME.digest(before)
        again, same_facts = GAME.apply(before, seat, order)
        assert GAME.digest(before) == digest
        assert GAME.digest(again) == GAME.digest(after)
        assert same_facts == facts


@given(games, choices, st.lists(st.text(max_size=12), max_size=3), st.text(max_size=12), st.integers(-1, 4))
@play_for_a_while
def test_nonsense_is_refused_with_words(game, choices, args, word, seat):
    state = game[0]
    for _, _, _, after, _ in played(state, choices[:10]):
        state = after
    with pytest.raises(RulesError) as refused:
        GAME.apply(state, seat, Order(word, tuple(args)))
    assert str(refused.value)


@given(games, choices)
@play_for_a_while
def test_the_text_of_a_game_replays_to_the_same_position(game, choices):
    state, record = game
    orders = []
    for _, seat, order, after, _ in played(state, choices):
        orders.append((seat, order))
        state = after
    record = Record.parse(str(Record("tigris", record.players, (), record.options, record.draw, tuple(orders))))
    last = game[0]
    for _, _, last, _ in replay(record):  # noqa: B007
        pass
    assert GAME.digest(last) == GAME.digest(state)


@given(games, choices, st.randoms(use_true_random=False))
@play_for_a_while
def test_a_view_is_the_same_whatever_is_hidden_from_it(game, choices, rng):
    state = game[0]
    for _, _, _, after, _ in played(state, choices):
        state = after
    for seat in (None, *range(len(state.players))):
        other = invariants.disguised(state, seat, rng)
        assert GAME.view(state, seat) == GAME.view(other, seat)


@given(games, choices)
@play_for_a_while
def test_facts_name_the_tiles_of_a_hand_to_its_owner_alone(game, choices):
    for _, _, _, after, facts in played(game[0], choices):
        for seat in (None, *range(len(after.players))):
            assert all(fact.secret is None or fact.seat == seat for fact in seen_by(facts, seat))
        for fact in facts:
            assert fact.kind not in ("swapped", "refilled") or "tiles" not in fact.values


@given(games, choices)
@play_for_a_while
def test_open_scores_are_seen_by_all_and_hidden_ones_by_their_owner(game, choices):
    state = game[0]
    for _, _, _, after, _ in played(state, choices):
        state = after
    for viewer in (None, *range(len(state.players))):
        for seat, shown in enumerate(GAME.view(state, viewer).seats):
            visible = viewer == seat or state.scores == "open" or state.decider is None
            assert (shown.points is not None) == visible
            assert (shown.hand is not None) == (viewer == seat or state.decider is None)


@given(games, choices)
@play_for_a_while
def test_undo_leads_back_the_way_it_came(game, choices):
    way = [game[0]]
    for before, seat, _, after, _ in played(game[0], choices):
        way.append(after)
        if GAME.decider(after) == seat and "undo" in GAME.view(after, seat).legal:
            back, facts = GAME.apply(after, seat, Order("undo"))
            assert GAME.digest(back) == GAME.digest(before)
            assert [fact.kind for fact in facts] == ["undone"]
