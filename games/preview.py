"""What orders would do, before they are sent: public facts only, up to where something hidden comes in.

A preview is computed on a copy and tells nothing that the player could not work out at the table: no drawn tile,
nobody's answer, nothing after the end of the turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine import GAMES, Fact, Order, RulesError, View
from engine.display import Display
from games import positions
from games.models import Game
from games.turn import Refused, Turn

HIDDEN_FROM = frozenset({"refilled", "short", "turn", "over"})  # kinds of facts that a preview stops before
OTHERS = frozenset({"laid", "lapsed", "uncovered"})  # those that tell something hidden of another player
# After these the table itself shows whether another player was asked for a victory card, and so what they hold.
ANSWERS = frozenset({"commit", "fight", "score", "points", "resign"})


@dataclass(frozen=True, slots=True)
class Preview:
    """`view`: the player's present view with the table as it would be. `rest`: would wait for somebody else.

    `unsure`: what follows depends on what another player holds, and is not told before the orders are sent.
    """

    orders: tuple[str, ...]
    facts: tuple[Fact, ...]
    view: View
    rest: tuple[str, ...] = ()
    error: RulesError | None = None
    refused: str = ""
    unsure: bool = False


def preview(game: Game, seat: int, wanted: Sequence[Order]) -> Preview:
    """The orders of a seat at the present position, in order and as a whole."""
    engine = GAMES[game.kind]
    turn = Turn(engine, positions.played(game).state)
    now = engine.view(turn.state, seat)
    try:
        rest = turn.carry_out(seat, wanted)
    except Refused as refused:
        return Preview(tuple(map(str, wanted)), (), now, error=refused.error, refused=str(refused.order))
    facts = [fact._replace(secret=None) for step in turn.steps for fact in step.facts]
    shown = next((number for number, fact in enumerate(facts) if is_hidden(fact, seat)), len(facts))
    after = engine.view(turn.state, seat)
    unsure = any(fact.kind in OTHERS and fact.seat != seat for fact in facts) or (
        after.decision is not None and after.decision.kind == "score" and after.decision.seat != seat
    )
    if not unsure or turn.steps[-1].order.word not in ANSWERS:
        display = covered(now.display, after.display)
        now = replace(now, board=after.board, display=display, conflict=after.conflict)
    done = tuple(str(step.order) for step in turn.steps)
    return Preview(done, tuple(facts[:shown]), now, tuple(map(str, rest)), unsure=unsure)


def is_hidden(fact: Fact, seat: int) -> bool:
    """Whether the fact tells what the player cannot know before the orders are sent."""
    return fact.kind in HIDDEN_FROM or (fact.kind in OTHERS and fact.seat != seat)


def covered(now: Display | None, after: Display | None) -> Display | None:
    """The display after the orders, with what lies face down for the player now still face down."""
    if now is None or after is None:
        return after
    hidden = {name: card for name, card in now.links.items() if card.kind == "facedown" and not card.piece}
    return replace(after, links={**after.links, **hidden})
