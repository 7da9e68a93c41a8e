"""Rules 13: what a seat may know of a position, and what it can do.

The values of a decision, for the sentence that asks it:
    turn     actions
    commit   conflict (internal, external), leader, tile, role (attacker, defender), against (the other's seat),
             own (strength on the display), theirs (the other's: for the defender what the attacker added is in it)
    fight    leaders, conflict
    score    tile (of the card that may be laid), why (card king internal external)
    take     columns (headed by treasures, one of which must stay)
    ship     tile (of the cards), colours (of the ships that may be built)
    sail     leaders (with a ship of their colour; a card in hand is needed, too)
"""

from __future__ import annotations

from collections.abc import Mapping

from engine import supply
from engine.display import COLUMNS, LINKS, Card, Column, Display, Realm
from engine.kings import conflicts, exchange, kingdoms, legal, ships
from engine.kings.cards import has_room
from engine.kings.pieces import EMPTY, SHIP, is_ship
from engine.kings.places import FIRST_LINK, NAME, ROWS, between, names
from engine.kings.state import SAIL, SCORE, TAKE, State
from engine.kings.state import SHIP as ASKS_SHIP
from engine.pieces import COLOURS, LEADERS, TILES, TREASURE
from engine.position import COMMIT, FIGHT, OVER, TURN
from engine.ranking import result
from engine.view import NO_BOARD, Conflict, Decision, SeatView, Side, View


def view(state: State, seat: int | None) -> View:
    """The position as `seat` sees it, None for a spectator."""
    return View(
        game="kings",
        seat=seat,
        players=state.players,
        options={"scores": state.scores},
        active=state.active,
        actions=state.actions,
        decision=_decision(state),
        conflict=_conflict(state),
        wars=tuple(LEADERS[colour] for colour in state.wars),
        seats=tuple(_seat(state, other, seat) for other in range(len(state.players))),
        bag=supply.left(state),
        board=NO_BOARD,
        legal=_legal(state, seat),
        over=state.stage == OVER,
        places=state.places,
        display=_display(state, seat),
    )


def _legal(state: State, seat: int | None) -> Mapping[str, tuple[str, ...]]:
    if seat is None or state.stage == OVER or seat in state.resigned:
        return {}
    found = legal.arguments(state) if seat == state.decider else {}
    if seat == state.decider and state.before is not None:
        found["undo"] = ()
    return found | {"points": ("always" if state.asks[seat] else "ask",), "resign": ()}


def _decision(state: State) -> Decision | None:
    seat = state.decider
    if seat is None:
        return None
    values: dict[str, object] = {}
    if state.stage == TURN:
        values = {"actions": state.actions}
    elif state.stage == COMMIT:
        values = _strengths(state)
    elif state.stage == FIGHT:
        values = {"leaders": tuple(LEADERS[colour] for colour in state.wars), "conflict": "external"}
    elif state.stage == SCORE:
        assert state.offer is not None
        values = {"tile": TILES[state.offer.colour], "why": state.offer.why}
    elif state.stage == TAKE:
        values = {"columns": tuple(COLUMNS[column] for column in exchange.treasures(state))}
    elif state.stage == ASKS_SHIP:
        values = {"tile": TILES[state.columns[state.fresh][-1]],
                  "colours": tuple(COLOURS[colour] for colour in ships.offered(state))}
    elif state.stage == SAIL:
        values = {"leaders": tuple(LEADERS[colour] for colour in ships.sailing(state))}
    return Decision(seat, state.stage, values)


def _strengths(state: State) -> dict[str, object]:
    fought = state.conflict
    assert fought is not None
    attacks = fought.added is None
    attack, defence = fought.attack.bit_count() + (fought.added or 0), fought.defence.bit_count()
    return {
        "conflict": fought.kind, "leader": LEADERS[fought.colour], "tile": TILES[conflicts.tile(fought)],
        "role": "attacker" if attacks else "defender",
        "against": fought.defender if attacks else fought.attacker,
        "own": attack if attacks else defence, "theirs": defence if attacks else attack,
    }


def _conflict(state: State) -> Conflict | None:
    fought = state.conflict
    if fought is None:
        return None
    leaders = state.leaders[fought.colour::4]

    def side(seat: int, places: int, added: int | None) -> Side:
        return Side(seat, NAME[leaders[seat]], places.bit_count(), names(places), added)

    return Conflict(
        fought.kind, LEADERS[fought.colour], TILES[conflicts.tile(fought)],
        side(fought.attacker, fought.attack, fought.added), side(fought.defender, fought.defence, None),
    )


def _seat(state: State, seat: int, viewer: int | None) -> SeatView:
    over = state.stage == OVER
    own = seat == viewer
    top = state.tops[seat]
    return SeatView(
        dynasty=state.players[seat],
        hand_size=sum(state.hands[seat]),
        hand=dict(zip(TILES, state.hands[seat], strict=True)) if own or over else None,
        points=_points(state, seat) if own or over or state.scores == "open" else None,
        catastrophes=state.disasters[seat],
        leaders_off=tuple(
            leader for colour, leader in enumerate(LEADERS) if state.leaders[4 * seat + colour] == EMPTY
        ),
        resigned=seat in state.resigned,
        result=dict(zip(COLOURS, result(state.points[seat]), strict=True)) if over else None,
        top="" if top == EMPTY else (*TILES, "treasure")[top],
        asks=state.asks[seat],
    )


def _points(state: State, seat: int) -> dict[str, int]:
    return dict(zip((*COLOURS, "treasure"), state.points[seat], strict=True))


def _display(state: State, viewer: int | None) -> Display:
    on = {place: divmod(index, 4) for index, place in enumerate(state.leaders) if place != EMPTY}
    standing = {place: (LEADERS[colour], state.players[seat]) for place, (seat, colour) in on.items()}

    def card(place: int, lies: int) -> Card:
        leader, dynasty = standing.get(place, ("", ""))
        if is_ship(lies):
            return Card(NAME[place], "ship", ship=COLOURS[lies - SHIP])
        if lies == TREASURE:
            return Card(NAME[place], "treasure", leader=leader, dynasty=dynasty)
        if place == FIRST_LINK + state.covered and state.covered != EMPTY:
            known = viewer == state.active or state.stage == OVER
            return Card(NAME[place], "facedown", TILES[lies] if known else "")
        return Card(NAME[place], "card", TILES[lies], leader=leader, dynasty=dynasty)

    columns = tuple(
        Column(name, tuple(card(ROWS * column + row, lies) for row, lies in enumerate(state.columns[column])),
               full=not has_room(state, column))
        for column, name in enumerate(COLUMNS)
    )
    links = {LINKS[link]: card(FIRST_LINK + link, lies) for link, lies in enumerate(state.links) if lies != EMPTY}
    return Display(
        columns=columns, links=links, realms=tuple(_realm(state, *span) for span in kingdoms.all_of(state)),
        unbuilt=tuple(COLOURS[colour] for colour in ships.unbuilt(state)),
        discard=dict(zip(TILES, state.gone, strict=True)),
    )


def _realm(state: State, first: int, last: int) -> Realm:
    kingdom = between(first, last)
    filled = [ROWS * column + row for column in range(first, last + 1) for row in range(len(state.columns[column]))]
    leaders = tuple(
        (LEADERS[index % 4], state.players[index // 4], NAME[place])
        for index, place in sorted(enumerate(state.leaders), key=lambda pair: (pair[0] % 4, pair[0]))
        if place >= 0 and kingdom >> place & 1
    )
    return Realm(
        columns=COLUMNS[first:last + 1],
        places=(*(NAME[place] for place in filled), *LINKS[first:last]),
        leaders=leaders,
        treasures=tuple(COLUMNS[column] for column in kingdoms.treasures(state, first, last)),
        ships=tuple(COLOURS[ship - SHIP] for ship in kingdoms.ships(state, first, last)),
    )
