"""What must hold in every position of the card game, whatever was played: for the fuzzer and the tests.

Everything is found anew from the cards, nothing is taken from what the engine keeps or computes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from random import Random

from engine.display import COLUMNS, LINKS
from engine.errors import RulesError
from engine.facts import Fact
from engine.kings.pieces import EMPTY, HEADS, SET, SHIP, SHIPS
from engine.kings.places import FIRST_LINK, NAME, ROWS
from engine.kings.state import INTERNAL, State
from engine.order import Order
from engine.pieces import BLUE, COLOURS, LEADERS, RED, TILE, TILES, TREASURE
from engine.position import changed

CENTRES = tuple(f"{column}2" for column in COLUMNS)  # where the fuzzer plays


def faults(state: State) -> Iterator[str]:
    """What is wrong with a position, a sentence each."""
    yield from _material(state)
    yield from _display(state)
    for seat, hand in enumerate(state.hands):
        if min(hand) < 0:
            yield f"seat {seat} holds less than no card: {hand}"
        top = state.tops[seat]
        if (top == EMPTY) != (not any(state.points[seat])) or (top != EMPTY and not state.points[seat][top]):
            yield f"the top of the stack of seat {seat} is not in it"
    fought = state.conflict
    for kingdom in _kingdoms(state):
        for colour in range(4):
            two = [place for place in state.leaders[colour::4] if place in kingdom]
            clash = fought is not None and fought.kind == INTERNAL and fought.colour == colour
            if len(two) > 1 and not clash and state.covered == EMPTY:
                yield f"two leaders of one colour in a kingdom: {', '.join(NAME[place] for place in two)}"


def _material(state: State) -> Iterator[str]:
    """193 cards: in hands, on the table, on stacks, in the deck, discarded, out of the game (rules 1.1)."""
    table = [*chain.from_iterable(state.columns), *(card for card in state.links if card != EMPTY)]
    for colour, number in enumerate(SET):
        seen = table.count(colour) + state.gone[colour] + state.lost[colour]
        seen += state.bag[state.drawn:].count(colour) + state.aside.count(colour)
        seen += sum(hand[colour] for hand in state.hands) + sum(points[colour] for points in state.points)
        if seen != number:
            yield f"{seen} of {number} {COLOURS[colour]} cards are there"
    treasures = table.count(TREASURE) + sum(points[TREASURE] for points in state.points)
    if treasures != HEADS:
        yield f"{treasures} of {HEADS} treasure cards are there"
    ships = sorted(card for card in table if card > TREASURE)
    if len(set(ships)) != len(ships) or not set(ships) <= {SHIP + colour for colour in SHIPS}:
        yield f"the ships are {ships}"


def _display(state: State) -> Iterator[str]:
    """Columns of a head and at most eight cards, one leader a card, none on ships or on a link that lies face down."""
    for name, cards in zip(COLUMNS, state.columns, strict=True):
        if not 1 <= len(cards) <= ROWS or cards[0] not in (RED, TREASURE) or TREASURE in cards[1:]:
            yield f"column {name} is {list(cards)}"
    standing = [place for place in state.leaders if place != EMPTY]
    if len(set(standing)) != len(standing):
        yield "two leaders stand on one card"
    for place in standing:
        card = _card(state, place)
        if card == EMPTY or card > TREASURE:
            yield f"a leader stands on {NAME[place]}, where no civilization card lies"
        if state.covered != EMPTY and place == FIRST_LINK + state.covered:
            yield "a leader stands on the link that lies face down"
    if state.covered != EMPTY and state.links[state.covered] == EMPTY:
        yield "no card lies on the link that lies face down"


def _card(state: State, place: int) -> int:
    if place >= FIRST_LINK:
        return state.links[place - FIRST_LINK]
    cards = state.columns[place // ROWS]
    return cards[place % ROWS] if place % ROWS < len(cards) else EMPTY


def _kingdoms(state: State) -> list[set[int]]:
    found: list[set[int]] = []
    for column in range(len(COLUMNS)):
        places = {ROWS * column + row for row in range(ROWS)}
        if column and state.links[column - 1] != EMPTY:
            found[-1] |= places | {FIRST_LINK + column - 1}
        else:
            found.append(places)
    return found


def untold(before: State, after: State, facts: Sequence[Fact]) -> Iterator[str]:
    """What changed without a fact that says so: stacks, and cards that were discarded or left the game."""
    points = [list(five) for five in before.points]
    gone, lost = list(before.gone), list(before.lost)
    for fact in facts:
        values = fact.values
        colour = TILE.get(str(values.get("tile", "")), 0)
        count = int(str(values.get("count", 0)))
        if fact.kind in ("laid", "prize", "spoils", "exchanged"):
            assert fact.seat is not None
            points[fact.seat][TREASURE if fact.kind == "exchanged" else colour] += 1 if fact.kind != "spoils" else count
            points[fact.seat][TREASURE] += count - 1 if fact.kind == "exchanged" else 0
        if fact.kind == "prize":
            gone[colour] -= 1
        elif fact.kind in ("committed", "ship"):
            gone[colour] += count
        elif fact.kind == "catastrophe":
            lost[TILE[str(values["destroyed"])]] += 1
    if not any(fact.kind == "undone" for fact in facts):
        if tuple(map(tuple, points)) != after.points:
            yield f"stacks are {after.points}, the facts make them {points}"
        if (tuple(gone), tuple(lost)) != (after.gone, after.lost):
            yield f"discarded and lost are {after.gone}, {after.lost}, the facts make it {gone}, {lost}"


def final(before: State, after: State, seat: int, order: Order, facts: Sequence[Fact]) -> bool:
    """Whether `undo` cannot take the order back: a card was drawn, or laid in a conflict, or another player's hand,
    not known to be empty, has decided something."""
    if before.drawn != after.drawn or (order.word == "commit" and order.args != ("0",)):
        return True
    if any(fact.kind in ("laid", "lapsed") and fact.seat != seat and fact.seat is not None
           and sum(before.hands[fact.seat]) for fact in facts):
        return True
    return any(fact.kind == "turn" for fact in facts) and before.active != seat and _has_income(after, before.active)


def _has_income(state: State, seat: int) -> bool:
    """Whether ships bring this seat income, which its hand then decides about (rules 8.4)."""
    ships = {
        (number, card - SHIP) for number, kingdom in enumerate(_kingdoms(state)) for place in kingdom
        if (card := _card(state, place)) > TREASURE
    }
    return sum(state.hands[seat]) > 0 and any(
        place in kingdom and (any(ship == (number, colour) for ship in ships) or (
            colour == BLUE and any(ship[0] == number for ship in ships)))
        for number, kingdom in enumerate(_kingdoms(state))
        for colour, place in enumerate(state.leaders[4 * seat:4 * seat + 4])
    )


def with_settings(before: State, after: State) -> State:
    """The earlier position with the settings of the later one."""
    draft = before.draft()
    draft.before, draft.order, draft.asks = before.before, before.order, after.asks
    return draft.seal()


def every_order(state: State | None) -> Iterator[Order]:
    """Every order that can be written down, legal or not, and a few that cannot be meant."""
    for word in TILES:
        yield from (Order(word, (name,)) for name in (*COLUMNS, *LINKS, "I", "A-C", "B2"))
    for word in (*LEADERS, "catastrophe"):
        yield from (Order(word, (name,)) for name in (*NAME, "I1", "B"))
    for leader in LEADERS:
        yield Order("fight", (leader,))
    for number in range(10):
        yield Order("commit", (str(number),))
    for count in range(1, len(COLUMNS) + 1):
        yield from (Order("take", some) for some in combinations(COLUMNS, count))
    for count in range(1, len(LEADERS) + 1):
        yield from (Order("sail", some) for some in combinations(LEADERS, count))
    yield from (Order("ship", (colour,)) for colour in (*COLOURS, "none"))
    yield from (Order("score", (answer,)) for answer in ("yes", "no", "maybe"))
    yield from (Order("take", ("none",)), Order("sail", ("none",)), Order("pass"), Order("market"), Order("take"),
                Order("take", ("B", "B9")), Order("dance"), Order(""), Order("ship"), Order("sail", ("temple",)))


def disguised(state: State, seat: int | None, rng: Random, *, points: bool = True, keep: Order | None = None,
              mover: int | None = None) -> State:
    """A position that the seat cannot tell from this one: all that is hidden from it dealt anew.

    `keep`: the order that `mover` gives next, which must bring about the same in public: every hidden hand still
    holds, or does not hold, each colour, as far as that shows.
    """
    draft = state.draft()
    draft.before, draft.order = state.before, state.order
    hands = {other: list(hand) for other, hand in enumerate(state.hands) if other != seat}
    shown = {other: _shown(state, other, keep if other == mover else None) for other in hands}
    deck, aside = list(state.bag[state.drawn:]), list(state.aside)
    rng.shuffle(deck)
    for _ in range(60):
        other = rng.choice(sorted(hands)) if hands else None
        pile = rng.choice((deck, aside) if aside else (deck,))
        if other is None or not pile:
            break
        _exchange(hands[other], pile, shown[other], rng)
    pool = deck + aside
    rng.shuffle(pool)
    deck, aside = pool[:len(deck)], pool[len(deck):]
    if state.covered != EMPTY and seat != state.active and not _reveals(state, mover, keep) and deck:
        place = rng.randrange(len(deck))
        draft.links = changed(state.links, state.covered, deck[place])
        deck[place] = state.links[state.covered]
    draft.hands = tuple(tuple(hands.get(other, hand)) for other, hand in enumerate(state.hands))
    draft.bag, draft.aside = state.bag[:state.drawn] + bytes(deck), bytes(aside)
    if points and state.scores == "hidden" and state.decider is not None:
        draft.points = tuple(
            own if other == seat else _other_stack(own, state.tops[other], rng) for other, own in enumerate(state.points)
        )
    return draft.seal()


def _shown(state: State, seat: int, order: Order | None) -> list[int]:
    """Up to which number the cards of each colour in a hand can show by what is laid next."""
    shown = [2 if state.resigned else 1] * 4
    if order is None:
        return shown
    if order.word in TILES:
        colour, count = TILE[order.word], 3
    elif order.word == "commit" and state.conflict:
        colour = RED if state.conflict.kind == INTERNAL else state.conflict.colour
        count = int(order.args[0]) + 2
    elif order.word == "take":
        colour, count = RED, len(order.args)
    elif order.word == "score" and state.offer:
        colour, count = state.offer.colour, 2
    else:
        return shown
    shown[colour] = max(shown[colour], count)
    return shown


def _exchange(hand: list[int], pile: list[int], shown: list[int], rng: Random) -> None:
    """A card of the hand against one of the pile, if what the hand shows stays the same."""
    place = rng.randrange(len(pile))
    taken = pile[place]
    spare = [colour for colour in range(4) if hand[colour] > shown[colour]]
    if spare and hand[taken] >= shown[taken]:
        given = rng.choice(spare)
        hand[given] -= 1
        hand[taken] += 1
        pile[place] = given


def _reveals(state: State, mover: int | None, order: Order | None) -> bool:
    """Whether the order turns the hidden link up."""
    from engine.kings.game import Kings

    if order is None or mover is None:
        return False
    try:
        _, facts = Kings().apply(state, mover, order)
    except RulesError:
        return False
    return any(fact.kind in ("uncovered", "over") for fact in facts)


def _other_stack(own: tuple[int, ...], top: int, rng: Random) -> tuple[int, ...]:
    counts = [rng.randrange(20) if any(own) else 0 for _ in range(4)] + [own[TREASURE]]
    if top not in (EMPTY, TREASURE):
        counts[top] += 1
    return tuple(counts)


