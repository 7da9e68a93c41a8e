"""Rules 8: ships, and their income at the end of a turn."""

from __future__ import annotations

from engine.errors import Illegal
from engine.facts import Fact
from engine.kings import kingdoms, laying, reading
from engine.kings.pieces import EMPTY, SHIP, SHIP_WORDS, SHIPS, is_ship, ship_colours
from engine.kings.places import NAME, ROWS, column_of
from engine.kings.returning import send_home
from engine.kings.state import SAIL, Draft
from engine.order import Order
from engine.pieces import BLUE, COLOURS, LEADERS, TILES
from engine.position import changed

RUN = 4  # cards of one colour that make a ship


def unbuilt(draft: Draft) -> tuple[int, ...]:
    """The colours beside blue of the ships that can still be built."""
    built = {card - SHIP for cards in draft.columns for card in cards if is_ship(card)}
    return tuple(colour for colour in SHIPS if colour not in built)


def offered(draft: Draft) -> tuple[int, ...]:
    """The ships that the card just played allows; none if there is nothing to ask."""
    if draft.fresh == EMPTY:
        return ()
    cards = draft.columns[draft.fresh]
    colour = cards[-1]
    if len(cards) <= RUN or cards[-RUN:] != bytes((colour,)) * RUN:
        return ()
    return tuple(ship for ship in unbuilt(draft) if colour in (ship, BLUE))


def build(draft: Draft, order: Order, facts: list[Fact]) -> None:
    """`ship green`, `ship none`."""
    seat = draft.active
    word = reading.word(order, (*COLOURS, "none"))
    column, draft.fresh = draft.fresh, EMPTY
    if word == "none":
        facts.append(Fact("declined", seat, {"what": "ship"}))
        return
    colour, ship = draft.columns[column][-1], COLOURS.index(word)
    _check(draft, word, colour, ship)
    first = len(draft.columns[column]) - RUN
    place = ROWS * column + first
    for index, stands in enumerate(draft.leaders):
        if place <= stands < place + RUN:
            send_home(draft, index, "ship", facts)
    cards = draft.columns[column][:first] + bytes((SHIP + ship,))
    draft.columns = changed(draft.columns, column, cards)
    draft.gone = changed(draft.gone, colour, draft.gone[colour] + RUN)
    facts.append(Fact("ship", seat, {"ship": word, "tile": TILES[colour], "count": RUN, "cell": NAME[place]},
                      (NAME[place],)))


def _check(draft: Draft, word: str, colour: int, ship: int) -> None:
    if word not in SHIP_WORDS or colour not in (ship, BLUE):
        raise Illegal("no_such_ship", rule="8.2", colour=word, tile=TILES[colour],
                      colours=tuple(COLOURS[free] for free in unbuilt(draft) if colour in (free, BLUE)))
    if ship not in unbuilt(draft):
        raise Illegal("ship_is_built", rule="8.2", colour=word,
                      colours=tuple(COLOURS[free] for free in unbuilt(draft) if colour in (free, BLUE)))


# Income

def sailing(draft: Draft) -> tuple[int, ...]:
    """The active player's leaders, by colour, in whose kingdom is a ship of their colour (rules 8.4)."""
    return tuple(
        colour for colour, place in enumerate(draft.leaders[4 * draft.active:4 * draft.active + 4])
        if place != EMPTY and any(
            colour in ship_colours(ship) for ship in kingdoms.ships(draft, *_span(draft, place))
        )
    )


def _span(draft: Draft, place: int) -> tuple[int, int]:
    return kingdoms.span(draft, column_of(place))


def able(draft: Draft) -> tuple[int, ...]:
    """Those of them for which the player holds a card."""
    return tuple(colour for colour in sailing(draft) if draft.hands[draft.active][colour])


def due(draft: Draft, facts: list[Fact]) -> bool:
    """Whether the active player must be asked about the income; done with if not."""
    return laying.may_sail(draft, facts, sailing(draft))


def sail(draft: Draft, order: Order, facts: list[Fact]) -> None:
    """`sail king farmer`, `sail none`."""
    seat = draft.active
    named = reading.some(order, LEADERS)
    can = able(draft)
    for leader in named:
        if LEADERS.index(leader) not in can:
            raise Illegal("leader_cannot_sail", rule="8.4", leader=leader,
                          leaders=tuple(LEADERS[colour] for colour in can))
    draft.sailed = True
    if not named:
        facts.append(Fact("declined", seat, {"what": "sail"}))
    for colour in sorted(LEADERS.index(leader) for leader in named):
        laying.lay(draft, seat, colour, SAIL, facts)
