"""The one door: `submit` is the only code that writes an event.

Whatever arrives (a form, a mail, a bot, an expired clock) is parsed, applied by the engine to a copy, and only
then written, in one transaction that holds only if nobody was faster: `UPDATE game … WHERE version = n`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.db import IntegrityError, transaction

from accounts.models import User
from engine import GAMES, Fact, Illegal, Invalid, RulesError, View, orders, seen_by
from engine.lexicon import tell_error
from games import decisions, ending, follow, positions, substitutes, votes, words
from games.history import NOT_UNDONE, Entry, changes_a_setting, history, only_settings
from games.models import Chat, Event, Game, Notice, Seat, Submission
from games.turn import ANY_TIME, Refused, Turn

__all__ = ["Entry", "Outcome", "history", "names", "position", "submit", "view", "waiting", "withdraw"]

ATTEMPTS = 5
LONGEST = 20_000  # characters of one message


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a submission. `facts` has one group for each of `events`, as the seat may know them."""

    game: Game
    version: int
    ok: bool = True
    events: tuple[Event, ...] = ()  # made now, also those of others whose waiting orders went on
    facts: tuple[tuple[Fact, ...], ...] = ()
    waiting: tuple[str, ...] = ()  # orders that go on by themselves after somebody else's decision
    voided: tuple[str, ...] = ()  # the player's older waiting orders, void by these new ones
    said: tuple[str, ...] = ()
    help: bool = False  # the player asked for help
    error: RulesError | None = None
    refused: str = ""  # the order that `error` is about, where it is one of several
    moved_on: bool = False  # the position is not any more the one that the player saw; nothing was changed
    repeated: bool = False  # this key came before; what is here is what it brought then


class Overtaken(Exception):
    """Somebody else's transaction was faster; nothing was written."""


def submit(
    *, game: Game, seat: Seat | int, text: str, seen: int | None, source: str, key: str, actor: User | None, now: datetime,
    received: datetime | None = None, held: bool = False,
) -> Outcome:
    """Carries out the order lines `text` of a seat as a whole, or refuses them as a whole.

    `seen`: the version that the player saw; orders for another position are not carried out (None: any).
    The same `key` twice has one effect; the caller makes it unique to the message or form. `received`: when the orders
    came in, if that was before `now`; the player's clock stands still from then on. `held`: `game` was loaded with its
    seats under a lock that the caller's transaction still holds, and is brought up to date.
    """
    index = seat if isinstance(seat, int) else seat.index
    if held:
        return _submit(game, True, index, text, seen, source, key, actor, now, received or now)
    for attempt in range(ATTEMPTS):
        try:
            with transaction.atomic():
                return _submit(game, False, index, text, seen, source, key, actor, now, received or now)
        except Overtaken:
            continue
        except IntegrityError:
            if attempt + 1 == ATTEMPTS or not Submission.objects.filter(key=key).exists():
                raise
    return Outcome(_load(game.pk), _load(game.pk).version, ok=False, moved_on=True)


def _submit(
    game: Game, held: bool, seat: int, text: str, seen: int | None, source: str, key: str, actor: User | None, now: datetime,
    received: datetime,
) -> Outcome:
    # Who holds the game names its position in the key, and that is still there.
    earlier = None if held else Submission.objects.filter(key=key, game=game.pk).first()
    if not held:
        game = _load(game.pk)  # after the look for the key: what that brought is in it
    if earlier is not None:
        return _repeat(game, earlier)
    refuse = partial(Outcome, game, game.version, ok=False)
    if game.status not in (Game.Status.RUNNING, Game.Status.FINISHED):
        return refuse(error=Illegal("game_not_running"))
    if _left(game, seat, source, actor):
        return refuse(moved_on=True)
    played = positions.played(game)
    state = as_ended(game, played.state)
    if len(text) > LONGEST:
        return refuse(error=Invalid("order_long"))
    try:
        lines = orders.parse_lines(text, game.kind, GAMES[game.kind].view(state, seat))
    except RulesError as error:
        return refuse(error=error)
    said = tuple(order.args[0] for order in lines if order.word == "say")
    wanted = [order for order in lines if order.word not in ("say", "help")]
    timely = seen is None or all(order.word in ANY_TIME for order in wanted) or only_settings(game, seen)
    if not timely:
        return refuse(moved_on=True)
    turn = Turn(GAMES[game.kind], state)
    try:
        rest = turn.carry_out(seat, wanted)
    except Refused as refused:
        return refuse(error=refused.error, refused=str(refused.order) if len(wanted) > 1 else "")

    submission = Submission(game=game, seat=seat, key=key, source=source, actor=actor, text=text, at=now)
    submission.waiting = [str(order) for order in rest]
    if wanted or said:
        submission.save()
    for step in turn.steps:
        step.submission = submission
    events, voided = _write(game, held, turn, submission, played, now, received) if wanted else ((), ())
    _say(game, seat, said, submission, now)
    return Outcome(
        game, game.version, events=events, facts=tuple(seen_by(step.facts, seat) for step in turn.steps),
        waiting=tuple(submission.waiting), voided=voided, said=said, help=any(order.word == "help" for order in lines),
    )  # fmt: skip


def _write(
    game: Game, held: bool, turn: Turn, submission: Submission, before: positions.Played, now: datetime,
    received: datetime,
) -> tuple[tuple[Event, ...], tuple[str, ...]]:
    """The events of the turn, what goes on by itself after them, and what follows from the new position."""
    old = list(Submission.objects.filter(game=game).exclude(waiting=[]).exclude(pk=submission.pk).order_by("pk"))
    read, asked = {late.pk: list(late.waiting) for late in old}, list(submission.waiting)
    voided: tuple[str, ...] = ()
    void = any(step.order.word not in NOT_UNDONE for step in turn.steps)
    for late in old:
        if late.seat == submission.seat and void:
            voided += tuple(late.waiting)
            late.waiting = []
    dropped = _go_on(game, turn, [late for late in (submission, *old) if late.waiting])

    if submission.source in substitutes.OWN_DOORS:
        substitutes.heard(game, next(seat for seat in game.seats.all() if seat.index == submission.seat), now=now)
    first = game.version + 1
    game.version += len(turn.steps)
    if not Game.objects.filter(pk=game.pk, version=first - 1, status=game.status).update(version=game.version):
        raise Overtaken
    if not held:
        _as_it_is_now(game)
    if _left(game, submission.seat, submission.source, submission.actor):
        raise Overtaken
    for late in Submission.objects.select_for_update().filter(pk__in=read).order_by("pk"):
        if late.waiting != read[late.pk]:
            raise Overtaken  # withdrawn a moment ago
    for late in (submission, *old):
        if late.waiting != read.get(late.pk, asked):
            late.save(update_fields=("waiting",))
    events = Event.objects.bulk_create(
        Event(
            game=game, seq=seq, seat=step.seat, order=str(step.order), submission=step.submission, at=now,
            digest=turn.engine.digest(step.state),
        )
        for seq, step in enumerate(turn.steps, first)
    )  # fmt: skip
    facts = before.facts + tuple(step.facts for step in turn.steps)
    after = positions.Played(game.version, events[-1].digest, turn.state, facts)
    transaction.on_commit(partial(positions.keep, game, after))
    game._played = after  # type: ignore[attr-defined]
    follow.follow(
        game, turn.state, now=now, here=submission.seat if _is_shown(submission, turn) else None,
        new_turn=turn.over or len({step.seat for step in turn.steps}) > 1, settings=all(changes_a_setting(step.facts) for step in turn.steps),
        by=submission.seat, source=submission.source, received=received,
    )  # fmt: skip
    if not ending.end_if_deserted(game, turn.state, now=now) and any(step.order.word == "resign" for step in turn.steps):
        _agree_without(game, turn.state, now)
    for late, texts, error in dropped:
        _tell_dropped(game, late.seat, texts, error, now)
    return tuple(events), voided


def _left(game: Game, index: int, source: str, actor: User | None) -> bool:
    """Whether who orders has given the seat to a substitute meanwhile."""
    seat = next((seat for seat in game.seats.all() if seat.index == index), None)
    return source in substitutes.OWN_DOORS and actor is not None and seat is not None and seat.user_id != actor.pk


def _agree_without(game: Game, state: Any, now: datetime) -> None:
    """Somebody has left: perhaps all others agree on something already."""
    if votes.settle(game, now=now, state=state):
        game.refresh_from_db(fields=("status", "decider", "deciding_since", "deadline", "pace", "paused", "ended", "ended_by"))


def _as_it_is_now(game: Game) -> None:
    """The clock and the seats as they are under the lock that the UPDATE took; a pause may have come in between."""
    held = _load(game.pk)
    for name in ("decider", "deciding_since", "deadline", "pace", "paused"):
        setattr(game, name, getattr(held, name))
    game._prefetched_objects_cache = held._prefetched_objects_cache  # type: ignore[attr-defined]


def _is_shown(submission: Submission, turn: Turn) -> bool:
    """Whether who sent the orders learns of their own next decision without a turn mail: on the page, or in the
    answer to their mail. Who wants no answers knows by themselves only that their turn goes on."""
    if submission.source != "mail":
        return submission.source == "page"
    if submission.actor is None or submission.actor.mail_answers:
        return True
    decision = turn.engine.view(turn.state, submission.seat).decision
    begun = turn.over or len({step.seat for step in turn.steps}) > 1
    return not begun and decision is not None and decision.kind == "turn"


def _go_on(
    game: Game, turn: Turn, waiting: Sequence[Submission]
) -> list[tuple[Submission, list[str], RulesError]]:
    """Lets waiting orders go on whose seat is to move again; what cannot any more is dropped, and returned."""
    dropped: list[tuple[Submission, list[str], RulesError]] = []
    pending = list(waiting)
    while pending:
        ready = [late for late in pending if turn.over or turn.decider == late.seat]
        if not ready:
            break
        late = ready[0]
        texts = list(late.waiting)
        try:
            if turn.over:
                raise Refused(orders.parse(texts[0], game.kind), Illegal("turn_over"))
            made = len(turn.steps)
            late.waiting = [
                str(order) for order in turn.carry_out(late.seat, [orders.parse(text, game.kind) for text in texts])
            ]
            for step in turn.steps[made:]:
                step.submission = late
        except Refused as refused:
            late.waiting = []
            dropped.append((late, texts, refused.error))
        if not late.waiting:
            pending.remove(late)
    return dropped


def _tell_dropped(game: Game, index: int, texts: list[str], error: RulesError, now: datetime) -> None:
    seat = next(seat for seat in game.seats.all() if seat.index == index)
    language = seat.user.language if seat.user else "en"
    follow.tell(game, seat, Notice.Kind.DROPPED, now=now, orders=texts, reason=tell_error(error, language))


def _say(game: Game, index: int, said: Sequence[str], submission: Submission, now: datetime) -> None:
    """The table's chat: words are no events and change no position."""
    seat = next(seat for seat in game.seats.all() if seat.index == index)
    user = submission.actor or seat.user
    for number, text in enumerate(said):
        Chat.objects.create(game=game, user=user, text=text, key=f"{submission.pk}:{number}", at=now)
        for other in follow.people(game):
            if other.index != index:
                follow.tell(game, other, Notice.Kind.CHAT, now=now, name=names(game)[index], text=text)


def _repeat(game: Game, submission: Submission) -> Outcome:
    """What the first arrival of the same key brought."""
    events = tuple(submission.events.filter(seq__lte=game.version).order_by("seq"))
    facts = positions.played(game).facts
    return Outcome(
        game, game.version, repeated=True, events=events, waiting=tuple(submission.waiting),
        facts=tuple(seen_by(facts[event.seq - 1], submission.seat) for event in events),
        said=tuple(
            Chat.objects.filter(game=game, key__startswith=f"{submission.pk}:").values_list("text", flat=True)
        ),
    )  # fmt: skip


def _load(pk: int) -> Game:
    return Game.objects.prefetch_related(decisions.with_seats()).get(pk=pk)


def position(game: Game) -> object:
    """The state at `game.version`, for the engine alone: it holds everybody's secrets."""
    return as_ended(game, positions.played(game).state)


def as_ended(game: Game, state: Any) -> Any:
    """The same, or its end where no order ended the game."""
    return GAMES[game.kind].stop(state, game.ended_by)[0] if game.ended_by else state


def view(game: Game, seat: Seat | int | None) -> View:
    """What the seat may know and do now; None is a spectator."""
    return GAMES[game.kind].view(position(game), seat.index if isinstance(seat, Seat) else seat)


def names(game: Game) -> tuple[str, ...]:
    """What the players are called, by seat."""
    seats = sorted(game.seats.all() if _prefetched(game) else game.seats.select_related("user"), key=lambda seat: seat.index)
    return tuple(words.seat_name(seat) for seat in seats)


def _prefetched(game: Game) -> bool:
    return "seats" in getattr(game, "_prefetched_objects_cache", {})


def waiting(game: Game, seat: Seat | int) -> tuple[str, ...]:
    """The seat's orders that go on by themselves when it is to move again."""
    index = seat if isinstance(seat, int) else seat.index
    rows = Submission.objects.filter(game=game, seat=index).exclude(waiting=[]).order_by("pk")
    return tuple(order for row in rows for order in row.waiting)


def withdraw(game: Game, seat: Seat | int) -> tuple[str, ...]:
    """Takes the seat's waiting orders back; returns those that had not gone on yet."""
    index = seat if isinstance(seat, int) else seat.index
    with transaction.atomic():
        rows = list(Submission.objects.select_for_update().filter(game=game, seat=index).exclude(waiting=[]))
        taken = tuple(order for row in rows for order in row.waiting)
        Submission.objects.filter(pk__in=[row.pk for row in rows]).update(waiting=[])
    return taken
