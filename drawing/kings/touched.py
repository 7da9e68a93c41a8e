"""Where the cards and leaders that orders touched lie now: columns close up when cards leave them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.facts import Fact

GONE = frozenset({"spoils", "catastrophe"})  # kinds of facts whose places hold other cards, or none, afterwards


def touched(facts: Iterable[Fact]) -> tuple[str, ...]:
    """The places to highlight after all of these facts. What left a column is not shown, a link that left is."""
    places: list[str] = []
    for fact in facts:
        if fact.kind in GONE:
            places = _closed_up(places, fact.cells) + [place for place in fact.cells if "-" in place]
        elif fact.kind == "ship":
            places = [place for place in places if place not in _sunk(fact)] + list(fact.cells)
        else:
            places += fact.cells
    return tuple(dict.fromkeys(places))


def _closed_up(places: Iterable[str], gone: Iterable[str]) -> list[str]:
    lost = set(gone)
    return [
        place if "-" in place else f"{place[0]}{int(place[1:]) - sum(_above(other, place) for other in lost)}"
        for place in places if place not in lost
    ]


def _above(other: str, place: str) -> bool:
    return "-" not in other and other[0] == place[0] and int(other[1:]) < int(place[1:])


def _sunk(fact: Fact) -> set[str]:
    """The places of the cards that became a ship, but for its own."""
    first, count = str(fact.values["cell"]), int(str(fact.values["count"]))
    return {f"{first[0]}{int(first[1:]) + step}" for step in range(1, count)}
