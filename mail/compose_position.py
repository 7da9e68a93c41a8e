"""The position as one seat may see it, in the words and pictures that all mails about a game share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

import drawing
from drawing.palette import ASH
from drawing.palette import COLOURS as PAINT
from drawing.palette import TILES as COLOUR_OF
from engine import View, lexicon
from games import pictures, play
from games.models import Game, Seat
from games.moments import moment
from mail import compose_orders, one_click
from mail.inert import inert

TILES = ("settlement", "temple", "farm", "market")
LONGEST_ALT = 1500
COLOURS = ("black", "red", "blue", "green")


@dataclass(frozen=True)
class Position:
    """What a seat sees: the context of the templates, and the picture."""

    view: View
    names: tuple[str, ...]
    context: Mapping[str, Any] = field(repr=False)
    picture: bytes = field(repr=False)


def position(game: Game, seat: Seat | None, language: str, *, highlight: Iterable[str] = ()) -> Position:
    """The game as it stands, for this seat; None is a spectator. Call it inside `spoken_to`."""
    view, names = play.view(game, seat), play.names(game)
    context: dict[str, Any] = {
        "board": drawing.text(view, language=language, names=names).strip("\n"),
        "hand": hand(view, language),
        "points": points(view, names, language),
        "bag": view.bag, "stacks": [inert(line, game.kind) for line in stacks(view, names, language)],
        "alt": inert(" ".join(drawing.summary(view, language, names))[:LONGEST_ALT], game.kind),
        "notes": [inert(line, game.kind) for line in seat.notes.splitlines() if line.strip()] if seat else [],
        "asked": "", "kinds": [], "deadline": "", "answers": one_click.links(game, seat, view, language),
    }
    if decision := view.decision:
        told = lexicon.tell_decision(decision, language, names, viewer=view.seat)
        context["mine"] = decision.seat == view.seat
        if game.deciding_since and not context["mine"]:
            told = _("%(asked)s (Asked since %(moment)s.)") % {"asked": told, "moment": moment(game.deciding_since)}
        context["asked"] = inert(told, game.kind)
        context["deadline"] = moment(game.deadline) if game.deadline else ""
        if context["mine"]:
            context["kinds"] = [inert(line, game.kind) for line in compose_orders.kinds(view, language)]
    board = pictures.picture(game, seat, language=language, highlight=highlight, view=view)
    return Position(view, names, context, board)


def hand(view: View, language: str) -> list[dict[str, Any]]:
    """The viewer's tiles, the most of a kind first in the order of the colours, then the catastrophes."""
    if view.seat is None or view.seats[view.seat].hand is None:
        return []
    mine = view.seats[view.seat]
    held = {**{tile: (mine.hand or {}).get(tile, 0) for tile in TILES}, "catastrophe": mine.catastrophes}
    return [{"tile": tile, "count": count, "colour": PAINT[COLOUR_OF[tile]] if tile in COLOUR_OF else ASH,
             "words": f"{count} × {lexicon.word(tile, language)}"}
            for tile, count in held.items() if count]


def points(view: View, names: tuple[str, ...], language: str) -> list[dict[str, Any]]:
    """The points that the viewer may see, by seat; `result` (with the treasures) at the end."""
    lines = []
    for index, seat in enumerate(view.seats):
        known = seat.result or seat.points
        if known is None:
            continue
        words = ", ".join(f"{lexicon.word(colour, language)} {known.get(colour, 0)}" for colour in COLOURS)
        if seat.result is None and (treasures := known.get("treasure", 0)):
            words += f", {lexicon.word('treasure', language)} {treasures}"
        lines.append({"name": names[index], "mine": index == view.seat, "words": words,
                      "colours": [(colour, known.get(colour, 0)) for colour in COLOURS]})
    return lines


def stacks(view: View, names: tuple[str, ...], language: str) -> list[str]:
    """The open card on each victory stack that is not seen whole, and whether the viewer is asked before one is laid."""
    lines = [
        _("On the stack of %(name)s: %(card)s") % {"name": names[index], "card": lexicon.word(seat.top, language)}
        for index, seat in enumerate(view.seats) if seat.top and seat.points is None
    ]
    if view.seat is not None and not view.over and (asks := view.seats[view.seat].asks) is not None:
        lines.append(_("You are asked before a victory card is laid for you.") if asks
                     else _("A victory card is always laid for you, if you hold one."))
    return lines
