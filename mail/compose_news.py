"""What a mail tells besides the position: what happened, what was said, which waiting orders were dropped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _

import drawing
from engine import Fact, lexicon
from games import play, table_words
from games.models import Event, Game, Notice, Seat, TableEvent
from games.spoken import in_quotes, quoted
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


def since(game: Game, seat: Seat, *, plans: bool = True) -> int:
    """The player's own last order: what happened after it is told in each mail, whatever came before. What was
    answered for them counts as news; with `plans` off so does a plan."""
    sources = ("standing", "clock", "bot") if plans else ("standing", "clock", "bot", "plan")
    own = Event.objects.filter(game=game, seat=seat.index).exclude(submission__source__in=sources)
    return own.aggregate(last=Max("seq"))["last"] or 0


def happened(game: Game, seat: Seat, language: str, *, after: int, most: int = MOST, table: bool = True) -> News:
    """The events after `after`, as this seat may know them; of many the last `most`. With `table` also what happened
    at the table beside the orders."""
    names = play.names(game)
    besides = list(TableEvent.objects.filter(game=game, version__gte=after).select_related("actor")) if table else []
    for event in besides:
        event.game = game
    lines = beside(besides, seat, at=after)
    facts: list[Fact] = []
    for entry in play.history(game, seat, since=after):
        told = tell(entry.facts, language, names, seat)
        if told and entry.event.seat == seat.index and entry.event.submission.source == "standing":
            told = _("%(what)s (By your standing answer.)") % {"what": told}
        if told:
            lines.append(inert(_("(taken back) %(what)s") % {"what": told} if entry.undone else told, game.kind))
        if told and not entry.undone:
            facts += entry.facts
        lines += beside(besides, seat, at=entry.event.seq)
    return News(tuple(lines[-most:]), max(0, len(lines) - most), drawing.touched(game.kind, facts), not after)


def tell(facts: Iterable[Fact], language: str, names: Sequence[str], seat: Seat | None) -> str:
    """Some facts as one line of sentences."""
    viewer = seat.index if seat else None
    told = (lexicon.tell(fact, language, tuple(names), viewer=viewer) for fact in facts
            if fact.kind not in UNTOLD)
    return " ".join(one_line(sentence) for sentence in told if sentence)


def beside(events: Iterable[TableEvent], seat: Seat | None, *, at: int | None = None) -> list[str]:
    """Table events as lines. `at`: only those at this version of the game."""
    viewer = seat.index if seat else None
    return [inert(one_line(table_words.tell(event, viewer)), event.game.kind)
            for event in events if at is None or event.version == at]


def said(notices: Iterable[Notice]) -> list[str]:
    """Words from the table, oldest first."""
    return [inert(f"{one_line(str(notice.data.get('name', '')))}: {in_quotes(one_line(str(notice.data.get('text', ''))))}",
                  notice.game.kind)
            for notice in notices if notice.kind == Notice.Kind.CHAT]


def dropped(notices: Iterable[Notice]) -> list[dict[str, Any]]:
    """Waiting orders that are not legal any more, each group with its reason."""
    return [{"orders": _("Not carried out: %(orders)s.")
             % {"orders": quoted(notice.data.get("orders", []), notice.game.kind)},
             "reason": inert(str(notice.data.get("reason", "")), notice.game.kind)}
            for notice in notices if notice.kind == Notice.Kind.DROPPED]
