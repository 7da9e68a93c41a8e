"""What happened: the facts that an order brought about, in a form that can be told in any language.

`engine.lexicon.tell` makes a sentence of a fact; the page highlights its cells; the mail lists them.
The kinds of the board game, with their values (seats are indices in the order of play):

    placed        tile, cell                     seat placed a tile
    leader        leader, cell, source           seat placed a leader (source "") or moved it from a cell
    withdrew      leader, cell                   seat took a leader back
    catastrophe   cell, destroyed                destroyed: the tile that left the game, or ""
    swapped       count                          secret: tiles, drawn
    passed
    scored        colour, points, why, name      why: tile king revolt war monument building wonder; name:
                                                 the monument or building, or ""
    returned      leader, cell, why              seat's leader went back; why: temple revolt war
    revolt        leader, defender, attack, defence        strengths on the board; seat attacks
    wars          leaders                        the joined kingdom has these wars
    war           leader, defender, attack, defence        seat attacks
    committed     tile, count, total             seat added from hand; total: its strength now
    won           conflict, leader, loser, strength, against      seat won
    removed       tile                           cells: the tiles that left the board
    cancelled     leader                         this war is not fought any more
    square        monuments                      seat may build one of these
    cross                                        seat may build the wonder
    built         monument, cell                 cell: the top-left one; monument wonder: its centre
    declined      what                           what: build wonder raise
    line          building                       seat may put this building on one of the cells
    raised        building, cell, source         seat put the building there (source "") or moved it from a cell
    cleared       building, cell                 seat built over it: back in the supply
    treasures     count, stays                   seat took them from cells; one stays
    refilled      count                          secret: tiles
    short         missing                        the bag could not refill seat
    turn                                         seat's turn begins
    undone        order                          canonical text taken back
    resigned
    answered      order                          answered without asking (one answer only, or resigned)
    over          reason, places                 reason: treasures bag swap players

Those of the card game, where they differ; places are names of places, tiles the words of cards:

    covered       cell                           seat laid a link face down; secret: tiles
    uncovered     tile, cell                     seat's link is turned up
    laid          tile, why                      seat laid a victory card from hand; why: card king internal external sail
    lapsed        tile, why                      seat could lay one, but holds none
    prize         tile, count                    seat won one of the cards laid in a conflict, count in all
    spoils        tile, count                    cells: the cards that seat won from the other side
    returned                                     why: internal external ship
    internal      leader, defender, attack, defence        strengths on the table; seat attacks
    externals     leaders                        the joined kingdom has these conflicts
    external      leader, defender, attack, defence        seat attacks
    won                                          conflict: internal external
    cancelled     leader, conflict
    ship          ship, tile, count, cell        seat built the ship of blue and this colour out of these cards
    exchanged     count                          cells: the heads that seat exchanged for temples
    declined      what                           what: score take ship sail; with score: tile
    refilled      count, what                    what="cards"
    short         missing, what
    undone        order                          of a link that lay face down `link B-C`; secret: order
    setting       value                          seat's setting `points` is now ask or always
    over                                         reason: heads deck still players
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple


class Fact(NamedTuple):
    """One thing that happened. `cells` is what to highlight; `secret` is for `seat` alone."""

    kind: str
    seat: int | None
    values: Mapping[str, object]
    cells: tuple[str, ...] = ()
    secret: Mapping[str, object] | None = None


def seen_by(facts: Iterable[Fact], seat: int | None) -> tuple[Fact, ...]:
    """The same facts without what belongs to other seats; `None` is a spectator."""
    return tuple(
        fact if fact.secret is None or (fact.seat == seat and seat is not None) else fact._replace(secret=None)
        for fact in facts
    )
