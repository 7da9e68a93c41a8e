"""The overview: one mail a day with the reader's games by the time that is left, at an hour on their wall.

The row is the user's `overview_due`; who moves it on writes the mail in the same transaction, and the mail's key
holds the day.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.wall import next_hour
from engine import lexicon
from games import play, words
from games.models import Game, Seat
from games.moments import moment, span
from mail import bounces, boundary, outbox
from mail.compose import spoken_to, url
from mail.inert import inert, plain

SALT = "mail.overview"
BATCH = 200
LATE = timedelta(hours=12)  # after it, today's is of no use any more
FAR = datetime(9999, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Line:
    """A game in the overview, in words."""

    title: str
    asked: str
    until: str
    left: str
    page: str


def send(now: datetime) -> int:
    """Writes the overviews that are due; returns how many."""
    due = User.objects.filter(overview_due__lte=now, is_active=True).order_by("overview_due", "pk")
    return sum(_send(user, now) for user in due[:BATCH])


def _send(user: User, now: datetime) -> bool:
    planned, hour = user.overview_due, user.overview_hour
    after = None if hour is None else next_hour(now + timedelta(minutes=1), user.zone, [hour])
    with transaction.atomic():
        if not User.objects.filter(pk=user.pk, overview_due=planned).update(overview_due=after):
            return False  # another worker has it, or the settings have changed
        if hour is None or planned is None or planned < now - LATE or bounces.unreachable(user.pk):
            return False
        return write(user, now, key=f"overview:{user.pk}:{planned.astimezone(user.zone).date()}")


def write(user: User, now: datetime, *, key: str) -> bool:
    """The mail, if there is something to tell."""
    seats = list(Seat.objects.filter(user=user, game__status=Game.Status.RUNNING).select_related("game", "user"))
    if not seats:
        return False
    with spoken_to(user) as language:
        mine = lines((seat for seat in seats if seat.game.decider == seat.index), language, now)
        others = lines((seat for seat in seats if seat.game.decider != seat.index), language, now)
        values: dict[str, Any] = {
            "boundary": boundary.line("").replace("  ", " "), "user": user, "language": language, "mine": mine,
            "others": others, "profile": url("profile"), "off": off(user), "site": settings.SITE_URL,
        }
        outbox.queue(
            key=key, kind="overview", address=bounces.channel(user), subject=_("Tigris: your games by the time that is left"),
            text=plain(render_to_string("mail/overview.txt", values), seats[0].game.kind),
            html=render_to_string("mail/overview.html", values), user=user, unsubscribe=off(user), now=now,
        )
    return True


def lines(seats: Iterable[Seat], language: str, now: datetime) -> list[Line]:
    """The nearest deadline first, games without one last."""
    return [line(seat, language, now) for seat in sorted(seats, key=lambda seat: (seat.game.deadline or FAR, seat.game.pk))]


def line(seat: Seat, language: str, now: datetime) -> Line:
    game = seat.game
    names, decision = play.names(game), play.view(game, seat).decision
    asked = lexicon.tell_decision(decision, language, names, viewer=seat.index) if decision else ""
    if game.paused is not None:
        asked = _("%(asked)s The game is paused.") % {"asked": asked}
    others = ", ".join(name for index, name in enumerate(names) if index != seat.index)
    title = game.title or str(words.GAMES[game.kind][0])
    return Line(
        title=inert(_("%(title)s (%(code)s), with %(names)s") % {"title": title, "code": game.code, "names": others}, game.kind),
        asked=inert(asked, game.kind), until=moment(game.deadline) if game.deadline else "",
        left=span(game.deadline - now) if game.deadline else "", page=url("game", game.code),
    )


def off(user: User) -> str:
    """The address of the button that ends it."""
    return settings.SITE_URL + reverse("mail_overview", args=[signing.Signer(salt=SALT).sign_object(user.pk)])


def reader_of(signed: str) -> User | None:
    try:
        return User.objects.filter(pk=signing.Signer(salt=SALT).unsign_object(signed)).first()
    except signing.BadSignature:
        return None
