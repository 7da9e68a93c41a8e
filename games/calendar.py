"""A player's deadlines as a calendar (RFC 5545): one event for each open decision, changed and withdrawn with it.

What calendars have been told of a decision is kept in a row, so that SEQUENCE rises with every change. An event is
the deadline and the game's code: no position, no names, no question.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

import icalendar
from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import User
from games import words
from games.models import CalendarEntry, Decision, Game

WITHDRAWN = timedelta(days=7)  # so long an event is there as cancelled, for calendars that look seldom
LOOK_AGAIN = timedelta(minutes=15)


def address(user: User) -> str:
    """The secret address, or "" if none was made."""
    return settings.SITE_URL + reverse("calendar", args=[user.calendar_key]) if user.calendar_key else ""


def renew(user: User) -> None:
    """A new address; the old one is void."""
    user.calendar_key = secrets.token_urlsafe(24)
    user.save(update_fields=["calendar_key"])


def feed(user: User, *, now: datetime) -> bytes:
    """The calendar as it is now."""
    with translation.override(user.language):
        calendar = icalendar.Calendar()
        calendar.add("prodid", "-//Tigris by mail//deadlines//EN")
        calendar.add("version", "2.0")
        calendar.add("method", "PUBLISH")
        calendar.add("name", _("Tigris by mail: deadlines"))
        calendar.add("x-wr-calname", _("Tigris by mail: deadlines"))
        calendar.add("refresh-interval", LOOK_AGAIN, parameters={"VALUE": "DURATION"})
        calendar.add("x-published-ttl", icalendar.vDuration(LOOK_AGAIN))
        for entry in entries(user, now=now):
            calendar.add_component(event(entry))
        return bytes(calendar.to_ical())


def entries(user: User, *, now: datetime) -> list[CalendarEntry]:
    """Brought up to date; in the order of the deadlines."""
    open_ones = Decision.objects.filter(user=user, made=None, game__status=Game.Status.RUNNING).select_related("game")
    asked = {row.pk: row for row in open_ones if row.game.deadline is not None and row.game.decider == row.seat}
    known = {row.decision_id: row for row in CalendarEntry.objects.filter(
        user=user, changed__gt=now - WITHDRAWN).select_related("decision__game")}
    known |= {row.decision_id: row for row in CalendarEntry.objects.filter(
        user=user, decision__in=asked).select_related("decision__game")}
    for pk, decision in asked.items():
        deadline = decision.game.deadline
        assert deadline is not None
        if pk not in known:
            known[pk], _new = CalendarEntry.objects.get_or_create(
                decision=decision, user=user, defaults={"deadline": deadline, "changed": now, "created": now})
        change(known[pk], deadline, open_=True, now=now)
    for pk, entry in known.items():
        if pk not in asked:
            change(entry, entry.deadline, open_=False, now=now)
    return sorted(known.values(), key=lambda entry: (entry.deadline, entry.pk))


def change(entry: CalendarEntry, deadline: datetime, *, open_: bool, now: datetime) -> None:
    """What calendars are told from now on; a change is one more than before, whoever asks first."""
    if (entry.deadline, entry.open) == (deadline, open_):
        return
    before, entry.deadline, entry.open = entry.sequence, deadline, open_
    entry.sequence, entry.changed = before + 1, now
    CalendarEntry.objects.filter(pk=entry.pk, sequence=before).update(
        deadline=deadline, open=open_, sequence=entry.sequence, changed=now)


def event(entry: CalendarEntry) -> icalendar.Event:
    game = entry.decision.game
    made = icalendar.Event()
    made.add("uid", f"decision-{entry.decision_id}-{entry.user_id}@{settings.MAIL_DOMAIN}")
    made.add("sequence", entry.sequence)
    made.add("dtstamp", entry.changed)
    made.add("created", entry.created)
    made.add("last-modified", entry.changed)
    made.add("dtstart", entry.deadline)
    made.add("summary", _("%(game)s %(code)s: your time ends") % {"game": words.GAMES[game.kind][0], "code": game.code})
    made.add("url", settings.SITE_URL + reverse("game", args=[game.code]))
    made.add("status", "CONFIRMED" if entry.open else "CANCELLED")
    made.add("transp", "TRANSPARENT")
    return made
