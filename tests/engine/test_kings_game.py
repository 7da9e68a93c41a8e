"""The card game behind its face: deck, set-up, turns to the end, digests, and that a position never changes."""

from __future__ import annotations

import pickle
from collections import Counter
from random import Random

import pytest

from engine import GAMES, Ambiguous, Illegal, Invalid, Order, RulesError
from engine.kings.arrange import arrange
from engine.kings.invariants import faults
from engine.kings.state import State
from tests.engine.kings_parts import GAME, PLAYERS, begin, play, position, random_order


def test_the_deck_holds_all_cards_but_the_treasures() -> None:
    assert Counter(GAME.deck(("lion", "bull"), {})) == {"settlement": 40, "temple": 65, "farm": 40, "market": 40}


@pytest.mark.parametrize(("players", "left"), [(2, 185 - 30 - 16), (3, 185 - 24), (4, 185 - 32)])
def test_hands_are_dealt_and_two_players_leave_thirty_cards_out(players: int, left: int) -> None:
    state = begin(3, players)
    view = GAME.view(state, 0)
    assert view.bag == left
    assert [seat.hand_size for seat in view.seats] == [8] * players
    assert [seat.catastrophes for seat in view.seats] == [1] * players
    assert len(state.aside) == (30 if players == 2 else 0)
    assert view.display is not None
    assert [[card.kind for card in column.cards] for column in view.display.columns] == [["treasure"]] * 8


def test_hands_come_from_the_front_of_the_deck_seat_by_seat() -> None:
    deck = ["temple"] * 8 + ["farm"] * 8 + ["market"] * 20
    state = GAME.setup(("lion", "bull"), {}, deck)
    assert GAME.view(state, 0).seats[0].hand == {"settlement": 0, "temple": 8, "farm": 0, "market": 0}
    assert GAME.view(state, 1).seats[1].hand == {"settlement": 0, "temple": 0, "farm": 8, "market": 0}


@pytest.mark.parametrize("players", [("lion",), ("lion", "lion"), ("lion", "cat"), (*PLAYERS, "cat"), ()])
def test_other_players_make_no_game(players: tuple[str, ...]) -> None:
    with pytest.raises(Invalid):
        GAME.deck(players, {})


@pytest.mark.parametrize("options", [
    {"board": "standard"}, {"points": "never"}, {"points vase": "ask"}, {"scores lion": "open"}, {"scores": "shut"}])
def test_other_options_are_refused(options: dict[str, str]) -> None:
    with pytest.raises(Invalid):
        GAME.setup(("lion", "bull"), options, [])


def test_a_setting_can_be_that_of_one_seat() -> None:
    state = begin(points="ask", **{"points bull": "always"})
    assert [seat.asks for seat in GAME.view(state, None).seats] == [True, False]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"points": "ask", "scores": "open"}])
@pytest.mark.parametrize("leaving", [0.0, 0.01])
def test_a_random_game_ends_and_breaks_no_rule(players: int, options: dict[str, str], leaving: float) -> None:
    for seed in range(3):
        rng = Random(f"{seed} {leaving}")
        state = begin(seed, players, **options)
        while state.decider is not None:
            seat, order = state.decider, random_order(state, rng)
            if rng.random() < leaving:
                seat = rng.choice([other for other in range(players) if other not in state.resigned])
                order = Order("resign")
            state, _ = GAME.apply(state, seat, order)
            assert list(faults(state)) == []
        assert state.places is not None
        assert min(state.places) == 1


def test_nothing_to_give_is_always_a_legal_answer() -> None:
    rng, asked = Random(4), set()
    for seed in range(8):
        state = begin(seed, 2 + seed % 3, points="ask")
        while state.decider is not None:
            nothing = GAME.nothing(state)
            assert nothing in GAME.legal(state)
            asked.add(nothing.word)
            state, _ = GAME.apply(state, state.decider, random_order(state, rng))
    assert asked >= {"pass", "commit", "fight", "score", "ship", "take", "sail"}


def test_a_position_never_changes() -> None:
    state = begin()
    digest = GAME.digest(state)
    after = play(state, "lion: king B1", "lion: pass")
    assert GAME.digest(state) == digest != GAME.digest(after)
    with pytest.raises(AttributeError):
        state.active = 1
    with pytest.raises(AttributeError):
        del state.active


def test_equal_positions_have_equal_digests_whatever_led_to_them() -> None:
    start = position("hand: lion market farm")
    one = play(start, "lion: king A1", "lion: priest B1")
    other = play(start, "lion: priest B1", "lion: king A1")
    assert GAME.digest(one) == GAME.digest(other)
    assert GAME.digest(pickle.loads(pickle.dumps(one))) == GAME.digest(one)


def test_the_digest_knows_the_hidden_cards_too() -> None:
    deck = ["temple"] * 16 + ["farm", "market"] * 84 + ["market"]
    other = [*deck[:-1], "settlement"]
    assert GAME.digest(GAME.setup(("lion", "bull"), {}, deck)) != GAME.digest(GAME.setup(("lion", "bull"), {}, other))
    swapped = [*deck[:16], "market", "farm", *deck[18:]]
    assert GAME.digest(GAME.setup(("lion", "bull"), {}, deck)) != GAME.digest(GAME.setup(("lion", "bull"), {}, swapped))


@pytest.mark.parametrize("order", [
    Order("market"), Order("market", ("B", "C")), Order("market", ("Q",)), Order("market", ("B9",)), Order("king"), Order("king", ("B",)),
    Order("king", ("off",)), Order("king", ("B1", "C1")), Order("catastrophe", ("B",)), Order("pass", ("now",)), Order("undo", ("all",)),
    Order("dance"), Order(""), Order("points"), Order("points", ("never",)), Order("swap", ("market",)), Order("resign", ("now",)),
])
def test_an_order_without_sense_is_invalid(order: Order) -> None:
    with pytest.raises(Invalid):
        GAME.apply(begin(), 0, order)


@pytest.mark.parametrize("order", [
    Order("score", ("maybe",)), Order("score"), Order("score", ("yes", "no")),
])
def test_an_answer_without_sense_is_invalid(order: Order) -> None:
    state = play(position("column: B market+merchant/lion", "hand: lion market*2"), "lion: market B")
    with pytest.raises(Invalid):
        GAME.apply(state, 0, order)


def test_refusals_name_rules_of_the_card_game() -> None:
    state = position("column: B market ship/green", "hand: lion market")
    rules = {}
    for text in ("king B3", "temple B", "market B-C", "catastrophe B2", "commit 1", "king D2", "undo"):
        word, *args = text.split()
        with pytest.raises((Illegal, Ambiguous)) as refused:
            GAME.apply(state, 0, Order(word, tuple(args)))
        rules[text] = refused.value.rule
        assert "{" not in str(refused.value)
    assert rules == {"king B3": "5.1", "temple B": "6.1", "market B-C": "6.2", "catastrophe B2": "12.1",
                     "commit 1": "4.1", "king D2": "5.1", "undo": ""}
    with pytest.raises(RulesError):
        GAME.apply(state, 1, Order("pass"))


def test_both_games_keep_the_protocol() -> None:
    for name, game in GAMES.items():
        assert game.name == name
        assert game.seats == (2, 3, 4)
        assert set(game.dynasties) == set(PLAYERS)
        assert all(len(values) > 1 for values in game.options.values())
        assert set(game.seat_options) <= set(game.options)


@pytest.mark.parametrize(("parts", "why"), [
    ({"columns": {"B": ["market"] * 9}}, "too many"), ({"columns": {"I": ["market"]}}, "no such column"),
    ({"columns": {"B": ["pizza"]}}, "no such card"), ({"columns": {"B": ["treasure"]}}, "treasure below"),
    ({"columns": {"B": ["ship/green"], "C": ["ship/green"]}}, "twice"), ({"columns": {"B": ["ship/green+king/lion"]}}, "leader on a ship"),
    ({"columns": {"B": ["ship/blue"]}}, "no such card"), ({"columns": {"B": ["market+king/vase"]}}, "no such leader"),
    ({"columns": {"B": ["market+king/lion", "market+king/bull"]}}, "two leaders"),
    ({"columns": {"B": ["market+king/lion"], "C": ["market+king/lion"]}}, "twice"),
    ({"columns": {"B": ["market+king/lion"], "C": ["market+king/bull"]}, "links": {"B-C": "farm"}}, "two leaders"),
    ({"heads": {"B": "market"}}, "no head"), ({"heads": {"B": "ship/red"}}, "no head"), ({"links": {"B-C": "ship/red"}}, "no card for a link"),
    ({"links": {"B-C": "treasure"}}, "no card for a link"), ({"links": {"B-D": "farm"}}, "no such column or link"),
])
def test_a_position_that_cannot_be_is_refused(parts: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        arrange(("lion", "bull"), **parts)  # type: ignore[arg-type]


def test_a_position_from_parts_is_what_it_says() -> None:
    state = arrange(("lion", "bull"), columns={"B": ["market+king/lion", "ship/green", "farm"]}, heads={"C": "temple"},
                    hands=[{"temple": 2}, {}], points=[{"black": 2, "treasure": 1}, {}], disasters=[1, 0], active=1, actions=1)
    assert isinstance(state, State)
    view = GAME.view(state, 0)
    assert view.display is not None
    assert [card.kind for card in view.display.columns[1].cards] == ["treasure", "card", "ship", "card"]
    assert view.display.unbuilt == ("black", "red")
    assert (view.active, view.actions, view.seats[0].points) == (
        1, 1, {"black": 2, "red": 0, "blue": 0, "green": 0, "treasure": 1})
