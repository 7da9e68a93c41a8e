"""`manage.py bench engine`: how fast the rules are, beside python-chess in the same run.

Positions and games follow from the seed. Times are processor time, ours and python-chess's by turns, medians
of several rounds; on a busy machine read the ratios. python-chess knows no sets of legal moves, so ours stand
beside its lists, and choose the orders of a random game; its boards are changed in place, so a move is pushed
and taken back.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from random import Random
from statistics import median
from typing import Any

import chess

from engine import GAMES, Game, Order
from engine.kings import legal as kings_legal
from engine.record import Record, replay
from engine.tigris import legal
from engine.tigris.pieces import TILES
from engine.tigris.state import TURN, State

GAME = GAMES["tigris"]
KINGS = GAMES["kings"]
ROUNDS = 7
POSITIONS = 300
EVENTS = 175  # of the game that is replayed


def run(*, write: Callable[[str], object] = print, seed: int = 1, games: int = 10) -> bool:
    """True if the goals are met: lists at least half of python-chess's, games at least as many, replay in time."""
    ours, theirs = positions(seed), chess_positions(seed)
    moves = [(board, Random(f"{seed} {number}").choice(list(board.legal_moves))) for number, board in enumerate(theirs)]
    orders = [(state, Random(f"{seed} {number}").choice(GAME.legal(state))) for number, state in enumerate(ours)]
    text = record(seed)

    write(f"seed {seed}, medians of {ROUNDS} rounds, a second of processor time; in brackets python-chess")

    def measure(title: str, mine: Callable[[], int], other: Callable[[], int]) -> tuple[float, float]:
        rates = [(rate(mine), rate(other)) for _ in range(ROUNDS)]
        own, chess_rate = median(pair[0] for pair in rates), median(pair[1] for pair in rates)
        ratio = median(first / second for first, second in rates)
        write(f"{title:<42}{own:>10,.0f}   ({chess_rate:>9,.0f})   ratio {ratio:.2f}")
        return ratio, chess_rate

    measure("complete sets of legal orders", lambda: each(legal.sets, ours), lambda: each(chess_list, theirs))
    lists, _ = measure("the same written out as lists", lambda: each(GAME.legal, ours), lambda: each(chess_list, theirs))
    measure("orders applied", lambda: apply(orders), lambda: push(moves))
    measure("random games of 2 players", lambda: play(2, seed, games), lambda: play_chess(seed, games))
    four, chess_games = measure("random games of 4 players", lambda: play(4, seed, games), lambda: play_chess(seed, games))

    milliseconds = 1000 * median(1 / rate(lambda: replayed(text)) for _ in range(ROUNDS))
    scaled = milliseconds * chess_games / 100
    write(f"replay of {len(Record.parse(text).orders)} orders of 4 players from their text: {milliseconds:.1f} ms, "
          f"{scaled:.1f} ms where python-chess makes 100 random games a second")
    cards = card_game(write, measure, seed, games)
    good = lists >= 0.5 and four >= 1 and scaled < 8 and cards
    write("ok" if good else "FAIL: goals are lists 0.5, games of 4 players 1.0, replay under 8 ms")
    return good


Measure = Callable[[str, Callable[[], int], Callable[[], int]], tuple[float, float]]


def card_game(write: Callable[[str], object], measure: Measure, seed: int, games: int) -> bool:
    """The card game beside the same: lists of legal orders and random games."""
    states, boards = card_positions(seed), chess_positions(seed)
    moves = [(board, Random(f"{seed} {number}").choice(list(board.legal_moves))) for number, board in enumerate(boards)]
    orders = [(state, Random(f"{seed} {number}").choice(KINGS.legal(state))) for number, state in enumerate(states)]
    lists, _ = measure("card game: legal orders as lists", lambda: each(KINGS.legal, states), lambda: each(chess_list, boards))
    measure("card game: orders applied", lambda: apply(orders, KINGS), lambda: push(moves))
    measure("card game: views of a seat", lambda: each(lambda state: KINGS.view(state, 0), states), lambda: push(moves))
    four, _ = measure("card game: random games of 4 players", lambda: play_cards(4, seed, games),
                      lambda: play_chess(seed, games))
    return lists >= 0.5 and four >= 0.5


def start_cards(players: int, rng: Random) -> Any:
    dynasties = KINGS.dynasties[:players]
    deck = list(KINGS.deck(dynasties, {}))
    rng.shuffle(deck)
    return KINGS.setup(dynasties, {}, deck)


def play_cards(players: int, seed: int, games: int) -> int:
    """Random games: any kind of order, then any of these, since leaders alone would take turns for ever."""
    for number in range(games):
        rng = Random(f"{seed} {players} {number}")
        state = start_cards(players, rng)
        while state.decider is not None:
            state, _ = KINGS.apply(state, state.decider, kings_legal.pick(state, rng))
    return games


def card_positions(seed: int) -> list[Any]:
    """Positions in the middle of card games in which an action is asked."""
    found: list[Any] = []
    rng = Random(f"{seed} cards")
    while len(found) < POSITIONS:
        state = start_cards(2 + len(found) % 3, rng)
        for _ in range(rng.randrange(20, 90)):
            if state.decider is not None:
                state, _ = KINGS.apply(state, state.decider, kings_legal.pick(state, rng))
        if state.stage == TURN:
            found.append(state)
    return found


def rate(work: Callable[[], int]) -> float:
    """How many a second: `work` does some and says how many."""
    began = time.process_time()
    done = work()
    return done / (time.process_time() - began)


def each(function: Callable[[Any], Any], things: Sequence[Any]) -> int:
    for thing in things:
        function(thing)
    return len(things)


def chess_list(board: chess.Board) -> list[chess.Move]:
    return list(board.legal_moves)


def apply(orders: Sequence[tuple[Any, Order]], game: Game = GAME) -> int:
    for state, order in orders:
        game.apply(state, state.active, order)
    return len(orders)


def push(moves: Sequence[tuple[chess.Board, chess.Move]]) -> int:
    for board, move in moves:
        board.push(move)
        board.pop()
    return len(moves)


def start(players: int, rng: Random) -> State:
    dynasties = GAME.dynasties[:players]
    deck = list(GAME.deck(dynasties, {}))
    rng.shuffle(deck)
    state: State = GAME.setup(dynasties, {}, deck)
    return state


def play(players: int, seed: int, games: int) -> int:
    for number in range(games):
        rng = Random(f"{seed} {players} {number}")
        state = start(players, rng)
        while state.decider is not None:
            state, _ = GAME.apply(state, state.decider, legal.pick(state, rng))
    return games


def play_chess(seed: int, games: int) -> int:
    """Random games to mate, stalemate, dead position or 75 moves; the legal moves are made once a move."""
    for number in range(games):
        rng = Random(f"{seed} {number}")
        board = chess.Board()
        while moves := list(board.legal_moves):
            board.push(rng.choice(moves))
            if board.halfmove_clock >= 150 or board.is_insufficient_material():
                break
    return games


def positions(seed: int) -> list[State]:
    """Middle-game positions in which an action is asked, one from each of many games."""
    found: list[State] = []
    rng = Random(f"{seed} positions")
    while len(found) < POSITIONS:
        state = start(2 + len(found) % 3, rng)
        for _ in range(rng.randrange(40, 140)):
            if state.decider is not None:
                state, _ = GAME.apply(state, state.decider, rng.choice(GAME.legal(state)))
        if state.stage == TURN:
            found.append(state)
    return found


def chess_positions(seed: int) -> list[chess.Board]:
    """Middle-game positions after 20 to 60 random moves of a side and the other."""
    found: list[chess.Board] = []
    rng = Random(f"{seed} positions")
    while len(found) < POSITIONS:
        board = chess.Board()
        for _ in range(rng.randrange(20, 60)):
            if moves := list(board.legal_moves):
                board.push(rng.choice(moves))
        if any(board.legal_moves):
            found.append(board)
    return found


def record(seed: int) -> str:
    """The text of a whole random game of 4 players, of about so many orders as a real one has."""
    played: list[Record] = []
    for number in range(20):
        rng = Random(f"{seed} record {number}")
        state = start(4, rng)
        draw = tuple(TILES[colour] for colour in state.bag)
        orders: list[tuple[int, Order]] = []
        while (seat := state.decider) is not None:
            order = legal.pick(state, rng)
            state, _ = GAME.apply(state, seat, order)
            orders.append((seat, order))
        played.append(Record(GAME.name, state.players, (), {}, draw, tuple(orders)))
    return str(min(played, key=lambda one: abs(len(one.orders) - EVENTS)))


def replayed(text: str) -> int:
    """Read the text and play it with every order checked."""
    for _ in replay(Record.parse(text)):
        pass
    return 1
