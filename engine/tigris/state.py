"""A position of the board game.

A `State` is sealed: nothing can be assigned to it. `state.draft()` gives a `Draft` with the same fields that
the chapters of the rules work on, `draft.seal()` makes a State of it. A seat is an index into `players`, a
colour an index into `pieces.COLOURS`, a cell or a set of cells one integer (`geometry`). To build a
position from parts in words, use `engine.tigris.arrange.arrange`.
"""

from __future__ import annotations

from typing import Any, Final

from engine.order import Order
from engine.position import COMMIT, FIGHT, OVER, TURN, Conflict, Sealed, changed
from engine.tigris.boards import BOARDS, Board

__all__ = [
    "BUILD", "COMMIT", "FIGHT", "LEAVE", "OVER", "POINT", "RAISE", "REVOLT", "TURN", "WAR", "Conflict", "Draft", "State",
    "changed",
]

BUILD: Final = "build"
LEAVE: Final = "leave"
RAISE: Final = "raise"
POINT: Final = "point"

REVOLT: Final = "revolt"  # the kinds of conflict
WAR: Final = "war"


class Draft:
    """The fields of a position, open for writing."""

    __slots__ = (
        "actions", "active", "bag", "before", "board", "buildings", "catastrophes", "conflict", "decider", "disasters",
        "drawn", "filled", "gone", "hands", "kingdoms", "leaders", "monuments", "order", "placed", "placed_colour",
        "places", "players", "points", "raising", "resigned", "scores", "short", "sides", "stage", "support", "tiles",
        "treasures", "turned", "wars", "wonder",
    )

    # The game
    players: tuple[str, ...]  # dynasties in the order of play
    board: str
    scores: str
    support: str
    bag: bytes  # colours in the order in which they are drawn
    drawn: int  # how many of them are out

    # The board
    tiles: tuple[int, ...]  # by colour: cells with a face-up tile; not the covered joining tile
    turned: int  # cells turned over under monuments and the wonder
    catastrophes: int
    treasures: int
    monuments: tuple[tuple[str, int], ...]  # name and top-left cell, in the order of building
    leaders: tuple[int, ...]  # [4 * seat + colour]: its cell, 0 off the board
    wonder: int | None  # its centre, 0 unbuilt; None: played without it
    buildings: tuple[int, ...] | None  # by colour: its cell, 0 in the supply; None: played without them

    # The players, by seat
    hands: tuple[tuple[int, ...], ...]  # number of tiles by colour
    points: tuple[tuple[int, ...], ...]  # by colour, then treasures
    disasters: tuple[int, ...]  # catastrophe tiles not yet played
    resigned: tuple[int, ...]  # seats in the order of leaving
    gone: tuple[int, ...]  # tiles out of the game, by colour

    # The turn
    active: int  # whose turn it is
    actions: int  # left
    stage: str  # what is asked
    decider: int | None  # of whom; None when the game is over
    short: bool  # a swap could not be filled: over at the end of this turn
    placed: int  # cell of the tile placed by this action, 0 if none
    placed_colour: int
    raising: bool  # the tile placed by this action may still bring a building
    sides: tuple[int, ...]  # during wars: the two kingdoms as they were; () otherwise
    wars: tuple[int, ...]  # colours still to be fought, without the one being fought
    conflict: Conflict | None
    places: tuple[int, ...] | None  # by seat, at the end

    # Follows from the rest, kept because it is asked often
    filled: int  # everything that joins: tiles, turned tiles, leaders, the covered joining tile
    kingdoms: tuple[int, ...]  # regions with a leader, in no order

    # For undo; no part of the position
    before: State | None  # the position that `undo` returns to
    order: Order | None  # the order that led here from it

    def seal(self) -> State:
        """The same object, closed. No draft is left."""
        self.__class__ = State
        return self  # type: ignore[return-value]

    @property
    def terrain(self) -> Board:
        return BOARDS[self.board]


class State(Sealed, Draft):
    """A position. Equal positions have equal digests, whatever led to them."""

    __slots__ = ()

    def draft(self) -> Draft:
        """An open copy, from which `undo` would come back here."""
        copy = Draft()
        copy.players = self.players
        copy.board = self.board
        copy.scores = self.scores
        copy.support = self.support
        copy.bag = self.bag
        copy.drawn = self.drawn
        copy.tiles = self.tiles
        copy.turned = self.turned
        copy.catastrophes = self.catastrophes
        copy.treasures = self.treasures
        copy.monuments = self.monuments
        copy.leaders = self.leaders
        copy.wonder = self.wonder
        copy.buildings = self.buildings
        copy.hands = self.hands
        copy.points = self.points
        copy.disasters = self.disasters
        copy.resigned = self.resigned
        copy.gone = self.gone
        copy.active = self.active
        copy.actions = self.actions
        copy.stage = self.stage
        copy.decider = self.decider
        copy.short = self.short
        copy.placed = self.placed
        copy.placed_colour = self.placed_colour
        copy.raising = self.raising
        copy.sides = self.sides
        copy.wars = self.wars
        copy.conflict = self.conflict
        copy.places = self.places
        copy.filled = self.filled
        copy.kingdoms = self.kingdoms
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
