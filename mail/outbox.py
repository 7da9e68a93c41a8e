"""What must be sent is a row, written in the same transaction as what it tells about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.core import signing
from django.db import IntegrityError, transaction
from django.urls import reverse

from accounts.models import User
from games import bell
from games.models import Game, Notice, Seat
from mail import mime, reply, sealed, tokens
from mail.models import Outgoing, Part

MUTE_SALT = "mail.mute"
STOP_SALT = "mail.stop"


class About(NamedTuple):
    """One game of a message that tells of several; `version` as in `queue`."""

    game: Game
    seat: Seat
    version: int | None


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
    pictures: Mapping[str, bytes] | None = None,
    secrets: sealed.Makers | None = None,
    parts: Iterable[About] = (),
    user: User | None = None,
    game: Game | None = None,
    seat: Seat | None = None,
    version: int | None = None,
    token_version: int | None = None,
    in_reply_to: str = "",
    references: Iterable[str] = (),
    auto: str = mime.GENERATED,
    due: datetime | None = None,
    unsubscribe: str = "",
) -> Outgoing:
    """The message for `key`: made now, or the one that was made before.

    `token_version`: the reply address carries a token for `seat` with the game at this version; None: no
    answer is awaited. `version`: the message is dropped unless the decision of that moment is still asked
    when its time comes. `parts`: of a message about several games, each with such a version. `secrets` fill in
    the marks of the text and the HTML (mail.sealed). `unsubscribe`: where one click ends mails of this kind, if it is not
    the game or all of them.
    """
    if made := Outgoing.objects.filter(key=key).first():
        return made
    message_id = mime.message_id(kind)
    pictures = {**({mime.PICTURE: picture} if picture is not None else {}), **(pictures or {})}
    parts = list(parts)
    try:
        with transaction.atomic():
            made_now = {mark: make(now) for mark, make in (secrets or {}).items()}
            token = tokens.make(seat, token_version, now) if seat and token_version is not None else ""
            headers = mime.Headers(
                address=address,
                name=str(user) if user else "",
                subject=subject,
                message_id=message_id,
                date=now,
                reply_to=reply.address(token) if token else "",
                in_reply_to=in_reply_to,
                references=[*thread(game, seat, user if parts else None), *references],
                auto=auto,
                unsubscribe=unsubscribe or (
                    mute_url(seat) if seat and seat.user_id else stop_url(user) if user and parts else ""),
            )
            row = Outgoing.objects.create(
                user=user, address=address, kind=kind, game=game, seat=seat, version=version, key=key,
                message_id=message_id, subject=mime.one_line(subject)[:300], text=sealed.blanked(text),
                raw=mime.build(headers, text=sealed.filled(text, made_now), html=sealed.filled(html, made_now),
                               pictures=pictures),
                created=now, due=due or now,
            )
            Part.objects.bulk_create(
                Part(outgoing=row, game=part.game, seat=part.seat, version=part.version) for part in parts)
    except IntegrityError:
        return Outgoing.objects.get(key=key)
    bell.ring("mail.send")
    return row


def thread(game: Game | None, seat: Seat | None, user: User | None = None) -> list[str]:
    """The root that all mails of one seat and game refer to, so that clients show them together; one for those
    of a player that tell of several games."""
    if game is None:
        return [f"<games.{user.pk}@{settings.MAIL_DOMAIN}>"] if user else []
    return [f"<{game.code}.{seat.pk if seat else 0}@{settings.MAIL_DOMAIN}>"]


def mute_url(seat: Seat) -> str:
    """No more turn mails of this game; void once the seat is another player's."""
    signed = signing.Signer(salt=MUTE_SALT).sign_object([seat.pk, seat.user_id])
    return settings.SITE_URL + reverse("mail_mute", args=[signed])


def stop_url(user: User) -> str:
    """No more turn mails of any game. Remembers what the player had, to give it back."""
    signed = signing.Signer(salt=STOP_SALT).sign_object([user.pk, user.mail_mode])
    return settings.SITE_URL + reverse("mail_stop", args=[signed])


def reopen(row: Outgoing, now: datetime) -> None:
    """What a message told is open again, for another message."""
    if row.user_id is None:
        return
    games = [row.game_id] if row.game_id else row.parts.values_list("game", flat=True)
    Notice.objects.filter(user=row.user_id, game__in=games, told=row.created).update(told=None, due=now)


def oldest_waiting(now: datetime) -> timedelta | None:
    """For how long the oldest message has been waiting to leave; None if none is."""
    waiting = Outgoing.objects.filter(status=Outgoing.Status.WAITING).order_by("created")
    created = waiting.values_list("created", flat=True).first()
    return max(now - created, timedelta(0)) if created is not None else None


def sent_bytes() -> dict[str, bytes]:
    """What stays of a message whose time is over: nothing, for its bytes hold the token; all in the post room."""
    return {} if settings.POST_ROOM else {"raw": b""}
