"""The display as text of at most 72 columns: for mails without pictures and for those who have it read out.

Plain signs only, since mail programs use odd fonts; words may have accents. No line may look like an order
to the reader of mails, which is why rows stand between bars and names lose their semicolons.
"""

from __future__ import annotations

from collections.abc import Sequence

from drawing.kings.describe import lone_treasures, pair, realm_facts, span, unbuilt
from drawing.lines import conflict, dynasty_of, fill, letter, tame, with_colour
from drawing.palette import LEADERS, TILE_OF, TILES
from drawing.words import DYNASTY_SIGNS, WORDS
from engine.display import COLUMNS, LINKS, Card, Display
from engine.lexicon import word
from engine.view import View

CELL = 8  # signs


def text(view: View, *, language: str = "en", names: Sequence[str] = ()) -> str:
    """The grid, what its signs mean, the kingdoms, what is left, and a conflict. `names`: the players by seat."""
    assert view.display is not None
    known = tuple(tame(player) for player in names)
    blocks = [
        grid(view.display, language), legend(view, language, known), kingdoms(view, language, known),
        left(view.display, language),
    ]
    if view.conflict is not None:
        blocks.append(conflict(view, language, known))
    return "\n\n".join("\n".join(lines) for lines in blocks if lines) + "\n"


def grid(display: Display, language: str) -> list[str]:
    """The links, each between two heads, and the rows of the columns; six signs a card."""
    head = "   " + "".join(f"  {name}".ljust(CELL) for name in COLUMNS).rstrip()
    links = "".join(sign(display.links.get(link), language).ljust(CELL) for link in LINKS)
    deepest = max(len(column.cards) for column in display.columns)
    rows = [
        f"{row:2}|" + "".join(sign(display.card(f"{name}{row}"), language).ljust(CELL) for name in COLUMNS) + f"|{row}"
        for row in range(1, deepest + 1)
    ]
    half = " " * (CELL // 2)
    return [head, f" =|{half}{links}{half}|=", *rows, head]


def sign(card: Card | None, language: str) -> str:
    """`  .` empty, `  T` temple, `  T Kli` with the lion's king on it, `  *` treasure, ` ~M` ship, `  ?` face down."""
    if card is None:
        return "  ."
    if card.kind == "ship":
        return f" ~{letter(TILE_OF[card.ship], language)}"
    if card.kind == "facedown":
        return f" ?{letter(card.piece, language)}" if card.piece else "  ?"
    lies = "*" if card.kind == "treasure" else letter(card.piece, language)
    stands = f" {letter(card.leader, language)}{DYNASTY_SIGNS[language][card.dynasty]}" if card.leader else ""
    return f"  {lies}{stands}"


def legend(view: View, language: str, names: Sequence[str]) -> list[str]:
    """What the signs on this table mean."""
    assert view.display is not None
    words = WORDS[language]
    lying = [card for column in view.display.columns for card in column.cards]
    signs = [f". {words['place']}", f"* {words['treasure']}"]
    signs += [f"{sign(card, language).strip()} {words['ship']} {pair(card.ship, language)}"
              for card in lying if card.kind == "ship"]
    signs += [f"{sign(card, language).strip()} {words['facedown']}"
              for card in view.display.links.values() if card.kind == "facedown"]
    tiles = [f"{letter(tile, language)} {with_colour(tile, TILES[tile], language)}" for tile in TILES]
    leaders = [f"{letter(leader, language)}.. {with_colour(leader, LEADERS[leader], language)}" for leader in LEADERS]
    dynasties = [
        f".{DYNASTY_SIGNS[language][dynasty]} {dynasty_of(view, dynasty, language, names)}" for dynasty in view.players
    ]
    return [
        *fill(f"{words['signs']}: ", signs),
        *fill(f"{words['cards']}: ", tiles),
        *fill(f"{words['leaders']}: ", leaders),
        *fill(f"{words['dynasties']}: ", dynasties),
    ]


def kingdoms(view: View, language: str, names: Sequence[str]) -> list[str]:
    """Each kingdom with its leaders, cards and treasures; treasures alone in a line of their own."""
    assert view.display is not None
    words = WORDS[language]
    lone = lone_treasures(view.display)
    lines = []
    for realm in view.display.realms:
        if realm in lone:
            continue
        leaders, cards, treasures = realm_facts(view, realm, language, names)
        lines += fill(f"{words['kingdom']} {span(realm)}: ", leaders or [words["no leader"]])
        lines += fill(f"   {words['cards']}: ", cards)
        lines += fill(f"   {words['treasures']}: ", treasures)
    return lines + fill(f"{words['lone treasure']}: ", [span(realm) for realm in lone])


def left(display: Display, language: str) -> list[str]:
    """The ships that nobody has built, and the discard pile."""
    words = WORDS[language]
    discard = [f"{word(tile, language)} {display.discard[tile]}" for tile in TILES if display.discard.get(tile)]
    return [
        *fill(f"{words['unbuilt']}: ", unbuilt(display, language)),
        *fill(f"{words['discard']}: ", discard),
    ]
