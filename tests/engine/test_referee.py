"""The engine and a second, naive implementation of the rules play the same games and must agree on everything."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine import GAMES, Order
from engine.tigris.invariants import every_order
from tests.engine.referee import Referee

GAME = GAMES["tigris"]
KINDS = {"tile", "leader", "turned", "catastrophe", "unification"}


def begin(seed: int, count: int, board: str, support: str, **more: str):
    rng = Random(seed)
    players = rng.sample(GAME.dynasties, count)
    options = {"board": board, "scores": "hidden", "support": support, **more}
    draw = list(GAME.deck(players, options))
    rng.shuffle(draw)
    state = GAME.setup(players, options, draw)
    rows = [list(row) for row in GAME.view(state, None).board.terrain]
    for name, cell in GAME.view(state, None).board.cells.items():
        rows[int(name[1:]) - 1][ord(name[0]) - 65] = "C" if cell.corner else "T"
    return rng, state, Referee(["".join(row) for row in rows], count, support, draw, **more)


def engine_says(state) -> dict:
    view = GAME.view(state, None)
    seats = range(len(view.players))
    own = [GAME.view(state, seat).seats[seat] for seat in seats]
    fought = view.conflict
    return {
        "board": {
            name: (cell.kind, cell.piece if cell.kind in ("tile", "leader") else "", cell.treasure,
                   view.players.index(cell.dynasty) if cell.dynasty else -1, bool(cell.building))
            for name, cell in view.board.cells.items()
        },
        "hands": [{tile: number for tile, number in (seat.hand or {}).items() if number} for seat in own],
        "points": [{colour: number for colour, number in (seat.points or {}).items() if number} for seat in own],
        "catastrophes": [seat.catastrophes for seat in own],
        "built": {monument.pair: monument.cell for monument in view.board.monuments} | (
            {"wonder": view.board.wonder} if view.board.wonder else {}),
        "bag": view.bag,
        "asked": (view.decision.seat, view.decision.kind) if view.decision else None,
        "active": None if view.over else view.active,
        "actions": view.actions if view.decision and view.decision.kind == "turn" else None,
        "conflict": None if view.over or fought is None else (
            fought.kind, fought.leader, fought.attacker.seat, fought.attacker.strength,
            fought.defender.seat, fought.defender.strength,
        ),
        "over": view.over,
        "places": list(view.places) if view.places else None,
        "out": dict(zip(("settlement", "temple", "farm", "market"), state.gone, strict=True)),
    }


def referee_says(referee: Referee) -> dict:
    asked = referee.asked
    return {
        "board": {
            name: (piece.kind, piece.what if piece.kind in ("tile", "leader") else "", piece.treasure, piece.owner,
                   piece.building)
            for name, piece in referee.board.items()
        },
        "hands": [{tile: number for tile, number in player.hand.items() if number} for player in referee.players],
        "points": [{colour: n for colour, n in player.points.items() if n} for player in referee.players],
        "catastrophes": [player.catastrophes for player in referee.players],
        "built": referee.built,
        "bag": len(referee.bag),
        "asked": asked,
        "active": None if referee.over else referee.active,
        "actions": referee.actions if asked and asked[1] == "turn" else None,
        "conflict": None if referee.over else referee.conflict,
        "over": referee.over,
        "places": referee.places() if referee.over else None,
        "out": {tile: referee.out[tile] for tile in ("settlement", "temple", "farm", "market")},
    }


def crowded(rng: Random, legal: list[Order], focus: tuple[int, int]) -> Order:
    """A random order, often one that keeps near a cell, so that kingdoms meet."""
    words = sorted({order.word for order in legal} - ({"pass", "swap"} if rng.random() < 0.9 else set()))
    word = rng.choice(words or sorted({order.word for order in legal}))

    def far(order: Order) -> int:
        cell = order.args[-1] if order.args else ""
        if not cell[1:].isdigit():
            return 9 if cell in ("off", "none") else 0
        return abs(ord(cell[0]) - 65 - focus[0]) + abs(int(cell[1:]) - focus[1])

    fitting = [order for order in legal if order.word == word]
    return min((rng.choice(fitting) for _ in range(rng.choice((1, 3, 15)))), key=far)


def play_both(seed: int, count: int, *options: str, choose=crowded, **more: str) -> Counter[str]:
    """Both play a random game and must agree in every position; how often each kind of fact came about."""
    seen: Counter[str] = Counter()
    rng, state, referee = begin(seed, count, *options, **more)
    focus = (9, 5) if choose is round_one_temple else (rng.randint(3, 12), rng.randint(3, 9))
    played: list[str] = []
    while True:
        assert engine_says(state) == referee_says(referee), f"seed {seed} after {'; '.join(played)}"
        if (seat := GAME.decider(state)) is None:
            return seen
        if rng.random() < 0.002:
            seat, order = rng.choice([seat for seat in range(count) if seat not in referee.gone]), Order("resign")
        else:
            order = choose(rng, GAME.legal(state), focus)
        played.append(f"{seat} {order}")
        state, facts = GAME.apply(state, seat, order)
        seen.update(fact.kind for fact in facts)
        seen.update(f"{fact.kind} {fact.values['why']}" for fact in facts if fact.kind == "scored")
        referee.play(seat, (order.word, *order.args))


@pytest.mark.parametrize("board", ["standard", "advanced"])
@pytest.mark.parametrize("support", ["standard", "english"])
@pytest.mark.parametrize("count", [2, 3, 4])
def test_the_engine_plays_as_the_rules_say(board, support, count):
    seen = sum((play_both(seed, count, board, support) for seed in range(3)), Counter())
    assert all(seen[kind] for kind in ("war", "revolt", "treasures")), seen


def round_one_temple(rng: Random, legal: list[Order], focus: tuple[int, int]) -> Order:
    """Temples on a cell of land and round it, everything else elsewhere, so that crosses come about."""
    cells = {f"{chr(65 + focus[0] + x)}{focus[1] + y}" for x, y in ((0, 0), (0, 1), (1, 0), (0, -1), (-1, 0))}
    inside = [order for order in legal if order.word == "temple" and order.args[0] in cells]
    outside = [order for order in legal if not (order.args and order.args[0] in cells)]
    if inside:
        return rng.choice(inside)
    return crowded(rng, [order for order in outside if order.args != ("none",)] or legal, focus)


@pytest.mark.parametrize("count", [2, 3, 4])
def test_the_engine_plays_with_wonder_and_buildings_as_the_rules_say(count):
    seen: Counter[str] = Counter()
    for seed in range(6):
        seen += play_both(seed, count, ("standard", "advanced")[seed % 2], "standard", wonder="on", buildings="on",
                          choose=(crowded, round_one_temple)[seed % 3 > 0])
    wanted = ("cross", "built", "scored wonder", "line", "raised", "cleared", "scored building")
    assert all(seen[kind] for kind in wanted), {kind: seen[kind] for kind in wanted}


@pytest.mark.parametrize("seed", range(6))
def test_what_the_engine_lists_is_what_the_rules_allow(seed):
    rng, state, referee = begin(seed, 2 + seed % 3, "standard", ("standard", "english")[seed % 2],
                                wonder=("off", "on")[seed % 2], buildings=("off", "on")[seed // 2 % 2])
    focus = (rng.randint(3, 12), rng.randint(3, 9))
    while (seat := GAME.decider(state)) is not None:
        kind = GAME.view(state, seat).decision.kind
        if rng.random() < (0.04 if kind == "turn" else 0.4):
            legal = set(GAME.legal(state))
            allowed = {
                order for order in every_order(state) if not referee.why_not(seat, (order.word, *order.args))
            }
            assert legal == {order for order in allowed if len(order.args) > 1 or order.word != "build"} | (
                legal & {Order("build", ("none",))}
            )
        order = crowded(rng, GAME.legal(state), focus)
        state, _ = GAME.apply(state, seat, order)
        referee.play(seat, (order.word, *order.args))
