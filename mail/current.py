"""Whether the mail that a player answers is still about what is asked now."""

from __future__ import annotations

from games import play
from games.history import changes_a_setting, only_settings
from games.models import Game, Seat


def current(game: Game, seat: Seat, version: int) -> bool:
    """Whether orders for the position at `version` are meant for the position now.

    Nothing has happened since, settings apart; or it is the seat's decision and no turn has begun since, and either
    the seat is at its own turn (others may have been asked in between) or only the seat itself has acted. So the
    mail that opened a turn serves for all of it, and an answer to one conflict is never taken for the next one's.
    """
    if game.status != Game.Status.RUNNING:
        return False
    if only_settings(game, version):
        return True
    if game.decider != seat.index or version > game.version:
        return False
    since = [entry for entry in play.history(game, seat, since=version) if not changes_a_setting(entry.facts)]
    if any(fact.kind == "turn" for entry in since for fact in entry.facts):
        return False
    return play.view(game, seat).active == seat.index or all(entry.event.seat == seat.index for entry in since)
