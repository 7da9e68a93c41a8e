"""Swiss for tables of 2 to 4: each round those who stand level sit together, and nobody meets again if avoidable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.formats import tables
from leagues.formats.face import Draw, Field, Seating

NAME = gettext_lazy("Swiss system")
WORDS = gettext_lazy("A few rounds; each time those sit together who have done equally well.")
DEFAULTS: Mapping[str, int] = {"rounds": 5}


def next_round(field: Field) -> Draw:
    here = {entrant.player: entrant for entrant in field.here}
    if field.round > field.settings.get("rounds", DEFAULTS["rounds"]) or len(here) < 2:
        return Draw(order=field.order())
    if field.round == 1:
        line = sorted(here, key=lambda player: (-here[player].rating, here[player].order))
    else:
        line = [player for player in field.order() if player in here]
    sizes, left = tables.split(len(line), field.seats)
    free = Counter(seat.player for result in field.played if result.bye for seat in result.seats)
    byes = tuple(sorted(reversed(line), key=lambda player: free[player])[:left])  # the last who had the fewest
    line = [player for player in line if player not in byes]
    met, sat = tables.history([
        tuple(seat.player for seat in result.seats if seat.player is not None)
        for result in field.played if not result.bye])
    seated = tables.draw(line, sizes, met=met, sat=sat, blocked=field.blocked, before=field.before,
                         seed=f"{field.seed}:{field.round}")
    return Draw(tuple(Seating(1, number, table) for number, table in enumerate(seated, 1)), byes)


def explain(settings: Mapping[str, int], seats: int) -> list[str]:
    paragraphs = [
        _("There are %(rounds)d rounds. In the first one players of about the same rating sit together, then those who "
          "stand next to one another in the table, but nobody meets anybody again as long as that can be avoided.")
        % {"rounds": settings.get("rounds", DEFAULTS["rounds"])},
        _("Everybody sits in each seat about equally often. The next round begins when all results of the one before "
          "are final."),
    ]
    if seats > 2:
        paragraphs.append(_("Where the number of players does not fill all tables of %(seats)d, some tables have one "
                            "player less.") % {"seats": seats})
    else:
        paragraphs.append(_("With an odd number the last who has not yet had one gets a bye, which counts as a win."))
    return paragraphs
