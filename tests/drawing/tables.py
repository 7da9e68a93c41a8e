"""Positions of the card game: written by hand, and played by bots, the same ones in every run."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine import GAMES, Fact, View
from engine.kings.arrange import arrange
from engine.kings.state import State
from engine.orders import parse

KINGS = GAMES["kings"]
DYNASTIES = ("lion", "bull", "vase", "bow")


def state(**parts: object) -> State:
    """`engine.kings.arrange`, with hands and a deck."""
    given = {"hands": [{"temple": 3, "farm": 2, "settlement": 1, "market": 2}], "disasters": [1, 1, 1], "bag": ["temple"] * 30}
    return arrange(("lion", "bull", "vase"), **{**given, **parts})  # type: ignore[arg-type]


def after(position: State, *orders: str) -> State:
    for order in orders:
        seat = KINGS.decider(position)
        assert seat is not None
        position, _ = KINGS.apply(position, seat, parse(order, "kings"))
    return position


def beginning(seat: int | None = 0) -> View:
    return KINGS.view(state(), seat)


def middle(seat: int | None = 0) -> View:
    """Three kingdoms with leaders, one without, two ships, a full column, an exchanged head."""
    return KINGS.view(state(
        columns={
            "A": ["market+trader/lion", "temple", "farm"],
            "B": ["settlement", "temple+priest/bull", "temple", "market", "farm+king/vase", "ship/green", "farm", "temple"],
            "C": ["farm", "farm", "farm+farmer/lion", "farm"],
            "D": ["temple", "market"],
            "E": ["ship/red", "settlement", "settlement+king/lion", "settlement"],
            "F": ["temple", "farm", "market"],
            "H": ["market+trader/bull"],
        },
        heads={"B": "temple", "E": "treasure+priest/lion"},
        links={"A-B": "market", "B-C": "temple", "E-F": "settlement+farmer/bull"},
    ), seat)


def war(seat: int | None = 0) -> View:
    """The lion's link lies face down on B-C; its king attacks the bull's."""
    return KINGS.view(after(state(
        columns={
            "A": ["market", "temple+priest/lion", "settlement"],
            "B": ["settlement", "settlement+king/lion", "temple", "settlement"],
            "C": ["farm", "market", "settlement+king/bull", "temple+priest/vase"],
        },
        links={"A-B": "farm"},
    ), "market B-C", "fight king"), seat)


def revolt(seat: int | None = 0) -> View:
    """The lion's priest stands on a temple, the bull's on a treasure."""
    return KINGS.view(after(state(
        columns={"A": ["temple", "market"]}, heads={"A": "treasure+priest/bull"},
    ), "priest A2"), seat)


def play(seed: int, *, players: int = 3) -> Iterator[tuple[State, tuple[Fact, ...]]]:
    """Each position of a game of any legal orders with what led to it, the first one included."""
    random = Random(seed)
    options = {"points": random.choice(("always", "ask"))}
    deck = list(KINGS.deck(DYNASTIES[:players], options))
    random.shuffle(deck)
    position = KINGS.setup(DYNASTIES[:players], options, deck)
    yield position, ()
    while (seat := KINGS.decider(position)) is not None:
        position, facts = KINGS.apply(position, seat, random.choice(KINGS.legal(position)))
        yield position, facts


def views(seed: int, *, every: int = 9, players: int = 3) -> Iterator[View]:
    """Some positions of such a game, and every conflict, as a player and as a spectator see them."""
    for number, (position, _) in enumerate(play(seed, players=players)):
        view = KINGS.view(position, number % 2)
        if number % every == 0 or view.conflict is not None:
            yield view if number % 3 else KINGS.view(position, None)


def fullest(seed: int) -> View:
    """The position of such a game with the most cards on the table."""
    seen = (KINGS.view(position, 0) for position, _ in play(seed))
    return max(seen, key=lambda view: sum(len(column.cards) for column in view.display.columns) if view.display else 0)
