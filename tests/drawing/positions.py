"""Positions written by hand: a view from a few words, for pictures that no game needs to be played for."""

from __future__ import annotations

from dataclasses import replace

from engine.view import Board, Cell, Conflict, Kingdom, Monument, SeatView, Side, View

STANDARD = (
    "....~~~~~.T.~...", ".C..~.......~..C", "...~~T......~~..", "~~~~.........~~~", ".............T~~",
    "..............~.", "~~~~....T...~~~.", ".C.~~~~.....~...", "......~~~~~~~.C.", ".....T..........",
    "..........T.....",
)
ADVANCED = (
    "..~~T....T.....~", "..~~..........T~", ".C~~...........~", "..~...T....T~~~~", "..~.........~...",
    "..~T........~..C", "..~~........~~..", "C..~~~.T....T~..", ".....~~~.....~..", "....C.~~~~~~~~..",
    "......~..C....C.",
)
TILES = {"settlement", "temple", "farm", "market"}
LEADERS = {"king", "priest", "farmer", "trader"}


def _near(cell: str) -> list[str]:
    column, row = ord(cell[0]), int(cell[1:])
    return [f"{chr(column + dx)}{row + dy}" for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0))]


def _kingdoms(cells: dict[str, Cell]) -> tuple[Kingdom, ...]:
    rest = {c for c, cell in cells.items() if cell.kind != "catastrophe"}
    found = []
    while rest:
        region, todo = set(), [min(rest)]
        while todo:
            cell = todo.pop()
            if cell in rest:
                rest.discard(cell)
                region.add(cell)
                todo += _near(cell)
        members = [cells[c] for c in sorted(region)]
        leaders = tuple((m.piece, m.dynasty, m.name) for m in members if m.kind == "leader")
        if leaders:
            found.append(Kingdom(tuple(sorted(region)), leaders, tuple(m.name for m in members if m.treasure)))
    return tuple(found)


def view(
    *lines: str,
    plan: tuple[str, ...] = STANDARD,
    start: bool = True,
    players: tuple[str, ...] = ("lion", "bull", "vase", "bow"),
    conflict: Conflict | None = None,
    seat: int | None = 0,
) -> View:
    """`temple D5`, `king lion D6`, `treasure D5`, `catastrophe E5`, `monument black-red D5`, `unification E5`.

    Options: `wonder K5`, its centre, and `building hall G5`, on the tile there.
    """
    cells: dict[str, Cell] = {}
    monuments = []
    wonder, buildings = "", {"palace": "", "library": "", "granary": "", "hall": ""}
    options = any(line.split()[0] in ("wonder", "building") for line in lines)
    for row, signs in enumerate(plan):
        for column, sign in enumerate(signs):
            if sign in "TC" and start:
                cell = f"{chr(65 + column)}{row + 1}"
                cells[cell] = Cell(cell, "tile", "temple", "", True, sign == "C")
    for line in lines:
        *words, cell = line.split()
        match words:
            case ["treasure"]:
                old = cells[cell]
                cells[cell] = Cell(cell, old.kind, old.piece, old.dynasty, True, old.corner)
            case ["monument", pair]:
                monuments.append(Monument(pair, cell))
                right, below = f"{chr(ord(cell[0]) + 1)}{cell[1:]}", int(cell[1:]) + 1
                for under in (cell, right, f"{cell[0]}{below}", f"{right[0]}{below}"):
                    old = cells.get(under, Cell(under, "turned"))
                    cells[under] = Cell(under, "turned", "", "", old.treasure, old.corner)
            case ["wonder"]:
                wonder = cell
                for under in (cell, *_near(cell)):
                    old = cells.get(under, Cell(under, "turned"))
                    cells[under] = Cell(under, "turned", "", "", old.treasure, old.corner)
            case ["building", name]:
                buildings[name] = cell
                cells[cell] = replace(cells[cell], building=name)
            case [leader, dynasty] if leader in LEADERS:
                cells[cell] = Cell(cell, "leader", leader, dynasty)
            case [tile] if tile in TILES:
                cells[cell] = Cell(cell, "tile", tile)
            case [kind]:
                cells[cell] = Cell(cell, kind)
    terrain = tuple("".join("~" if sign == "~" else "." for sign in row) for row in plan)
    seats = tuple(
        SeatView(
            dynasty, 6,
            {"temple": 2, "farm": 1, "settlement": 1, "market": 2} if number == seat else None,
            {"black": 3, "red": 7, "blue": 0, "green": 12, "treasure": 2} if number == seat else None,
            2, tuple(x for x in ("king", "priest", "farmer", "trader")
                     if not any(c.piece == x and c.dynasty == dynasty for c in cells.values())), False,
        )
        for number, dynasty in enumerate(players)
    )
    pairs = ("black-red", "black-blue", "black-green", "red-blue", "red-green", "blue-green")
    built = {monument.pair for monument in monuments}
    board = Board(terrain, cells, tuple(monuments), tuple(p for p in pairs if p not in built), _kingdoms(cells),
                  wonder if options else None, buildings if options else None)
    return View(
        "tigris", seat, players, {"board": "standard"}, 0, 2, None, conflict, (), seats, 70, board, {}, False, None,
    )


def beginning(plan: tuple[str, ...] = STANDARD) -> View:
    return view(plan=plan)


def middle() -> View:
    """Some turns in: four kingdoms, monuments, catastrophes."""
    return view(
        "priest lion C2", "king lion B3", "settlement C3", "settlement D2", "temple A2", "temple A3", "farm D3",
        "farmer lion A1", "trader bull B1",
        "king bull F4", "trader lion G3", "market F5", "market G4", "market E5", "settlement E6", "priest bull F2",
        "temple G2", "farm E2", "farm E3", "settlement H3", "temple H2", "farm E1",
        "monument red-blue H4", "temple J4", "temple J5", "farmer bull K4", "settlement K5", "temple K6",
        "priest vase O2", "king vase P3", "farm O4", "farm N4", "farm O5", "farm P5", "settlement M5", "farmer vase N6",
        "temple N7", "catastrophe L6", "catastrophe G7",
        "monument black-green C9", "temple E9", "king bow E10", "market F9", "trader bow D8", "market C7", "temple D11",
        "priest bow D11", "temple E11",
        "market H8", "market J7", "temple I8", "trader vase I6",
        "temple M10", "settlement N10", "market N11", "temple L11",
    )


def options() -> View:
    """The wonder in a kingdom, and three of the four buildings."""
    return view(
        "temple I5", "temple H6", "treasure H6", "king lion I6", "market F5", "market G5", "market H5", "building hall G5",
        "farm D8", "farm E8", "farm F8", "building granary F8", "temple C9", "temple C10", "temple C11", "treasure C9",
        "building library C9", "temple D9", "farmer bull E9", "temple K4", "treasure K4", "wonder K5",
    )


def war() -> View:
    """The unification tile lies on H6; black fights, black marks its two sides."""
    conflict = Conflict(
        "war", "king", "settlement",
        Side(0, "G5", 3, ("G6", "F6", "F7"), 1), Side(1, "J6", 2, ("I6", "K6"), None),
    )
    return view(
        "king lion G5", "temple G4", "settlement G6", "settlement F6", "settlement F7", "temple F5", "unification H6",
        "settlement I6", "king bull J6", "temple J5", "settlement K6", "temple K5", "market L5", "trader bull K4",
        "priest lion H4", "farm H7",
        conflict=conflict,
    )


def revolt() -> View:
    """A priest enters a kingdom that has one: the temple between them counts for both."""
    conflict = Conflict(
        "revolt", "priest", "temple", Side(2, "D2", 1, ("C2",), 2), Side(0, "B2", 2, ("C2", "A2"), None),
    )
    return view("temple C2", "priest vase D2", "priest lion C3", "temple A2", "priest lion B2", conflict=conflict,
                start=False)
