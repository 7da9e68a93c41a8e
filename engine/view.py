"""What one seat may know of a position, and what it can do: the only way out for secrets.

Plain values, the same for page, mail, picture, bot and spectator (`seat` None). What a seat may not know
is `None`. Cells are names ("D5"), tiles and leaders the words of the notation, colours "black" "red"
"blue" "green".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cell:
    """One occupied cell of the board."""

    name: str
    kind: str  # tile, leader, catastrophe, turned (under a monument), unification
    piece: str = ""  # tile: settlement temple farm market; leader: king priest farmer trader
    dynasty: str = ""  # of a leader
    treasure: bool = False
    corner: bool = False  # the treasure is one of a corner temple


@dataclass(frozen=True, slots=True)
class Monument:
    pair: str  # "black-red"
    cell: str  # top-left of its four


@dataclass(frozen=True, slots=True)
class Kingdom:
    """A region with leaders. `leaders` holds (leader, dynasty, cell)."""

    cells: tuple[str, ...]
    leaders: tuple[tuple[str, str, str], ...]
    treasures: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """`terrain`: rows from the top, '.' land and '~' river; `cells`: the occupied ones by name."""

    terrain: tuple[str, ...]
    cells: Mapping[str, Cell]
    monuments: tuple[Monument, ...]
    unbuilt: tuple[str, ...]
    kingdoms: tuple[Kingdom, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a conflict. `added` is None until its player has answered."""

    seat: int
    cell: str  # of its leader
    strength: int  # on the board, as the rules count it
    supporters: tuple[str, ...]  # the cells that count
    added: int | None


@dataclass(frozen=True, slots=True)
class Conflict:
    kind: str  # revolt, war
    leader: str  # king priest farmer trader
    tile: str  # what is added from hand: temple in a revolt, the leader's tile in a war
    attacker: Side
    defender: Side


@dataclass(frozen=True, slots=True)
class Decision:
    """The one decision the game waits for. `values` fill in the sentence of `engine.lexicon.tell_decision`."""

    seat: int
    kind: str  # turn commit fight build leave
    values: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player, as the viewer may see them. `hand`: tile -> number. `points`: colour or "treasure" -> number.

    `result` (at the end): the four colours with the treasures added in, colour -> number.
    """

    dynasty: str
    hand_size: int
    hand: Mapping[str, int] | None
    points: Mapping[str, int] | None
    catastrophes: int
    leaders_off: tuple[str, ...]
    resigned: bool
    result: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class View:
    """A position for one viewer.

    `legal` is what this viewer may order now: the order's word -> the arguments it can take.
    `{"temple": ("D5", "E6"), "king": ("D4", "off"), "commit": ("0", "1"), "pass": (), "resign": ()}`;
    `swap` lists the viewer's tiles, of which any 1 to 6 may be named. Empty for a spectator.
    """

    game: str
    seat: int | None
    players: tuple[str, ...]  # dynasties in the order of play
    options: Mapping[str, str]
    active: int  # whose turn it is
    actions: int  # left in the turn
    decision: Decision | None  # None when the game is over
    conflict: Conflict | None
    wars: tuple[str, ...]  # leaders of the wars still to be fought
    seats: tuple[SeatView, ...]
    bag: int
    board: Board
    legal: Mapping[str, tuple[str, ...]]
    over: bool
    places: tuple[int, ...] | None  # by seat, at the end
