"""What one seat may know of a position, and what it can do: the only way out for secrets.

Plain values, the same for page, mail, picture, bot and spectator (`seat` None). What a seat may not know
is `None`. Cells are names ("D5"), tiles and leaders the words of the notation, colours "black" "red"
"blue" "green". The board game has a `board`, the card game a `display` (engine.display); all else is shared.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.display import Display


@dataclass(frozen=True, slots=True)
class Cell:
    """One occupied cell of the board."""

    name: str
    kind: str  # tile, leader, catastrophe, turned (under a monument), unification
    piece: str = ""  # tile: settlement temple farm market; leader: king priest farmer trader
    dynasty: str = ""  # of a leader
    treasure: bool = False
    corner: bool = False  # the treasure is one of a corner temple
    building: str = ""  # the civilization building on a tile: palace library granary hall


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
    """`unbuilt`: monuments. `terrain`: rows from the top, '.' land and '~' river; `cells`: the occupied ones by name."""

    terrain: tuple[str, ...]
    cells: Mapping[str, Cell]
    monuments: tuple[Monument, ...]
    unbuilt: tuple[str, ...]
    kingdoms: tuple[Kingdom, ...]
    wonder: str | None = None  # the cell at its centre, "" unbuilt; None: played without it
    buildings: Mapping[str, str] | None = None  # building -> its cell, "" in the supply; None: played without them


NO_BOARD = Board((), {}, (), (), ())  # of a game without one


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
    kind: str  # board game: revolt, war; card game: internal, external
    leader: str  # king priest farmer trader
    tile: str  # what is added from hand: temple in a revolt (internal conflict), else the leader's tile
    attacker: Side
    defender: Side

    @property
    def needed(self) -> int:
        """The least number with which who must add now is ahead of the other side as it stands. The attacker adds
        first and openly, so for the defender, who wins ties, it is what wins."""
        if self.attacker.added is None:
            return max(0, self.defender.strength - self.attacker.strength + 1)
        return max(0, self.attacker.strength + self.attacker.added - self.defender.strength)


@dataclass(frozen=True, slots=True)
class Decision:
    """The one decision the game waits for. `values` fill in the sentence of `engine.lexicon.tell_decision`."""

    seat: int
    kind: str  # turn commit fight; board game: build leave raise point; card game: score take ship sail
    values: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player, as the viewer may see them. `hand`: tile -> number. `points`: colour or "treasure" -> number.

    `result` (at the end): the four colours with the treasures added in, colour -> number.
    Card game: `top` is the open top card of the victory stack (a tile's word or "treasure", "" for none), `asks`
    the setting `points` (True: asked before a card is laid, False: it is always laid).
    """

    dynasty: str
    hand_size: int
    hand: Mapping[str, int] | None
    points: Mapping[str, int] | None
    catastrophes: int
    leaders_off: tuple[str, ...]
    resigned: bool
    result: Mapping[str, int] | None = None
    top: str = ""
    asks: bool | None = None


@dataclass(frozen=True, slots=True)
class View:
    """A position for one viewer.

    `legal` is what this viewer may order now: the order's word -> the arguments it can take.
    `{"temple": ("D5", "E6"), "king": ("D4", "off"), "commit": ("0", "1"), "pass": (), "resign": ()}`;
    `swap` lists the viewer's tiles, of which any 1 to 6 may be named. Empty for a spectator.
    In the card game: `{"market": ("B", "B-C"), "king": ("B1", "B-C"), "take": ("none", "B", "B D")}`, and `points`
    with the setting that it can be changed to, at any time.
    `display` is None in the board game; in the card game `board` is empty.
    """

    game: str
    seat: int | None
    players: tuple[str, ...]  # dynasties in the order of play
    options: Mapping[str, str]
    active: int  # whose turn it is
    actions: int  # left in the turn
    decision: Decision | None  # None when the game is over
    conflict: Conflict | None
    wars: tuple[str, ...]  # leaders of the wars (external conflicts) still to be fought
    seats: tuple[SeatView, ...]
    bag: int  # tiles, or cards of the deck, left to draw
    board: Board
    legal: Mapping[str, tuple[str, ...]]
    over: bool
    places: tuple[int, ...] | None  # by seat, at the end
    display: Display | None = None
