"""What the positions of all games have in common: they never change, and these fields.

A game's `State` is sealed; `state.draft()` gives a `Draft` with the same slots that the chapters of the rules
work on, and `draft.seal()` closes it. The shared chapters (turns, conflict, supply, ranking) work on any
Draft with the fields of `Common`.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple, NoReturn, Protocol, TypeVar

from engine.order import Order

TURN: Final = "turn"
COMMIT: Final = "commit"
FIGHT: Final = "fight"
OVER: Final = "over"

T = TypeVar("T")


def changed(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """The tuple with another value at one place."""
    return (*values[:index], value, *values[index + 1:])


class Conflict(NamedTuple):
    """The conflict being fought. `attack` and `defence` are the places that count, a bit each; `added` is what the
    attacker added from hand, None before."""

    kind: str  # a game's word for it
    colour: int  # of the leaders
    attacker: int
    defender: int
    attack: int
    defence: int
    added: int | None


class Common(Protocol):
    """The fields that the shared chapters need. A seat is an index into `players`, a colour into `pieces.COLOURS`."""

    players: tuple[str, ...]  # dynasties in the order of play
    bag: bytes  # colours in the order in which they are drawn
    drawn: int  # how many of them are out
    hands: tuple[tuple[int, ...], ...]  # by seat: number by colour
    points: tuple[tuple[int, ...], ...]  # by seat: by colour, then treasures
    resigned: tuple[int, ...]  # seats in the order of leaving
    gone: tuple[int, ...]  # out of play, by colour: what was added in conflicts goes there
    active: int  # whose turn it is
    actions: int  # left
    stage: str  # what is asked
    decider: int | None  # of whom; None when the game is over
    conflict: Conflict | None
    places: tuple[int, ...] | None  # by seat, at the end
    before: Any  # the position that `undo` returns to, or None; no part of the position
    order: Order | None  # the order that led here from it


class Sealed:
    """Nothing can be assigned to a position."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a position never changes")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("a position never changes")
