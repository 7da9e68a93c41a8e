"""What a text asks for beside orders that has to do with later: plans and standing answers, checked, written, told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from games import beforehand, plan_lines, plans, play, standing_words
from games.asides import Aside
from games.models import Game, Plan, Seat
from games.plan_lines import Draft
from games.spoken import quoted
from games.standing_words import Change


def drafts(asked: Iterable[Aside]) -> list[Draft]:
    return [plan_lines.parsed(aside.text) for aside in asked if aside.word == "plan"]


def changes(asked: Iterable[Aside]) -> list[Change]:
    found = (standing_words.read(f"standing {aside.text}") for aside in asked if aside.word == "standing" and aside.text)
    return [change for change in found if change is not None]


def check(game: Game, seat: Seat, asked: Sequence[Aside]) -> None:
    """Raises RulesError before anything is written."""
    for draft in drafts(asked):
        if draft.orders:
            plans.check(game, seat, draft)


def write(game: Game, seat: Seat, asked: Sequence[Aside], *, version: int, key: str, now: datetime) -> None:
    """Keeps it; of several plans the last one counts. `version`: what the player saw."""
    wanted = [draft for draft in drafts(asked) if draft.orders is not None]
    if wanted and wanted[-1].orders:
        plans.make(game, seat, wanted[-1], version=version, key=f"{key}:plan", now=now)
    elif wanted:
        plans.withdraw(game, seat, now=now)
    if lines := changes(asked):
        plans.change(game, seat, lines, key=key, now=now)


def told(game: Game, seat: Seat, asked: Sequence[Aside], language: str) -> list[str]:
    """Sentences on what is kept once it is written; it may not be yet."""
    found: list[str] = []
    if any(aside.word == "plan" for aside in asked):
        found += plan_told(game, seat, drafts(asked))
    if any(aside.word == "standing" for aside in asked):
        answers, hidden = plans.kept(seat)
        lines = changes(asked)
        if lines:
            found.append(_("Your standing answers are kept. Nobody else sees them."))
        found += standing_words.sentences(standing_words.changed(answers, lines), standing_words.hidden_after(hidden, lines),
                                          game.kind, language)
    return found


def plan_told(game: Game, seat: Seat, wanted: Sequence[Draft]) -> list[str]:
    writing = [draft for draft in wanted if draft.orders is not None]
    row = beforehand.waiting_plan(seat)
    orders, guard, hidden = writing[-1] if writing else Draft()
    if writing and not orders:
        return [_("Your plan is withdrawn.") if row else _("There was no plan to withdraw.")]
    if not orders:
        return plan_sentences(row.orders, row.guard, row.hidden, game.kind) if row else [_("You have no plan.")]
    lines = [_("Your plan is kept. Nobody else sees it."), *plan_sentences(orders, guard, hidden, game.kind)]
    decision = play.view(game, seat).decision
    if decision is not None and decision.seat == seat.index and decision.kind == "turn":
        lines.append(_("It is your move now: what you write for this turn, write without the word for a plan."))
    return lines


def plan_sentences(orders: Sequence[str], guard: str, hidden: bool, kind: str) -> list[str]:
    """A plan in words."""
    found = [_("Planned for your next move: %(orders)s.") % {"orders": quoted(orders, kind)}]
    found.append(guard_said(guard))
    if hidden:
        found.append(_("It is carried out after a random while, so that its timing tells nothing."))
    return found


def guard_said(guard: str) -> str:
    if guard == Plan.Guard.LEGAL:
        return _("It is carried out as a whole if it is legal then, or not at all.")
    return _("It is carried out only if the table and your hand are still as you saw them: others have passed or swapped "
             "at most.")
