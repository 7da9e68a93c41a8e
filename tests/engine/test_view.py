"""What a seat may know (rules 14)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import seen_by
from tests.engine.tigris_parts import GAME, order, play, some, table


def test_a_seat_sees_its_own_hand_and_points_only():
    view = GAME.view(some(5, 3, 80), 1)
    assert [seat.hand is not None for seat in view.seats] == [False, True, False]
    assert [seat.points is not None for seat in view.seats] == [False, True, False]


def test_a_spectator_sees_no_hand():
    view = GAME.view(some(5, 3, 80), None)
    assert all(seat.hand is None and seat.points is None and seat.result is None for seat in view.seats)
    assert [seat.hand_size for seat in view.seats] == [sum(hand) for hand in some(5, 3, 80).hands]


def test_open_scores_are_everybody_s():
    view = GAME.view(table(options={"scores": "open"}), None)
    assert all(seat.points is not None and seat.hand is None for seat in view.seats)


def test_at_the_end_all_is_shown():
    state = some(6, 2, 2000)
    view = GAME.view(state, None)
    assert view.over
    assert view.legal == {}
    for seat, points in zip(view.seats, state.points, strict=True):
        assert seat.hand is not None
        assert sum(seat.result.values()) == sum(points)


@pytest.mark.parametrize("seed", range(6))
def test_the_order_of_the_bag_and_other_hands_leave_no_trace(seed):
    state = some(seed, 3, 50 + seed)
    draft = state.draft()
    draft.bag = state.bag[:state.drawn] + bytes(sorted(state.bag[state.drawn:]))
    for other in (1, 2):
        size = sum(state.hands[other])
        draft.hands = (*draft.hands[:other], (0, 0, 0, size), *draft.hands[other + 1:])
        draft.points = (*draft.points[:other], (7, 7, 7, 7, 7), *draft.points[other + 1:])
    draft.before = state.before
    changed = draft.seal()
    if state.decider in (0, None):
        assert GAME.view(changed, 0) == GAME.view(state, 0)
    spectator = GAME.view(state, None)
    assert GAME.view(changed, None) == replace(spectator, decision=spectator.decision)


def test_facts_keep_drawn_and_swapped_tiles_for_their_owner():
    state = table(hands=[{"temple": 2, "market": 2}, {"farm": 1}])
    _, facts = GAME.apply(play(state, "temple E5"), 0, order("swap temple"))
    kinds = {fact.kind for fact in facts if fact.secret}
    assert kinds == {"swapped", "refilled"}
    for viewer in (0, 1, None):
        assert all(fact.secret is None or fact.seat == viewer for fact in seen_by(facts, viewer))
    assert all("tiles" not in fact.values for fact in facts)


def test_a_conflict_shows_both_sides_and_hides_what_is_still_to_come():
    state = table(tiles={"E5": "temple", "F6": "temple"}, leaders={"E6": ("king", "bull")})
    view = GAME.view(play(state, "king E4"), None)
    assert view.conflict is not None
    assert (view.conflict.kind, view.conflict.leader, view.conflict.tile) == ("revolt", "king", "temple")
    assert (view.conflict.attacker.strength, view.conflict.defender.strength) == (1, 2)
    assert view.conflict.defender.supporters == ("E5", "F6")
    assert (view.conflict.attacker.added, view.conflict.defender.added) == (None, None)
    view = GAME.view(play(state, "king E4", "commit 1"), 1)
    assert view.conflict.attacker.added == 1
    assert view.decision.values["own"] == view.decision.values["theirs"] == 2
