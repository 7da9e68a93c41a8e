"""Games as text: parse and format are inverse, records replay, and a running game shows no secrets."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import GAMES, Invalid, Order
from engine.record import Record, replay, running_record, runs, safe_name, without_undone

GAME = GAMES["tigris"]


def game(seed: int, players: tuple[str, ...] = ("lion", "bull")) -> tuple[Record, str]:
    """A random game as a record, and the digest of its end."""
    rng = Random(seed)
    options = {name: rng.choice(values) for name, values in GAME.options.items()}
    deck = list(GAME.deck(players, options))
    rng.shuffle(deck)
    state, orders = GAME.setup(players, options, deck), []
    while (seat := GAME.decider(state)) is not None:
        order = rng.choice(GAME.legal(state))
        state, _ = GAME.apply(state, seat, order)
        orders.append((seat, order))
    return Record("tigris", players, ("Ana", "Ben"), options, tuple(deck), tuple(orders)), GAME.digest(state)


@pytest.mark.parametrize("seed", range(4))
def test_a_record_reads_back_byte_for_byte_and_replays_to_the_same_position(seed: int) -> None:
    record, digest = game(seed)
    text = str(record)
    assert Record.parse(text) == record
    assert str(Record.parse(text)) == text
    *_, (_, _, last, _) = replay(Record.parse(text))
    assert GAME.digest(last) == digest


names = st.text(st.characters(exclude_categories=("Z", "C"), exclude_characters="#="), max_size=12)
records = st.builds(
    Record, st.just("tigris"), st.just(("bow", "vase", "lion")),
    st.tuples(names, names, names).map(lambda some: tuple(safe_name(name) for name in some)),
    st.fixed_dictionaries({}, optional={name: st.sampled_from(values) for name, values in GAME.options.items()}),
    st.none() | st.lists(st.sampled_from(("temple", "farm", "market", "settlement")), max_size=40).map(tuple),
    st.lists(st.tuples(st.integers(0, 2), st.sampled_from(
        [Order("temple", ("D5",)), Order("pass"), Order("swap", ("temple", "farm")), Order("build", ("black-red", "A1"))],
    )), max_size=12).map(tuple),
)


@given(records)
def test_parse_and_format_are_inverse(record: Record) -> None:
    assert Record.parse(str(record)) == record


@given(st.text(max_size=30))
def test_any_name_is_made_safe(name: str) -> None:
    record = Record("tigris", ("lion", "bull"), (name, "Ben"))
    assert Record.parse(str(record)).names == (safe_name(name), "Ben")


def test_the_form_is_that_of_the_contract() -> None:
    record = Record("tigris", ("lion", "bull"), ("Ana", "Ben"), {"scores": "open", "board": "standard"},
                    ("temple", "farm", "farm", "market"), ((0, Order("priest", ("C2",))), (0, Order("temple", ("D2",)))))
    assert str(record) == (
        "game: tigris\nplayers: lion=Ana bull=Ben\noption: board standard\noption: scores open\n"
        "draw: temple farm*2 market\n\nlion: priest C2\nlion: temple D2\n"
    )


def test_comments_synonyms_and_several_orders_a_line_are_read() -> None:
    text = (
        "# a game\ngame: Tigris # the board game\n# no end of the header\nplayers: archer=Ana pot\n\n"
        "Bogen: rey D5; TEMPEL E5 # two\n# nothing\n\nurn: build red-black D5\r\n"
    )
    record = Record.parse(text)
    assert record.players == ("bow", "vase")
    assert record.names == ("Ana", "")
    assert [f"{seat} {order}" for seat, order in record.orders] == ["0 king D5", "0 temple E5", "1 build black-red D5"]


@pytest.mark.parametrize(("text", "words"), [
    ("", "game"), ("players: lion bull\n\n", "game"), ("game: chess\nplayers: lion bull\n\n", "chess"),
    ("game: tigris\n\n", "players"), ("game: tigris\nplayers: lion\n\n", "1 player"),
    ("game: tigris\nplayers: lion lion\n\n", "lion"), ("game: tigris\nplayers: lion cat\n\n", "cat"),
    ("game: tigris\ngame: tigris\nplayers: lion bull\n\n", "twice"), ("game: tigris\nplayers: lion bull\nfoo: 1\n\n", "foo"),
    ("game: tigris\nplayers: lion bull\noption: board round\n\n", "round"),
    ("game: tigris\nplayers: lion bull\ndraw: temple pizza\n\n", "pizza"),
    ("game: tigris\nplayers: lion bull\ndraw: temple*99999\n\n", "temple"),
    ("game: tigris\nplayers: lion bull\n\ncat: pass\n", "Line 4"), ("game: tigris\nplayers: lion bull\n\npass\n", "Line 4"),
    ("game: tigris\nplayers: lion bull\n\nlion: tmeple D5\n", "Line 4"), ("game: tigris\nplayers: lion bull\n\nlion: say hi\n", "Line 4"),
    ("game: tigris\nplayers: lion bull\ndraw:\n\nlion: swap 2\n", "Line 5"),
])
def test_an_unreadable_record_is_refused_with_its_line(text: str, words: str) -> None:
    with pytest.raises(Invalid) as refused:
        Record.parse(text)
    assert words in str(refused.value)


def test_a_refused_order_makes_a_record_unreadable() -> None:
    record, _ = game(1)
    wrong = Record(record.game, record.players, record.names, record.options, record.draw,
                   (*record.orders[:5], (0, Order("fight", ("king",))), *record.orders[5:]))
    with pytest.raises(Invalid, match="Order 6"):
        list(replay(wrong))


def test_only_the_whole_bag_replays() -> None:
    record, _ = game(1)
    for draw, words in ((None, "replayed"), ((record.draw or ())[1:], "exactly")):
        short = Record(record.game, record.players, record.names, record.options, draw, record.orders)
        with pytest.raises(Invalid, match=words):
            list(replay(short))


def test_replay_gives_a_monument_its_cell() -> None:
    record, _ = game(2)
    assert all(len(order.args) == 2 for _, order, _, facts in replay(record) if any(fact.kind == "built" for fact in facts))


LOG = (
    (0, Order("temple", ("D5",))), (0, Order("undo")), (0, Order("swap", ("temple", "farm"))), (0, Order("pass")),
    (1, Order("swap", ("market",))),
)


def test_a_running_record_shows_what_its_reader_may_know() -> None:
    def lines(seat: int | None) -> list[str]:
        record = running_record(game="tigris", players=("lion", "bull"), names=("Ana", "Ben"), options={}, log=LOG, seat=seat)
        assert "draw" not in str(record)
        assert Record.parse(str(record)) == record
        return str(record).splitlines()[3:]

    assert lines(0) == ["lion: swap temple farm", "lion: pass", "bull: swap 1"]
    assert lines(1) == ["lion: swap 2", "lion: pass", "bull: swap market"]
    assert lines(None) == ["lion: swap 2", "lion: pass", "bull: swap 1"]


def test_undone_orders_are_left_out() -> None:
    king, off, undo = Order("king", ("D5",)), Order("king", ("off",)), Order("undo")
    log = [(0, king), (0, off), (0, undo), (0, undo), (0, king)]
    assert without_undone(log) == ((0, king),)


def test_runs_are_shortened() -> None:
    assert runs(("temple", "temple", "farm", "temple")) == "temple*2 farm temple"
    assert runs(()) == ""
