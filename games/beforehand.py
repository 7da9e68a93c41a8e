"""What was written beforehand for the decision that is open: a plan for one's own turn, a standing answer to a
question. `expect` looks whether there is something and puts its Due row; `games.plans.carry_out` acts on it.

Plans are checked the moment it is their player's move: a void one is told at once and leaves the decision open. A
hidden one then waits a random while, drawn once, so that nobody can tell it from its player at their desk.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from statistics import median
from typing import Any

from django.db.models import F, Q
from django.utils import translation
from django.utils.translation import gettext as _

from engine import GAMES, Order, View, orders
from engine.lexicon import tell_error
from games import positions, standing
from games.models import Decision, Due, Event, Game, Plan, Seat, Standing
from games.turn import Refused, Turn

USUAL = timedelta(hours=2)  # of who has not answered often enough yet
SHORTEST, LONGEST = timedelta(minutes=5), timedelta(hours=6)
LOOKED_AT = 50  # decisions for the usual time


def expect(game: Game, state: Any, *, now: datetime) -> tuple[bool, Plan | None]:
    """Puts the Due row for the open decision of `state` at `game.version`, or removes it.

    Whether something will be carried out, so that nobody need be asked; and a plan that turned out void just now.
    """
    row = Due.objects.filter(game=game, kind=Due.Kind.PLANNED).first()
    if row is not None and row.version < game.version:
        _give_up_overtaken(game, row, now)
    seat = decider(game)
    if seat is None or not plays(seat):
        return put(row, None, game), None
    engine = GAMES[game.kind]
    plan, answers = (waiting_plan(seat), standing_of(seat)) if written(seat) else (None, None)
    if plan is None and answers is None:
        return put(row, None, game), None
    view = engine.view(state, seat.index)
    if view.decision is None or view.decision.kind != "turn":
        answer = standing.choose(view, answers.answers) if answers else None
        hidden = answers is not None and answers.hidden
        return put(row, when(game, seat, row, hidden, now) if answer else None, game), None
    if plan is None or not ready(game, plan, view):
        return put(row, None, game), None
    if why := fault(game, plan, state, view):
        settle(plan, Plan.Status.VOID, now=now, why=why)
        return put(row, None, game), plan
    return put(row, when(game, seat, row, plan.hidden, now), game), None


def decider(game: Game) -> Seat | None:
    return next((seat for seat in game.seats.all() if seat.index == game.decider), None)


def plays(seat: Seat) -> bool:
    """Whether a person sits there; on an open seat a bot decides."""
    return seat.user_id is not None and seat.opened is None


def forget(seat: Seat) -> None:
    """Somebody else sits down there: what the player before wrote ahead is theirs alone, and counts no more."""
    Plan.objects.filter(seat=seat).delete()
    Standing.objects.filter(seat=seat).delete()
    Due.objects.filter(game=seat.game_id, kind=Due.Kind.PLANNED, game__decider=seat.index).delete()


def written(seat: Seat) -> bool:
    """Whether the player who sits there has written anything beforehand; mostly not."""
    plan = Q(plans__status=Plan.Status.WAITING, plans__user=F("user"))
    return Seat.objects.filter(plan | Q(standing__user=F("user")), pk=seat.pk).exists()


def waiting_plan(seat: Seat) -> Plan | None:
    """The plan of the player who sits there now."""
    return Plan.objects.filter(seat=seat, user=seat.user_id, status=Plan.Status.WAITING).first()


def standing_of(seat: Seat) -> Standing | None:
    return Standing.objects.filter(seat=seat, user=seat.user_id).first()


def put(row: Due | None, due: datetime | None, game: Game) -> bool:
    if due is not None:
        values = {"version": game.version, "due": due, "lease": None}
        Due.objects.update_or_create(game=game, kind=Due.Kind.PLANNED, defaults=values)
    elif row is not None:
        row.delete()
    return due is not None


def ready(game: Game, plan: Plan, view: View) -> bool:
    """Whether the move that the viewer has now is the one that the plan is for.

    That is the start of the next turn; or the rest of this one, if the plan was made while somebody else was asked
    something in it.
    """
    state = positions.played(game, min(plan.version, game.version)).state
    seen = GAMES[game.kind].view(state, None)
    asked = seen.decision.seat if seen.decision else None
    if seen.active == view.active and asked != view.active:
        return True
    return view.actions == 2 and (seen.active != view.active or turned(game, plan.version))


def turned(game: Game, version: int) -> bool:
    """Whether a turn has begun since. Replays what may not be committed yet, and keeps nothing of it."""
    events = Event.objects.filter(game=game, seq__lte=game.version).order_by("seq")
    facts = positions.replay(game, events).facts[version:]
    return any(fact.kind == "turn" for happened in facts for fact in happened)


def fault(game: Game, plan: Plan, state: Any, view: View) -> str:
    """Why the plan cannot be carried out now, in the words of its player's language; "" if it can."""
    language = plan.user.language
    engine = GAMES[game.kind]
    with translation.override(language):
        if plan.guard == Plan.Guard.UNCHANGED:
            seen = engine.view(positions.played(game, min(plan.version, game.version)).state, view.seat)
            if table(seen) != table(view):
                return _("The table is not any more as you saw it.")
        try:
            Turn(engine, state).carry_out(plan.seat.index, [orders.parse(text, game.kind) for text in plan.orders])
        except Refused as refused:
            reason = tell_error(refused.error, language)
            return f"{refused.order}: {reason}" if len(plan.orders) > 1 else reason
    return ""


def table(view: View) -> object:
    """What must be the same for a plan with the guard `unchanged`: all that lies on the table, and one's own hand.

    It becomes somebody's move only by an order of somebody else; one that changes nothing there (a pass, a swap, an
    order that was taken back, a setting) leaves the position as it was seen.
    """
    seats = [(seat.leaders_off, seat.catastrophes, seat.resigned) for seat in view.seats]
    mine = view.seats[view.seat].hand if view.seat is not None else None
    shown = view.display
    cards = (shown.columns, dict(shown.links), shown.unbuilt) if shown else None
    board = view.board
    return dict(board.cells), board.monuments, board.wonder, dict(board.buildings or {}), cards, seats, dict(mine or {})


def settle(plan: Plan, status: str, *, now: datetime, why: str = "") -> bool:
    """Once; whoever comes second changes nothing."""
    plan.status, plan.why, plan.settled = status, why, now
    waiting = Plan.objects.filter(pk=plan.pk, status=Plan.Status.WAITING)
    return waiting.update(status=status, why=why, settled=now) > 0


def _give_up_overtaken(game: Game, row: Due, now: datetime) -> None:
    """A plan that was due is void if its player has given orders themselves meanwhile."""
    before = GAMES[game.kind].view(positions.played(game, row.version).state, None).decision
    if before is None or before.kind != "turn" or not acted(game, before.seat, row.version):
        return
    for plan in Plan.objects.filter(seat__game=game, seat__index=before.seat, status=Plan.Status.WAITING,
                                    created__lte=row.due, user=F("seat__user")).select_related("user"):
        with translation.override(plan.user.language):
            settle(plan, Plan.Status.VOID, now=now, why=_("You have given orders yourself."))


def acted(game: Game, index: int, version: int) -> bool:
    """Whether the seat has done more since than change a setting."""
    events = Event.objects.filter(game=game, seat=index, seq__gt=version, seq__lte=game.version)
    return events.exclude(order__startswith="points ").exists()


def when(game: Game, seat: Seat, row: Due | None, hidden: bool, now: datetime) -> datetime:
    """At once; or a random while from now, unless it was drawn already for this decision."""
    if not hidden:
        return now
    if row is not None and row.due > now:
        before = GAMES[game.kind].decider(positions.played(game, row.version).state)
        if before == seat.index and (row.version == game.version or not acted(game, seat.index, row.version)):
            return row.due
    return now + delay(usual(seat), game.deadline - now if game.deadline else None)


def delay(usually: timedelta, left: timedelta | None) -> timedelta:
    """Anywhere up to twice the usual time, some minutes at least, some hours at most, and in the first half of what
    is left on the clock. From the system's secure random source, as everything that another player might guess."""
    most = min(max(2 * usually, 6 * SHORTEST), LONGEST)
    least = SHORTEST
    if left is not None:
        most = max(min(most, left / 2), timedelta(0))
        least = min(least, most / 2)
    span = int((most - least).total_seconds())
    return least + timedelta(seconds=secrets.randbelow(span + 1))


def usual(seat: Seat) -> timedelta:
    """How long this player has mostly taken to decide; where that is not known, everybody."""
    by_hand = Decision.objects.filter(made__isnull=False, source__in=("page", "mail", "link"), missed=False)
    for rows in (by_hand.filter(user=seat.user_id), by_hand):
        spans = [made - since for since, made in rows.order_by("-pk").values_list("since", "made")[:LOOKED_AT] if made]
        if len(spans) >= 5:
            return timedelta(seconds=median(span.total_seconds() for span in spans))
    return USUAL


def answer(game: Game, state: Any, seat: Seat) -> Order | None:
    """The standing answer to what the seat is asked now."""
    row = standing_of(seat)
    return standing.choose(GAMES[game.kind].view(state, seat.index), row.answers) if row else None
