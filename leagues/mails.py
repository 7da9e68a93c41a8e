"""Notices about seasons as mails: what one reader must hear at one moment is one mail, whatever the seasons.

As in mail.notices: the notices are marked told and the message is queued in one transaction, after the rendering. Who
reads the mails of running games together or not at all gets these all the same, only never in their quiet hours;
one click ends them (NoMail).
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from leagues.mail_words import Section, section
from leagues.models import LeagueNotice, NoMail, Season
from mail import bounces, boundary, outbox, schedule
from mail.compose import spoken_to, url
from mail.inert import plain

log = logging.getLogger(__name__)
SALT = "leagues.mail"
KIND = "league"
BATCH = 200
WINDOW = timedelta(seconds=settings.MAIL_COLLAPSE_SECONDS)  # what comes up within it is of one moment
LOOK_AGAIN = timedelta(minutes=10)  # how soon a change of the reader's settings is seen
AGAIN = timedelta(minutes=5)  # after notices that could not be composed
DAY = timedelta(days=1)
Kind, Status = LeagueNotice.Kind, Season.Status
WHILE = {  # of no use any more once the season is in another state
    Kind.OPEN: (Status.OPEN,),
    **dict.fromkeys((Kind.DIVISION, Kind.ROUND, Kind.HALF, Kind.STAY), (Status.RUNNING,)),
}


def write_due(now: datetime) -> int:
    """Makes messages of the notices that are due; returns how many notices were dealt with."""
    due = LeagueNotice.objects.filter(told=None, due__lte=now).order_by("due", "pk")
    readers = due.values_list("user", flat=True)[:BATCH]
    return sum(_deal_with(user, now) for user in dict.fromkeys(readers))


def _deal_with(user: int, now: datetime) -> int:
    """What one reader must hear now."""
    untold = LeagueNotice.objects.filter(told=None, user=user, due__lte=now + WINDOW)
    notices = list(untold.select_related("user", "season__league").order_by("created", "pk"))
    if not notices:
        return 0
    ids, reader = [notice.pk for notice in notices], notices[0].user
    if bounces.unreachable(user):
        untold.filter(pk__in=ids).update(due=now + DAY)
        return 0
    when = schedule.due(now, min(notice.created for notice in notices), schedule.plan_of(reader))
    if when > now:
        untold.filter(pk__in=ids).update(due=min(when, now + LOOK_AGAIN))
        return 0
    try:
        letter = compose(reader, [notice for notice in notices if holds(notice)]) if wants(reader) else None
    except Exception:  # one mail that cannot be made must not keep the others'
        log.exception("league notices %s could not be told", ids)
        untold.filter(pk__in=ids).update(due=now + AGAIN)
        return 0
    return _settle(ids, reader, letter, now)


def _settle(ids: Sequence[int], reader: User, letter: dict[str, Any] | None, now: datetime) -> int:
    """The notices marked and their mail in the outbox, both or neither."""
    with transaction.atomic():
        if LeagueNotice.objects.filter(pk__in=ids, told=None).update(told=now) != len(ids):
            transaction.set_rollback(True)  # another worker has some of them; what is left comes again
            return 0
        if letter is not None:
            outbox.queue(key=f"league:{reader.pk}:{ids[0]}-{ids[-1]}", kind=KIND, user=reader, now=now, **letter)
    return len(ids)


def holds(notice: LeagueNotice) -> bool:
    """Whether it is still worth a mail: no “registration is open” after a night in which it closed."""
    states = WHILE.get(Kind(notice.kind))
    return states is None or notice.season.status in states


def wants(user: User) -> bool:
    return user.is_active and not NoMail.objects.filter(user=user).exists()


def compose(user: User, notices: Sequence[LeagueNotice]) -> dict[str, Any] | None:
    """What `outbox.queue` wants, in the reader's language and zone; None if there is nothing to tell."""
    if not notices:
        return None
    seasons: dict[int, list[LeagueNotice]] = {}
    for notice in notices:
        seasons.setdefault(notice.season_id, []).append(notice)
    with spoken_to(user) as language:
        sections = [section(group) for group in seasons.values()]
        values = {
            "boundary": boundary.line("").replace("  ", " "), "user": user, "language": language, "sections": sections,
            "site": settings.SITE_URL, "stop": stop_url(user), "leagues": url("leagues"),
            "zone": timezone.get_current_timezone_name(),
        }
        return {
            "address": bounces.channel(user), "subject": subject(sections),
            "text": plain(render_to_string("mail/league.txt", values), notices[0].season.league.kind),
            "html": render_to_string("mail/league.html", values), "unsubscribe": stop_url(user),
            "references": [f"<league.{pk}.{user.pk}@{settings.MAIL_DOMAIN}>" for pk in seasons],
        }


def subject(sections: Sequence[Section]) -> str:
    if len(sections) > 1:
        return _("Tigris: your leagues")
    return f"{sections[0].title}: {sections[0].heading}"


def stop_url(user: User) -> str:
    """The address of the button that ends these mails."""
    return settings.SITE_URL + reverse("league_mail", args=[signing.Signer(salt=SALT).sign_object(user.pk)])


def reader_of(signed: str) -> User | None:
    try:
        return User.objects.filter(pk=signing.Signer(salt=SALT).unsign_object(signed)).first()
    except signing.BadSignature:
        return None
