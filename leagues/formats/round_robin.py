"""A single round robin of tables by design: one group, in rounds so that nobody plays too many games at one time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues import designs
from leagues.formats.face import Draw, Field, Seating

NAME = gettext_lazy("Round robin")
WORDS = gettext_lazy("One group; everybody meets everybody, as evenly as can be.")
DEFAULTS: Mapping[str, int] = {"at_once": 2}  # games of one player in a round; 0: all at once


def next_round(field: Field) -> Draw:
    tables = field.plan or plan(field)
    gone = {entrant.player for entrant in field.entrants if entrant.removed}
    played = {result.number for result in field.played}
    for wave in waves(list(enumerate(tables, 1)), field.settings.get("at_once", DEFAULTS["at_once"])):
        left = [(number, tuple(player for player in table if player not in gone)) for number, table in wave
                if number not in played]
        seated = tuple(Seating(1, number, table) for number, table in left if len(table) > 1)
        if seated:
            return Draw(seated)
    return Draw(order=field.order())


def plan(field: Field) -> tuple[tuple[int, ...], ...]:
    """All tables of the season, numbered from 1. Drawn once and kept: what happens later changes none of them."""
    everybody = [entrant.player for entrant in field.entrants]
    if len(everybody) < 2:
        return ()
    return designs.seat_players(designs.design(len(everybody), min(field.seats, len(everybody))), everybody,
                                blocked=field.blocked, before=field.before, seed=field.seed)


def waves(tables: Sequence[tuple[int, tuple[int, ...]]], at_once: int) -> list[list[tuple[int, tuple[int, ...]]]]:
    """The tables in rounds in which nobody plays more than `at_once` games."""
    if not at_once:
        return [list(tables)]
    rounds: list[list[tuple[int, tuple[int, ...]]]] = []
    busy: list[Counter[int]] = []
    for number, table in tables:
        index = next((index for index, playing in enumerate(busy)
                      if all(playing[player] < at_once for player in table)), len(rounds))
        if index == len(rounds):
            rounds.append([])
            busy.append(Counter())
        rounds[index].append((number, table))
        busy[index].update(table)
    return rounds


def explain(settings: Mapping[str, int], seats: int) -> list[str]:
    at_once = settings.get("at_once", DEFAULTS["at_once"])
    return [
        _("Everybody is in one group.") + " " + (
            _("Everybody plays everybody else once.") if seats == 2 else
            _("There are as many games as players; everybody plays %(seats)d, once in each seat, and meets everybody "
              "else as evenly as can be.") % {"seats": seats}),
        _("The games come in rounds, at most %(games)d of one player at a time; the next round begins when all results "
          "of the one before are final.") % {"games": at_once} if at_once else _("All games begin together."),
    ]
