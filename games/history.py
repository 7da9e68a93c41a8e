"""The log of a game for one reader: each order with what it brought about, as that reader may know it."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass

from engine import Fact, orders, seen_by
from engine.record import face_down, masked
from games import positions
from games.models import Event, Game, Seat

NOT_UNDONE = frozenset({"points"})  # settings, which `undo` passes over


@dataclass(frozen=True, slots=True)
class Entry:
    """`order` is the text that the reader may see; `event.order` may say more. `undone`: taken back later."""

    event: Event
    order: str
    facts: tuple[Fact, ...]
    undone: bool


def history(game: Game, seat: Seat | int | None, since: int = 0) -> list[Entry]:
    """The events after `since`, oldest first, for a seat or (None) a spectator."""
    index = seat.index if isinstance(seat, Seat) else seat
    events = list(Event.objects.filter(game=game, seq__lte=game.version).select_related("submission").order_by("seq"))
    gone = undone(events)
    facts = positions.played(game).facts
    covered = face_down(facts)
    return [
        Entry(event, shown(game, event, index, covered), seen_by(facts[event.seq - 1], index), event.seq in gone)
        for event in events
        if event.seq > since
    ]


def only_settings(game: Game, since: int) -> bool:
    """Whether nothing has happened after the event `since` but that players changed a setting of theirs."""
    return since <= game.version and all(map(changes_a_setting, positions.played(game).facts[since:]))


def changes_a_setting(facts: Iterable[Fact]) -> bool:
    """Whether an order did nothing else. A setting that answers an open question does more."""
    return all(fact.kind == "setting" for fact in facts)


def undone(events: Iterable[Event]) -> set[int]:
    """The numbers of the orders that a later `undo` took back."""
    standing: list[int] = []
    gone: set[int] = set()
    for event in events:
        if event.order == "undo":
            gone.add(standing.pop())
        elif event.order.partition(" ")[0] not in NOT_UNDONE:
            standing.append(event.seq)
    return gone


def shown(game: Game, event: Event, index: int | None, covered: Container[int] = ()) -> str:
    """The order's text without what belongs to its player alone: which tiles were put aside, which card lies face down.

    `covered`: orders, counted from 0, whose link nobody else has seen (`engine.record.face_down`).
    """
    if event.seat == index or game.status == Game.Status.FINISHED:
        return event.order
    return str(masked(orders.parse(event.order, game.kind), covered=event.seq - 1 in covered))
