"""Answers given beforehand for what is asked in others' turns: from what a seat may see and its settings, an order.

Settings are a JSON object. `defend` and `attack` map "all" or a leader to a rule: "ask", "none", "all", "least" or
"least 3" (the least that wins, up to three, else none; for an attack forced on one, the least that is ahead of what
lies on the board). `leave`: cells in order of preference, then "near" or "far" (of the trader) or nothing, as one
text. `take`: "none" or "all". `lay`: "never". What is not there is asked. `tell`: report each answer at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import Order, View

Answers = Mapping[str, Any]

EVERY = "all"  # conflicts
SIDES = ("defend", "attack")
NEAR, FAR = "near", "far"


def choose(view: View, answers: Answers) -> Order | None:
    """The answer to what the viewer is asked, None if they want to be asked or it is a turn of theirs."""
    decision = view.decision
    if decision is None or view.seat is None or decision.seat != view.seat:
        return None
    if decision.kind == "commit":
        return _commit(view, answers)
    if decision.kind == "leave":
        return _leave(view, str(answers.get("leave", "")))
    if decision.kind == "take":
        return _take(view, str(answers.get("take", "")))
    if decision.kind == "score" and answers.get("lay") == "never":
        return Order("score", ("no",))
    return None


def rule_for(answers: Answers, side: str, leader: str) -> str:
    """The rule for a conflict of that leader: its own one, or that for all."""
    rules = answers.get(side) or {}
    return str(rules.get(leader) or rules.get(EVERY) or "ask")


def _commit(view: View, answers: Answers) -> Order | None:
    fought = view.conflict
    if fought is None or view.active == view.seat:
        return None  # attacks of one's own turn are never answered beforehand
    side = "defend" if fought.attacker.added is not None else "attack"
    rule, _, most = rule_for(answers, side, fought.leader).partition(" ")
    allowed = sorted(map(int, view.legal["commit"]))
    if rule == "none":
        number = 0
    elif rule == "all":
        number = allowed[-1]
    elif rule == "least":
        limit = int(most) if most else allowed[-1]
        number = next((number for number in allowed if fought.needed <= number <= limit), 0)
    else:
        return None
    return Order("commit", (str(number),)) if number in allowed else None


def _leave(view: View, wanted: str) -> Order | None:
    cells = view.legal["leave"]
    *named, last = wanted.split() or [""]
    if last not in (NEAR, FAR):
        named, last = [*named, last], ""
    stays = next((cell for cell in named if cell in cells), "")
    trader = _trader(view)
    if not stays and last and trader:
        ordered = sorted(cells, key=lambda cell: (_distance(cell, trader), cell))
        stays = ordered[0 if last == NEAR else -1]
    return Order("leave", (stays,)) if stays else None


def _trader(view: View) -> str:
    assert view.seat is not None
    mine = view.players[view.seat]
    found = (cell.name for cell in view.board.cells.values()
             if (cell.kind, cell.piece, cell.dynasty) == ("leader", "trader", mine))
    return next(found, "")


def _distance(one: str, other: str) -> int:
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1:]) - int(other[1:]))


def _take(view: View, wanted: str) -> Order | None:
    if wanted == "none":
        return Order("take", ("none",))
    if wanted != "all":
        return None
    offers = [argument.split() for argument in view.legal["take"] if argument != "none"]
    most = max(offers, key=len, default=["none"])  # the first of the longest: columns from the left
    return Order("take", tuple(most))
