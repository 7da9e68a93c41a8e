"""Filters for the pages of tables."""

from __future__ import annotations

from django import template

from games import decisions, pace, spoken, words
from games.models import Game

register = template.Library()
register.filter("seat_name", words.seat_name)
register.filter("game_name", words.game_name)
register.filter("game_sentence", words.game_sentence)
register.filter("spoken", spoken.spoken)
register.filter("spoken_all", spoken.one_after_another)


@register.filter
def of_game(template_name: str, kind: str) -> list[str]:
    """`"game/_players.html"|of_game:"kings"`: the game's own template of this name, else the one for all games."""
    folder, _, name = template_name.rpartition("/")
    return [f"{folder}/{kind}/{name}", template_name]


@register.filter
def pace_words(game: Game) -> list[str]:
    """How much time there is and what happens then, a sentence each."""
    return pace.in_words(decisions.pace_of(game))


@register.filter
def pace_short(game: Game) -> str:
    return pace.short(decisions.pace_of(game))
