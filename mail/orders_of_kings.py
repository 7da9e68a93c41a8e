"""The card game's kinds of order, each as a sentence with examples; see `mail.compose_orders`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from django.utils.translation import gettext as _

from engine import Order
from engine.pieces import LEADERS, TILES

Legal = Mapping[str, Sequence[str]]
Quoted = Callable[..., str]


def sentences(legal: Legal, quoted: Quoted) -> list[str]:
    """What may be ordered in a turn, or answered."""
    return [*_actions(legal, quoted), *_answers(legal, quoted), *_setting(legal, quoted)]


def _actions(legal: Legal, quoted: Quoted) -> list[str]:
    found = []
    cards = [tile for tile in TILES if legal.get(tile)]
    if columns := [Order(tile, (place,)) for tile in cards for place in _middle(_columns(legal[tile]))]:
        found.append(_("With %(order)s you play a card into that column.") % {"order": quoted(*columns)})
    if links := [Order(tile, (place,)) for tile in cards[:1] for place in _middle(_links(legal[tile]))]:
        found.append(_("With %(order)s you play a card as the link between two heads.") % {"order": quoted(*links)})
    if leaders := [Order(leader, (place,)) for leader in LEADERS for place in _middle(legal.get(leader, ()))]:
        found.append(_("With %(order)s you place or move a leader.") % {"order": quoted(*leaders)})
    if hit := _middle(legal.get("catastrophe", ())):
        found.append(_("With %(order)s you remove that card with your catastrophe.")
                     % {"order": quoted(*(Order("catastrophe", (place,)) for place in hit))})
    return found


def _answers(legal: Legal, quoted: Quoted) -> list[str]:
    sentences = {
        "commit": _("With %(order)s you say how many cards from your hand you lay."),
        "fight": _("With %(order)s you say which conflict is fought next."),
        "score": _("With %(order)s you lay a victory card or not."),
        "ship": _("With %(order)s you build that ship or none."),
        "take": _("With %(order)s you exchange the treasures of these columns or none."),
        "sail": _("With %(order)s you lay a victory card for these leaders or none."),
    }
    return [
        sentence % {"order": quoted(*(Order(word, tuple(words.split())) for words in _ends(legal[word])))}
        for word, sentence in sentences.items() if legal.get(word)
    ]


def _setting(legal: Legal, quoted: Quoted) -> list[str]:
    sentences = {
        "ask": _("With %(order)s you are asked from now on before a victory card is laid for you."),
        "always": _("With %(order)s a victory card is always laid for you from now on, if you hold one."),
    }
    return [sentences[value] % {"order": quoted(Order("points", (value,)))} for value in legal.get("points", ())]


def _columns(places: Sequence[str]) -> list[str]:
    return [place for place in places if "-" not in place]


def _links(places: Sequence[str]) -> list[str]:
    return [place for place in places if "-" in place]


def _middle(places: Sequence[str]) -> Sequence[str]:
    """One of them, not always the first column."""
    return places[len(places) // 2:len(places) // 2 + 1]


def _ends(answers: Sequence[str]) -> list[str]:
    return list(dict.fromkeys((answers[0], answers[-1])))
