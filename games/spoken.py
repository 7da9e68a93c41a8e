"""Orders as they are shown: in the words, and the quotation marks, of the language that is being spoken."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.lexicon import worded


def spoken(order: object, kind: str) -> str:
    """A canonical order of this kind of game as its reader would type it."""
    return worded(str(order), get_language() or "en", kind)


def one_after_another(orders: Iterable[object], kind: str) -> str:
    return "; ".join(spoken(order, kind) for order in orders)


def in_quotes(words: str) -> str:
    return _("“%(order)s”") % {"order": words}


def quoted(orders: Iterable[object], kind: str) -> str:
    return ", ".join(in_quotes(spoken(order, kind)) for order in orders)
