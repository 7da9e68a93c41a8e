"""The engine and a second, naive implementation of the card game play the same games and must agree on everything."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from engine import GAMES, Order
from tests.engine.kings_referee import CARDS, HEADS, KingsReferee, Words

GAME = GAMES["kings"]
POINTS: list[dict[str, str]] = [{}, {"points": "ask"}, {"points bull": "ask"}]


def begin(seed: int, count: int, options: dict[str, str]) -> tuple[Random, Any, KingsReferee]:
    rng = Random(seed)
    players = ["bull", *rng.sample([dynasty for dynasty in GAME.dynasties if dynasty != "bull"], count - 1)]
    rng.shuffle(players)
    draw = list(GAME.deck(players, options))
    rng.shuffle(draw)
    asking = [seat for seat, dynasty in enumerate(players)
              if options.get(f"points {dynasty}", options.get("points")) == "ask"]
    return rng, GAME.setup(players, options, draw), KingsReferee(count, draw, asking)


def sorted_words(words: Words) -> Words:
    return (words[0], *sorted(words[1:]))


def engine_says(state: Any) -> dict[str, Any]:
    view = GAME.view(state, None)
    own = [GAME.view(state, seat).seats[seat] for seat in range(len(view.players))]
    table = GAME.view(state, view.active).display  # the active player knows a link that lies face down
    fought = view.conflict
    assert table is not None
    return {
        "table": {
            card.place: (card.piece or card.kind if card.kind != "ship" else f"ship/{card.ship}",
                         (card.leader, view.players.index(card.dynasty)) if card.leader else None,
                         card.kind == "facedown")
            for card in [*(card for column in table.columns for card in column.cards), *table.links.values()]
        },
        "hands": [{card: number for card, number in (seat.hand or {}).items() if number} for seat in own],
        "points": [{colour: number for colour, number in (seat.points or {}).items() if number} for seat in own],
        "catastrophes": [seat.catastrophes for seat in own],
        "asks": [seat.asks for seat in own],
        "unbuilt": set(table.unbuilt),
        "deck": view.bag,
        "discard": {card: number for card, number in table.discard.items() if number},
        "asked": (view.decision.seat, view.decision.kind) if view.decision else None,
        "legal": {sorted_words((order.word, *order.args)) for order in GAME.legal(state)},
        "active": None if view.over else view.active,
        "actions": view.actions if view.decision and view.decision.kind == "turn" else None,
        "conflict": None if view.over or fought is None else (
            fought.kind, fought.leader, fought.attacker.seat, fought.attacker.strength,
            fought.defender.seat, fought.defender.strength,
        ),
        "over": view.over,
        "places": list(view.places) if view.places else None,
        "lost": {card: number for card, number in zip(CARDS, state.lost, strict=True) if number},
    }


def referee_says(referee: KingsReferee) -> dict[str, Any]:
    asked, players = referee.asked, referee.players
    cards = {place: referee.card(place) for place in referee.places()}
    return {
        "table": {place: (card.what, card.leader, card.face_down) for place, card in cards.items()},
        "hands": [{card: number for card, number in player.hand.items() if number} for player in players],
        "points": [{colour: number for colour, number in player.points.items() if number} for player in players],
        "catastrophes": [player.catastrophes for player in players],
        "asks": [player.asks for player in players],
        "unbuilt": set(referee.ships),
        "deck": len(referee.deck),
        "discard": {card: number for card, number in referee.discard.items() if number},
        "asked": asked,
        "legal": set() if referee.over else {sorted_words(words) for words in referee.offer},
        "active": None if referee.over else referee.active,
        "actions": referee.actions if asked and asked[1] == "turn" else None,
        "conflict": None if referee.over else referee.conflict,
        "over": referee.over,
        "places": referee.ranks() if referee.over else None,
        "lost": {card: number for card, number in referee.removed.items() if number},
    }


def crowded(rng: Random, legal: list[Order], focus: str) -> Order:
    """A random order, often one that keeps to a few columns, so that runs, links and conflicts come about."""
    words = sorted({order.word for order in legal} - ({"pass"} if rng.random() < 0.97 else set()))
    word = rng.choice(words or ["pass"])
    fitting = [order for order in legal if order.word == word and (rng.random() < 0.5 or order.args != ("none",))]
    near = [order for order in fitting if order.args and set(order.args[0]) & set(HEADS) <= set(focus)]
    links = [order for order in near if word in CARDS and "-" in order.args[0]]
    return rng.choice((rng.random() < 0.7 and links) or (rng.random() < 0.8 and near) or fitting or legal)


def farming(rng: Random, legal: list[Order], focus: str) -> Order:
    """A card below one of its colour, so that ships come about; leaders close to them."""
    column = dict(zip(CARDS, focus * 4, strict=False))
    own = [order for order in legal if order.word in CARDS and order.args == (column[order.word],)]
    return rng.choice(own) if own and rng.random() < 0.6 else crowded(rng, legal, focus)


def play_both(seed: int, count: int, options: dict[str, str], choose: Any = crowded) -> Counter[str]:
    """Both play a random game and must agree in every position; how often each kind of fact came about."""
    seen: Counter[str] = Counter()
    rng, state, referee = begin(seed, count, options)
    start = rng.randrange(5)
    focus = HEADS[start:start + rng.choice((3, 4, 8))]
    played: list[str] = []
    while True:
        assert engine_says(state) == referee_says(referee), f"seed {seed} after {'; '.join(played)}"
        if (seat := GAME.decider(state)) is None:
            return seen
        chance = rng.random()
        if chance < 0.003:
            seat, order = rng.choice([seat for seat in range(count) if seat not in referee.gone]), Order("resign")
        elif chance < 0.03:
            seat = rng.choice([seat for seat in range(count) if seat not in referee.gone] + [seat])
            order = Order("points", (rng.choice(("ask", "always")),))
        else:
            order = choose(rng, GAME.legal(state), focus)
        played.append(f"{seat} {order}")
        state, facts = GAME.apply(state, seat, order)
        seen.update(fact.kind for fact in facts)
        seen.update(f"{fact.kind} {fact.values['why']}" for fact in facts if "why" in fact.values)
        referee.play(seat, (order.word, *order.args))


WANTED = ("internal", "external", "prize", "spoils", "exchanged", "ship", "catastrophe", "declined", "lapsed",
          "laid card", "laid king", "laid sail", "laid internal")


@pytest.mark.parametrize("count", [2, 3, 4])
def test_the_engine_plays_the_card_game_as_the_rules_say(count: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(6):
        seen += play_both(seed, count, POINTS[seed % 3], (crowded, farming)[seed % 2])
    assert all(seen[kind] for kind in WANTED), {kind: seen[kind] for kind in WANTED}
