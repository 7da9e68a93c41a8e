"""Groups, then knock-out: the first of each group, which plays a round robin by design, go on to a knock-out."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.formats import division_league, knockout
from leagues.formats.face import Draw, Field
from leagues.ties import standings

NAME = gettext_lazy("Groups, then knock-out")
WORDS = gettext_lazy("A round robin in small groups; the first of each go on to a knock-out.")
DEFAULTS: Mapping[str, int] = {"from_group": 2, "go_on": 2}
GROUP_ROUND = 1  # all games of the groups begin together


def next_round(field: Field) -> Draw:
    if not field.played:
        return division_league.next_round(field)
    groups = sorted({entrant.group for entrant in field.entrants})
    tables = {
        group: standings([one for one in field.entrants if one.group == group],
                         [result for result in field.played if result.group == group and result.round == GROUP_ROUND])
        for group in groups
    }
    number = field.settings.get("from_group", DEFAULTS["from_group"])
    gone = {entrant.player for entrant in field.entrants if entrant.removed}
    # All winners first, then all seconds; within a place by points for each game.
    lines = sorted(
        (line for group in groups for line in tables[group]),
        key=lambda line: (line.place, -line.points / max(line.games, 1), -line.share))
    through = [line.player for line in lines if line.place <= number]
    rest = [line.player for line in lines if line.place > number]
    later = [result for result in field.played if result.round > GROUP_ROUND]
    if not later:
        through = [player for player in through if player not in gone]
    drawn = knockout.draw(field, through, later, first=GROUP_ROUND + 1)
    if drawn.order is None:
        return drawn
    return Draw(order=(*drawn.order, *(player for player in rest if player not in drawn.order),
                       *(line.player for line in lines if line.place <= number and line.player not in drawn.order)))


def explain(settings: Mapping[str, int], seats: int) -> list[str]:
    return [
        _("First there are groups, in which the games follow the same plan as in a league of divisions and begin "
          "together. The first %(number)d of each group go on.")
        % {"number": settings.get("from_group", DEFAULTS["from_group"])},
        *knockout.explain(settings, seats),
    ]
