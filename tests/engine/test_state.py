"""A position never changes, and is the same wherever it comes from."""

from __future__ import annotations

import pickle

import pytest

from engine.tigris.state import Draft, State
from tests.engine.tigris_parts import GAME, begin, play, some, table


def test_nothing_can_be_assigned_to_a_position():
    state = table()
    with pytest.raises(AttributeError):
        state.active = 1
    with pytest.raises(AttributeError):
        del state.active
    with pytest.raises(AttributeError):
        state.__class__ = Draft


def test_a_draft_has_every_field_of_its_position():
    state = play(some(3, 4, 60))
    draft = state.draft()
    for name in Draft.__slots__:
        if name not in ("before", "order"):
            assert getattr(draft, name) == getattr(state, name), name
    assert draft.before is state


def test_an_order_leaves_the_position_before_it_alone():
    state = some(4, 3, 41)
    digest = GAME.digest(state)
    for order in GAME.legal(state):
        GAME.apply(state, state.decider, order)
    assert GAME.digest(state) == digest


def test_a_position_survives_pickle_with_its_way_back():
    state = play(table(), "temple E5")
    copy = pickle.loads(pickle.dumps(state))
    assert type(copy) is State
    assert GAME.digest(copy) == GAME.digest(state)
    assert GAME.digest(play(copy, "undo")) == GAME.digest(table())


def test_positions_differ_when_only_something_hidden_differs():
    assert GAME.digest(begin(1, 2)) == GAME.digest(begin(1, 2))
    assert GAME.digest(begin(1, 2)) != GAME.digest(begin(2, 2))
    assert GAME.digest(table(bag=["farm", "temple"])) != GAME.digest(table(bag=["temple", "farm"]))


def test_the_digest_does_not_know_the_way():
    state = table(tiles={"E5": "temple"})
    assert GAME.digest(play(state, "king E4", "undo")) == GAME.digest(state)
    there = play(state, "king E4", "0: pass", "1: pass")
    assert GAME.digest(there) == GAME.digest(play(state, "king E4", "undo", "king E4", "pass", "pass"))


def test_the_digest_of_a_position_stays_what_it_was():
    """Events of running games hold it: a change of the code must not change it."""
    state = table(3, tiles={"E5": "temple", "F6": "temple"}, leaders={"E6": ("king", "bull")}, disasters=[1, 0, 2])
    assert GAME.digest(play(state, "catastrophe H5", "king E4")) == "958e06f80e457c9b6c5ac8d53700709a90df35b3e5e4daedf338620b3ebbe444"
