"""Divisions: sizes, who goes up and down, newcomers, blocked pairs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.divisions import Candidate, Rules, form, sizes

RULES = Rules()


def season(*parts: int) -> list[Candidate]:
    """Divisions of these sizes, players numbered from the top: 101 is first of division 1."""
    return [Candidate(100 * number + place, division=number, place=place)
            for number, size in enumerate(parts, 1) for place in range(1, size + 1)]


@given(st.integers(18, 300))
def test_divisions_have_six_to_eight_players(players):
    parts = sizes(players, RULES)
    assert sum(parts) == players
    assert all(6 <= size <= 8 for size in parts)


def test_fifty_players_make_seven_divisions_the_last_one_larger():
    assert sizes(50, RULES) == (7, 7, 7, 7, 7, 7, 8)


@pytest.mark.parametrize("players", [1, 3, 5, 9, 10, 11, 17])
def test_numbers_that_do_not_fit_are_still_seated(players):
    parts = sizes(players, RULES, seats=4)
    assert sum(parts) == players
    assert all(size >= min(4, players) for size in parts)


def test_two_go_up_and_two_go_down():
    first, second, third = form(season(7, 7, 7), RULES, before=(7, 7, 7))
    assert set(first) == {101, 102, 103, 104, 105, 201, 202}
    assert set(second) == {106, 107, 203, 204, 205, 301, 302}
    assert set(third) == {206, 207, 303, 304, 305, 306, 307}


def test_how_many_go_up_and_down_is_the_organisers_choice():
    first, _second = form(season(7, 7), Rules(up=1, down=1), before=(7, 7))
    assert set(first) == {101, 102, 103, 104, 105, 106, 201}


def test_who_would_have_gone_down_stays_where_somebody_above_does_not_come_back():
    came_back = [one for one in season(7, 7) if one.player not in (101, 102)]
    first, _second = form([*came_back, Candidate(1), Candidate(2)], RULES, before=(7, 7))
    assert {106, 107} <= set(first)


def test_a_promoted_player_goes_up_even_if_the_division_above_is_smaller_now():
    first, _second = form(season(8, 7)[:-1], RULES, before=(8, 7))
    assert {201, 202} <= set(first)


def test_newcomers_begin_at_the_bottom_or_by_rating():
    strong = Candidate(1, rating=40)
    known = [Candidate(one.player, rating=30 - one.player / 100, division=one.division, place=one.place)
             for one in season(7, 7, 7)]
    assert 1 in form([*known, strong], RULES, before=(7, 7, 7))[-1]
    assert 1 in form([*known, strong], Rules(newcomers="rating"), before=(7, 7, 7))[0]


def test_the_first_season_goes_by_rating_then_by_registration():
    people = [Candidate(1, order=1), Candidate(2, order=2, rating=5), Candidate(3, order=3)]
    assert form(people, RULES) == ((2, 1, 3),)


@given(st.integers(14, 60), st.data())
def test_blocked_pairs_are_in_different_divisions(players, data):
    pairs = data.draw(st.sets(st.frozensets(st.integers(1, players), min_size=2, max_size=2), max_size=3))
    parts = form([Candidate(player, order=player) for player in range(1, players + 1)], RULES, blocked=pairs)
    assert sorted(player for part in parts for player in part) == list(range(1, players + 1))
    assert not any(pair <= set(part) for pair in pairs for part in parts)


@given(st.integers(14, 60), st.integers(0, 6), st.integers(0, 8), st.data())
def test_whoever_won_a_promotion_goes_up_whatever_the_sizes_are_then(players, gone, newcomers, data):
    before = sizes(players, RULES)
    everybody = season(*before)
    away = set(data.draw(st.lists(
        st.sampled_from(everybody), max_size=gone, unique_by=lambda one: one.player)))
    came = [one for one in everybody if one not in away]
    parts = form([*came, *(Candidate(number, order=number) for number in range(1, newcomers + 1))], RULES, before=before)
    at = {player: number for number, part in enumerate(parts, 1) for player in part}
    assert len(at) == len(came) + newcomers
    for one in came:
        if one.place <= RULES.up and one.division > 1:
            assert at[one.player] < one.division
