"""The legal kinds of order, each as a sentence with examples from the position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import Order, View, lexicon
from games.spoken import in_quotes
from mail import orders_of_kings

TILES = ("settlement", "temple", "farm", "market")
LEADERS = ("king", "priest", "farmer", "trader")


def kinds(view: View, language: str) -> list[str]:
    """Sentences on what the viewer may order now, none of which begins like an order."""
    legal = view.legal

    def quoted(*examples: Order) -> str:
        return _either(in_quotes(lexicon.worded(str(order), language, view.game)) for order in examples)

    found = SENTENCES[view.game](legal, quoted)
    if "pass" in legal:
        found.append(_("With %(order)s you end your turn.") % {"order": quoted(Order("pass"))})
    if "undo" in legal:
        found.append(_("With %(order)s you take your latest order back.") % {"order": quoted(Order("undo"))})
    luck = _("good luck")
    said = in_quotes(lexicon.worded(f"say {luck}", language))
    found.append(_("With %(order)s you tell the whole table something.") % {"order": said})
    return found


def _board_game(legal: Mapping[str, Sequence[str]], quoted: Callable[..., str]) -> list[str]:
    """The board game's."""

    def first(*words: str) -> list[Order]:
        return [Order(word, _arguments(_some(legal[word]))) for word in words if legal.get(word)]

    found: list[str] = []
    if tiles := first(*TILES):
        found.append(ngettext("With %(order)s you place that tile.", "With %(order)s you place a tile.",
                              len(tiles)) % {"order": quoted(*tiles)})
    cells = {word: [cell for cell in legal.get(word, ()) if cell != "off"] for word in LEADERS}
    if leaders := [Order(word, _some(cells[word])) for word in LEADERS if cells[word]]:
        found.append(_("With %(order)s you place or move a leader.") % {"order": quoted(*leaders)})
    if off := [Order(word, ("off",)) for word in LEADERS if "off" in legal.get(word, ())]:
        found.append(_("With %(order)s you take a leader back.") % {"order": quoted(*off[:1])})
    if catastrophe := first("catastrophe"):
        found.append(_("With %(order)s you place a catastrophe.") % {"order": quoted(*catastrophe)})
    if mine := legal.get("swap"):
        found.append(_("With %(order)s you put up to six tiles aside and draw as many.")
                     % {"order": quoted(Order("swap", tuple(dict.fromkeys(mine))[:2]))})
    if numbers := legal.get("commit"):
        ends = [Order("commit", (number,)) for number in dict.fromkeys((numbers[0], numbers[-1]))]
        found.append(_("With %(order)s you say how many tiles from your hand you add.") % {"order": quoted(*ends)})
    if wars := legal.get("fight"):
        found.append(_("With %(order)s you say which war is fought next.")
                     % {"order": quoted(*(Order("fight", (leader,)) for leader in wars))})
    found += _building(legal, quoted)
    if staying := legal.get("leave"):
        found.append(_("With %(order)s you say which treasure stays; you take the others.")
                     % {"order": quoted(*(Order("leave", (cell,)) for cell in staying[:2]))})
    return found


def _building(legal: Mapping[str, Sequence[str]], quoted: Callable[..., str]) -> list[str]:
    """What can be built: monuments, the wonder, a civilization building; and the point that the wonder gives."""
    found = []
    wonders = [name for name in legal.get("build", ()) if name.startswith("wonder ")]
    monuments = [name for name in legal.get("build", ()) if name not in ("none", *wonders)]
    for names, sentence in ((monuments, _("With %(order)s you build a monument or not.")),
                            (wonders, _("With %(order)s you build the wonder or not."))):
        if names:
            found.append(sentence % {"order": quoted(*(Order("build", _arguments([name])) for name in (names[0], "none")))})
    if tiles := legal.get("raise"):
        found.append(_("With %(order)s you put the building on that tile, or nowhere.")
                     % {"order": quoted(*(Order("raise", (cell,)) for cell in (tiles[0], "none")))})
    if colours := legal.get("point"):
        found.append(_("With %(order)s you take a point of that colour.")
                     % {"order": quoted(*(Order("point", (colour,)) for colour in colours))})
    return found


def _some(arguments: Sequence[str]) -> tuple[str, ...]:
    """One of the arguments an order can take, from the middle: the first cell is the corner of the board."""
    return tuple(arguments[len(arguments) // 2 : len(arguments) // 2 + 1])


def _arguments(arguments: Iterable[str]) -> tuple[str, ...]:
    return tuple(word for argument in arguments for word in argument.split())


def _either(choices: Iterable[str]) -> str:
    """“a”, “b” or “c”."""
    *most, last = choices
    return _("%(some)s or %(last)s") % {"some": ", ".join(most), "last": last} if most else last


# The sentences of each game; what all games have is added to them.
SENTENCES: dict[str, Callable[[Mapping[str, Sequence[str]], Callable[..., str]], list[str]]] = {
    "tigris": _board_game, "kings": orders_of_kings.sentences,
}
