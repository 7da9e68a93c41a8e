"""Points and ties."""

from __future__ import annotations

from fractions import Fraction

import pytest

from leagues.points import award, drawn, shown
from leagues.ties import Entrant, Result, SeatResult, share, standings

ANA, BEN, CLEO = 1, 2, 3


def table(*places: tuple[int, int], number: int = 1, shares: dict[int, Fraction] | None = None) -> Result:
    """A table of (player, place)."""
    points = award([place for _, place in places])
    return Result(1, 1, number, tuple(
        SeatResult(player, place, given, (shares or {}).get(player))
        for (player, place), given in zip(places, points, strict=True)))


def order(entrants, results):
    return [line.player for line in standings(entrants, results)]


PEOPLE = [Entrant(ANA, order=1), Entrant(BEN, order=2), Entrant(CLEO, order=3)]


@pytest.mark.parametrize(("places", "points"), [
    ([1, 2, 3, 4], [10, 6, 3, 1]), ([2, 1, 3], [5, 10, 2]), ([1, 2], [10, 4]),
    ([1, 1, 3, 4], [8, 8, 3, 1]), ([1, 2, 2], [10, 3.5, 3.5]), ([1, 1], [7, 7]), ([1, 1, 1, 4], [19 / 3] * 3 + [1]),
])
def test_places_bring_points_and_shared_places_share_them(places, points):
    assert [given / 12 for given in award(places)] == pytest.approx(points)


def test_a_seat_lost_by_absence_brings_nothing():
    assert award([1, 2, 3], absent=[False, False, True]) == (120, 60, 0)
    assert drawn([False, True]) == (84, 0)


def test_points_are_shown_as_whole_numbers_and_fractions():
    assert [shown(points) for points in (0, 120, 76, 42, 6)] == ["0", "10", "6⅓", "3½", "½"]


def test_points_come_first():
    assert order(PEOPLE, [table((BEN, 1), (ANA, 2), (CLEO, 3))]) == [BEN, ANA, CLEO]


def test_level_players_are_parted_by_the_games_among_them():
    results = [table((BEN, 1), (ANA, 2)), table((ANA, 1), (CLEO, 2), number=2), table((CLEO, 2), (9, 1), number=3),
               table((BEN, 2), (9, 1), number=4)]
    lines = standings([*PEOPLE[:2], Entrant(9)], results)
    assert [line.player for line in lines][1:] == [BEN, ANA]
    assert lines[1].broken == (("among", "120"),)
    assert lines[2].broken == (("among", "48"),)


def test_then_by_wins():
    results = [table((ANA, 2), (8, 1), number=1), table((ANA, 2), (9, 1), number=2), table((ANA, 3), (8, 1), (9, 2), number=3),
               table((BEN, 1), (8, 2), number=4), table((BEN, 4), (8, 1), (9, 2), (7, 3), number=5)]
    # Ana has 4+4+2, ben 10+1: one more each makes them level.
    results.append(table((ANA, 4), (8, 1), (9, 2), (7, 3), number=6))
    lines = [line for line in standings(PEOPLE[:2], results)]
    assert [(line.player, line.points) for line in lines] == [(BEN, 132), (ANA, 132)]
    assert lines[0].broken == (("wins", "1"),)


def test_then_by_the_share_of_the_winners_weakest_colour():
    results = [table((ANA, 2), (8, 1), number=1, shares={ANA: share(3, 6)}),
               table((BEN, 2), (9, 1), number=2, shares={BEN: share(4, 6)})]
    lines = standings(PEOPLE[:2], results)
    assert [line.player for line in lines] == [BEN, ANA]
    assert lines[0].broken[0][0] == "share"


def test_then_by_missed_deadlines_then_by_registration():
    late = [Entrant(ANA, order=1, missed=2), Entrant(BEN, order=2), Entrant(CLEO, order=3)]
    lines = standings(late, [])
    assert [line.player for line in lines] == [BEN, CLEO, ANA]
    assert lines[0].broken == (("missed", "0"), ("registered", "2"))


def test_removed_players_come_last():
    gone = [Entrant(ANA, removed=True), *PEOPLE[1:]]
    assert order(gone, [table((ANA, 1), (BEN, 2), (CLEO, 3))]) == [BEN, CLEO, ANA]


def test_what_counts_for_nobody_gives_nobody_points():
    points = award([1, 2])
    result = Result(1, 1, 1, (SeatResult(None, 1, 0), SeatResult(BEN, 2, points[1])))
    assert [line.points for line in standings(PEOPLE[:2], [result])] == [48, 0]
