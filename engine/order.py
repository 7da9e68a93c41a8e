"""An order: one word and its arguments, in the canonical form of the notation.

`Order("temple", ("D5",))` is `temple D5`; `Order("swap", ("temple", "farm"))` is `swap temple farm`;
`Order("say", ("good luck",))` keeps its text as one argument. Orders of both games have this shape.
"""

from __future__ import annotations

from typing import NamedTuple


class Order(NamedTuple):
    """A canonical order. It says what, not who: the seat goes beside it everywhere."""

    word: str
    args: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join((self.word, *self.args))
