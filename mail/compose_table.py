"""The mails without a board: an invitation, a cancelled table, words from the table."""

from __future__ import annotations

from collections.abc import Sequence

from games import pace, words
from games.models import Game, Notice, Seat, TableEvent
from mail import compose_news
from mail.compose import Letter, letter, spoken_to, url
from mail.compose_position import position


def invited(notice: Notice) -> Letter:
    """To somebody with or without an account; the link makes one. In the host's language if theirs is unknown."""
    game, seat = notice.game, notice.seat
    others = [str(other.user) for other in game.seats.select_related("user") if other.user]
    with spoken_to(notice.user, game.host.language):
        code = seat.invitation if seat and seat.invitation else game.invitation
        context = {"host": str(game.host), "others": others, "link": url("join", code), "page": "",
                   "pace": pace.in_words(pace.from_dict(game.pace))}
        return letter("invited", game=game, user=notice.user, address=notice.address, context=context,
                      subject=f"{words.subject(game.kind)} {game.code}: {game.host}")


def cancelled(notice: Notice) -> Letter:
    game = notice.game
    with spoken_to(notice.user, game.host.language):
        return letter("cancelled", game=game, user=notice.user, address=notice.address,
                      context={"host": str(game.host), "lobby": url("lobby"), "page": ""})


def table(game: Game, seat: Seat, notices: Sequence[Notice]) -> Letter:
    """What happened at the table beside the orders: a seat that is open, a pause, more time."""
    told = [notice.data.get("event") for notice in notices if notice.kind == Notice.Kind.TABLE]
    events = list(TableEvent.objects.filter(game=game, pk__in=told).select_related("actor"))
    for event in events:
        event.game = game
    with spoken_to(seat.user) as language:
        now = position(game, seat, language)
        context = {name: now.context.get(name, "") for name in ("asked", "mine", "deadline")}
        return letter("table", game=game, seat=seat, user=seat.user, token_version=game.version, context={
            **context, "news": compose_news.News(tuple(compose_news.beside(events, seat))),
            "said": compose_news.said(notices)})


def taken(game: Game, notices: Sequence[Notice]) -> Letter:
    """To a player whose open seat is somebody else's now: that, and nothing of the position."""
    reader = notices[0].user
    events = list(TableEvent.objects.filter(pk__in=[notice.data["event"] for notice in notices]).select_related("actor"))
    for event in events:
        event.game = game
    with spoken_to(reader):
        return letter("taken", template="table", game=game, user=reader,
                      context={"news": compose_news.News(tuple(compose_news.beside(events, None)))})


def chat(game: Game, seat: Seat, notices: Sequence[Notice]) -> Letter:
    with spoken_to(seat.user):
        return letter("chat", game=game, seat=seat, user=seat.user, token_version=game.version,
                      context={"said": compose_news.said(notices)})


def dropped(game: Game, seat: Seat, notices: Sequence[Notice]) -> Letter:
    """Waiting orders that cannot go on, where the decision is not the reader's."""
    with spoken_to(seat.user) as language:
        news = compose_news.happened(game, seat, language, after=compose_news.since(game, seat))
        now = position(game, seat, language, highlight=news.cells)
        context = {**now.context, "news": news, "dropped": compose_news.dropped(notices),
                   "said": compose_news.said(notices)}
        return letter("dropped", game=game, seat=seat, user=seat.user, context=context, picture=now.picture,
                      token_version=game.version)
