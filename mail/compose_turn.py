"""The mail that a decision has become the reader's; with the start, if the game has just begun."""

from __future__ import annotations

from collections.abc import Sequence

from games.models import Game, Notice, Seat
from mail import compose_news, compose_plan
from mail.compose import Letter, letter, spoken_to
from mail.compose_position import position
from mail.compose_started import beginning


def turn(game: Game, seat: Seat, notices: Sequence[Notice]) -> Letter:
    """The position as it is now, and what the other `notices` for the same reader say."""
    user = seat.user
    assert user is not None
    with spoken_to(user) as language:
        news = compose_news.happened(game, seat, language, after=compose_news.since(game, seat))
        now = position(game, seat, language, highlight=news.cells)
        started = any(notice.kind == Notice.Kind.STARTED for notice in notices)
        context = {
            **now.context, "news": news, "said": compose_news.said(notices),
            "dropped": compose_news.dropped(notices), "planned": compose_plan.planned(game, seat, notices), "start": beginning(game, now) if started else None,
        }
        return letter("turn", game=game, seat=seat, user=user, context=context, picture=now.picture,
                      version=game.version, token_version=game.version)
