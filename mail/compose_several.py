"""One mail for several games of one player and one moment: each game with its position and a reply address of its own.

No answer to the mail as a whole is awaited, since it could mean any of the games.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any
from urllib.parse import quote

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games import play
from games.models import Seat
from mail import bounces, boundary, outbox, reply, sealed, tokens
from mail.asked import SEVERAL
from mail.compose import Letter, spoken_to, url
from mail.inert import inert, plain

WHOLE = 6  # games shown with their position; of more there is what is asked and where to answer


def several(letters: Sequence[Letter]) -> Letter:
    """The letters of one player, each about another game, as one."""
    user = letters[0].user
    assert user is not None
    with spoken_to(user) as language:
        sections = [section(letter, number) for number, letter in enumerate(letters)]
        values = {
            "boundary": boundary.line("").replace("  ", " "), "user": user, "language": language,
            "count": len(letters), "stop": outbox.stop_url(user), "profile": url("profile"), "mail": user.mail_mode,
        }
        text = render_to_string("mail/several.txt", {**values, "sections": rendered(sections, "txt")})
        html = render_to_string("mail/several.html", {**values, "sections": rendered(sections, "html")})
        return Letter(
            kind=SEVERAL, address=bounces.channel(user), user=user, game=None, seat=None, subject=_("Tigris: your games"),
            text=plain(text, sections[0]["game"].kind), html=html, picture=None, version=None, token_version=None,
            secrets=dict(item for part in sections for item in part["secrets"].items()),
            pictures={part["cid"]: letter.picture for part, letter in zip(sections, letters, strict=True)
                      if part["picture"] and letter.picture is not None},
            parts=tuple(part["about"] for part in sections),
        )


def rendered(sections: Iterable[Mapping[str, Any]], twin: str) -> list[str]:
    return [render_to_string(f"mail/_section.{twin}", dict(part)) for part in sections]


def section(letter: Letter, number: int) -> dict[str, Any]:
    """What the templates show of one game, from what its own letter was made of."""
    game, seat = letter.game, letter.seat
    assert game is not None
    assert seat is not None
    found: dict[str, Any] = {
        **letter.context,
        "kind": letter.kind, "whole": number < WHOLE, "picture": letter.picture is not None and number < WHOLE,
        "cid": f"board-{number + 1}@tigris", "reply": "", "mailto": "", "secrets": letter.secrets,
        "about": outbox.About(game, seat, letter.version),
        "heading": inert(f"{game.code}: {', '.join(play.names(game))}", game.kind),
    }
    if letter.token_version is not None:
        mark = sealed.mark("reply", seat.pk)
        found["reply"] = mark
        # With the boundary line, as in an answer to a mail of the game alone.
        found["mailto"] = SafeString(f"mailto:{mark}?subject={quote(letter.subject)}&amp;body="
                                     + quote(f"\r\n\r\n{boundary.line(game.code)}\r\n"))
        version = letter.token_version
        found["secrets"] = {**letter.secrets, mark: partial(address, seat, version)}
    return found


def address(seat: Seat, version: int, now: datetime) -> str:
    return reply.address(tokens.make(seat, version, now))
