"""A position from parts in the words of the notation: for scenarios, tests and drawings.

    state = arrange(("lion", "bull"), columns={"B": ["market", "temple+priest/lion", "farm", "ship/green"]},
                    heads={"B": "temple", "C": "treasure+king/bull"}, links={"B-C": "market+farmer/bull"},
                    hands=[{"temple": 2}, {}], disasters=[0, 1], points=[{"black": 2, "treasure": 1}, {}],
                    bag=["temple", "farm"])

Whatever is left out is empty; heads are treasures. A position that the rules cannot produce at rest raises
ValueError with the reason; numbers of cards are not checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.display import COLUMNS, DEEPEST, LINKS
from engine.kings import kingdoms
from engine.kings.pieces import EMPTY, HEADS, SHIP, SHIP_WORDS, is_ship
from engine.kings.places import COLUMN, FIRST_LINK, LINK, ROWS, between
from engine.kings.state import Draft, State
from engine.pieces import COLOURS, LEADER, LEADERS, TILE, TILES, TREASURE
from engine.position import TURN, changed


def arrange(
    players: Sequence[str],
    options: Mapping[str, str] | None = None,
    *,
    columns: Mapping[str, Sequence[str]] | None = None,
    heads: Mapping[str, str] | None = None,
    links: Mapping[str, str] | None = None,
    hands: Sequence[Mapping[str, int]] = (),
    disasters: Sequence[int] = (),
    points: Sequence[Mapping[str, int]] = (),
    bag: Iterable[str] = (),
    aside: bytes = b"",
    active: int = 0,
    actions: int = 2,
) -> State:
    """A position at rest in which `active` has `actions` left. Lists are by seat; `bag`: first drawn first.

    columns: the cards below the head, top down; a card is `market`, `market+king/lion` or `ship/green`, a head
    also `treasure`. hands: tile -> number; disasters: catastrophe cards; points: colour or "treasure" -> number.
    """
    draft = blank(players, options or {})
    draft.bag = bytes(TILE[word] for word in bag)
    draft.aside = aside
    draft.active = draft.decider = active
    draft.actions = actions
    for name, text in (heads or {}).items():
        column = _known(name, COLUMN)
        card = _card(draft, text, ROWS * column)
        if text.partition("+")[0] not in ("temple", "treasure"):
            raise ValueError(f"no head: {text}")
        draft.columns = changed(draft.columns, column, bytes((card,)))
    for name, texts in (columns or {}).items():
        column = _known(name, COLUMN)
        if len(texts) > DEEPEST:
            raise ValueError(f"too many cards in column {name}")
        for row, text in enumerate(texts, 1):
            card = _card(draft, text, ROWS * column + row)
            if card == TREASURE:
                raise ValueError(f"a treasure below a head: {name}")
            draft.columns = changed(draft.columns, column, draft.columns[column] + bytes((card,)))
    for name, text in (links or {}).items():
        link = _known(name, LINK)
        card = _card(draft, text, FIRST_LINK + link)
        if card > max(TILE.values()):
            raise ValueError(f"no card for a link: {text}")
        draft.links = changed(draft.links, link, card)
    _check_rest(draft)
    for seat in range(len(draft.players)):
        if seat < len(hands):
            draft.hands = changed(draft.hands, seat, tuple(hands[seat].get(tile, 0) for tile in TILES))
        if seat < len(points):
            counts = tuple(points[seat].get(colour, 0) for colour in (*COLOURS, "treasure"))
            draft.points = changed(draft.points, seat, counts)
        if seat < len(disasters):
            draft.disasters = changed(draft.disasters, seat, disasters[seat])
    return draft.seal()


def blank(players: Sequence[str], options: Mapping[str, str]) -> Draft:
    """Treasure heads and empty hands; the first player is to move."""
    draft = Draft()
    count = len(players)
    draft.players = tuple(players)
    draft.scores = options.get("scores", "hidden")
    always = options.get("points", "always")
    draft.asks = tuple(options.get(f"points {dynasty}", always) == "ask" for dynasty in players)
    draft.bag = draft.aside = b""
    draft.drawn = 0
    draft.columns = (bytes((TREASURE,)),) * HEADS
    draft.links = (EMPTY,) * len(LINKS)
    draft.leaders = (EMPTY,) * (4 * count)
    draft.covered = draft.fresh = draft.joined = EMPTY
    draft.hands = ((0, 0, 0, 0),) * count
    draft.points = ((0, 0, 0, 0, 0),) * count
    draft.tops = (EMPTY,) * count
    draft.disasters = (0,) * count
    draft.gone = draft.lost = (0, 0, 0, 0)
    draft.resigned = draft.wars = ()
    draft.active = draft.decider = 0
    draft.actions = 2
    draft.stage = TURN
    draft.sailed = False
    draft.still = 0
    draft.offer = draft.spoils = draft.conflict = draft.places = draft.before = draft.order = None
    return draft


def _known(name: str, names: Mapping[str, int]) -> int:
    if name not in names:
        raise ValueError(f"no such column or link: {name}")
    return names[name]


def _card(draft: Draft, text: str, place: int) -> int:
    """The card that a word names; the leader on it is put on its place."""
    word, plus, leader = text.partition("+")
    kind, slash, colour = word.partition("/")
    if slash and kind == "ship" and colour in SHIP_WORDS:
        card = SHIP + COLOURS.index(colour)
    elif word in TILE or word == "treasure":
        card = TILE.get(word, TREASURE)
    else:
        raise ValueError(f"no such card: {word}")
    if plus:
        if is_ship(card):
            raise ValueError(f"a leader on a ship: {text}")
        name, _, dynasty = leader.partition("/")
        if name not in LEADER or dynasty not in draft.players:
            raise ValueError(f"no such leader: {leader}")
        index = 4 * draft.players.index(dynasty) + LEADER[name]
        if draft.leaders[index] != EMPTY:
            raise ValueError(f"twice on the table: {leader}")
        draft.leaders = changed(draft.leaders, index, place)
    return card


def _check_rest(draft: Draft) -> None:
    ships = kingdoms.ships(draft, 0, len(COLUMNS) - 1)
    if len(set(ships)) != len(ships):
        raise ValueError("a ship is there twice")
    for first, last in kingdoms.all_of(draft):
        kingdom = between(first, last)
        for colour in range(4):
            if sum(1 for place in draft.leaders[colour::4] if place >= 0 and kingdom >> place & 1) > 1:
                raise ValueError(f"two leaders in a kingdom: {LEADERS[colour]}")
