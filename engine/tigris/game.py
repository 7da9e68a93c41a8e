"""The board game behind the face of `engine.Game`: who may order what, and which chapter carries it out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.errors import Illegal, Invalid
from engine.facts import Fact
from engine.order import Order
from engine.tigris import legal as legality
from engine.tigris import setup as beginning
from engine.tigris import turn
from engine.tigris.catastrophe import strike
from engine.tigris.digest import digest
from engine.tigris.leaders import lead
from engine.tigris.leaving import resign
from engine.tigris.pieces import DYNASTIES, LEADERS, TILES
from engine.tigris.state import OVER, TURN, Draft, State
from engine.tigris.swap import swap
from engine.tigris.tiles import place
from engine.tigris.undo import undo
from engine.tigris.view import view
from engine.view import View

ACTIONS: Final[dict[str, Callable[[Draft, Order, list[Fact]], None]]] = {
    **dict.fromkeys(TILES, place),
    **dict.fromkeys(LEADERS, lead),
    "catastrophe": strike,
    "swap": swap,
}
WORDS: Final = (*ACTIONS, *turn.ANSWERS, "pass", "undo", "resign")


class Tigris:
    """`engine.GAMES["tigris"]`."""

    name: str = "tigris"
    dynasties: tuple[str, ...] = DYNASTIES
    seats: tuple[int, ...] = beginning.SEATS
    options: Mapping[str, tuple[str, ...]] = beginning.OPTIONS

    def deck(self, players: Sequence[str], options: Mapping[str, str]) -> tuple[str, ...]:
        return beginning.deck(players, options)

    def setup(self, players: Sequence[str], options: Mapping[str, str], draw: Sequence[str]) -> State:
        return beginning.setup(players, options, draw)

    def apply(self, state: State, seat: int, order: Order) -> tuple[State, tuple[Fact, ...]]:
        word = order.word
        if word not in WORDS:
            raise Invalid("no_such_order", word=word, words=WORDS)
        if state.stage == OVER:
            raise Illegal("game_is_over", rule="10.2")
        if seat in state.resigned:
            raise Illegal("has_resigned", rule="16.1")
        if word == "resign":
            return self._resign(state, seat, order)
        if seat != state.decider:
            raise Illegal("not_your_decision", rule="4.1", seat=state.decider, asked=state.stage)
        if word == "undo":
            return undo(state, seat, order)
        draft = state.draft()
        draft.order = order
        facts: list[Fact] = []
        if state.stage == TURN:
            if word in ACTIONS:
                ACTIONS[word](draft, order, facts)
                turn.go_on(draft, facts)
            elif word == "pass":
                turn.give_up(draft, order, facts)
            else:
                raise Illegal("nothing_to_answer", rule="4.1", word=word)
        else:
            if word != state.stage:
                raise Illegal("answer_first", rule="4.1", word=word, asked=state.stage)
            turn.ANSWERS[word](draft, order, facts)
            turn.go_on(draft, facts)
        if draft.decider != seat or draft.drawn != state.drawn:
            draft.before = None
        return draft.seal(), tuple(facts)

    def _resign(self, state: State, seat: int, order: Order) -> tuple[State, tuple[Fact, ...]]:
        if order.args:
            raise Invalid("needs_nothing", word=order.word)
        if not 0 <= seat < len(state.players):
            raise Invalid("no_such_seat")
        draft = state.draft()
        draft.order = order
        facts: list[Fact] = []
        resign(draft, seat, facts)
        return draft.seal(), tuple(facts)

    def legal(self, state: State) -> list[Order]:
        return legality.orders(state)

    def view(self, state: State, seat: int | None) -> View:
        return view(state, seat)

    def decider(self, state: State) -> int | None:
        return state.decider

    def nothing(self, state: State) -> Order:
        return turn.nothing(state)

    def digest(self, state: State) -> str:
        return digest(state)
