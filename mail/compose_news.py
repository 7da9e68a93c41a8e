"""What a mail tells besides the position: what happened, what was said, which waiting orders were dropped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _

import drawing
from engine import Fact, lexicon
from games import play
from games.models import Event, Game, Notice, Seat
from mail.inert import inert
from mail.mime import one_line

MOST = 40  # orders told in one mail; the page has the rest
UNTOLD = ("turn", "refilled")  # said by the mail itself


@dataclass(frozen=True)
class News:
    """`lines`: a sentence or more for each order; `earlier`: how many more there were; `cells`: to highlight."""

    lines: tuple[str, ...] = ()
    earlier: int = 0
    cells: tuple[str, ...] = ()
    whole: bool = False  # from the start of the game on


def since(game: Game, seat: Seat) -> int:
    """The player's own last order: what happened after it is told in each mail, whatever came before."""
    return Event.objects.filter(game=game, seat=seat.index).aggregate(last=Max("seq"))["last"] or 0


def happened(game: Game, seat: Seat, language: str, *, after: int, most: int = MOST) -> News:
    """The events after `after`, as this seat may know them; of many the last `most`."""
    names = play.names(game)
    lines: list[str] = []
    facts: list[Fact] = []
    for entry in play.history(game, seat, since=after):
        told = tell(entry.facts, language, names, seat)
        if not told:
            continue
        lines.append(inert(_("(taken back) %(what)s") % {"what": told} if entry.undone else told, game.kind))
        if not entry.undone:
            facts += entry.facts
    return News(tuple(lines[-most:]), max(0, len(lines) - most), drawing.touched(game.kind, facts), not after)


def tell(facts: Iterable[Fact], language: str, names: Sequence[str], seat: Seat | None) -> str:
    """Some facts as one line of sentences."""
    viewer = seat.index if seat else None
    told = (lexicon.tell(fact, language, tuple(names), viewer=viewer) for fact in facts
            if fact.kind not in UNTOLD)
    return " ".join(one_line(sentence) for sentence in told if sentence)


def said(notices: Iterable[Notice]) -> list[str]:
    """Words from the table, oldest first."""
    return [inert(f"{one_line(str(notice.data.get('name', '')))}: “{one_line(str(notice.data.get('text', '')))}”",
                  notice.game.kind)
            for notice in notices if notice.kind == Notice.Kind.CHAT]


def dropped(notices: Iterable[Notice]) -> list[dict[str, Any]]:
    """Waiting orders that are not legal any more, each group with its reason."""
    return [{"orders": _("Not carried out: %(orders)s.")
             % {"orders": ", ".join(f"“{order}”" for order in notice.data.get("orders", []))},
             "reason": inert(str(notice.data.get("reason", "")), notice.game.kind)}
            for notice in notices if notice.kind == Notice.Kind.DROPPED]
