"""The digest of a position: the same for equal positions, whatever led to them."""

from __future__ import annotations

from hashlib import sha256

from engine.tigris.state import Draft


def digest(state: Draft) -> str:
    """SHA-256 of all that is in the position; hex. Stored with every event: never change what goes into it."""
    position: tuple[object, ...] = (
        state.players, state.board, state.scores, state.support, state.bag[state.drawn:],
        state.tiles, state.turned, state.catastrophes, state.treasures, state.monuments, state.leaders,
        state.hands, state.points, state.disasters, state.resigned, state.gone,
        state.active, state.actions, state.stage, state.decider, state.short,
        state.placed, state.placed_colour if state.placed else 0, state.sides, state.wars,
        state.conflict and tuple(state.conflict), state.places,
    )
    if state.wonder is not None or state.buildings is not None:
        position += (state.wonder, state.buildings, state.raising)
    return sha256(repr(position).encode()).hexdigest()
