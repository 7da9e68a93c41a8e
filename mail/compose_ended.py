"""The mail with the result: places, points, the last position, and what lets anyone check the bag."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from engine import lexicon
from games.models import Game, Notice, Seat
from mail import compose_news
from mail.compose import Letter, letter, spoken_to, url
from mail.compose_position import COLOURS, Position, position
from mail.inert import inert


def ended(game: Game, seat: Seat, notices: Sequence[Notice]) -> Letter:
    user = seat.user
    assert user is not None
    with spoken_to(user) as language:
        after = min(compose_news.since(game, seat), game.version - 1)  # how it ended, whoever ended it
        news = compose_news.happened(game, seat, language, after=after)
        now = position(game, seat, language, highlight=news.cells)
        context = {
            **now.context, "hand": [], "points": [], "news": news, "said": compose_news.said(notices),
            "places": places(game, now, language), "record": url("game_record", game.code),
            "verify": url("game_verify", game.code),
        }
        return letter("ended", game=game, seat=seat, user=user, context=context, picture=now.picture)


def places(game: Game, now: Position, language: str) -> list[str]:
    """One line a player, the best first. The result is the weakest colour, treasures added."""
    lines = []
    for index, place in sorted(enumerate(now.view.places or ()), key=lambda pair: pair[1]):
        values = {"place": place, "name": now.names[index]}
        result = now.view.seats[index].result
        if result is None:
            lines.append(_("Place %(place)s: %(name)s") % values)
            continue
        colours = ", ".join(f"{lexicon.word(colour, language)} {result[colour]}" for colour in COLOURS)
        lines.append(_("Place %(place)s: %(name)s (%(colours)s)") % {**values, "colours": colours})
    return [inert(line, game.kind) for line in lines]
