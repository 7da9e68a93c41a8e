"""A position as a picture: one entry for all games, each drawn by a package of its own.

A picture scales to any width, needs no font, and shows on light and dark pages. A game is added by a package
beside `drawing.tigris` that keeps `Drawing`, and a line in `DRAWINGS`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Final, Protocol

from drawing import kings, tigris
from drawing.marks import STYLE, Ghost
from engine.facts import Fact
from engine.view import View


class Drawing(Protocol):
    """What a game's package offers."""

    held: str  # the kind of piece of which hands are made: tile, card

    def extent(self, view: View) -> tuple[int, int]:
        """Width and height of the picture, in its own units."""

    def layers(
        self, view: View, *, language: str = "en", highlight: Iterable[str] = (),
        clickable: Mapping[str, Mapping[str, str]] | None = None, ghost: Ghost | None = None, spoken: bool = True,
    ) -> Iterator[str]:
        """The picture from the ground up; `spoken` False leaves out what only browsers use."""

    def summary(self, view: View, language: str, names: Sequence[str] = ()) -> list[str]:
        """The position in sentences, for those who hear it. `names`: the players by seat."""

    def text(self, view: View, *, language: str = "en", names: Sequence[str] = ()) -> str:
        """The position as text of at most 72 columns, of which no line can be read as an order."""

    def touched(self, facts: Iterable[Fact]) -> tuple[str, ...]:
        """The places that are highlighted after all of these facts."""


DRAWINGS: Final[Mapping[str, Drawing]] = {"tigris": tigris, "kings": kings}


def svg(
    view: View,
    *,
    language: str = "en",
    highlight: Iterable[str] = (),
    clickable: Mapping[str, Mapping[str, str]] | None = None,
    title: str = "",
    standalone: bool = False,
    ghost: Ghost | None = None,
) -> str:
    """The picture. `highlight`: places of the last order. `ghost`: (place, kind, piece, dynasty) shown in preview.

    `clickable`: place -> attributes. With an "href" the place is a link, otherwise a focusable button that
    carries the attributes (hx-get, hx-vals, …); "aria-label" is spoken, by default what lies there.
    """
    drawing = DRAWINGS[view.game]
    width, height = drawing.extent(view)
    words = drawing.summary(view, language)
    body = "".join(drawing.layers(view, language=language, highlight=highlight, clickable=clickable, ghost=ghost))
    role = "group" if clickable else "img"
    style = f"<style>{STYLE}</style>" if clickable else ""
    fixed = f' width="{width}" height="{height}"' if standalone else ""
    head = '<?xml version="1.0" encoding="UTF-8"?>\n' if standalone else ""
    return (
        f'{head}<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="0 0 {width} {height}"{fixed} '
        f'role="{role}" aria-label="{escape(title or words[0])}"><title>{escape(title or words[0])}</title>'
        f"<desc>{escape(' '.join(words))}</desc>{style}{body}</svg>"
    )


def summary(view: View, language: str, names: Sequence[str] = ()) -> list[str]:
    """The position in sentences, for those who hear it."""
    return DRAWINGS[view.game].summary(view, language, names)


def text(view: View, *, language: str = "en", names: Sequence[str] = ()) -> str:
    """The position as text: for mails without pictures and for those who have the page read out."""
    return DRAWINGS[view.game].text(view, language=language, names=names)


def touched(game: str, facts: Iterable[Fact]) -> tuple[str, ...]:
    """The places that are highlighted after all of these facts."""
    return DRAWINGS[game].touched(facts)


def held(game: str) -> str:
    """The kind of piece of which hands are made, for `piece_svg`."""
    return DRAWINGS[game].held
