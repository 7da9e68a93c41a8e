"""The fuzzer finds nothing wrong with the card game, and finds what is wrong with broken ones."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine import GAMES, Order, fuzz
from engine.bots import BOTS
from engine.kings.game import Kings
from engine.kings.state import State
from engine.position import changed
from engine.record import Record, replay
from tests.engine.kings_parts import GAME, begin
from web.benches.bots import play


@pytest.mark.parametrize("seed", range(6))
def test_random_games_hold_everything(seed: int) -> None:
    record = fuzz.play("kings", seed)
    text = str(record)
    assert str(Record.parse(text)) == text
    *_, (_, _, state, _) = replay(Record.parse(text))
    assert GAME.decider(state) is None


class Open(Kings):
    """Shows the link that lies face down to everybody."""

    def view(self, state, seat):
        return replace(super().view(state, seat), display=super().view(state, state.active).display)


class Chatty(Kings):
    """Shows the stacks."""

    def view(self, state, seat):
        view = super().view(state, seat)
        return replace(view, bag=sum(map(sum, state.points)) if state.scores == "hidden" else view.bag)


class Careless(Kings):
    """Lets a card vanish whenever somebody passes."""

    def apply(self, state, seat, order):
        state, facts = super().apply(state, seat, order)
        if order.word == "pass":
            draft = state.draft()
            draft.bag = draft.bag[:-1]
            state = draft.seal()
        return state, facts


class Friendly(Kings):
    """Takes back what another hand has decided."""

    def apply(self, state, seat, order):
        after, facts = super().apply(state, seat, order)
        if any(fact.kind in ("laid", "lapsed") and fact.seat != seat for fact in facts) and after.decider == seat:
            draft = after.draft()
            draft.before, draft.order = state, order
            after = draft.seal()
        return after, facts


class Silent(Kings):
    """Gives a black card for a king without saying so."""

    def apply(self, state, seat, order):
        after, facts = super().apply(state, seat, order)
        if order.word == "king":
            draft = after.draft()
            draft.before = after.before
            draft.points = changed(after.points, seat, changed(after.points[seat], 0, after.points[seat][0] + 1))
            after = draft.seal()
        return after, facts


@pytest.mark.parametrize(("broken", "what"), [
    (Open, "hidden"), (Chatty, "hidden"), (Careless, "cards are there"), (Friendly, "undo"), (Silent, "stacks are"),
])
def test_a_broken_engine_is_found_out(monkeypatch: pytest.MonkeyPatch, broken: type[Kings], what: str) -> None:
    monkeypatch.setitem(GAMES, "kings", broken())
    with pytest.raises(fuzz.Broken, match=what):
        play_many(60)


def play_many(games: int) -> None:
    for seed in range(games):
        fuzz.play("kings", seed)


def test_greedy_beats_random() -> None:
    won = sum(play(["greedy", "random"][:: 1 if seed % 2 else -1], f"kings {seed}", name="kings").places[0 if seed % 2 else 1] == 1
              for seed in range(6))
    assert won == 6


@pytest.mark.parametrize("count", [2, 3, 4])
def test_games_of_greedy_bots_end(count: int) -> None:
    assert play(["greedy"] * count, f"kings end {count}", longest=600, name="kings").places


@pytest.mark.parametrize("bot", sorted(BOTS))
def test_a_bot_orders_what_is_legal_and_sees_only_its_view(bot: str) -> None:
    rng = Random(bot)
    for seed in range(4):
        state: State = begin(seed, 2 + seed % 3, points="ask")
        for _ in range(150):
            if state.decider is None:
                break
            order = BOTS[bot](GAME.view(state, state.decider), rng)
            assert order in GAME.legal(state)
            state, _ = GAME.apply(state, state.decider, order)


def test_greedy_takes_what_is_there() -> None:
    from tests.engine.kings_parts import play as after
    from tests.engine.kings_parts import position

    own = position("column: B market+merchant/lion temple farm", "column: C market temple farm", "hand: lion market*4 temple*3")
    asked = after(own, "lion: market B")
    assert BOTS["greedy"](GAME.view(asked, 0), Random(1)) == Order("score", ("yes",))
    joined = after(own, "lion: market B-C")
    assert BOTS["greedy"](GAME.view(joined, 0), Random(1)).word == "take"
    assert BOTS["greedy"](GAME.view(joined, 0), Random(1)) != Order("take", ("none",))
    fight = position("column: B temple+king/bull market farm", "hand: lion temple*3", "hand: bull temple*2")
    attacked = after(fight, "lion: king B1", "lion: commit 1")
    assert BOTS["greedy"](GAME.view(attacked, 1), Random(1)) == Order("commit", ("1",))
