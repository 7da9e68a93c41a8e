"""The mail that a deadline comes near: the turn mail once more, with the time that is left."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Q

from games.models import Game, Notice, Seat
from games.moments import span
from mail import compose_news
from mail.asked import SEVERAL
from mail.compose import Letter, letter, spoken_to
from mail.compose_position import position
from mail.models import Outgoing


def reminder(game: Game, seat: Seat, notices: Sequence[Notice]) -> Letter | None:
    """None if it is not true any more, or if the mail that it is the reader's turn has not left yet."""
    last = [notice for notice in notices if notice.kind == Notice.Kind.REMINDER][-1]
    deadline = datetime.fromisoformat(last.data["deadline"])
    if game.decider != seat.index or game.deadline != deadline or deadline <= last.created or asks(seat):
        return None
    with spoken_to(seat.user) as language:
        news = compose_news.happened(game, seat, language, after=compose_news.since(game, seat))
        now = position(game, seat, language, highlight=news.cells)
        context = {**now.context, "news": news, "said": compose_news.said(notices),
                   "dropped": compose_news.dropped(notices), "left": span(deadline - last.created)}
        return letter("reminder", game=game, seat=seat, user=seat.user, context=context, picture=now.picture,
                      version=game.version, token_version=game.version)


def asks(seat: Seat) -> bool:
    """Whether a mail that asks for the decision waits to leave."""
    waiting = Outgoing.objects.filter(Q(seat=seat) | Q(parts__seat=seat), status=Outgoing.Status.WAITING)
    return waiting.filter(kind__in=("turn", SEVERAL)).exists()


def key(notices: Sequence[Notice]) -> str:
    """What the mail is for: one reminder of one deadline."""
    last = [notice for notice in notices if notice.kind == Notice.Kind.REMINDER][-1]
    return f"reminder/{last.seat_id}/{last.data['deadline']}/{last.data['at']}"
