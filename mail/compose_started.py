"""The mail that a game has begun: who is who, the commitment of the bag, the first position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import Mails
from engine import lexicon
from games.models import Game, Notice, Seat
from mail import compose_news
from mail.compose import Letter, letter, spoken_to, url
from mail.compose_position import Position, position
from mail.inert import inert


def started(game: Game, seat: Seat, notices: Sequence[Notice]) -> Letter:
    user = seat.user
    assert user is not None
    with spoken_to(user) as language:
        now = position(game, seat, language)
        context = {**now.context, "start": beginning(game, now), "said": compose_news.said(notices),
                   "silent": seat.mailed == Mails.SILENT}
        return letter("started", game=game, seat=seat, user=user, context=context, picture=now.picture,
                      token_version=game.version)


def beginning(game: Game, now: Position) -> dict[str, Any]:
    """Who plays which dynasty, in the order of play, and the promise about the bag."""
    language = get_language() or "en"
    players = [
        inert(_("%(name)s plays the dynasty of the %(dynasty)s.")
              % {"name": name, "dynasty": lexicon.word(dynasty, language)}, game.kind)
        for name, dynasty in zip(now.names, now.view.players, strict=True)
    ]
    return {"players": players, "commitment": game.commitment, "verify": url("game_verify", game.code)}
