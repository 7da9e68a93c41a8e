"""Lines that are no orders of the game: what a player asks of whoever keeps the table, by mail or on the page.

A line is one only if it is nothing but the word, or begins with `notes`, or with `away` and names days; "Stop it!" and "Board games are fun" are
prose. `help` is read with the orders (engine.prose), because every game knows it. Lines for later have their own
readers: games.plan_lines and games.standing_words.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from engine.lexicon.vocabulary import fold, meanings, plain
from engine.orders import EDGES
from games import plan_lines, standing_words
from games.models import Seat

WORDS: Final = {  # English, Spanish, German; folded: without case and accents
    "board": "board position map tablero posicion mapa brett spielbrett stellung karte",
    "log": "log history registro historial protokoll verlauf",
    "notes": "notes notas notizen",
    "mute": "mute silenciar silencio stumm stummschalten",
    "unmute": "unmute reactivar avisar laut lautschalten",
    "stop": "stop parar stopp aufhoren",
    "away": "away ausente vacaciones abwesend urlaub",  # done by games.away_lines, as is `back`
    "back": "back vuelta regreso presente anwesend",
}
MEANING: Final = {word: name for name, words in WORDS.items() for word in words.split()}
LONGEST: Final = 2000  # characters of a seat's notes
CLEAR: Final = ("-", "--")  # beside the words for "none"


class Aside(NamedTuple):
    """`word`: a key of WORDS, plan or standing. `text`: what follows `notes` or `away`, as it was typed; the plan as a line that
    is read as the same one; the change of standing answers in English. `answer`: sentences on what was done, where its doer makes them."""

    word: str
    text: str = ""
    answer: tuple[str, ...] = ()


def read(line: str, kind: str = "") -> Aside | None:
    """What a line asks for, or None if it is an order or prose; plans, which can be longer, are in `gather`.

    Raises Invalid for a standing answer that is not clear. `kind`: of the game, where that is known.
    """
    change = standing_words.read(line, kind)
    if change is not None:
        return Aside("standing", "" if change.what == "show" else str(change))
    first, _, rest = plain(line[: 2 * LONGEST]).partition(" ")
    word = MEANING.get(fold(first.strip(EDGES)))
    if word is None:
        return None
    if word == "notes":
        return Aside(word, rest.strip())
    if word == "away" and any(sign.isdigit() for sign in rest):
        return Aside(word, rest.strip())
    return Aside(word) if not rest.strip(EDGES) and first.rstrip("?:") == first else None


def part(text: str, kind: str = "tigris") -> tuple[str, list[Aside]]:
    """The lines of a text that may be orders, and its asides. Raises RulesError for a plan that cannot be read, or a
    standing answer that is not clear."""
    orders: list[str] = []
    asides: list[Aside] = []
    for line in plan_lines.gather(text.splitlines(), kind):
        if isinstance(line, plan_lines.Block):
            if line.error is not None:
                raise line.error
            asides.append(Aside("plan", str(line.draft)))
            continue
        aside = read(line, kind)
        if aside is None:
            orders.append(line)
        else:
            asides.append(aside)
    return "\n".join(orders), asides


def noted(notes: str, asides: Iterable[Aside]) -> str:
    """A seat's notes after these asides: each with words adds a line, `notes none` empties them."""
    for aside in asides:
        if aside.word != "notes" or not aside.text:
            continue
        if aside.text in CLEAR or "none" in meanings(aside.text.strip(EDGES)):
            notes = ""
        elif aside.text != notes.rpartition("\n")[2]:  # the same line twice is sent twice
            notes = f"{notes}\n{aside.text}".strip("\n")
    return notes


def too_long(notes: str) -> bool:
    return len(notes) > LONGEST


def carry_out(seat: Seat, asides: Iterable[Aside]) -> None:
    """Keeps the notes, and mutes or unmutes the game's mails; the last word counts."""
    asides = list(asides)
    before = Seat.objects.values_list("notes", flat=True).get(pk=seat.pk)
    notes = noted(before, asides)
    if notes != before and not too_long(notes):
        Seat.objects.filter(pk=seat.pk).update(notes=notes)
        seat.notes = notes
    loudness = [aside.word for aside in asides if aside.word in ("mute", "unmute")]
    if loudness:
        seat.mute() if loudness[-1] == "mute" else seat.unmute()
