"""Resigning, at any time and in the middle of anything (rules 16)."""

from __future__ import annotations

import pytest

from engine import Illegal
from tests.engine.tigris_parts import GAME, play, table

REVOLT = {"tiles": {"E5": "temple", "F6": "temple"}, "leaders": {"E6": ("king", "bull")}}


def test_whoever_left_is_skipped_and_gives_no_more_orders():
    state = play(table(3), "1: resign", "pass")
    assert state.active == 2
    with pytest.raises(Illegal) as raised:
        play(state, "1: resign")
    assert raised.value.key == "has_resigned"


def test_the_attacker_who_leaves_adds_nothing_and_loses():
    state = play(table(3, **REVOLT), "king E4", "0: resign")
    assert (state.decider, state.stage) == (1, "commit")
    state = play(state, "commit 0")
    assert state.leaders[0] == 0
    assert (state.active, state.actions) == (1, 2)


def test_the_defender_who_leaves_while_asked_adds_nothing():
    state = play(table(3, **REVOLT), "king E4", "commit 2", "1: resign")
    assert state.leaders[4] == 0
    assert state.points[0][1] == 1
    assert (state.decider, state.stage, state.actions) == (0, "turn", 1)


def test_the_active_player_who_leaves_while_another_is_asked_has_no_action_left():
    state = play(table(3, **REVOLT), "king E4", "commit 2", "0: resign")
    assert (state.decider, state.stage) == (1, "commit")
    state = play(state, "commit 0")
    assert state.leaders[4] == 0
    assert (state.active, state.actions) == (1, 2)


def test_a_bystander_who_leaves_changes_nothing_that_is_asked():
    state = play(table(3, **REVOLT), "king E4", "2: resign")
    assert (state.decider, state.stage) == (0, "commit")


def test_hands_of_the_others_are_filled_and_monuments_pay():
    state = table(3, tiles={"G5": "temple"}, leaders={"G4": ("trader", "lion")}, monuments=[("red-green", "E5")],
                  hands=[{"market": 1}, {"temple": 2}, {}])
    state = play(state, "0: resign")
    assert [sum(hand) for hand in state.hands] == [1, 6, 6]
    assert state.points[0][3] == 1
    assert state.active == 1


def test_the_first_to_leave_is_lowest_whatever_the_points():
    state = table(4, points=[{}, {"black": 9, "red": 9, "blue": 9, "green": 9}, {}, {}])
    state = play(state, "1: resign", "3: resign", "0: resign")
    assert state.places == (2, 4, 1, 3)
    assert state.decider is None


def test_the_game_stops_in_the_middle_of_a_war():
    state = table(
        tiles={"E5": "temple", "G5": "temple"}, leaders={"E4": ("trader", "lion"), "G4": ("trader", "bull")},
    )
    state = play(state, "settlement F5", "1: resign")
    assert state.places == (1, 2)
    view = GAME.view(state, None)
    assert view.over
    assert view.decision is None


def test_a_trader_whose_owner_left_leaves_the_first_treasure_in_cell_order():
    state = table(3, tiles={"E5": "temple", "G5": "temple"}, treasures=["E5", "G5"], leaders={"E4": ("trader", "bull")})
    state = play(state, "1: resign", "settlement F5")
    assert state.points[1][4] == 1
    assert "E5" in [name for name, cell in GAME.view(state, None).board.cells.items() if cell.treasure]
