"""The link that `stop` brings: it shows what leaving a game for good means, and a button that does it."""

from __future__ import annotations

import hashlib
from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.urls import reverse

from games.models import Game, Seat
from mail import sealed

SALT = "mail.leave"
LASTS = timedelta(days=7)


def secret(seat: Seat) -> tuple[str, sealed.Makers]:
    """The mark that stands for the link in a text, and what makes the link when the message is made."""
    mark = sealed.mark("leave", seat.pk)
    return mark, {mark: lambda now: url(seat)}


def url(seat: Seat) -> str:
    signed = signing.TimestampSigner(salt=SALT).sign_object([seat.pk, seat.user_id])
    return settings.SITE_URL + reverse("mail_leave", args=[signed])


def read(signed: str) -> Seat | None:
    """The seat that a link is for; None if it is none of ours, too old, or the seat is another player's by now."""
    try:
        pk, user = signing.TimestampSigner(salt=SALT).unsign_object(signed, max_age=LASTS)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return Seat.objects.select_related("game", "user").filter(pk=pk, user=user, user__is_active=True).first()


def key(signed: str) -> str:
    """One link leaves once."""
    return f"leave:{hashlib.sha256(signed.encode()).hexdigest()}"


def possible(game: Game) -> bool:
    return game.status == Game.Status.RUNNING
