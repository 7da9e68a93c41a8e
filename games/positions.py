"""Positions: the replay of a game's log through the engine, kept in this process by game and version.

A kept position is a state of the engine and holds everybody's secrets; what leaves it for a person goes through
`games.play.view` or `games.history`, always for one seat.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from engine import GAMES, Fact, orders
from games import chance
from games.models import Event, Game

KEPT = 256  # positions


class Differs(Exception):
    """The log does not replay to the positions it was played in: a rule of the engine has changed."""

    def __init__(self, game: Game, seq: int, reason: str) -> None:
        super().__init__(f"game {game.code}, order {seq}: {reason}")
        self.game, self.seq = game, seq


@dataclass(frozen=True, slots=True)
class Played:
    """A game up to an event. `facts`: what each event brought about, unfiltered."""

    version: int
    digest: str  # of the last event; the commitment before the first
    state: Any
    facts: tuple[tuple[Fact, ...], ...]


_kept: OrderedDict[tuple[int, int], Played] = OrderedDict()
_lock = threading.Lock()


def clear() -> None:
    with _lock:
        _kept.clear()


def keep(game: Game, played: Played) -> None:
    """Remembers a position. Only for what is committed: a rolled back one would be handed out as true."""
    with _lock:
        _kept[game.pk, played.version] = played
        _kept.move_to_end((game.pk, played.version))
        while len(_kept) > KEPT:
            _kept.popitem(last=False)


def played(game: Game, version: int | None = None) -> Played:
    """The game after `version` events, by default `game.version`. Raises Differs.

    What a kept position is worth is asked of the log once for each object `game`: a log only grows.
    """
    version = game.version if version is None else version
    found = getattr(game, "_played", None)
    if found is None or found.version != version:
        found = _looked_up(game, version)
    game._played = found  # type: ignore[attr-defined]
    return found


def _looked_up(game: Game, version: int) -> Played:
    with _lock:
        found = _kept.get((game.pk, version))
    if found is not None and found.digest == digest_of(game, version):
        return found
    log = Event.objects.filter(game=game, seq__lte=version).order_by("seq").only("seq", "seat", "order", "digest")
    result = replay(game, log)
    if result.version != version:
        raise Differs(game, version, "is missing")
    keep(game, result)
    return result


def digest_of(game: Game, version: int) -> str:
    if version == 0:
        return game.commitment
    return Event.objects.filter(game=game, seq=version).values_list("digest", flat=True).first() or ""


def start(game: Game) -> Any:
    """The starting position. Two queries less when the game's seats are prefetched."""
    players = [seat.dynasty for seat in sorted(game.seats.all(), key=lambda seat: seat.index)]
    return GAMES[game.kind].setup(players, game.options, chance.unfold(game.draw))


def replay(game: Game, events: Iterable[Event], *, every: bool = False) -> Played:
    """Plays the log from the start and compares the last digest, or `every` one. Raises Differs."""
    engine = GAMES[game.kind]
    state, facts, last = start(game), [], None
    for event in events:
        if last is not None and event.seq != last.seq + 1:
            raise Differs(game, event.seq, "does not follow the one before")
        try:
            state, happened = engine.apply(state, event.seat, orders.parse(event.order, game.kind))
        except Exception as error:
            raise Differs(game, event.seq, f"{event.order}: {type(error).__name__}: {error}") from error
        facts.append(happened)
        last = event
        if every and engine.digest(state) != event.digest:
            raise Differs(game, event.seq, f"{event.order}: another position than when it was played")
    if last is None:
        return Played(0, game.commitment, state, ())
    if not every and engine.digest(state) != last.digest:
        raise Differs(game, last.seq, "another position than when it was played")
    return Played(last.seq, last.digest, state, tuple(facts))
