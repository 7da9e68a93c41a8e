"""The display: a view from the table up, in the units of `table`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape

from drawing import cards, marks
from drawing.kings import table
from drawing.kings.describe import place_words
from drawing.marks import DOT, Ghost
from drawing.outline import outline
from drawing.palette import BANK, CLAY_EDGE, GRID, REALMS
from drawing.pieces import piece
from engine.display import LINKS, Card, Column, Display
from engine.view import View

WIDE, HIGH = table.PITCH - 4, table.ROW - 4  # what answers to a finger
LED = len(REALMS) - 1  # colours for kingdoms with leaders
MARK, LEADS = (-28.5, -14.5), (31, -13)  # where the marks of a conflict stand: on what counts, on the leader


def shown(view: View) -> Display:
    assert view.display is not None, f"no display in a game of {view.game}"
    return view.display


def extent(view: View) -> tuple[int, int]:
    """Width and height of the picture."""
    return table.extent(shown(view))


def layers(
    view: View,
    *,
    language: str = "en",
    highlight: Iterable[str] = (),
    clickable: Mapping[str, Mapping[str, str]] | None = None,
    ghost: Ghost | None = None,
    spoken: bool = True,
) -> Iterator[str]:
    """The picture from the ground up; `drawing.svg` says what the arguments are. A column is its next free place."""
    display = shown(view)
    free = {column.name: free_place(column) for column in display.columns if not column.full}
    marked = {free.get(name, name) for name in highlight}
    targets = {free.get(name, name): attributes for name, attributes in (clickable or {}).items()}
    ghosts = {free.get(ghost[0], ghost[0]): ghost} if ghost else {}
    lying = {card.place: card for column in display.columns for card in column.cards} | dict(display.links)
    support = _supporters(view)
    yield _shapes(lying.values())
    yield table.ground(display)
    yield from _realms(display)
    places = dict.fromkeys((*LINKS, *lying, *free.values(), *marked))
    last = table.rows(display)
    for place in places:
        if "-" not in place and int(place[1:]) > last:
            continue
        card = lying.get(place)
        inside = _content(card) if card else ""
        if place in marked:
            inside += '<use href="#tk-highlight"/>'
        inside += support.get(place, "")
        if place in ghosts:
            inside += _preview(ghosts[place], card)
        label = place_words(view, place, language) if spoken else ""
        if place in targets:
            reach = f'{inside}<use href="#tk-{"ring" if card else "dot"}"/>{marks.hit(WIDE, HIGH)}'
            yield _at(place, marks.target(reach, dict(targets[place]), label), named=True)
        elif spoken:
            yield _at(place, f"<title>{escape(label)}</title>{inside or _HOLLOW}", named=True)
        elif inside:
            yield _at(place, inside)


_HOLLOW = '<use href="#tk-hollow"/>'


def free_place(column: Column) -> str:
    """Where the next card of a column goes."""
    return f"{column.name}{len(column.cards) + 1}"


def _at(place: str, content: str, *, named: bool = False) -> str:
    x, y = table.centre(place)
    data = f' data-cell="{place}"' if named else ""
    return f'<g{data} transform="translate({x} {y})">{content}</g>'


def _key(card: Card) -> str:
    led = "led" if card.leader else ""
    head = "head" if card.kind == "card" and card.place.endswith("1") else ""
    return "-".join(filter(None, ("tk", card.kind, card.piece, card.ship, head, led)))


def _lying(card: Card) -> str:
    """The card without its leader."""
    led = bool(card.leader)
    if card.kind == "card":
        return cards.card(card.piece, led=led, head=card.place.endswith("1"))
    if card.kind == "treasure":
        return cards.treasure(led=led)
    if card.kind == "ship":
        return cards.ship(card.ship)
    return cards.facedown(card.piece)


def _shapes(lying: Iterable[Card]) -> str:
    """Each card and leader that lies on the table, drawn once and used by name."""
    shapes = {
        "tk-hollow": marks.hollow(WIDE, HIGH), "tk-dot": f'<g transform="scale(1.25)">{DOT}</g>',
        "tk-highlight": marks.highlight(cards.WIDE + 1, cards.HIGH + 1),
        "tk-ring": marks.ring(cards.WIDE - 9, cards.HIGH - 9),
    }
    for card in lying:
        shapes[_key(card)] = _lying(card)
        if card.leader:
            leader = cards.at(cards.LEADER, piece("leader", card.leader, card.dynasty))
            shapes[f"tk-leader-{card.leader}-{card.dynasty}"] = leader
    return "<defs>" + "".join(f'<g id="{key}">{shapes[key]}</g>' for key in sorted(shapes)) + "</defs>"


def _content(card: Card) -> str:
    content = f'<use href="#{_key(card)}"/>'
    if card.leader:
        content += f'<use href="#tk-leader-{card.leader}-{card.dynasty}"/>'
    return content


def _preview(ghost: Ghost, card: Card | None) -> str:
    """A card or leader that is not there yet."""
    _, kind, name, dynasty = ghost
    if kind == "leader":
        x, y, scale = cards.LEADER if card else (0, 0, cards.LEADER[2])
        return cards.at((x, y, scale), marks.ghost(piece("leader", name, dynasty), 38, 38))
    return marks.ghost(piece(kind, name, dynasty), cards.WIDE + 2, cards.HIGH + 2)


def _supporters(view: View) -> dict[str, str]:
    """The marks on what counts for each side of a conflict, and on the two leaders."""
    found: dict[str, str] = {}
    for leader, places, mark in marks.sides(view):
        for place in places:
            found[place] = found.get(place, "") + cards.at((*MARK, 1), mark)
        found[leader] = found.get(leader, "") + cards.at((*LEADS, 1.12), mark)
    return found


def _realms(display: Display) -> Iterator[str]:
    """The ground of each kingdom and its outline; those with leaders in colours, neighbours in different ones."""
    led = 0
    for realm in display.realms:
        fill, line = GRID, CLAY_EDGE
        if realm.leaders:
            fill, line = REALMS[led % LED]
            led += 1
        cells = {half for place in realm.places for half in table.halves(place)}
        shape = outline(cells, table.HALF, table.ORIGIN, inset=1.2, radius=7)
        yield f'<path d="{shape}" fill="{fill}" stroke="{line}" stroke-width="2.4" stroke-linejoin="round"/>'
    dashes = f'fill="none" stroke="{BANK}" stroke-width="1.3" stroke-dasharray="5 4"'
    for link in LINKS:
        if link not in display.links:
            yield _at(link, f"{marks.box(66, 32, 5)} {dashes}/>")
