"""What must be sent is a row, written in the same transaction as what it tells about."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.conf import settings
from django.core import signing
from django.db import IntegrityError, transaction
from django.urls import reverse

from accounts.models import User
from games import bell
from games.models import Game, Seat
from mail import mime, reply, tokens
from mail.models import Outgoing

MUTE_SALT = "mail.mute"


def queue(
    *,
    key: str,
    kind: str,
    address: str,
    subject: str,
    text: str,
    html: str,
    now: datetime,
    picture: bytes | None = None,
    user: User | None = None,
    game: Game | None = None,
    seat: Seat | None = None,
    version: int | None = None,
    token_version: int | None = None,
    in_reply_to: str = "",
    references: Iterable[str] = (),
    auto: str = mime.GENERATED,
    due: datetime | None = None,
) -> Outgoing:
    """The message for `key`: made now, or the one that was made before.

    `token_version`: the reply address carries a token for `seat` with the game at this version; None: no
    answer is awaited. `version`: the message is dropped unless the decision of that moment is still asked
    when its time comes.
    """
    if made := Outgoing.objects.filter(key=key).first():
        return made
    message_id = mime.message_id(kind)
    try:
        with transaction.atomic():
            token = tokens.make(seat, token_version, now) if seat and token_version is not None else ""
            headers = mime.Headers(
                address=address,
                name=str(user) if user else "",
                subject=subject,
                message_id=message_id,
                date=now,
                reply_to=reply.address(token) if token else "",
                in_reply_to=in_reply_to,
                references=[*thread(game, seat), *references],
                auto=auto,
                unsubscribe=mute_url(seat) if seat and seat.user_id else "",
            )
            row = Outgoing.objects.create(
                user=user, address=address, kind=kind, game=game, seat=seat, version=version, key=key,
                message_id=message_id, subject=mime.one_line(subject)[:300], text=text,
                raw=mime.build(headers, text=text, html=html, picture=picture), created=now, due=due or now,
            )
    except IntegrityError:
        return Outgoing.objects.get(key=key)
    bell.ring("mail.send")
    return row


def thread(game: Game | None, seat: Seat | None) -> list[str]:
    """The root that all mails of one seat and game refer to, so that clients show them together."""
    if game is None:
        return []
    return [f"<{game.code}.{seat.pk if seat else 0}@{settings.MAIL_DOMAIN}>"]


def mute_url(seat: Seat) -> str:
    signed = signing.Signer(salt=MUTE_SALT).sign_object(seat.pk)
    return settings.SITE_URL + reverse("mail_mute", args=[signed])


def sent_bytes() -> dict[str, bytes]:
    """What stays of a message whose time is over: nothing, for its bytes hold the token; all in the post room."""
    return {} if settings.POST_ROOM else {"raw": b""}
