"""The mail that a plan was carried out or is void, or that a standing answer was given: for its player alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from games.models import Game, Notice, Plan, Seat
from games.spoken import quoted, spoken
from mail import compose_news
from mail.compose import Letter, letter, spoken_to
from mail.compose_position import position
from mail.inert import inert


def planned(game: Game, seat: Seat, notices: Iterable[Notice]) -> list[str]:
    """What became of the reader's plans, as sentences."""
    found: list[str] = []
    for notice in notices:
        if notice.kind != Notice.Kind.PLAN:
            continue
        if answer := notice.data.get("answer"):
            found.append(_("Your standing answer was given: “%(order)s”.") % {"order": spoken(answer, game.kind)})
            continue
        plan = Plan.objects.filter(pk=notice.data.get("plan"), seat=seat, user=seat.user_id).first()
        if plan is None:
            continue
        orders = quoted(plan.orders, game.kind)
        if plan.status == Plan.Status.DONE:
            found.append(_("Your plan was carried out: %(orders)s.") % {"orders": orders})
        elif plan.status == Plan.Status.VOID:
            found.append(_("Your plan was not carried out: %(orders)s.") % {"orders": orders})
            found.append(_("The reason: %(reason)s") % {"reason": plan.why})
    return [inert(line, game.kind) for line in found]


def plan(game: Game, seat: Seat, notices: Sequence[Notice]) -> Letter | None:
    """Where the decision is not the reader's, or was told before. None if there is nothing to tell."""
    with spoken_to(seat.user) as language:
        told = planned(game, seat, notices)
        if not told:
            return None
        news = compose_news.happened(game, seat, language, after=compose_news.since(game, seat, plans=False))
        now = position(game, seat, language, highlight=news.cells)
        context = {**now.context, "news": news, "planned": told, "dropped": compose_news.dropped(notices),
                   "said": compose_news.said(notices)}
        return letter("plan", game=game, seat=seat, user=seat.user, context=context, picture=now.picture,
                      token_version=game.version)
