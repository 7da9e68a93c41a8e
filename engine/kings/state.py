"""A position of the card game.

A `State` is sealed: nothing can be assigned to it. `state.draft()` gives a `Draft` with the same fields that
the chapters of the rules work on, `draft.seal()` makes a State of it. A seat is an index into `players`, a
colour an index into `pieces.COLOURS`, a place or a set of places a number (`places`), a card a number
(`pieces`). To build a position from parts in words, use `engine.kings.arrange.arrange`.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from engine.order import Order
from engine.position import Conflict, Sealed

SCORE: Final = "score"
TAKE: Final = "take"
SHIP: Final = "ship"
SAIL: Final = "sail"

INTERNAL: Final = "internal"  # the kinds of conflict
EXTERNAL: Final = "external"


class Offer(NamedTuple):
    """A card of a colour that a seat may lay from hand on its victory stack."""

    seat: int
    colour: int
    why: str  # card, king (in place of the leader), internal, external


class Spoils(NamedTuple):
    """Cards that go to the winner of an external conflict as soon as its offer is settled (rules 11.5)."""

    seat: int
    colour: int
    places: int


class Draft:
    """The fields of a position, open for writing."""

    __slots__ = (
        "actions", "active", "aside", "asks", "bag", "before", "columns", "conflict", "covered", "decider", "disasters",
        "drawn", "fresh", "gone", "hands", "joined", "leaders", "links", "lost", "offer", "order", "places", "players",
        "points", "resigned", "sailed", "scores", "spoils", "stage", "still", "tops", "wars",
    )

    # The game
    players: tuple[str, ...]  # dynasties in the order of play
    scores: str
    bag: bytes  # the deck: colours in the order in which they are drawn
    drawn: int  # how many of them are out
    aside: bytes  # the cards taken out unseen

    # The display
    columns: tuple[bytes, ...]  # cards of each column, the head first
    links: tuple[int, ...]  # card of each link, EMPTY for none
    covered: int  # the link that lies face down, EMPTY for none; its card counts for nobody
    leaders: tuple[int, ...]  # [4 * seat + colour]: its place, EMPTY off the table

    # The players, by seat
    hands: tuple[tuple[int, ...], ...]  # number of cards by colour
    points: tuple[tuple[int, ...], ...]  # victory stacks: by colour, then treasures
    tops: tuple[int, ...]  # the card on top of the stack, EMPTY for none
    asks: tuple[bool, ...]  # the setting `points` (rules 14): asked before a card is laid
    disasters: tuple[int, ...]  # catastrophe cards not yet played
    resigned: tuple[int, ...]  # seats in the order of leaving
    gone: tuple[int, ...]  # the discard pile, by colour
    lost: tuple[int, ...]  # out of the game by catastrophes, by colour

    # The turn
    active: int  # whose turn it is
    actions: int  # left
    stage: str  # what is asked
    decider: int | None  # of whom; None when the game is over
    fresh: int  # column of the card just played, EMPTY when ships are done with
    joined: int  # link just played, EMPTY when the exchange is done with
    offer: Offer | None
    spoils: Spoils | None
    wars: tuple[int, ...]  # colours of external conflicts still to be fought, without the one being fought
    conflict: Conflict | None
    sailed: bool  # the income of ships at the end of the turn is done with
    still: int  # turns in a row in which nothing was played or drawn because nothing could be (`turn.close`)
    places: tuple[int, ...] | None  # by seat, at the end

    # For undo; no part of the position
    before: State | None  # the position that `undo` returns to
    order: Order | None  # the order that led here from it

    def seal(self) -> State:
        """The same object, closed. No draft is left."""
        self.__class__ = State
        return self  # type: ignore[return-value]


class State(Sealed, Draft):
    """A position. Equal positions have equal digests, whatever led to them."""

    __slots__ = ()

    def draft(self) -> Draft:
        """An open copy, from which `undo` would come back here."""
        copy = Draft()
        for name in Draft.__slots__:
            setattr(copy, name, getattr(self, name))
        copy.before = self
        copy.order = None
        return copy

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, tuple(getattr(self, name) for name in Draft.__slots__)


def _restore(*values: object) -> State:
    draft = Draft()
    for name, value in zip(Draft.__slots__, values, strict=True):
        setattr(draft, name, value)
    return draft.seal()
