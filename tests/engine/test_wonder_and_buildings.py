"""The wonder and the civilization buildings in positions, views, lists, words and bots; their rules are scenarios."""

from __future__ import annotations

from random import Random

import pytest

from engine import Ambiguous, Illegal, Invalid, Order
from engine.bots import BOTS
from engine.bots import random as guessing
from engine.lexicon import LANGUAGES, tell, tell_decision
from engine.orders import parse, read_line
from engine.tigris import legal
from engine.tigris.geometry import CELL, CROSS, line
from tests.engine.tigris_parts import GAME, begin, order, play, table

ON = {"wonder": "on", "buildings": "on"}
CROSS_TO_BE = {"G5": "temple", "F6": "temple", "H6": "temple", "G7": "temple"}
LINE_TO_BE = {"F5": "market", "G5": "market"}
KING = {"E7": ("king", "lion")}


def key(state, text: str) -> tuple[str, str]:
    """The key and the rule of the refusal."""
    with pytest.raises((Illegal, Invalid, Ambiguous)) as refused:
        GAME.apply(state, state.decider, order(text))
    assert str(refused.value)
    assert all(refused.value.values.get(name) != () for name in ("cells", "monuments") if refused.value.key != "no_monument_left")
    return refused.value.key, refused.value.rule


def test_both_are_off_unless_chosen():
    assert {name: values[0] for name, values in GAME.options.items()} | ON == {
        "board": "standard", "scores": "hidden", "support": "standard", **ON}
    view = GAME.view(begin(1, 2), None)
    assert (view.board.wonder, view.board.buildings) == (None, None)
    assert (view.options["wonder"], view.options["buildings"]) == ("off", "off")


def test_the_view_says_what_is_built_and_what_is_not():
    view = GAME.view(begin(1, 2, **ON), None)
    assert view.board.wonder == ""
    assert view.board.buildings == {"palace": "", "library": "", "granary": "", "hall": ""}
    view = GAME.view(table(options=ON, tiles=LINE_TO_BE, wonder="J6", buildings={"green": "G5"}), None)
    assert view.board.wonder == "J6"
    assert view.board.cells["J5"].kind == "turned"
    assert view.board.buildings == {"palace": "", "library": "", "granary": "", "hall": "G5"}
    assert (view.board.cells["G5"].building, view.board.cells["F5"].building) == ("hall", "")


def test_an_option_alone_leaves_the_other_out():
    board = GAME.view(begin(1, 2, wonder="on"), None).board
    assert (board.wonder, board.buildings) == ("", None)
    board = GAME.view(begin(1, 2, buildings="on"), None).board
    assert board.wonder is None
    assert board.buildings


def test_the_options_make_another_position():
    digests = {GAME.digest(begin(1, 2, **options)) for options in ({}, {"wonder": "on"}, {"buildings": "on"}, ON)}
    assert len(digests) == 4
    plain = begin(1, 2)
    assert GAME.digest(begin(1, 2, wonder="off", buildings="off")) == GAME.digest(plain)
    standing, elsewhere = (table(options=ON, tiles=LINE_TO_BE, buildings={"green": cell}) for cell in LINE_TO_BE)
    assert GAME.digest(standing) != GAME.digest(elsewhere)


@pytest.mark.parametrize(("text", "refusal"), [
    ("build wonder", ("which_cross", "W1")), ("build wonder F6", ("no_such_cross", "W1")), ("build black-red", ("which_square", "9.1")),
    ("build black-blue G5", ("monument_has_not_the_colour", "9.1")), ("build wonder Z9", ("no_such_cell", "")),
    ("build wonder G6 H6", ("needs_a_monument", "")), ("build", ("needs_a_monument", "")), ("raise G6", ("answer_first", "4.1")),
])
def test_a_choice_of_two_crosses_and_squares_is_refused_with_the_reason(text, refusal):
    tiles = CROSS_TO_BE | {"H5": "temple", "H7": "temple", "I6": "temple"}
    assert key(play(table(options={"wonder": "on"}, tiles=tiles), "temple G6"), text) == refusal


def test_what_the_tile_did_not_complete_is_refused_with_the_reason():
    cross = play(table(options={"wonder": "on"}, tiles=CROSS_TO_BE), "temple G6")
    assert key(cross, "build black-red G5") == ("no_square", "9.1")
    square = play(table(options={"wonder": "on"}, tiles={"F5": "temple", "G5": "temple", "F6": "temple"}), "temple G6")
    assert key(square, "build wonder G6") == ("no_cross", "W1")
    built = [("black-red", "A5"), ("red-blue", "A9"), ("red-green", "C9")]
    tiles = CROSS_TO_BE | {"F5": "temple"}
    none_left = play(table(options={"wonder": "on"}, tiles=tiles, monuments=built), "temple G6")
    assert key(none_left, "build black-red F5") == ("no_monument_left", "9.1")
    assert GAME.view(none_left, 0).decision.values["what"] == "wonder"
    standing = play(table(options={"wonder": "on"}, tiles={"F5": "temple", "G5": "temple", "F6": "temple"}, wonder="J6"), "temple G6")
    assert key(standing, "build wonder G6") == ("wonder_is_built", "W1")
    without = play(table(tiles={"F5": "temple", "G5": "temple", "F6": "temple"}), "temple G6")
    assert key(without, "build wonder G6") == ("played_without_wonder", "15.3")


def test_a_building_on_a_tile_that_it_may_not_stand_on_is_refused_with_the_reason():
    state = play(table(options=ON, tiles=LINE_TO_BE), "market H5")
    assert key(state, "raise J5") == ("not_in_the_line", "B2")
    assert key(state, "raise") == ("needs_one_cell", "")
    tiles = {"F5": "market", "G5": "market", "H4": "market", "H6": "market", "H7": "market"}
    state = play(table(options=ON, tiles=tiles, buildings={"green": "F5"}), "market H5")
    assert key(state, "raise G5") == ("line_not_longer", "B3")
    assert key(table(options=ON, tiles=LINE_TO_BE, buildings={"green": "F5"}, disasters=[1, 0]), "catastrophe F5") == (
        "catastrophe_on_building", "B5")


def test_the_point_cannot_be_declined():
    state = play(table(options=ON, tiles={"F7": "temple"}, leaders=KING, wonder="G6"), "pass")
    assert key(state, "point none") == ("needs_one_of", "")
    assert key(state, "pass") == ("answer_first", "4.1")
    assert GAME.nothing(state) == Order("point", ("black",))


def test_a_point_answered_by_the_clock_is_one_order():
    state = play(table(options=ON, tiles={"F7": "temple"}, leaders=KING, wonder="G6"), "pass")
    after, facts = GAME.apply(state, 0, GAME.nothing(state))
    assert after.points[0][0] == 1
    assert [fact.kind for fact in facts] == ["scored", "turn"]


def test_who_leaves_when_asked_gets_no_point():
    state = play(table(3, options=ON, tiles={"F7": "temple"}, leaders=KING, wonder="G6"), "pass")
    after, facts = GAME.apply(state, 0, Order("resign"))
    assert after.points[0] == (0, 0, 0, 0, 0)
    assert "point none" in [fact.values.get("order") for fact in facts]
    assert after.active == 1


DECISIONS = [
    (table(options=ON, tiles=CROSS_TO_BE), ("temple G6", "raise none"), "build"),
    (table(options=ON, tiles=CROSS_TO_BE | {"F5": "temple"}), ("temple G6", "raise none"), "build"),
    (table(options=ON, tiles=LINE_TO_BE), ("market H5",), "raise"),
    (table(options=ON, tiles={"F7": "temple"}, leaders=KING, wonder="G6"), ("pass",), "point"),
]


@pytest.mark.parametrize(("start", "orders", "kind"), DECISIONS)
def test_what_is_listed_is_what_is_accepted_and_what_the_view_shows(start, orders, kind):
    state = play(start, *orders)
    view = GAME.view(state, 0)
    assert view.decision.kind == kind
    listed = GAME.legal(state)
    assert [" ".join(found.args) for found in listed] == list(view.legal[kind])
    assert {legal.pick(state, Random(seed)) for seed in range(200)} == set(listed)
    for found in listed:
        GAME.apply(state, 0, found)
    assert GAME.nothing(state) in listed


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("start", "orders", "kind"), DECISIONS)
def test_the_question_and_what_follows_are_told_and_read_as_no_order(start, orders, kind, language):
    state, names = play(start, *orders), ("Ana", "Ben")
    for viewer in (0, 1, None):
        told = [tell_decision(GAME.view(state, viewer).decision, language, names, viewer)]
        for found in GAME.legal(state):
            told += [tell(fact, language, names, viewer) for fact in GAME.apply(state, 0, found)[1]]
        for sentence in told:
            assert "{" not in sentence
            assert read_line(sentence, "tigris") is None, sentence


def test_both_are_told_in_the_readers_language():
    state = play(table(options=ON, tiles=LINE_TO_BE), "market H5")
    facts = GAME.apply(state, 0, order("raise F5"))[1]
    assert tell(facts[0], "en", ("Ana", "Ben"), 1) == "Ana put the market hall on F5."
    assert tell(facts[0], "es", ("Ana", "Ben"), 0) == "Levantaste la lonja en F5."
    assert tell(facts[0], "de", ("Ana", "Ben")) == "Ana hat die Markthalle auf F5 errichtet."
    state = play(table(options=ON, tiles=CROSS_TO_BE), "temple G6", "raise none")
    facts = GAME.apply(state, 0, order("build wonder G6"))[1]
    assert tell(facts[0], "en", ("Ana", "Ben"), 0) == "You built the wonder round G6."


def test_the_cell_of_the_wonder_is_filled_in_where_there_is_one_cross():
    state = play(table(options=ON, tiles=CROSS_TO_BE), "temple G6", "raise none")
    assert parse("build wonder", "tigris", GAME.view(state, 0)) == Order("build", ("wonder", "G6"))
    after, _ = GAME.apply(state, 0, order("build wonder"))
    assert after.order == Order("build", ("wonder", "G6"))


def test_lines_do_not_run_from_one_row_into_the_next():
    row = sum(CELL[f"{column}5"] for column in "NOP") | sum(CELL[f"{column}6"] for column in "ABC")
    assert line(CELL["O5"], row) == sum(CELL[f"{column}5"] for column in "NOP")
    assert line(CELL["A6"], row, down=True) == CELL["A6"]
    assert set(CROSS) == {cell for name, cell in CELL.items() if name[0] not in "AP" and name[1:] not in ("1", "11")}


# -- bots

@pytest.mark.parametrize(("start", "orders", "kind"), DECISIONS)
def test_every_bot_answers_with_something_legal(start, orders, kind):
    state = play(start, *orders)
    for bot in BOTS.values():
        assert {bot(GAME.view(state, 0), Random(seed)) for seed in range(20)} <= set(GAME.legal(state))


def test_random_takes_any_answer():
    state = play(table(options=ON, tiles=LINE_TO_BE), "market H5")
    answers = {guessing.fill_in(GAME.view(state, 0), "raise", Random(seed)) for seed in range(60)}
    assert answers == set(GAME.legal(state))


def wanted(state) -> str:
    return str(BOTS["greedy"](GAME.view(state, state.decider), Random(1)))


def test_greedy_takes_the_point_in_its_weakest_colour():
    state = table(options=ON, tiles={"F7": "temple"}, leaders=KING, wonder="G6", points=[{"black": 4, "red": 3, "green": 2}, {}])
    assert wanted(play(state, "pass")) == "point blue"


def test_greedy_builds_the_wonder_for_its_king_and_for_no_other():
    tiles = CROSS_TO_BE | {"E6": "temple", "E4": "temple"}
    for leader, answer in ((("king", "lion"), "build wonder G6"), (("king", "bull"), "build none")):
        state = table(options={"wonder": "on"}, tiles=tiles, leaders={"E5": leader})
        assert wanted(play(state, "temple G6")) == answer


def test_greedy_raises_a_building_where_it_scores_and_not_for_others():
    for dynasty, raises in (("lion", True), ("bull", False)):
        state = table(options=ON, tiles=LINE_TO_BE | {"E6": "temple"}, leaders={"E5": ("trader", dynasty)})
        assert (wanted(play(state, "market H5")) != "raise none") == raises


def test_greedy_moves_no_building_away_from_itself():
    tiles = {"F5": "market", "G5": "market", "H5": "market", "E6": "temple", "J4": "market", "J6": "market", "J7": "market", "K8": "temple"}
    leaders = {"E5": ("trader", "lion"), "J8": ("trader", "bull")}
    state = table(options=ON, tiles=tiles, leaders=leaders, buildings={"green": "F5"})
    assert wanted(play(state, "market J5")) == "raise none"


def test_greedy_completes_a_cross_for_its_king():
    tiles = CROSS_TO_BE | {"E6": "temple", "E4": "temple"}
    state = table(options={"wonder": "on"}, tiles=tiles, leaders={"E5": ("king", "lion")}, hands=[{"temple": 6}, {}], actions=1,
                  points=[{"black": 1}, {}])
    assert wanted(state) == "temple G6"


def test_games_of_bots_with_everything_end():
    for count in (2, 3, 4):
        rng, state = Random(count), begin(f"bots {count}", count, **ON)
        for _ in range(900):
            if state.decider is None:
                break
            seat = state.decider
            bot = "greedy" if seat == 0 else "random"
            state, _ = GAME.apply(state, seat, BOTS[bot](GAME.view(state, seat), rng))
        assert state.places is not None
        assert state.places[0] == 1
