"""Rules 11: external conflicts between two kingdoms that a link has joined.

While they last the link lies face down: it joins, but `covered` says that its card counts for nobody.
"""

from __future__ import annotations

from engine.display import LINKS
from engine.errors import Illegal
from engine.facts import Fact
from engine.kings import kingdoms, laying, prize, reading
from engine.kings.pieces import EMPTY
from engine.kings.places import NAME, ROWS, between, column_of, each, is_link, names
from engine.kings.returning import send_home
from engine.kings.state import EXTERNAL, Draft, Spoils
from engine.order import Order
from engine.pieces import LEADER, LEADERS, TILES
from engine.position import Conflict


def begin(draft: Draft, link: int, facts: list[Fact]) -> None:
    """The link just laid stays face down if it brings conflicts."""
    tile = TILES[draft.links[link]]
    name = LINKS[link]
    draft.wars = _conflicts(draft, link)
    if not draft.wars:
        facts.append(Fact("placed", draft.active, {"tile": tile, "cell": name}, (name,)))
        return
    draft.covered = link
    facts.append(Fact("covered", draft.active, {"cell": name}, (name,), secret={"tiles": (tile,)}))
    facts.append(Fact("externals", draft.active, {"leaders": tuple(LEADERS[colour] for colour in draft.wars)}, (name,)))


def _conflicts(draft: Draft, link: int) -> tuple[int, ...]:
    """Colours of which two leaders are joined through the link (rules 11.2, 11.6)."""
    kingdom = between(*kingdoms.span(draft, link))
    return tuple(
        colour for colour in range(4)
        if sum(1 for place in draft.leaders[colour::4] if place >= 0 and kingdom >> place & 1) > 1
    )


def left(draft: Draft, facts: list[Fact]) -> tuple[int, ...]:
    """The conflicts that can still be fought; those that cannot any more are told as cancelled."""
    wars = _conflicts(draft, draft.covered)
    for colour in draft.wars:
        if colour not in wars:
            facts.append(Fact("cancelled", None, {"leader": LEADERS[colour], "conflict": EXTERNAL}))
    draft.wars = wars
    return wars


def choose(draft: Draft, order: Order, facts: list[Fact]) -> None:
    """`fight king`."""
    colour = LEADER[reading.word(order, LEADERS)]
    if colour not in draft.wars:
        raise Illegal("no_such_conflict", rule="11.2", leader=order.args[0],
                      leaders=tuple(LEADERS[war] for war in draft.wars))
    fight(draft, colour, facts)


def fight(draft: Draft, colour: int, facts: list[Fact]) -> None:
    """Set the two sides of a conflict against each other (rules 11.2, 11.3)."""
    kingdom = between(*kingdoms.span(draft, draft.covered))
    count = len(draft.players)
    stands = draft.leaders[colour::4]
    attacker, defender = sorted((seat for seat in range(count) if stands[seat] >= 0 and kingdom >> stands[seat] & 1),
                                key=lambda seat: (seat - draft.active) % count)
    attack, defence = _side(draft, colour, stands[attacker]), _side(draft, colour, stands[defender])
    draft.wars = tuple(war for war in draft.wars if war != colour)
    draft.conflict = Conflict(EXTERNAL, colour, attacker, defender, attack, defence, None)
    values = {"leader": LEADERS[colour], "defender": defender,
              "attack": attack.bit_count(), "defence": defence.bit_count()}
    facts.append(Fact("external", attacker, values, (NAME[stands[attacker]], NAME[stands[defender]])))


def _side(draft: Draft, colour: int, place: int) -> int:
    """The cards of the colour that hang together with a leader without the link that lies face down."""
    return kingdoms.coloured(draft, colour, *kingdoms.span(draft, column_of(place), draft.covered))


def settle(draft: Draft, winner: int, loser: int, conflict: Conflict, facts: list[Fact]) -> None:
    """The loser takes the leader back, the winner a laid card; then the loser's cards are the winner's spoils."""
    colour = conflict.colour
    lost = conflict.defence if loser == conflict.defender else conflict.attack
    send_home(draft, 4 * loser + colour, EXTERNAL, facts)
    draft.spoils = Spoils(winner, colour, lost)
    prize.award(draft, winner, colour, conflict.added or 0, EXTERNAL, facts)


def plunder(draft: Draft, facts: list[Fact]) -> None:
    """Cards of the colour on the loser's side go to the winner, except heads and under leaders (rules 11.5)."""
    assert draft.spoils is not None
    seat, colour, places = draft.spoils
    draft.spoils = None
    lost = 0
    for place in each(places):
        if place not in draft.leaders and (is_link(place) or place % ROWS):
            lost |= 1 << place
    if not lost:
        return
    kingdoms.remove(draft, lost)
    laying.gain(draft, seat, colour, lost.bit_count())
    facts.append(Fact("spoils", seat, {"tile": TILES[colour], "count": lost.bit_count()}, names(lost)))


def uncover(draft: Draft, facts: list[Fact]) -> None:
    """The link lies face up (rules 11.6)."""
    name = LINKS[draft.covered]
    facts.append(Fact("uncovered", draft.active, {"tile": TILES[draft.links[draft.covered]], "cell": name}, (name,)))
    draft.covered = EMPTY
    draft.wars = ()
