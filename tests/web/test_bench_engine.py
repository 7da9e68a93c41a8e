"""The bench of the rules measures what it says: fixed positions, whole games, a record that replays."""

from __future__ import annotations

import pytest

from engine.record import Record, replay

bench = pytest.importorskip("web.benches.engine")


def test_the_record_is_a_whole_game_of_four_and_follows_from_the_seed():
    text = bench.record(3)
    assert text == bench.record(3)
    record = Record.parse(text)
    assert len(record.players) == 4
    assert abs(len(record.orders) - bench.EVENTS) <= 15
    *_, (_, _, state, _) = replay(record)
    assert state.places is not None


def test_positions_are_of_the_middle_game_and_fixed_by_the_seed(monkeypatch):
    monkeypatch.setattr(bench, "POSITIONS", 12)
    first, again = bench.positions(5), bench.positions(5)
    assert [bench.GAME.digest(state) for state in first] == [bench.GAME.digest(state) for state in again]
    assert all(state.stage == "turn" for state in first)
    assert [board.fen() for board in bench.chess_positions(5)] == [board.fen() for board in bench.chess_positions(5)]


def test_it_prints_every_measure_beside_python_chess(monkeypatch):
    for name in ("POSITIONS", "ROUNDS"):
        monkeypatch.setattr(bench, name, 2)
    lines: list[str] = []
    bench.run(write=lines.append, games=1)
    assert len(lines) == 12
    assert all("ratio" in line for line in lines[1:6])
    assert "ms where python-chess makes 100 random games" in lines[6]
    assert all("card game" in line and "ratio" in line for line in lines[7:11])
