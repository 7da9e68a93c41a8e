"""A league of divisions: all games of a season begin together; after it some go up and some go down.

Within each division the tables follow a design (leagues.designs). Who goes up and down is leagues.divisions' matter.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues import designs
from leagues.formats.face import Draw, Field, Seating

NAME = gettext_lazy("League of divisions")
WORDS = gettext_lazy("Seasons in divisions of about equals; the best go up, the last go down.")
DEFAULTS: Mapping[str, int] = {}


def next_round(field: Field) -> Draw:
    if field.played:
        return Draw(order=field.order())
    tables: list[Seating] = []
    for group in sorted({entrant.group for entrant in field.here}):
        players = [entrant.player for entrant in field.here if entrant.group == group]
        if len(players) < 2:
            continue
        seated = designs.seat_players(
            designs.design(len(players), min(field.seats, len(players))), players, blocked=field.blocked,
            before=field.before, seed=f"{field.seed}:{group}",
        )
        tables += [Seating(group, number, table) for number, table in enumerate(seated, 1)]
    return Draw(tuple(tables)) if tables else Draw(order=field.order())


def explain(settings: Mapping[str, int], seats: int) -> list[str]:
    paragraphs = [_(
        "Players are in divisions of about the same strength. All games of a season begin on its first day and go on "
        "side by side."
    )]
    if seats == 2:
        paragraphs.append(_("In a division everybody plays everybody else once."))
    else:
        paragraphs.append(_(
            "In a division there are as many games as players. Everybody plays in %(seats)d of them, once in each seat, "
            "and meets everybody else as evenly as the size of the division allows: with seven players, exactly."
        ) % {"seats": seats})
    paragraphs.append(_(
        "After the season the first of each division go up and the last go down."
    ))
    return paragraphs
