"""Rules 14: what a seat may know of a position, and what it can do.

The values of a decision, for the sentence that asks it:
    turn     actions
    commit   conflict (revolt, war), leader, tile, role (attacker, defender), against (the other's seat),
             own (strength on the board), theirs (the other's: for the defender what the attacker added is in it)
    fight    leaders
    build    monuments, cells (the top-left cells of the squares); where the wonder can be built also what (wonder,
             both: a monument, too), crosses (their centres)
    raise    building, cells (the tiles it may be put on)
    point    colours
    leave    cells (of the treasures that may stay), treasures (cells of all)
"""

from __future__ import annotations

from collections.abc import Mapping

from engine import ranking, supply
from engine.tigris import buildings, conflicts, legal, monuments, treasures, wonder
from engine.tigris.geometry import NAME, each, names
from engine.tigris.pieces import BUILDINGS, COLOURS, LEADERS, MONUMENTS, TILES
from engine.tigris.state import BUILD, COMMIT, FIGHT, LEAVE, OVER, POINT, RAISE, TURN, State
from engine.view import Board, Cell, Conflict, Decision, Kingdom, Monument, SeatView, Side, View


def view(state: State, seat: int | None) -> View:
    """The position as `seat` sees it, None for a spectator."""
    return View(
        game="tigris",
        seat=seat,
        players=state.players,
        options=_options(state),
        active=state.active,
        actions=state.actions,
        decision=_decision(state),
        conflict=_conflict(state),
        wars=tuple(LEADERS[colour] for colour in state.wars),
        seats=tuple(_seat(state, other, seat) for other in range(len(state.players))),
        bag=supply.left(state),
        board=_board(state),
        legal=_legal(state, seat),
        over=state.stage == OVER,
        places=state.places,
    )


def _options(state: State) -> dict[str, str]:
    return {
        "board": state.board, "scores": state.scores, "support": state.support,
        "wonder": "off" if state.wonder is None else "on", "buildings": "off" if state.buildings is None else "on",
    }


def _legal(state: State, seat: int | None) -> Mapping[str, tuple[str, ...]]:
    if seat is None or state.stage == OVER or seat in state.resigned:
        return {}
    found = legal.arguments(state) if seat == state.decider else {}
    if seat == state.decider and state.before is not None:
        found["undo"] = ()
    return found | {"resign": ()}


def _decision(state: State) -> Decision | None:
    seat = state.decider
    if seat is None:
        return None
    values: dict[str, object] = {}
    if state.stage == TURN:
        values = {"actions": state.actions}
    elif state.stage == COMMIT:
        assert state.conflict is not None
        fought = state.conflict
        attacks = fought.added is None
        attack, defence = fought.attack.bit_count() + (fought.added or 0), fought.defence.bit_count()
        values = {
            "conflict": fought.kind, "leader": LEADERS[fought.colour], "tile": TILES[conflicts.tile(fought)],
            "role": "attacker" if attacks else "defender",
            "against": fought.defender if attacks else fought.attacker,
            "own": attack if attacks else defence, "theirs": defence if attacks else attack,
        }
    elif state.stage == FIGHT:
        values = {"leaders": tuple(LEADERS[colour] for colour in state.wars)}
    elif state.stage == BUILD:
        squares = legal.names_of_squares(state)
        values = {"monuments": monuments.available(state) if squares else (), "cells": squares}
        if crosses := wonder.crosses(state):
            values |= {"what": "both" if values["monuments"] else "wonder",
                       "crosses": tuple(NAME[centre] for centre in crosses)}
    elif state.stage == RAISE:
        values = {"building": BUILDINGS[state.placed_colour], "cells": names(buildings.cells(state))}
    elif state.stage == POINT:
        values = {"colours": COLOURS}
    elif state.stage == LEAVE:
        hoard = treasures.hoard(state, seat)
        values = {"cells": names(treasures.may_stay(state, hoard)), "treasures": names(hoard)}
    return Decision(seat, state.stage, values)


def _conflict(state: State) -> Conflict | None:
    fought = state.conflict
    if fought is None:
        return None
    leaders = state.leaders[fought.colour::4]

    def side(seat: int, cells: int, added: int | None) -> Side:
        return Side(seat, NAME[leaders[seat]], cells.bit_count(), names(cells), added)

    return Conflict(
        fought.kind, LEADERS[fought.colour], TILES[conflicts.tile(fought)],
        side(fought.attacker, fought.attack, fought.added), side(fought.defender, fought.defence, None),
    )


def _seat(state: State, seat: int, viewer: int | None) -> SeatView:
    over = state.stage == OVER
    own = seat == viewer
    hand = dict(zip(TILES, state.hands[seat], strict=True))
    points = dict(zip((*COLOURS, "treasure"), state.points[seat], strict=True))
    final = dict(zip(COLOURS, ranking.result(state.points[seat]), strict=True))
    return SeatView(
        dynasty=state.players[seat],
        hand_size=sum(state.hands[seat]),
        hand=hand if own or over else None,
        points=points if own or over or state.scores == "open" else None,
        catastrophes=state.disasters[seat],
        leaders_off=tuple(leader for colour, leader in enumerate(LEADERS) if not state.leaders[4 * seat + colour]),
        resigned=seat in state.resigned,
        result=final if over else None,
    )


def _board(state: State) -> Board:
    built = tuple(Monument(name, NAME[first]) for name, first in state.monuments)
    return Board(
        terrain=state.terrain.terrain,
        cells=_cells(state),
        monuments=built,
        unbuilt=tuple(name for name in MONUMENTS if name not in dict(state.monuments)),
        kingdoms=tuple(_kingdom(state, cells) for cells in sorted(state.kingdoms, key=lambda cells: cells & -cells)),
        wonder=None if state.wonder is None else NAME.get(state.wonder, ""),
        buildings=None if state.buildings is None else {
            name: NAME.get(cell, "") for name, cell in zip(BUILDINGS, state.buildings, strict=True)
        },
    )


def _cells(state: State) -> dict[str, Cell]:
    found: dict[int, Cell] = {}

    def put(cells: int, kind: str, piece: str = "") -> None:
        for cell in each(cells):
            treasure = bool(cell & state.treasures)
            corner = treasure and bool(cell & state.terrain.corners)
            building = standing.get(cell, "") if kind == "tile" else ""
            found[cell] = Cell(NAME[cell], kind, piece, treasure=treasure, corner=corner, building=building)

    standing = dict(zip(state.buildings, BUILDINGS, strict=True)) if state.buildings else {}
    for tile, cells in zip(TILES, state.tiles, strict=True):
        put(cells, "tile", tile)
    put(state.turned, "turned")
    put(state.catastrophes, "catastrophe")
    if state.sides:
        put(state.placed, "unification")
    for index, cell in enumerate(state.leaders):
        if cell:
            seat, colour = divmod(index, 4)
            found[cell] = Cell(NAME[cell], "leader", LEADERS[colour], state.players[seat])
    return {NAME[cell]: found[cell] for cell in sorted(found)}


def _kingdom(state: State, cells: int) -> Kingdom:
    leaders = tuple(
        (LEADERS[index % 4], state.players[index // 4], NAME[cell])
        for index, cell in sorted(enumerate(state.leaders), key=lambda pair: (pair[0] % 4, pair[0]))
        if cell & cells
    )
    return Kingdom(names(cells), leaders, names(cells & state.treasures))

