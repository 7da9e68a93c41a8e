"""The fuzzer finds nothing wrong with the engine, and finds what is wrong with broken ones."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.core.management import CommandError, call_command

from engine import GAMES, Illegal, Order, fuzz
from engine.record import Record, replay
from engine.tigris.game import Tigris
from engine.tigris.state import TURN, changed


@pytest.mark.parametrize("seed", range(8))
def test_random_games_hold_everything(seed):
    record = fuzz.play("tigris", seed)
    *_, (_, _, state, _) = replay(record)
    assert GAMES["tigris"].decider(state) is None


def test_the_same_seed_is_the_same_game():
    assert str(fuzz.play("tigris", 11)) == str(fuzz.play("tigris", 11))


def play_many(games: int) -> None:
    for seed in range(games):
        fuzz.play("tigris", seed)


class Leaky(Tigris):
    """Shows the next tile of the bag to everybody, as the number of those left."""

    def view(self, state, seat):
        return replace(super().view(state, seat), bag=state.bag[state.drawn] if state.decider is not None else 0)


class Careless(Tigris):
    """Lets a tile vanish whenever somebody passes."""

    def apply(self, state, seat, order):
        state, facts = super().apply(state, seat, order)
        if order.word == "pass":
            draft = state.draft()
            draft.bag = draft.bag[:-1]
            state = draft.seal()
        return state, facts


class Lenient(Tigris):
    """Accepts a pass from whoever sends it."""

    def apply(self, state, seat, order):
        return super().apply(state, state.decider if order.word == "pass" and state.stage == TURN else seat, order)


class Strict(Tigris):
    """Lists catastrophes and refuses them."""

    def apply(self, state, seat, order):
        if order.word == "catastrophe":
            raise Illegal("game_is_over", rule="10.2")
        return super().apply(state, seat, order)


class Forgetful(Tigris):
    """Takes back an order, but not the actions."""

    def apply(self, state, seat, order):
        after, facts = super().apply(state, seat, order)
        if order.word == "undo" and after.stage == TURN:
            draft = after.draft()
            draft.before, draft.actions = after.before, state.actions
            after = draft.seal()
        return after, facts


class Generous(Tigris):
    """Gives a red point for a leader without saying so."""

    def apply(self, state, seat, order):
        state, facts = super().apply(state, seat, order)
        if order.word == "king":
            draft = state.draft()
            draft.before = state.before
            points = state.points[seat]
            draft.points = changed(state.points, seat, changed(points, 1, points[1] + 1))
            state = draft.seal()
        return state, facts


class Endless(Tigris):
    """Draws from a bag that never empties, and counts no treasures."""

    def decider(self, state):
        return 0 if state.decider is None else state.decider

    def legal(self, state):
        return super().legal(state) or [Order("pass")]

    def nothing(self, state):
        return Order("pass") if state.decider is None else super().nothing(state)


@pytest.mark.parametrize(
    ("broken", "what"),
    [
        (Leaky, "sees what is hidden"),
        (Careless, "tiles are"),
        (Lenient, "whose turn it is not"),
        (Strict, "is not accepted|is over"),
        (Forgetful, "undo of|accepted"),
        (Generous, "points are"),
        (Endless, "."),
    ],
)
def test_a_broken_engine_is_found_out(monkeypatch, broken, what):
    monkeypatch.setitem(GAMES, "tigris", broken())
    with pytest.raises(fuzz.Broken, match=what) as caught:
        play_many(40)
    assert str(Record.parse(str(caught.value.record))) == str(caught.value.record)


def test_the_command_writes_every_game_as_a_record(tmp_path, capsys):
    call_command("fuzz", "tigris", "2", seed=5, records=tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tigris-5.txt", "tigris-6.txt"]
    text = (tmp_path / "tigris-5.txt").read_text(encoding="utf-8")
    assert text == str(fuzz.play("tigris", 5))
    assert "ok: 2 games" in capsys.readouterr().out


def test_a_failure_leaves_a_record_and_an_exit_code(tmp_path, monkeypatch):
    monkeypatch.setitem(GAMES, "tigris", Careless())
    with pytest.raises(CommandError, match="The game so far") as caught:
        call_command("fuzz", "tigris", "5", seed=1, records=tmp_path)
    assert caught.value.returncode == 1
    path = next(tmp_path.glob("*-broken.txt"))
    assert str(path) in str(caught.value)
    assert list(replay(Record.parse(path.read_text(encoding="utf-8"))))
