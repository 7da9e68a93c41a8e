"""The digest of a position: the same for equal positions, whatever led to them."""

from __future__ import annotations

from hashlib import sha256

from engine.kings.state import Draft


def digest(state: Draft) -> str:
    """SHA-256 of all that is in the position; hex. Stored with every event: never change what goes into it."""
    text = repr((
        state.players, state.scores, state.bag[state.drawn:], sorted(state.aside), state.columns, state.links,
        state.covered, state.leaders, state.hands, state.points, state.tops, state.asks, state.disasters,
        state.resigned, state.gone, state.lost, state.active, state.actions, state.stage, state.decider, state.fresh,
        state.joined, state.offer and tuple(state.offer), state.spoils and tuple(state.spoils), state.wars,
        state.conflict and tuple(state.conflict), state.sailed, state.still, state.places,
    ))
    return sha256(text.encode()).hexdigest()
