"""The card game behind the face of `engine.Game`: which chapter carries which order out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from engine import reading
from engine.errors import Invalid
from engine.facts import Fact
from engine.kings import conflicts, exchange, external, laying, ships, turn
from engine.kings import legal as legality
from engine.kings import setup as beginning
from engine.kings.cards import play
from engine.kings.catastrophe import strike
from engine.kings.digest import digest
from engine.kings.leaders import lead
from engine.kings.state import SAIL, SCORE, SHIP, TAKE, Draft, State
from engine.kings.view import view
from engine.order import Order
from engine.pieces import DYNASTIES, LEADERS, TILES
from engine.position import COMMIT, FIGHT, changed
from engine.turns import Chapter, Turns
from engine.view import View

SETTING = "points"


class Kings(Turns):
    """`engine.GAMES["kings"]`."""

    name: str = "kings"
    dynasties: tuple[str, ...] = DYNASTIES
    seats: tuple[int, ...] = beginning.SEATS
    options: Mapping[str, tuple[str, ...]] = beginning.OPTIONS
    seat_options: tuple[str, ...] = beginning.SEAT_OPTIONS

    actions: ClassVar[Mapping[str, Chapter]] = {
        **dict.fromkeys(TILES, play), **dict.fromkeys(LEADERS, lead), "catastrophe": strike,
    }
    answers: ClassVar[Mapping[str, Chapter]] = {
        COMMIT: conflicts.commit, FIGHT: external.choose, SCORE: laying.score, TAKE: exchange.take,
        SHIP: ships.build, SAIL: ships.sail,
    }
    rules: ClassVar[Mapping[str, str]] = {"over": "9.2", "left": "15.1", "turn": "4.1"}

    @property
    def words(self) -> tuple[str, ...]:
        return (*super().words, SETTING)

    def deck(self, players: Sequence[str], options: Mapping[str, str]) -> tuple[str, ...]:
        return beginning.deck(players, options)

    def setup(self, players: Sequence[str], options: Mapping[str, str], draw: Sequence[str]) -> State:
        return beginning.setup(players, options, draw)

    def question(self, draft: Draft, facts: list[Fact]) -> tuple[str, int] | None:
        return turn.question(draft, facts)

    def nothing(self, state: Draft) -> Order:
        return turn.nothing(state)

    def close(self, draft: Draft, facts: list[Fact]) -> str:
        return turn.close(draft, facts)

    def change(self, state: State, seat: int, order: Order) -> tuple[State, tuple[Fact, ...]] | None:
        """`points ask`, `points always`: a setting (rules 14). Who is being asked and wants it always has answered."""
        if order.word != SETTING:
            return None
        value = reading.word(order, beginning.OPTIONS[SETTING])
        if not 0 <= seat < len(state.players):
            raise Invalid("no_such_seat")
        draft = state.draft()
        draft.before, draft.order = state.before, state.order  # `undo` passes over it
        draft.asks = changed(state.asks, seat, value == "ask")
        facts = [Fact("setting", seat, {"value": value})]
        if value == "always" and seat == state.decider and state.stage in (SCORE, SAIL):
            self.go_on(draft, facts)
            if draft.decider != seat or draft.drawn != state.drawn:
                draft.before = None
        return draft.seal(), tuple(facts)

    def returned(self, before: State, state: State) -> State:
        if before.asks == state.asks:
            return before
        draft = before.draft()
        draft.before, draft.order, draft.asks = before.before, before.order, state.asks
        return draft.seal()

    def undone(self, state: State, seat: int) -> Fact:
        """A link that went back face down was never seen by the others."""
        order = state.order
        assert order is not None
        assert state.before is not None
        if order.word in TILES and state.covered != state.before.covered:
            return Fact("undone", seat, {"order": f"link {order.args[0]}"}, secret={"order": str(order)})
        return super().undone(state, seat)

    def legal(self, state: State) -> list[Order]:
        return legality.orders(state)

    def view(self, state: State, seat: int | None) -> View:
        return view(state, seat)

    def digest(self, state: State) -> str:
        return digest(state)
