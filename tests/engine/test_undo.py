"""`undo` goes back as far as nothing hidden was seen and nobody else was asked."""

from __future__ import annotations

import pytest

from engine import Illegal
from tests.engine.tigris_parts import GAME, play, table


def refused(state, line="undo"):
    with pytest.raises(Illegal) as raised:
        play(state, line)
    return raised.value.key


def test_it_goes_back_to_the_start_of_the_turn_and_no_further():
    start = table(tiles={"E5": "temple", "E6": "market", "F6": "market"}, hands=[{"market": 2}, {}])
    state = play(start, "market F5")
    assert GAME.digest(play(state, "undo")) == GAME.digest(start)
    assert refused(start) == "nothing_to_undo"


def test_it_does_not_go_back_into_a_turn_that_is_over():
    state = play(table(), "pass")
    assert state.active == 1
    assert refused(state) == "nothing_to_undo"
    assert refused(state, "0: undo") == "not_your_decision"


def test_only_the_player_who_gave_the_order_takes_it_back():
    assert refused(play(table(), "temple E5"), "1: undo") == "not_your_decision"


def test_tiles_drawn_stay_drawn():
    assert refused(play(table(), "swap temple")) == "nothing_to_undo"


def test_a_swap_that_drew_nothing_can_be_taken_back():
    state = table(bag=[])
    assert GAME.digest(play(state, "swap temple", "undo")) == GAME.digest(state)


def test_a_placement_can_be_taken_back_until_a_tile_is_added():
    start = table(tiles={"E5": "temple", "F6": "temple"}, leaders={"E6": ("king", "bull")})
    asked = play(start, "king E4")
    assert GAME.digest(play(asked, "undo")) == GAME.digest(start)
    added = play(asked, "commit 1")
    assert refused(added, "0: undo") == "not_your_decision"
    assert refused(added, "1: undo") == "nothing_to_undo"


def test_the_end_of_a_conflict_is_final():
    state = table(tiles={"E5": "temple", "F6": "temple"}, leaders={"E6": ("king", "bull")})
    assert refused(play(state, "king E4", "commit 0", "commit 0"), "0: undo") == "nothing_to_undo"


def test_added_tiles_are_final_even_against_somebody_who_left():
    state = table(3, tiles={"E5": "temple", "F6": "temple"}, leaders={"E6": ("king", "bull")})
    fought = play(state, "1: resign", "king E4", "commit 2")
    assert fought.points[0][1] == 1
    assert refused(fought) == "nothing_to_undo"


def test_somebody_leaving_makes_the_position_final():
    assert refused(play(table(3), "temple E5", "2: resign")) == "nothing_to_undo"


def test_the_fact_names_what_was_taken_back():
    state = table(tiles={"E5": "market", "E6": "market", "F6": "market"})
    built = play(state, "market F5", "build black-green")
    _, facts = GAME.apply(built, 0, GAME.legal(built)[0]._replace(word="undo", args=()))
    assert [(fact.kind, fact.values) for fact in facts] == [("undone", {"order": "build black-green E5"})]
