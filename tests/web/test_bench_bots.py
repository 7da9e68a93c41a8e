"""The bench of the bots plays whole games from a seed and says how often greedy wins."""

from __future__ import annotations

import pytest

from web.benches import bots


@pytest.mark.parametrize("name", ["tigris", "kings"])
def test_a_game_follows_from_its_seed(name):
    first, again = (bots.play(["greedy", "random"], "seed 4", name=name) for _ in range(2))
    assert (first.places, first.orders) == (again.places, again.orders)
    assert len(first.thinking["greedy"]) + len(first.thinking["random"]) == first.orders


def test_it_prints_progress_and_figures_for_two_three_and_four_players():
    lines: list[str] = []
    assert bots.run(write=lines.append, games=2)
    assert sum("players:" in line for line in lines) == 12
    assert [line.split(":")[0] for line in lines if "greedy against random" in line] == ["tigris", "kings"]
    assert "greedy among themselves: 1 games, all ended" in lines[-3]
    assert "ms a decision" in lines[-2]
    assert lines[-1] == "ok"


def test_a_missed_goal_is_a_failure(monkeypatch):
    monkeypatch.setitem(bots.BOTS, "greedy", bots.BOTS["random"])
    lines: list[str] = []
    assert not bots.run(write=lines.append, games=8)
    assert lines[-1].startswith("FAIL")
