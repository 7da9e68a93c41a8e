"""What every game of turns does alike: who may order what, questions and answers, leaving, `undo`, the next turn.

A game derives from `Turns` and says which words are actions and answers, what is asked next, and what happens
when a turn ends. Each chapter of its rules does its own step and leaves its mark in the position; `question`
reads the marks.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from engine import reading
from engine.errors import Illegal, Invalid
from engine.facts import Fact
from engine.order import Order
from engine.position import OVER, TURN
from engine.ranking import finish

Chapter = Callable[[Any, Order, list[Fact]], None]  # carries an order out on a draft, or raises


class Turns(ABC):
    """The half of `engine.Game` that is about turns."""

    actions: ClassVar[Mapping[str, Chapter]]
    answers: ClassVar[Mapping[str, Chapter]]  # by word, which is also the stage that asks for it
    rules: ClassVar[Mapping[str, str]]  # numbers: over, left, turn

    @abstractmethod
    def question(self, draft: Any, facts: list[Fact]) -> tuple[str, int] | None:
        """What must be answered now, and by whom. Steps without a choice are done on the way."""

    @abstractmethod
    def nothing(self, state: Any) -> Order:
        """The order that gives nothing, whatever is asked."""

    @abstractmethod
    def close(self, draft: Any, facts: list[Fact]) -> str:
        """What happens at the end of a turn; the reason why the game is over, "" if it goes on."""

    def change(self, state: Any, seat: int, order: Order) -> tuple[Any, tuple[Fact, ...]] | None:
        """The position after an order that any seat may give at any time; None if this is no such order."""
        return None

    def returned(self, before: Any, state: Any) -> Any:
        """The position after `undo`: what `undo` passes over stays as it is."""
        return before

    @property
    def words(self) -> tuple[str, ...]:
        return (*self.actions, *self.answers, "pass", "undo", "resign")

    def decider(self, state: Any) -> int | None:
        decider: int | None = state.decider
        return decider

    def apply(self, state: Any, seat: int, order: Order) -> tuple[Any, tuple[Fact, ...]]:
        word = order.word
        if word not in self.words:
            raise Invalid("no_such_order", word=word, words=self.words)
        if state.stage == OVER:
            raise Illegal("game_is_over", rule=self.rules["over"])
        if seat in state.resigned:
            raise Illegal("has_resigned", rule=self.rules["left"])
        if word == "resign":
            return self._resign(state, seat, order)
        if (after := self.change(state, seat, order)) is not None:
            return after
        if seat != state.decider:
            raise Illegal("not_your_decision", rule=self.rules["turn"], seat=state.decider, asked=state.stage)
        if word == "undo":
            return self._undo(state, seat, order)
        draft = state.draft()
        draft.order = order
        facts: list[Fact] = []
        self._carry_out(draft, order, facts)
        self.go_on(draft, facts)
        if draft.decider != seat or draft.drawn != state.drawn:
            draft.before = None
        return draft.seal(), tuple(facts)

    def stop(self, state: Any, reason: str) -> tuple[Any, tuple[Fact, ...]]:
        draft = state.draft()
        draft.before = None
        facts: list[Fact] = []
        finish(draft, reason, facts)
        return draft.seal(), tuple(facts)

    def _carry_out(self, draft: Any, order: Order, facts: list[Fact]) -> None:
        word = order.word
        if draft.stage != TURN:
            if word != draft.stage:
                raise Illegal("answer_first", rule=self.rules["turn"], word=word, asked=draft.stage)
            self.answers[word](draft, order, facts)
        elif word in self.actions:
            self.actions[word](draft, order, facts)
        elif word == "pass":
            reading.alone(order)
            facts.append(Fact("passed", draft.active, {}))
            draft.actions = 0
        else:
            raise Illegal("nothing_to_answer", rule=self.rules["turn"], word=word)

    def go_on(self, draft: Any, facts: list[Fact]) -> None:
        """After an action or an answer: everything up to the next decision, also the end of the turn."""
        while question := self.question(draft, facts):
            draft.stage, draft.decider = question
            if draft.decider not in draft.resigned:
                return
            self._answer(draft, facts)
        if draft.actions:
            draft.stage, draft.decider = TURN, draft.active
            return
        if reason := self.close(draft, facts):
            finish(draft, reason, facts)
        else:
            _next_turn(draft, facts)

    def _answer(self, draft: Any, facts: list[Fact]) -> None:
        """The answer that gives nothing, for somebody who has left."""
        order = self.nothing(draft)
        facts.append(Fact("answered", draft.decider, {"order": str(order)}))
        self.answers[order.word](draft, order, facts)

    def _resign(self, state: Any, seat: int, order: Order) -> tuple[Any, tuple[Fact, ...]]:
        """`resign`, at any time and in the middle of any decision."""
        reading.alone(order)
        if not 0 <= seat < len(state.players):
            raise Invalid("no_such_seat")
        draft = state.draft()
        draft.order = order
        draft.before = None
        draft.resigned += (seat,)
        facts = [Fact("resigned", seat, {})]
        if len(draft.resigned) == len(draft.players) - 1:
            finish(draft, "players", facts)  # in the middle of a conflict, too: it stays as it is
            return draft.seal(), tuple(facts)
        if seat == draft.active:
            draft.actions = 0
        if seat == draft.decider:
            if draft.stage != TURN:
                self._answer(draft, facts)
            self.go_on(draft, facts)
        return draft.seal(), tuple(facts)

    def _undo(self, state: Any, seat: int, order: Order) -> tuple[Any, tuple[Fact, ...]]:
        """`undo`: back to the position before the player's latest order.

        `State.before` is that position. It is None as soon as something hidden was seen or somebody else had to
        decide.
        """
        reading.alone(order)
        if state.before is None:
            raise Illegal("nothing_to_undo")
        return self.returned(state.before, state), (self.undone(state, seat),)

    def undone(self, state: Any, seat: int) -> Fact:
        return Fact("undone", seat, {"order": str(state.order)})


def _next_turn(draft: Any, facts: list[Fact]) -> None:
    seat = (draft.active + 1) % len(draft.players)
    while seat in draft.resigned:
        seat = (seat + 1) % len(draft.players)
    draft.active = draft.decider = seat
    draft.actions = 2
    draft.stage = TURN
    facts.append(Fact("turn", seat, {}))
