"""Designs: how often pairs meet and who sits where."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues import designs

SIZES = st.tuples(st.integers(2, 14), st.integers(2, 4)).filter(lambda size: size[0] >= size[1])


@pytest.mark.parametrize(("players", "seats", "tables", "meetings"), [
    (7, 4, 7, 2), (7, 3, 7, 1), (13, 4, 13, 1), (7, 2, 21, 1), (6, 2, 15, 1), (5, 4, 5, 3)])
def test_everybody_meets_everybody_equally_often(players, seats, tables, meetings):
    plan = designs.design(players, seats)
    assert len(plan.tables) == tables
    assert plan.meetings == (meetings, meetings)
    assert plan.imbalance.pairs == 0


@pytest.mark.parametrize("players", [6, 8, 9, 10, 11, 12])
@pytest.mark.parametrize("seats", [3, 4])
def test_other_sizes_are_nearly_even(players, seats):
    found = designs.design(players, seats).imbalance
    assert found.pairs <= 1 + (players > 10)
    assert (found.seats, found.games) == (0, 0)


@given(SIZES)
def test_nobody_sits_twice_at_a_table_and_everybody_plays_equally_often(size):
    players, seats = size
    plan = designs.design(players, seats)
    assert all(len(set(table)) == seats for table in plan.tables)
    assert plan.imbalance.games == 0
    assert plan.imbalance.seats <= (1 if seats == 2 else 0)


def test_for_three_and_four_seats_everybody_sits_once_in_each():
    for seats in (3, 4):
        sat = Counter((player, seat) for table in designs.design(7, seats).tables for seat, player in enumerate(table))
        assert set(sat.values()) == {1}
        assert len(sat) == 7 * seats


def test_fewer_players_than_seats_are_refused():
    with pytest.raises(ValueError, match="3 players"):
        designs.design(3, 4)


@given(st.integers(6, 8), st.sampled_from([3, 4]), st.integers(0, 50))
def test_no_table_of_the_last_season_comes_again(players, seats, season):
    plan = designs.design(players, seats)
    first = designs.seat_players(plan, range(players), seed=f"{season}")
    before = {frozenset(table) for table in first}
    second = designs.seat_players(plan, range(players), before=before, seed=f"{season + 1}")
    assert not before & {frozenset(table) for table in second}
    assert designs.imbalance(second, players) == plan.imbalance


@given(st.integers(8, 12), st.integers(0, 20))
def test_a_blocked_pair_is_kept_apart_where_the_games_allow_it(players, seed):
    plan = designs.design(players, 4)
    pair = frozenset((0, players - 1))
    tables = designs.seat_players(plan, range(players), blocked=[pair], seed=str(seed))
    assert not any(pair <= set(table) for table in tables)
    found = designs.imbalance(tables, players)
    assert (found.games, found.seats) == (0, 0)
