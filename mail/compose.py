"""From what happened to a letter: rendered in the reader's language and time zone, ready for the outbox.

`letter` is the one way to write a mail about a game; `mail.compose_*` gather what each kind tells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import User
from games import words
from games.models import Game, Seat
from mail import bounces, boundary, mime, outbox, sealed
from mail.inert import plain
from mail.models import Outgoing


@dataclass(frozen=True)
class Letter:
    """A rendered mail that is not queued yet. Nothing of it depends on the moment when it is."""

    kind: str
    address: str
    user: User | None
    game: Game | None
    seat: Seat | None
    subject: str
    text: str
    html: str
    picture: bytes | None
    version: int | None  # sent only while this is asked
    token_version: int | None  # what an answer is about; None: no answer is awaited
    context: Mapping[str, Any] = field(default_factory=dict, repr=False)  # what it was rendered from
    secrets: sealed.Makers = field(default_factory=dict, repr=False)
    pictures: Mapping[str, bytes] = field(default_factory=dict, repr=False)  # besides `picture`
    parts: tuple[outbox.About, ...] = ()  # the games of a mail about several

    def queue(
        self, *, key: str, now: datetime, auto: str = mime.GENERATED, in_reply_to: str = "",
        references: Iterable[str] = (),
    ) -> Outgoing:
        """Into the outbox, in the caller's transaction."""
        return outbox.queue(
            key=key, kind=self.kind, address=self.address, subject=self.subject, text=self.text,
            html=self.html, picture=self.picture, user=self.user, game=self.game, seat=self.seat,
            version=self.version, token_version=self.token_version, auto=auto, in_reply_to=in_reply_to,
            references=references, now=now, secrets=self.secrets, pictures=self.pictures, parts=self.parts,
        )


def letter(
    kind: str,
    *,
    game: Game,
    context: Mapping[str, Any],
    template: str = "",
    user: User | None = None,
    seat: Seat | None = None,
    address: str = "",
    subject: str = "",
    picture: bytes | None = None,
    version: int | None = None,
    token_version: int | None = None,
    secrets: sealed.Makers | None = None,
) -> Letter:
    """Renders `templates/mail/<template or kind>.txt` and its twin `.html`.

    Both see `context` and: boundary, game, seat, user, site, page and rules (of the game), mute, picture (whether
    there is one). Call it, and gather the context, inside `spoken_to(user)`.
    """
    values = {
        "boundary": boundary.line(game.code), "game": game, "seat": seat, "user": user,
        "site": settings.SITE_URL, "page": url("game", game.code), "rules": url("rules_of", game.kind),
        "language": translation.get_language(),
        "mute": outbox.mute_url(seat) if seat and seat.user_id else "", "picture": picture is not None,
        "reply": token_version is not None, **context,
    }
    name = f"mail/{template or kind}"
    return Letter(
        kind=kind, address=address or (bounces.channel(user) if user else ""), user=user, game=game, seat=seat,
        subject=subject or subject_of(game), text=plain(render_to_string(f"{name}.txt", values), game.kind),
        html=render_to_string(f"{name}.html", values), picture=picture, version=version,
        token_version=token_version, context=values,
        secrets={**{answer.mark: answer.make for answer in context.get("answers", ())}, **(secrets or {})},
    )


@contextmanager
def spoken_to(user: User | None, language: str = "en") -> Iterator[str]:
    """The language and time zone of the reader; gives the language."""
    language = user.language if user else language
    with translation.override(language), timezone.override(user.zone if user else timezone.get_default_timezone()):
        yield language


def subject_of(game: Game) -> str:
    """The same for all mails of a game from its start on, so that clients thread them; in no language."""
    kept = Outgoing.objects.filter(game=game, kind__in=("started", "turn")).order_by("pk").first()
    if kept is not None:
        return kept.subject
    seats = game.seats.select_related("user").order_by("index")
    names = [str(seat.user) if seat.user else seat.bot for seat in seats if seat.user or seat.bot]
    return f"{words.subject(game.kind)} {game.code}: {', '.join(names)}"


def url(name: str, *args: object) -> str:
    return settings.SITE_URL + reverse(name, args=args)
