"""Plans and standing answers as their player keeps them, and how they are carried out when their time has come.

Nobody but that player is shown any of it: rows are looked up by seat and user, so that a substitute inherits nothing.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import User
from engine import Illegal, Order, View, orders
from games import beforehand, follow, play, standing_words
from games.models import Due, Game, Notice, Plan, Seat, Standing
from games.plan_lines import Draft, planned
from games.standing_words import Change
from games.turn import TILES

logger = logging.getLogger(__name__)
forget = beforehand.forget
Status = Plan.Status


def read(text: str, kind: str) -> tuple[str, ...]:
    """The orders of the box on the page. Raises RulesError for what is not understood or has no place in a plan."""
    return planned(orders.parse_lines(text, kind))


def check(game: Game, seat: Seat, draft: Draft) -> None:
    """Raises RulesError for a plan that makes no sense already: tiles that its player cannot count on."""
    if game.status != Game.Status.RUNNING:
        raise Illegal("game_not_running")
    view = play.view(game, seat)
    if view.active == seat.index and view.decision and view.decision.seat != seat.index and play.waiting(game, seat):
        raise Illegal("plan_waiting")
    check_hand([orders.parse(text, game.kind) for text in draft.orders or ()], draft.guard, view)


def check_hand(wanted: Sequence[Order], guard: str, view: View) -> None:
    """Tiles after a swap must be held now; with the guard `unchanged` so must all others."""
    hand = Counter(dict(view.seats[view.seat].hand or {})) if view.seat is not None else Counter()
    used: Counter[str] = Counter()
    swapped = False
    for order in wanted:
        named = Counter(order.args) if order.word == "swap" else Counter([order.word] if order.word in TILES else [])
        used += named
        if lacking := next(iter(used - hand), ""):
            if swapped:
                raise Illegal("tile_not_seen_yet", rule="12.1", tile=lacking)
            if guard == Plan.Guard.UNCHANGED:
                raise Illegal("not_so_many_in_hand", rule="6.1", tile=lacking, count=used[lacking], have=hand[lacking])
        swapped = swapped or order.word == "swap"


def make(game: Game, seat: Seat, draft: Draft, *, version: int, key: str, now: datetime) -> Plan | None:
    """Writes the plan down in place of an older one; `version` is what its player saw. None if the key came before.

    Call `check` first. If it is their move by now, it is carried out at once or is void, as it says itself.
    """
    assert draft.orders
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game.pk)
        if seat.user_id is None or Plan.objects.filter(key=key).exists():
            return None
        waiting_of(seat).update(status=Status.WITHDRAWN, settled=now)
        plan = Plan.objects.create(
            seat=seat, user_id=seat.user_id, orders=list(draft.orders), guard=draft.guard, hidden=draft.hidden,
            version=min(version, game.version), key=key, created=now,
        )
        look_again(game, now=now)
    return plan


def withdraw(game: Game, seat: Seat, *, now: datetime) -> tuple[str, ...]:
    """Takes the waiting plan back; its orders, () if there is none any more."""
    with transaction.atomic():
        Game.objects.select_for_update().get(pk=game.pk)
        plan = beforehand.waiting_plan(seat)
        if plan is None or not beforehand.settle(plan, Status.WITHDRAWN, now=now):
            return ()
        look_again(game, now=now)
    return tuple(plan.orders)


def waiting_of(seat: Seat) -> Any:
    return Plan.objects.filter(seat=seat, status=Status.WAITING)


def keep(
    game: Game, seat: Seat, answers: Mapping[str, Any], *, hidden: bool, key: str, now: datetime, lay: str = ""
) -> None:
    """The seat's standing answers from now on, also for what it is asked at this moment.

    `lay`: never, ask or always: the setting `points` of the card game is brought in line, by an order like any other.
    """
    assert seat.user is not None
    values = {"user": seat.user, "answers": standing_words.tidy(answers), "hidden": hidden, "changed": now}
    with transaction.atomic():
        Game.objects.select_for_update().get(pk=game.pk)
        Standing.objects.update_or_create(seat=seat, defaults=values)
        look_again(game, now=now)
    setting = {"never": "ask", "ask": "ask", "always": "always"}.get(lay)
    fresh = Game.objects.get(pk=game.pk)
    if setting and fresh.status == Game.Status.RUNNING and play.view(fresh, seat).seats[seat.index].asks != (setting == "ask"):
        play.submit(game=fresh, seat=seat, text=f"points {setting}", seen=None, source="page", key=f"{key}:points",
                    actor=seat.user, now=now)


def kept(seat: Seat) -> tuple[dict[str, Any], bool]:
    """The answers and whether they are given after a random while."""
    row = beforehand.standing_of(seat)
    return (dict(row.answers), row.hidden) if row else ({}, False)


def change(game: Game, seat: Seat, changes: Sequence[Change], *, key: str, now: datetime) -> None:
    """Carries out lines of the kind `standing …`."""
    answers, hidden = kept(seat)
    lay = next((change.value for change in reversed(changes) if change.what == "lay"), "")
    keep(game, seat, standing_words.changed(answers, changes), hidden=standing_words.hidden_after(hidden, changes),
         key=key, now=now, lay=lay)


def look_again(game: Game, *, now: datetime) -> None:
    """After a plan or an answer was written, changed or taken back: what that means for the open decision."""
    fresh = Game.objects.prefetch_related("seats__user").get(pk=game.pk)
    if fresh.status == Game.Status.RUNNING and fresh.decider is not None:
        follow.look_beforehand(fresh, play.position(fresh), now=now)


def carry_out(game: Game, now: datetime) -> bool:
    """The plan or the standing answer that is due; False if there is none."""
    with transaction.atomic():
        game = Game.objects.select_for_update().prefetch_related("seats__user").get(pk=game.pk)
        if not Due.objects.filter(game=game, kind=Due.Kind.PLANNED, version=game.version, due__lte=now).exists():
            return False
        seat = beforehand.decider(game)
        if seat is None or not beforehand.plays(seat):
            Due.objects.filter(game=game, kind=Due.Kind.PLANNED).delete()
            return True
        view = play.view(game, seat)
        if view.decision is not None and view.decision.kind == "turn":
            _carry_out_plan(game, seat, view, now)
        else:
            _give_answer(game, seat, now)
    return True


def _carry_out_plan(game: Game, seat: Seat, view: View, now: datetime) -> None:
    plan = beforehand.waiting_plan(seat)
    if plan is None or not beforehand.ready(game, plan, view):
        return _ask(game, seat, now)
    if why := beforehand.fault(game, plan, play.position(game), view):  # while it waited, somebody may have left
        beforehand.settle(plan, Status.VOID, now=now, why=why)
        return _ask(game, seat, now, plan=plan.pk)
    beforehand.settle(plan, Status.DONE, now=now)
    outcome = _submit(game, seat, "\n".join(plan.orders), "plan", f"plan:{plan.pk}", plan.user, now)
    if outcome.ok:
        return follow.tell(game, seat, Notice.Kind.PLAN, now=now, plan=plan.pk)
    logger.error("game %s: a plan that was checked was refused: %s", game.code, outcome.error and outcome.error.key)
    Plan.objects.filter(pk=plan.pk).update(status=Status.VOID, why=str(outcome.error or ""))
    return _ask(game, seat, now, plan=plan.pk)


def _give_answer(game: Game, seat: Seat, now: datetime) -> None:
    order = beforehand.answer(game, play.position(game), seat)
    key = f"standing:{game.pk}:{game.version}"
    outcome = _submit(game, seat, str(order), "standing", key, seat.user, now) if order else None
    if outcome is None or not outcome.ok:
        logger.error("game %s: no standing answer after all", game.code)
        _ask(game, seat, now)
    elif kept(seat)[0].get("tell"):
        follow.tell(game, seat, Notice.Kind.PLAN, now=now, answer=str(order))


def _ask(game: Game, seat: Seat, now: datetime, **told: object) -> None:
    """Nothing came of it: its player decides, and hears so."""
    Due.objects.filter(game=game, kind=Due.Kind.PLANNED).delete()
    if told:
        follow.tell(game, seat, Notice.Kind.PLAN, now=now, **told)
    follow.tell(game, seat, Notice.Kind.TURN, now=now)


def _submit(
    game: Game, seat: Seat, text: str, source: str, key: str, actor: User | None, now: datetime
) -> play.Outcome:
    return play.submit(game=game, seat=seat, text=text, seen=game.version, source=source, key=key, actor=actor, now=now)
