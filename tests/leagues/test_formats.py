"""Formats: whole tournaments with results of chance, and what must hold in each round."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.divisions import Rules, sizes
from leagues.formats import FORMATS, Field
from leagues.points import BYE, award
from leagues.ties import Entrant, Result, SeatResult

GROUPED = ("divisions", "groups")


def field(name: str, players: int, seats: int, *, blocked=(), before=(), seed="1", **settings: int) -> Field:
    groups = [number for number, size in enumerate(sizes(players, Rules(), seats=seats), 1) for _ in range(size)]
    entrants = tuple(
        Entrant(player, group=groups[player - 1] if name in GROUPED else 1, order=player) for player in range(1, players + 1))
    return Field(entrants, seats=seats, settings={**FORMATS[name].DEFAULTS, **settings}, seed=seed,
                 blocked=frozenset(map(frozenset, blocked)), before=frozenset(map(frozenset, before)))


def play(name: str, start: Field, seed: int = 1):
    """The rounds of tables until the end, and the order."""
    random, rounds, now = Random(seed), [], start
    while (draw := FORMATS[name].next_round(now)).order is None:
        rounds.append(draw)
        assert len(rounds) < 200
        results = []
        for seating in draw.tables:
            places = list(range(1, len(seating.seats) + 1))
            random.shuffle(places)
            results.append(Result(seating.group, now.round, seating.number, tuple(
                SeatResult(player, place, points)
                for player, place, points in zip(seating.seats, places, award(places), strict=True))))
        results += [Result(0, now.round, 0, (SeatResult(player, 1, BYE),), bye=True) for player in draw.byes]
        now = Field(now.entrants, (*now.played, *results), now.seats, now.settings, now.blocked, now.before, now.seed)
    return rounds, draw.order


@given(st.sampled_from(sorted(FORMATS)), st.integers(4, 30), st.integers(2, 4), st.integers(0, 5))
def test_every_tournament_ends_with_everybody_in_its_order(name, players, seats, seed):
    rounds, order = play(name, field(name, players, seats, seed=str(seed)), seed)
    assert sorted(order) == list(range(1, players + 1))
    assert rounds
    for draw in rounds:
        for seating in draw.tables:
            assert len(set(seating.seats)) == len(seating.seats) >= 2
            assert len(seating.seats) <= seats
        assert not {player for seating in draw.tables for player in seating.seats} & set(draw.byes)
        assert len({(seating.group, seating.number) for seating in draw.tables}) == len(draw.tables)


@given(st.sampled_from(sorted(FORMATS)), st.integers(4, 20), st.integers(2, 4))
def test_the_same_seed_draws_the_same_tables(name, players, seats):
    assert play(name, field(name, players, seats)) == play(name, field(name, players, seats))


@given(st.integers(4, 24), st.integers(2, 4))
def test_in_swiss_everybody_plays_or_has_a_bye_in_every_round(players, seats):
    rounds, _ = play("swiss", field("swiss", players, seats, rounds=3))
    assert len(rounds) == 3
    for draw in rounds:
        seated = [player for seating in draw.tables for player in seating.seats] + list(draw.byes)
        assert sorted(seated) == list(range(1, players + 1))
        assert len(draw.byes) == (players % 2 if seats == 2 else 0)
    byes = Counter(player for draw in rounds for player in draw.byes)
    assert max(byes.values(), default=0) <= 1


@pytest.mark.parametrize(("players", "seats", "rounds"), [(16, 4, 3), (16, 2, 5), (12, 3, 4), (25, 4, 3)])
def test_in_swiss_nobody_meets_again_where_it_can_be_avoided(players, seats, rounds):
    met = Counter()
    for draw in play("swiss", field("swiss", players, seats, rounds=rounds))[0]:
        met.update(frozenset(pair) for seating in draw.tables for pair in combinations(seating.seats, 2))
    assert max(met.values()) == 1


def test_in_swiss_the_leaders_sit_together():
    rounds, _ = play("swiss", field("swiss", 16, 4, rounds=2))
    assert rounds[1].tables[0].seats


@given(st.integers(8, 24), st.integers(3, 4), st.sets(st.frozensets(st.integers(1, 8), min_size=2, max_size=2), max_size=2))
def test_in_swiss_blocked_pairs_never_sit_together(players, seats, blocked):
    rounds, _ = play("swiss", field("swiss", players, seats, blocked=blocked, rounds=3))
    for draw in rounds:
        assert not any(pair <= set(seating.seats) for pair in blocked for seating in draw.tables)


@given(st.sampled_from(sorted(FORMATS)), st.integers(18, 30), st.integers(3, 4))
def test_the_first_round_repeats_no_table_of_the_last_season(name, players, seats):
    first = FORMATS[name].next_round(field(name, players, seats))
    before = {frozenset(seating.seats) for seating in first.tables}
    again = FORMATS[name].next_round(field(name, players, seats, before=before))
    assert not before & {frozenset(seating.seats) for seating in again.tables}


@given(st.integers(4, 40), st.integers(2, 4))
def test_in_a_knock_out_the_number_shrinks_until_the_final(players, seats):
    rounds, order = play("knockout", field("knockout", players, seats, go_on=min(2, seats - 1)))
    numbers = [sum(len(seating.seats) for seating in draw.tables) + len(draw.byes) for draw in rounds]
    assert numbers == sorted(set(numbers), reverse=True)
    assert len(rounds[-1].tables) == 1
    assert set(order[:len(rounds[-1].tables[0].seats)]) == set(rounds[-1].tables[0].seats)


def test_in_groups_the_first_of_each_group_go_on():
    rounds, _ = play("groups", field("groups", 21, 4))
    assert sum(len(seating.seats) for seating in rounds[1].tables) == 6


@given(st.integers(4, 13), st.integers(2, 4), st.integers(1, 3))
def test_in_a_round_robin_nobody_plays_more_games_at_one_time_than_agreed(players, seats, at_once):
    rounds, _ = play("robin", field("robin", players, seats, at_once=at_once))
    for draw in rounds:
        assert max(Counter(player for seating in draw.tables for player in seating.seats).values()) <= at_once


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_removed_players_are_seated_no_more(name):
    start = field(name, 14, 4)
    first = FORMATS[name].next_round(start)
    played = tuple(
        Result(seating.group, 1, seating.number, tuple(
            SeatResult(player, place, 0) for place, player in enumerate(seating.seats, 1)))
        for seating in first.tables)
    entrants = tuple(Entrant(one.player, one.group, one.order, removed=one.player <= 3) for one in start.entrants)
    draw = FORMATS[name].next_round(Field(entrants, played, 4, start.settings, seed="1"))
    assert not {1, 2, 3} & {player for seating in draw.tables for player in seating.seats}


@pytest.mark.parametrize("name", sorted(FORMATS))
@pytest.mark.parametrize("seats", [2, 4])
def test_every_format_explains_itself(name, seats):
    module = FORMATS[name]
    assert str(module.NAME)
    assert str(module.WORDS)
    assert all(module.explain(module.DEFAULTS, seats))
