"""A position from parts in the words of the notation: for scenarios, tests and drawings.

    state = arrange(("lion", "bull"), tiles={"E5": "temple"}, leaders={"E4": ("king", "lion")},
                    treasures=["E5"], monuments=[("black-red", "J5")], hands=[{"temple": 2}, {}],
                    disasters=[0, 1], points=[{"black": 2, "treasure": 1}, {}], bag=["temple", "farm"])

Whatever is left out is empty. A position that the rules cannot produce at rest raises ValueError with the
reason; numbers of tiles are not checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.tigris import kingdoms
from engine.tigris.boards import BOARDS
from engine.tigris.geometry import CELL, CROSS, NAME, SQUARE, each
from engine.tigris.pieces import COLOURS, LEADER, LEADERS, MONUMENTS, TILE, TILES
from engine.tigris.state import TURN, Draft, State, changed


def arrange(
    players: Sequence[str],
    options: Mapping[str, str] | None = None,
    *,
    tiles: Mapping[str, str] | None = None,
    leaders: Mapping[str, tuple[str, str]] | None = None,
    catastrophes: Iterable[str] = (),
    treasures: Iterable[str] = (),
    monuments: Iterable[tuple[str, str]] = (),
    wonder: str = "",
    buildings: Mapping[str, str] | None = None,
    hands: Sequence[Mapping[str, int]] = (),
    disasters: Sequence[int] = (),
    points: Sequence[Mapping[str, int]] = (),
    bag: Iterable[str] = (),
    active: int = 0,
    actions: int = 2,
) -> State:
    """A position at rest in which `active` has `actions` left. Lists are by seat; `bag`: first drawn first.

    tiles: cell -> tile; leaders: cell -> (leader, dynasty); monuments: (pair, top-left cell);
    wonder: centre; buildings: colour -> cell; hands: tile -> number; disasters: catastrophe tiles; points: colour or "treasure" -> number.
    """
    options = options or {}
    draft = blank(players, options)
    draft.bag = bytes(TILE[word] for word in bag)
    draft.active = draft.decider = active
    draft.actions = actions
    taken = 0
    for name, word in (tiles or {}).items():
        taken = _take(taken, cell := _cell(name), name)
        if bool(cell & draft.terrain.river) != (word == "farm"):
            raise ValueError(f"wrong ground for a {word}: {name}")
        colour = TILE[word]
        draft.tiles = changed(draft.tiles, colour, draft.tiles[colour] | cell)
    for name in catastrophes:
        taken = _take(taken, cell := _cell(name), name)
        draft.catastrophes |= cell
    for pair, name in monuments:
        if pair not in MONUMENTS or any(pair == built for built, _ in draft.monuments):
            raise ValueError(f"no such monument, or twice: {pair}")
        top_left = _cell(name)
        if top_left not in SQUARE:
            raise ValueError(f"no room for a monument: {name}")
        for cell in each(SQUARE[top_left]):
            taken = _take(taken, cell, NAME[cell])
        draft.turned |= SQUARE[top_left]
        draft.monuments += ((pair, top_left),)
    if wonder:
        taken = _put_wonder(draft, wonder, taken)
    for which, name in (buildings or {}).items():
        _put_building(draft, COLOURS.index(which), name)
    places = [0] * len(draft.leaders)
    for name, (leader, dynasty) in (leaders or {}).items():
        taken = _take(taken, cell := _cell(name), name)
        index = 4 * draft.players.index(dynasty) + LEADER[leader]
        if places[index]:
            raise ValueError(f"twice on the board: {leader} {dynasty}")
        if cell & draft.terrain.river:
            raise ValueError(f"a leader on a river: {name}")
        places[index] = cell
    draft.leaders = tuple(places)
    for name in treasures:
        cell = _cell(name)
        if not cell & (draft.turned | sum(draft.tiles)) or cell & draft.treasures:
            raise ValueError(f"no tile for a treasure, or two treasures: {name}")
        draft.treasures |= cell
    draft.filled = sum(draft.tiles) | draft.turned | sum(draft.leaders)
    draft.kingdoms = kingdoms.pieces(draft.filled, sum(draft.leaders))
    _check_rest(draft)
    for seat in range(len(draft.players)):
        if seat < len(hands):
            counts = tuple(hands[seat].get(tile, 0) for tile in TILES)
            draft.hands = changed(draft.hands, seat, counts)
        if seat < len(points):
            counts = tuple(points[seat].get(colour, 0) for colour in (*COLOURS, "treasure"))
            draft.points = changed(draft.points, seat, counts)
        if seat < len(disasters):
            draft.disasters = changed(draft.disasters, seat, disasters[seat])
    return draft.seal()


def blank(players: Sequence[str], options: Mapping[str, str]) -> Draft:
    """An empty board and empty hands; the first player is to move."""
    draft = Draft()
    count = len(players)
    draft.players = tuple(players)
    draft.board = options.get("board", "standard")
    draft.scores = options.get("scores", "hidden")
    draft.support = options.get("support", "standard")
    draft.wonder = 0 if options.get("wonder") == "on" else None
    draft.buildings = (0, 0, 0, 0) if options.get("buildings") == "on" else None
    if draft.board not in BOARDS:
        raise ValueError(f"no such board: {draft.board}")
    draft.bag = b""
    draft.drawn = 0
    draft.tiles = draft.gone = (0, 0, 0, 0)
    draft.turned = draft.catastrophes = draft.treasures = 0
    draft.monuments = draft.kingdoms = draft.resigned = draft.sides = draft.wars = ()
    draft.leaders = (0,) * (4 * count)
    draft.hands = ((0, 0, 0, 0),) * count
    draft.points = ((0, 0, 0, 0, 0),) * count
    draft.disasters = (0,) * count
    draft.active = draft.decider = 0
    draft.actions = 2
    draft.stage = TURN
    draft.short = draft.raising = False
    draft.placed = draft.placed_colour = draft.filled = 0
    draft.conflict = draft.places = draft.before = draft.order = None
    return draft


def _put_wonder(draft: Draft, name: str, taken: int) -> int:
    centre = _cell(name)
    if draft.wonder is None or draft.wonder:
        raise ValueError(f"no wonder in this game, or two: {name}")
    if centre not in CROSS:
        raise ValueError(f"no room for the wonder: {name}")
    for cell in each(CROSS[centre]):
        taken = _take(taken, cell, NAME[cell])
    draft.turned |= CROSS[centre]
    draft.wonder = centre
    return taken


def _put_building(draft: Draft, colour: int, name: str) -> None:
    cell = _cell(name)
    if draft.buildings is None or draft.buildings[colour]:
        raise ValueError(f"no buildings in this game, or two of a colour: {COLOURS[colour]} {name}")
    if not cell & draft.tiles[colour]:
        raise ValueError(f"no {TILES[colour]} under the building: {name}")
    draft.buildings = changed(draft.buildings, colour, cell)


def _cell(name: str) -> int:
    if name not in CELL:
        raise ValueError(f"no such cell: {name}")
    return CELL[name]


def _take(taken: int, cell: int, name: str) -> int:
    if taken & cell:
        raise ValueError(f"two things on {name}")
    return taken | cell


def _check_rest(draft: Draft) -> None:
    for index in kingdoms.stranded(draft):
        raise ValueError(f"a leader without a temple: {NAME[draft.leaders[index]]}")
    for kingdom in draft.kingdoms:
        for colour in range(4):
            if sum(1 for cell in draft.leaders[colour::4] if cell & kingdom) > 1:
                raise ValueError(f"two leaders in a kingdom: {LEADERS[colour]}")
