"""A second, naive implementation of the board game, written from the rules alone, to check the engine by.

It shares no code with the engine. A game is a generator that stops at each question; the board is a dict that
changes in place; regions are searched anew each time. Numbers in brackets are those of the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field

TILES = ["settlement", "temple", "farm", "market"]
LEADERS = ["king", "priest", "farmer", "trader"]
COLOURS = ["black", "red", "blue", "green"]
PAIRS = ["black-red", "black-blue", "black-green", "red-blue", "red-green", "blue-green"]
COLOUR = dict(zip(TILES + LEADERS, COLOURS * 2, strict=True))
CELLS = [f"{column}{row}" for row in range(1, 12) for column in "ABCDEFGHIJKLMNOP"]
ORDER = {cell: number for number, cell in enumerate(CELLS)}


def step(cell: str, right: int, down: int) -> str:
    return f"{chr(ord(cell[0]) + right)}{int(cell[1:]) + down}"


def beside(cell: str) -> list[str]:
    near = (step(cell, 0, -1), step(cell, -1, 0), step(cell, 1, 0), step(cell, 0, 1))
    return [name for name in near if name in ORDER]


@dataclass
class Piece:
    kind: str  # tile leader catastrophe turned unification
    what: str = ""
    owner: int = -1
    treasure: bool = False
    building: bool = False  # that of the tile's colour stands on it


@dataclass
class Player:
    hand: Counter[str] = field(default_factory=Counter)
    points: Counter[str] = field(default_factory=Counter)
    catastrophes: int = 2


Asking = Generator[None, tuple[str, ...], tuple[str, ...]]


class Referee:
    def __init__(
        self, rows: Sequence[str], players: int, support: str, draw: Sequence[str], wonder: str = "off",
        buildings: str = "off",
    ) -> None:
        self.ground = {cell: rows[int(cell[1:]) - 1][ord(cell[0]) - 65] for cell in CELLS}
        self.corners = {cell for cell in CELLS if self.ground[cell] == "C"}
        self.board = {cell: Piece("tile", "temple", treasure=True) for cell in CELLS if self.ground[cell] in "TC"}
        self.players = [Player() for _ in range(players)]
        self.english = support == "english"
        self.bag = list(draw)
        self.out: Counter[str] = Counter()
        self.built: dict[str, str] = {}
        self.turned: Counter[str] = Counter()
        self.with_wonder, self.with_buildings = wonder == "on", buildings == "on"
        self.gone: list[int] = []
        self.active = 0
        self.actions = 2
        self.asked: tuple[int, str] | None = None
        self.offer: list[tuple[str, ...]] = []  # the answers to a question that is no turn
        self.conflict: tuple[str, str, int, int, int, int] | None = None
        self.wars: list[str] = []
        self.drawn = 0
        self.swap_short = False
        self.over = False
        for player in self.players:
            self.refill(player)
        self.flow = self.game()
        next(self.flow)

    # -- the board

    def region(self, start: str, board: dict[str, Piece] | None = None) -> set[str]:
        """[3.1]"""
        board = self.board if board is None else board
        found, edge = set(), [start]
        while edge:
            cell = edge.pop()
            if cell in found or cell not in board or board[cell].kind == "catastrophe":
                continue
            found.add(cell)
            edge += beside(cell)
        return found

    def leaders(self, cells: set[str]) -> list[str]:
        return sorted((cell for cell in cells if self.board[cell].kind == "leader"), key=ORDER.__getitem__)

    def around(self, cell: str, board: dict[str, Piece] | None = None) -> list[set[str]]:
        """The regions that touch an empty cell, each once."""
        board = self.board if board is None else board
        found: list[set[str]] = []
        for near in beside(cell):
            region = self.region(near, board)
            if region and region not in found:
                found.append(region)
        return found

    def is_temple(self, cell: str) -> bool:
        return cell in self.board and self.board[cell].kind == "tile" and self.board[cell].what == "temple"

    def temples(self, cell: str) -> int:
        return sum(self.is_temple(near) for near in beside(cell))

    def stands(self, seat: int, leader: str) -> str:
        for cell, piece in self.board.items():
            if piece.kind == "leader" and piece.what == leader and piece.owner == seat:
                return cell
        return ""

    def strand(self) -> None:
        """[5.6]"""
        for cell in list(self.board):
            if self.board[cell].kind == "leader" and not self.temples(cell):
                del self.board[cell]

    # -- what may be done

    def why_not(self, seat: int, words: tuple[str, ...]) -> str:
        """"" for an order that must be accepted; undo and resign are judged elsewhere."""
        if self.over or self.asked is None or self.asked[0] != seat:
            return "not asked"
        if self.asked[1] != "turn":
            return "" if words in self.offer and words != ("point", "none") else "no answer to the question"
        player, word = self.players[seat], words[0]
        if words == ("pass",):
            return ""
        if word == "swap":
            wanted = Counter(words[1:])
            fine = 1 <= len(words) - 1 <= 6 and all(tile in TILES for tile in wanted) and wanted <= player.hand
            return "" if fine else "not these tiles"
        if len(words) != 2:
            return "no order"
        if word in LEADERS:
            return self.why_not_leader(seat, word, words[1])
        cell = words[1]
        if cell not in ORDER:
            return "no cell"
        if word == "catastrophe":
            there = self.board.get(cell)
            if not player.catastrophes:
                return "none left"
            free = there is None or (there.kind == "tile" and not there.treasure and not there.building)
            return "" if free else "[13.1] [B5]"
        if word not in TILES or not player.hand[word]:
            return "no such tile"
        if cell in self.board or (self.ground[cell] == "~") != (word == "farm"):
            return "[6.1]"
        return "[6.2]" if sum(bool(self.leaders(region)) for region in self.around(cell)) > 2 else ""

    def why_not_leader(self, seat: int, leader: str, cell: str) -> str:
        stands = self.stands(seat, leader)
        if cell == "off":
            return "" if stands else "[5.4]"
        if cell not in ORDER or cell in self.board or self.ground[cell] == "~" or not self.temples(cell):
            return "[5.1]"
        lifted = {name: piece for name, piece in self.board.items() if name != stands}
        return "[5.3]" if sum(bool(self.leaders(region)) for region in self.around(cell, lifted)) > 1 else ""

    # -- the course of the game

    def play(self, seat: int, words: tuple[str, ...]) -> None:
        if words == ("resign",):
            self.resign(seat)
        else:
            assert not self.why_not(seat, words), (words, self.why_not(seat, words))
            self.send(words)

    def send(self, words: tuple[str, ...]) -> None:
        try:
            self.flow.send(words)
        except StopIteration:
            self.over, self.asked = True, None

    def resign(self, seat: int) -> None:
        """[16]"""
        self.gone.append(seat)
        if len(self.gone) == len(self.players) - 1:
            self.over, self.asked = True, None
        elif self.asked and self.asked[0] == seat:
            self.send(("pass",) if self.asked[1] == "turn" else self.offer[0])

    def ask(self, seat: int, kind: str, offer: list[tuple[str, ...]]) -> Asking:
        """The first of the offer is what a player who left answers [16.1]."""
        if seat in self.gone:
            return offer[0]
        self.asked, self.offer = (seat, kind), offer
        words = yield
        return words

    def game(self) -> Generator[None, tuple[str, ...], None]:
        while True:
            self.actions = 2
            while self.actions and self.active not in self.gone:
                words = yield from self.ask(self.active, "turn", [("pass",)])
                if words == ("pass",):
                    break
                yield from self.act(words)
                yield from self.treasures()
                self.actions -= 1
            yield from self.blessing()
            self.income()
            if self.end_of_turn():
                return
            self.active = next(seat for seat in self.from_(self.active + 1) if seat not in self.gone)

    def from_(self, seat: int) -> list[int]:
        return [(seat + number) % len(self.players) for number in range(len(self.players))]

    def act(self, words: tuple[str, ...]) -> Generator[None, tuple[str, ...], None]:
        player, word = self.players[self.active], words[0]
        if word == "swap":
            # [12] [10.3]
            player.hand -= Counter(words[1:])
            self.out += Counter(words[1:])
            self.swap_short |= not self.draw(player, len(words) - 1)
        elif word == "catastrophe":
            player.catastrophes -= 1
            if words[1] in self.board:
                self.out[self.board[words[1]].what] += 1
            self.board[words[1]] = Piece("catastrophe")
            self.strand()
        elif word in LEADERS:
            yield from self.leader(word, words[1])
        else:
            player.hand[word] -= 1
            yield from self.tile(word, words[1])

    def leader(self, leader: str, cell: str) -> Generator[None, tuple[str, ...], None]:
        self.board.pop(self.stands(self.active, leader), None)
        if cell == "off":
            return
        self.board[cell] = Piece("leader", leader, self.active)
        rivals = [at for at in self.leaders(self.region(cell)) if at != cell and self.board[at].what == leader]
        if rivals:
            # [7]
            strengths = self.temples(cell), self.temples(rivals[0])
            won, loser, _ = yield from self.fight("revolt", leader, "temple", [cell, rivals[0]], strengths)
            del self.board[loser]
            self.players[won].points["red"] += 1

    def fight(
        self, kind: str, leader: str, tile: str, cells: list[str], strengths: tuple[int, int]
    ) -> Generator[None, tuple[str, ...], tuple[int, str, str]]:
        """The winner's seat, the losing leader's cell and the winning one's; the attacker comes first."""
        attacker, defender = (self.board[cell].owner for cell in cells)
        attack, defence = strengths
        self.conflict = (kind, leader, attacker, attack, defender, defence)
        hand = range(1, self.players[attacker].hand[tile] + 1)
        offer = [0] + [n for n in hand if not self.english or attack + n > defence]
        added = int((yield from self.ask(attacker, "commit", [("commit", str(n)) for n in offer]))[1])
        self.spend(attacker, tile, added)
        attack += added
        hand = range(1, self.players[defender].hand[tile] + 1)
        offer = [0] + [n for n in hand if not self.english or defence + n == attack]
        added = int((yield from self.ask(defender, "commit", [("commit", str(n)) for n in offer]))[1])
        self.spend(defender, tile, added)
        self.conflict = None
        if attack > defence + added:
            return attacker, cells[1], cells[0]
        return defender, cells[0], cells[1]

    def spend(self, seat: int, tile: str, number: int) -> None:
        self.players[seat].hand[tile] -= number
        self.out[tile] += number

    def tile(self, tile: str, cell: str) -> Generator[None, tuple[str, ...], None]:
        kingdoms = [region for region in self.around(cell) if self.leaders(region)]
        self.board[cell] = Piece("tile", tile)
        if len(kingdoms) == 2:
            yield from self.wars_(cell, kingdoms)
            self.board[cell] = Piece("tile", tile)
        else:
            # [6.3]
            here = {self.board[at].what: self.board[at].owner for at in self.leaders(self.region(cell))}
            owner = here.get(LEADERS[TILES.index(tile)], here.get("king"))
            if owner is not None:
                self.players[owner].points[COLOUR[tile]] += 1
                if any(self.board[at].building and self.board[at].what == tile for at in self.region(cell)):
                    self.players[owner].points[COLOUR[tile]] += 1  # [B4]
        yield from self.building(tile, cell)
        yield from self.monument(tile, cell)

    def straight(self, tile: str, cell: str, right: int, down: int) -> list[str]:
        """The unbroken line of face-up tiles of one kind through a cell, to both sides."""
        found = [cell]
        for way in (-1, 1):
            at = step(cell, way * right, way * down)
            while at in self.board and self.board[at].kind == "tile" and self.board[at].what == tile:
                found.append(at)
                at = step(at, way * right, way * down)
        return found

    def building(self, tile: str, cell: str) -> Generator[None, tuple[str, ...], None]:
        """[B2] [B3]"""
        if not self.with_buildings:
            return
        stands = next((at for at, piece in self.board.items() if piece.building and piece.what == tile), "")
        now = max(len(self.straight(tile, stands, *way)) for way in ((1, 0), (0, 1))) if stands else 0
        possible: set[str] = set()
        for way in ((1, 0), (0, 1)):
            line = self.straight(tile, cell, *way)
            if len(line) >= 3 and len(line) > now and stands not in line:
                possible |= set(line)
        if not possible:
            return
        offer = [("raise", "none")] + [("raise", at) for at in possible]
        words = yield from self.ask(self.active, "raise", offer)
        if words[1] != "none":
            if stands:
                self.board[stands].building = False
            self.board[words[1]].building = True

    def doubled(self, cell: str) -> dict[str, list[str]]:
        """leader -> its two cells, for each colour that has two in the region of the cell [8.2] [8.7]"""
        cells = self.leaders(self.region(cell))
        pairs = {leader: [at for at in cells if self.board[at].what == leader] for leader in LEADERS}
        return {leader: two for leader, two in pairs.items() if len(two) == 2}

    def wars_(self, cell: str, sides: list[set[str]]) -> Generator[None, tuple[str, ...], None]:
        """[8]"""
        if self.doubled(cell):
            self.board[cell] = Piece("unification")
        while wars := self.doubled(cell):
            self.wars = list(wars)
            leader = next(iter(wars))
            if len(wars) > 1:
                words = yield from self.ask(self.active, "fight", [("fight", war) for war in wars])
                leader = words[1]
            tile = TILES[LEADERS.index(leader)]
            order = self.from_(self.active)
            cells = sorted(wars[leader], key=lambda at: order.index(self.board[at].owner))
            counting = []
            for at in cells:
                side = next(side for side in sides if at in side)
                counting.append({
                    name for name in side & self.region(at)
                    if self.board[name].kind == "tile" and self.board[name].what == tile
                })
            strengths = len(counting[0]), len(counting[1])
            won, loser, _ = yield from self.fight("war", leader, tile, cells, strengths)
            del self.board[loser]
            removed = 0
            for name in counting[cells.index(loser)]:
                held = self.board[name].treasure or any(
                    near in self.board and self.board[near].kind == "leader" for near in beside(name)
                )
                if (tile != "temple" or not held) and not self.board[name].building:
                    del self.board[name]
                    self.out[tile] += 1
                    removed += 1
            self.players[won].points[COLOUR[leader]] += 1 + removed
        self.wars = []

    def squares(self, cell: str) -> list[str]:
        """The top-left cells of the squares of face-up tiles of one colour that the cell belongs to."""
        found = []
        for corner in (step(cell, -1, -1), step(cell, 0, -1), step(cell, -1, 0), cell):
            four = [self.board.get(name) for name in self.four(corner)]
            if all(piece and piece.kind == "tile" and piece.what == four[0].what for piece in four):
                found.append(corner)
        return found

    def four(self, corner: str) -> list[str]:
        return [corner, step(corner, 1, 0), step(corner, 0, 1), step(corner, 1, 1)]

    def monument(self, tile: str, cell: str) -> Generator[None, tuple[str, ...], None]:
        """[9]"""
        pairs = [pair for pair in PAIRS if COLOUR[tile] in pair.split("-") and pair not in self.built]
        squares = self.squares(cell)
        offer = [("build", "none")] + [("build", pair, corner) for pair in pairs for corner in squares]
        if self.with_wonder and "wonder" not in self.built:
            offer += [("build", "wonder", centre) for centre in [cell, *beside(cell)] if self.crosses(tile, centre)]
        if len(offer) == 1:
            return
        words = yield from self.ask(self.active, "build", offer)
        if words[1] == "none":
            return
        self.built[words[1]] = words[2]
        cells = [words[2], *beside(words[2])] if words[1] == "wonder" else self.four(words[2])
        self.turned[tile] += len(cells)
        for name in cells:
            self.board[name] = Piece("turned", treasure=self.board[name].treasure)
        self.strand()

    def crosses(self, tile: str, centre: str) -> bool:
        """[W1] Whether the centre and its four neighbours are face-up tiles of this kind."""
        five = [self.board.get(name) for name in [centre, *beside(centre)]]
        return len(five) == 5 and all(piece and piece.kind == "tile" and piece.what == tile for piece in five)

    def blessing(self) -> Generator[None, tuple[str, ...], None]:
        """[W3]"""
        king, centre = self.stands(self.active, "king"), self.built.get("wonder", "")
        if king and centre in self.region(king) and self.active not in self.gone:
            words = yield from self.ask(self.active, "point", [("point", "none"), *(("point", c) for c in COLOURS)])
            if words[1] != "none":
                self.players[self.active].points[words[1]] += 1

    def treasures(self) -> Generator[None, tuple[str, ...], None]:
        """[11]"""
        for seat in self.from_(self.active):
            trader = self.stands(seat, "trader")
            kingdom = sorted(self.region(trader) if trader else (), key=ORDER.__getitem__)
            here = [name for name in kingdom if self.board[name].treasure]
            if len(here) < 2:
                continue
            free = [name for name in here if name not in self.corners] or here
            stays = free[0]
            if len(free) > 1:
                stays = (yield from self.ask(seat, "leave", [("leave", name) for name in free]))[1]
            for name in here:
                self.board[name].treasure = name == stays
            self.players[seat].points["treasure"] += len(here) - 1

    def income(self) -> None:
        """[9.6]"""
        for pair, corner in self.built.items():
            if pair == "wonder":
                continue
            for leader in self.leaders(self.region(corner)):
                piece = self.board[leader]
                if piece.owner == self.active and COLOUR[piece.what] in pair.split("-"):
                    self.players[self.active].points[COLOUR[piece.what]] += 1

    def draw(self, player: Player, number: int) -> bool:
        """True if the bag held enough."""
        tiles, self.bag = self.bag[:number], self.bag[number:]
        player.hand.update(tiles)
        self.drawn += len(tiles)
        return len(tiles) == number

    def refill(self, player: Player) -> bool:
        return self.draw(player, max(0, 6 - player.hand.total()))

    def end_of_turn(self) -> bool:
        """[10.1] [10.2] [10.3]"""
        staying = [self.players[seat] for seat in self.from_(self.active) if seat not in self.gone]
        filled = [self.refill(player) for player in staying]
        return not all(filled) or self.swap_short or sum(piece.treasure for piece in self.board.values()) <= 2

    # -- the result

    def results(self) -> list[list[int]]:
        """[10.4]"""
        results = []
        for player in self.players:
            four = sorted(player.points[colour] for colour in COLOURS)
            for _ in range(player.points["treasure"]):
                four[0] += 1
                four.sort()
            results.append(four)
        return results

    def places(self) -> list[int]:
        ranks = [
            (-1, [self.gone.index(seat)]) if seat in self.gone else (0, result)
            for seat, result in enumerate(self.results())
        ]
        return [1 + sum(other > rank for other in ranks) for rank in ranks]
