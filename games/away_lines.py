"""Vacation by words: `away 2026-12-20 2027-01-02`, `away` for the list, `back`; by mail and in the box for orders.

Days are read as 2026-12-20, 20.12.2026 or, where it can be no other day, 20/12/2026.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import absences
from accounts.models import Absence, User
from engine.lexicon.vocabulary import fold
from games import away
from games.asides import Aside
from games.models import Game

DAY = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)|(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})(?!\d)|(\d{1,2})/(\d{1,2})/(\d{4})(?!\d)")
BETWEEN = frozenset([
    "to", "until", "till", "from", "-", "and", "bis", "vom", "von", "zum", "und", "a", "al", "hasta", "del", "desde", "el", "y"])
WORDS = frozenset(["away", "back"])
SHOWN = 60  # characters of what was not understood


def days(text: str) -> tuple[date, date]:
    """The first and the last day that a text names; of a single one both. Raises ValidationError in words."""
    found = [day(*match.groups(default="")) for match in DAY.finditer(text)]
    rest = [word for word in fold(DAY.sub(" ", text)).replace(",", " ").replace(".", " ").split() if word not in BETWEEN]
    if rest or not 1 <= len(found) <= 2:
        raise ValidationError(
            _("“%(text)s” was not understood as days. Please write one day or the first and the last one, as 2026-12-20.")
            % {"text": text[:SHOWN]}, code="words")
    return found[0], found[-1]


def day(*parts: str) -> date:
    year, month, number = parts[:3] if parts[0] else (parts[5], parts[4], parts[3]) if parts[3] else (
        parts[8], parts[7], parts[6])
    if parts[6] and parts[6] != parts[7] and max(int(parts[6]), int(parts[7])) <= 12:
        raise ValidationError(
            _("“%(text)s” can be two days. Please write it as %(one)s or %(other)s.") % {
                "text": "/".join(parts[6:9]), "one": f"{year}-{month:0>2}-{number:0>2}",
                "other": f"{year}-{number:0>2}-{month:0>2}"}, code="words")
    try:
        return date(int(year), int(month), int(number))
    except ValueError:
        raise ValidationError(
            _("There is no day “%(text)s”.") % {"text": "-".join((year, month, number))}, code="words") from None


def carry_out(user: User, asked: Iterable[Aside], *, now: datetime) -> list[Aside]:
    """The same asides, those about absences done, with the sentences that tell it. All in the caller's transaction.

    Raises ValidationError in words, in the language that is spoken now.
    """
    done = []
    for aside in asked:
        if aside.word == "away" and aside.text:
            taken = away.take(user, *days(aside.text), now=now)
            aside = aside._replace(answer=(*took(taken), *left(user, taken, now)))
        elif aside.word == "away":
            aside = aside._replace(answer=(*listed(user, now), *left(user, None, now)))
        elif aside.word == "back":
            aside = aside._replace(answer=(*came_back(user, now), *left(user, None, now)))
        done.append(aside)
    return done


def rehearse(user: User, asked: Sequence[Aside], *, game: Game, now: datetime) -> list[Aside]:
    """What `carry_out` would say, without any effect but `game.deadline`, which is in memory as it would be."""
    with transaction.atomic():
        done = carry_out(user, asked, now=now)
        deadline = Game.objects.values_list("deadline", flat=True).get(pk=game.pk)
        transaction.set_rollback(True)
    game.deadline = deadline
    return done


def took(absence: Absence) -> list[str]:
    count = (absence.last - absence.first).days + 1
    return [ngettext("You are away for %(count)d day: %(days)s.", "You are away for %(count)d days: %(days)s.", count)
            % {"count": count, "days": absences.told(absence)}]


def listed(user: User, now: datetime) -> list[str]:
    rows = [row for row in Absence.objects.filter(user=user, last__gte=absences.today(user, now)) if row.last >= row.first]
    if not rows:
        return [_("You have taken no days.")]
    return [_("Taken: %(days)s.") % {"days": absences.told(row)} for row in rows]


def came_back(user: User, now: datetime) -> list[str]:
    """The rest of the absence that runs comes back, or else all of the next one."""
    today = absences.today(user, now)
    rows = Absence.objects.filter(user=user, last__gt=today).order_by("first", "pk")
    absence = next((row for row in rows if row.last >= row.first), None)
    if absence is None:
        return [_("There are no days that could be given back: what has begun counts.")]
    before = absences.told(absence)
    count = away.give_back(absence, now=now)
    return [ngettext("Of %(days)s, %(count)d day came back to you.", "Of %(days)s, %(count)d days came back to you.", count)
            % {"days": before, "count": count}]


def left(user: User, absence: Absence | None, now: datetime) -> list[str]:
    """The days that are left this year, and in the other year that is touched."""
    this = absences.today(user, now).year
    years = range(this, max(this, absence.last.year if absence else this) + 1)
    told = [ngettext("%(days)d day left in %(year)d.", "%(days)d days left in %(year)d.", count) % {"days": count, "year": year}
            for year in years for count in [absences.days_left(user, year)]]
    without = [seat.game.code for seat in away.clocked(user) if not away.stops(seat.game)]
    if without and absence:
        told.append(_("Made without vacation, so that your clock goes on there: %(games)s.") % {"games": ", ".join(without)})
    return told
