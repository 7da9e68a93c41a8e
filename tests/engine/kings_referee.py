"""A second, naive implementation of the card game, written from the rules alone, to check the engine by.

It shares no code with the engine. A game is a generator that stops at each question; cards lie in lists that change in
place; kingdoms are searched anew each time. Numbers in brackets are those of the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise

CARDS = ["settlement", "temple", "farm", "market"]
LEADERS = ["king", "priest", "farmer", "trader"]
COLOURS = ["black", "red", "blue", "green"]
COLOUR = dict(zip(CARDS + LEADERS, COLOURS * 2, strict=True))
CARD = dict(zip(COLOURS + LEADERS, CARDS * 2, strict=True))
HEADS = "ABCDEFGH"
LINKS = [f"{left}-{right}" for left, right in pairwise(HEADS)]
SHIPS = ["black", "green", "red"]  # each is also blue [1.1]

Words = tuple[str, ...]
Steps = Generator[str, Words, None]
Asking = Generator[str, Words, Words]


@dataclass
class Card:
    what: str  # a card's word, "treasure", or a ship: "ship/green"
    leader: tuple[str, int] | None = None  # and its owner's seat
    face_down: bool = False


@dataclass
class Player:
    hand: Counter[str] = field(default_factory=Counter)
    points: Counter[str] = field(default_factory=Counter)
    catastrophes: int = 1
    asks: bool = False


class KingsReferee:
    def __init__(self, players: int, draw: Sequence[str], asking: Iterable[int] = ()) -> None:
        self.columns = {letter: [Card("treasure")] for letter in HEADS}
        self.links: dict[str, Card] = {}
        self.players = [Player(asks=seat in asking) for seat in range(players)]
        self.deck = list(draw[:-30] if players == 2 else draw)
        self.discard, self.removed = Counter[str](), Counter[str]()  # removed by catastrophes
        self.ships = list(SHIPS)
        self.gone: list[int] = []
        self.active, self.actions = 0, 2
        self.asked: tuple[int, str] | None = None
        self.offer: list[Words] = []
        self.conflict: tuple[str, str, int, int, int, int] | None = None
        self.over, self.moved, self.quiet = False, False, 0  # turns in a row in which no card left a hand
        all(map(self.refill, self.players))
        self.flow = self.game()
        next(self.flow)

    def card(self, place: str) -> Card:
        return self.links[place] if "-" in place else self.columns[place[0]][int(place[1:]) - 1]

    def places(self) -> list[str]:
        below = [f"{letter}{row + 1}" for letter in HEADS for row in range(len(self.columns[letter]))]
        return below + [link for link in LINKS if link in self.links]

    def kingdom(self, place: str, face_down: bool = True) -> list[str]:
        """All places that hang together with this one; without a face-down link, if so wished. [3.2] [3.3] [11.3]"""
        letters = place[0]
        for link in [link for link, card in self.links.items() if face_down or not card.face_down] * len(HEADS):
            letters += link if link[0] in letters or link[2] in letters else ""
        return [at for at in self.places() if at[0] in letters and (at[1] != "-" or at in letters)
                and (face_down or not self.card(at).face_down)]

    def stands(self, seat: int, leader: str) -> str:
        return next((at for at in self.places() if self.card(at).leader == (leader, seat)), "")

    def colour(self, place: str) -> str:
        """[3.4] [11.1] [11.3]"""
        card = self.card(place)
        return "" if card.face_down else COLOUR.get("temple" if place[1] == "1" else card.what, "")

    def owner(self, leader: str, places: list[str]) -> int | None:
        """Of the leader of that kind on one of the places."""
        return next((self.card(at).leader[1] for at in places if (self.card(at).leader or "?")[0] == leader), None)

    def play(self, seat: int, words: Words) -> None:
        if words == ("resign",):
            self.gone.append(seat)
            if len(self.gone) == len(self.players) - 1:
                self.over, self.asked = True, None
            elif self.asked and self.asked[0] == seat:
                self.send(self.offer[0])
        elif words[0] == "points":
            self.players[seat].asks = words[1] == "ask"
            if not self.players[seat].asks and self.asked in ((seat, "score"), (seat, "sail")):
                self.send(self.offer[-1])
        else:
            self.send(words)

    def send(self, words: Words) -> None:
        if self.flow.send(words):
            self.over, self.asked = True, None

    def ask(self, seat: int, kind: str, offer: list[Words]) -> Asking:
        """The first of the offer gives nothing: what a player who left answers [15.1]. The last gives most."""
        if seat in self.gone:
            return offer[0]
        self.asked, self.offer = (seat, kind), offer
        return (yield "")

    def from_(self, seat: int) -> list[int]:
        return [(seat + number) % len(self.players) for number in range(len(self.players))]

    def game(self) -> Steps:
        while True:
            self.actions, self.moved = 2, False
            while self.actions and self.active not in self.gone:
                words = yield from self.ask(self.active, "turn", self.turn())
                if words == ("pass",):
                    break
                yield from self.act(words)
                self.actions -= 1
            yield from self.sail()
            while self.end_of_turn():
                yield "over"
            self.active = next(seat for seat in self.from_(self.active + 1) if seat not in self.gone)

    def turn(self) -> list[Words]:
        """What can be done with an action [5] [6] [12]."""
        player = self.players[self.active]
        free = [at for at in self.places() if not self.card(at).leader and "ship" not in self.card(at).what]
        offer: list[Words] = [("pass",), *((leader, at) for leader in LEADERS for at in free)]
        for card in CARDS:
            if player.hand[card]:
                offer += [(card, letter) for letter in HEADS if len(self.columns[letter]) < 9]
                offer += [(card, link) for link in LINKS if link not in self.links
                          and len(self.columns[link[0]]) > 3 and len(self.columns[link[2]]) > 3]
        return offer + [("catastrophe", at) for at in free if at[1] != "1" and player.catastrophes]

    def act(self, words: Words) -> Steps:
        word, place = words
        if word == "catastrophe":
            self.players[self.active].catastrophes -= 1
            self.removed[self.take_away(place).what] += 1
        elif word in LEADERS:
            yield from self.leader(word, place)
        else:
            self.leave_hand(self.active, word)
            yield from (self.link if "-" in place else self.column)(word, place)

    def leave_hand(self, seat: int, card: str, number: int = 1) -> None:
        self.players[seat].hand[card] -= number
        self.moved = self.moved or number > 0

    def take_away(self, place: str) -> Card:
        """The column closes up, leaders ride along [11.5] [12.1]."""
        return self.links.pop(place) if "-" in place else self.columns[place[0]].pop(int(place[1:]) - 1)

    def may_lay(self, seat: int | None, card: str) -> Steps:
        """[6.3] [10.3] [11.4] [14.1]"""
        if seat is None or seat in self.gone or not self.players[seat].hand[card]:
            return
        offer = [("score", "no"), ("score", "yes")]
        if ((yield from self.ask(seat, "score", offer)) if self.players[seat].asks else offer[1]) == offer[1]:
            self.leave_hand(seat, card)
            self.players[seat].points[COLOUR[card]] += 1

    def column(self, card: str, letter: str) -> Steps:
        """[6.3] [6.5]"""
        column = self.columns[letter]
        column += [Card(card)]
        kingdom = self.kingdom(f"{letter}1")
        owner = self.owner(LEADERS[CARDS.index(card)], kingdom)
        yield from self.may_lay(self.owner("king", kingdom) if owner is None else owner, card)
        # [8]
        ships = [ship for ship in self.ships if card == "farm" or ship == COLOUR[card]]
        if [below.what for below in column[1:][-4:]] != [card] * 4 or not ships:
            return
        words = yield from self.ask(self.active, "ship", [("ship", "none"), *(("ship", ship) for ship in ships)])
        if words[1] != "none":
            self.ships.remove(words[1])
            self.discard[card] += 4
            column[-4:] = [Card(f"ship/{words[1]}")]

    def sail(self) -> Steps:
        """[8.4]"""
        able = []
        for leader in LEADERS:
            place = self.stands(self.active, leader)
            there = {self.card(at).what for at in self.kingdom(place)} if place else set()
            ships = {f"ship/{ship}" for ship in SHIPS if leader == "farmer" or ship == COLOUR[leader]}
            if self.players[self.active].hand[CARD[leader]] and there & ships:
                able.append(leader)
        if not able or self.active in self.gone:
            return
        offer = [("sail", *few) for number in range(1, 5) for few in combinations(able, number)]
        if self.players[self.active].asks:
            offer = [(yield from self.ask(self.active, "sail", [("sail", "none"), *offer]))]
        for leader in set(offer[-1][1:]) - {"none"}:
            self.leave_hand(self.active, CARD[leader])
            self.players[self.active].points[COLOUR[leader]] += 1

    def leader(self, leader: str, place: str) -> Steps:
        """[5] [10]"""
        if stands := self.stands(self.active, leader):
            self.card(stands).leader = None
        places = [place, *(at for at in self.kingdom(place) if (self.card(at).leader or "?")[0] == leader)]
        self.card(place).leader = (leader, self.active)
        if len(places) > 1:
            strengths = [int(self.colour(at) == "red") for at in places]
            yield from self.fight("internal", leader, "temple", places, strengths)

    def fight(
        self, kind: str, leader: str, card: str, places: list[str], strengths: list[int]
    ) -> Generator[str, Words, tuple[int, str]]:
        """The winner's seat and the place where the loser's leader stood; the attacker comes first."""
        seats, laid = [self.card(at).leader[1] for at in places], [0, 0]
        self.conflict = (kind, leader, seats[0], strengths[0], seats[1], strengths[1])
        for side, seat in enumerate(seats):
            offer = [("commit", str(number)) for number in range(self.players[seat].hand[card] + 1)]
            laid[side] = int((yield from self.ask(seat, "commit", offer))[1])
            self.leave_hand(seat, card, laid[side])
            self.discard[card] += laid[side]
        self.conflict = None
        won = int(strengths[0] + laid[0] <= strengths[1] + laid[1])
        self.card(places[1 - won]).leader = None
        if sum(laid):
            self.players[seats[won]].points[COLOUR[card]] += 1
            self.discard[card] -= 1
        else:
            yield from self.may_lay(seats[won], card)
        return seats[won], places[1 - won]

    def doubled(self, link: str) -> dict[str, list[str]]:
        """leader -> its two places in the kingdom of the link [11.2] [11.6]"""
        cards = [(self.card(at).leader, at) for at in self.kingdom(link)]
        pairs = {leader: [at for stands, at in cards if stands and stands[0] == leader] for leader in LEADERS}
        return {leader: two for leader, two in pairs.items() if len(two) == 2}

    def link(self, card: str, link: str) -> Steps:
        """[6.4] [7] [11]"""
        self.links[link] = Card(card, face_down=True)
        while conflicts := self.doubled(link):
            offer = [("fight", name) for name in conflicts]
            leader = ((yield from self.ask(self.active, "fight", offer)) if len(offer) > 1 else offer[0])[1]
            places = sorted(conflicts[leader], key=lambda at: self.from_(self.active).index(self.card(at).leader[1]))
            colour = COLOUR[leader]
            strengths = [sum(self.colour(at) == colour for at in self.kingdom(place, False)) for place in places]
            won, lost = yield from self.fight("external", leader, CARD[leader], places, strengths)
            for at in reversed(self.kingdom(lost, False)):  # from below, so that names stay right
                if self.colour(at) == colour and at[1] != "1" and not self.card(at).leader:
                    self.take_away(at)
                    self.players[won].points[colour] += 1
        self.links[link].face_down = False
        yield from self.exchange(link)

    def exchange(self, link: str) -> Steps:
        """[7.1] [15.1]"""
        kingdom = self.kingdom(link)
        seat, there = self.owner("trader", kingdom), [at[0] for at in kingdom if self.card(at).what == "treasure"]
        if seat is None or len(there) < 2 or not self.players[seat].hand.total():
            return
        most = min(len(there) - 1, self.players[seat].hand["temple"])
        some = [("take", *few) for number in range(1, most + 1) for few in combinations(there, number)]
        for letter in set((yield from self.ask(seat, "take", [("take", "none"), *some]))[1:]) - {"none"}:
            self.leave_hand(seat, "temple")
            self.columns[letter][0].what = "temple"
            self.players[seat].points["treasure"] += 1

    def refill(self, player: Player) -> bool:
        """True if the deck held enough [9.1]."""
        number = 8 - player.hand.total()
        player.hand.update(self.deck[:number])
        self.deck = self.deck[number:]
        return player.hand.total() == 8

    def end_of_turn(self) -> bool:
        """[9.1] [9.2]"""
        filled = [self.refill(self.players[seat]) for seat in self.from_(self.active) if seat not in self.gone]
        self.quiet = 0 if self.moved or not self.stuck() else self.quiet + 1
        heads = [column[0].what for column in self.columns.values()]
        return not all(filled) or heads.count("treasure") <= 1 or self.quiet >= len(self.players) - len(self.gone)

    def stuck(self) -> bool:
        """Whether no card can ever be played again [9.4]."""
        full = sum(map(len, self.columns.values())) == 9 * len(HEADS) and len(self.links) == len(LINKS)
        return full and not any(self.players[seat].catastrophes for seat in self.from_(0) if seat not in self.gone)

    def ranks(self) -> list[int]:
        """[9.3] [15.1]"""
        ranks: list[tuple[int, list[int]]] = []
        for seat, player in enumerate(self.players):
            four = sorted(player.points[colour] for colour in COLOURS)
            for _ in range(player.points["treasure"]):
                four = sorted([four[0] + 1, *four[1:]])
            ranks.append((-1, [self.gone.index(seat)]) if seat in self.gone else (0, four))
        return [1 + sum(other > rank for other in ranks) for rank in ranks]
