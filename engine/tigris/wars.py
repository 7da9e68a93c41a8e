"""Rules 8: wars between two kingdoms that a tile has joined.

While they last the joining tile is covered: `placed` joins the sides but is in no colour of `tiles`, and `sides`
holds the two kingdoms as they were.
"""

from __future__ import annotations

from engine.errors import Illegal
from engine.facts import Fact
from engine.order import Order
from engine.tigris import kingdoms, reading
from engine.tigris.geometry import NAME, beside, names
from engine.tigris.pieces import LEADER, LEADERS, RED, TILES
from engine.tigris.returning import send_home
from engine.tigris.scoring import score
from engine.tigris.state import WAR, Conflict, Draft, changed


def begin(draft: Draft, joined: tuple[int, ...], facts: list[Fact]) -> bool:
    """Whether the tile just placed, which joined two kingdoms, brings wars."""
    draft.wars = _wars(draft)
    if draft.wars:
        draft.sides = joined
        facts.append(Fact("wars", draft.active, {"leaders": tuple(LEADERS[colour] for colour in draft.wars)},
                          (NAME[draft.placed],)))
    return bool(draft.wars)


def _wars(draft: Draft) -> tuple[int, ...]:
    """Colours of which two leaders are joined through the tile just placed (rules 8.2, 8.7)."""
    kingdom = kingdoms.of(draft, draft.placed)
    leaders = draft.leaders
    return tuple(
        colour for colour in range(4)
        if sum(leaders[colour::4]) & kingdom and sum(1 for cell in leaders[colour::4] if cell & kingdom) > 1
    )


def left(draft: Draft, facts: list[Fact]) -> tuple[int, ...]:
    """The wars that can still be fought; those that cannot any more are told as cancelled."""
    wars = _wars(draft)
    for colour in draft.wars:
        if colour not in wars:
            facts.append(Fact("cancelled", None, {"leader": LEADERS[colour]}))
    draft.wars = wars
    return wars


def choose(draft: Draft, order: Order, facts: list[Fact]) -> None:
    """`fight king`."""
    colour = LEADER[reading.word(order, LEADERS)]
    if colour not in draft.wars:
        raise Illegal("no_such_war", rule="8.2", leader=order.args[0],
                      leaders=tuple(LEADERS[war] for war in draft.wars))
    fight(draft, colour, facts)


def fight(draft: Draft, colour: int, facts: list[Fact]) -> None:
    """Set the two sides of a war against each other (rules 8.3, 8.4)."""
    kingdom = kingdoms.of(draft, draft.placed)
    count = len(draft.players)
    cells = draft.leaders[colour::4]
    attacker, defender = sorted((seat for seat in range(count) if cells[seat] & kingdom),
                                key=lambda seat: (seat - draft.active) % count)
    supporters = draft.tiles[colour] & kingdom
    attack, defence = (
        next(supporters & side for side in draft.sides if side & cells[seat]) for seat in (attacker, defender)
    )
    draft.wars = tuple(war for war in draft.wars if war != colour)
    draft.conflict = Conflict(WAR, colour, attacker, defender, attack, defence, None)
    values = {"leader": LEADERS[colour], "defender": defender,
              "attack": attack.bit_count(), "defence": defence.bit_count()}
    facts.append(Fact("war", attacker, values, (NAME[cells[attacker]], NAME[cells[defender]])))


def settle(draft: Draft, winner: int, loser: int, conflict: Conflict, facts: list[Fact]) -> None:
    """The loser's leader goes back, its tiles leave the game, the winner scores (rules 8.5, 8.6)."""
    colour = conflict.colour
    lost = conflict.defence if loser == conflict.defender else conflict.attack
    send_home(draft, 4 * loser + colour, WAR, facts)
    if colour == RED:
        lost &= ~(draft.treasures | beside(sum(draft.leaders)))
    if draft.buildings:
        lost &= ~draft.buildings[colour]
    if lost:
        draft.tiles = changed(draft.tiles, colour, draft.tiles[colour] & ~lost)
        draft.gone = changed(draft.gone, colour, draft.gone[colour] + lost.bit_count())
        kingdoms.remove(draft, lost)
        facts.append(Fact("removed", None, {"tile": TILES[colour]}, names(lost)))
    score(draft, winner, colour, 1 + lost.bit_count(), WAR, facts)


def end(draft: Draft) -> None:
    """The joining tile lies face up again (rules 8.7)."""
    colour = draft.placed_colour
    draft.tiles = changed(draft.tiles, colour, draft.tiles[colour] | draft.placed)
    draft.sides = ()
    draft.wars = ()
