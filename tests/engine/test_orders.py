"""Text to order and back: canonical forms, the synonyms of three languages, and words for what is wrong."""

from __future__ import annotations

import dataclasses
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import GAMES, Ambiguous, Invalid, Order, orders
from engine.grammar import GRAMMARS
from engine.lexicon.vocabulary import plain
from engine.orders import parse, parse_lines

TILES = ("settlement", "temple", "farm", "market")
LEADERS = ("king", "priest", "farmer", "trader")
PAIRS = ("black-red", "black-blue", "black-green", "red-blue", "red-green", "blue-green")

cells = st.builds("{}{}".format, st.sampled_from("ABCDEFGHIJKLMNOP"), st.integers(1, 11))
says = st.text(min_size=1, max_size=60).map(plain).filter(bool)
tigris_orders = st.one_of(
    st.builds(lambda word, cell: Order(word, (cell,)), st.sampled_from((*TILES, *LEADERS, "catastrophe", "leave")), cells),
    st.builds(lambda word: Order(word, ("off",)), st.sampled_from(LEADERS)),
    st.builds(lambda tiles: Order("swap", tuple(tiles)), st.lists(st.sampled_from(TILES), min_size=1, max_size=6)),
    st.sampled_from([Order("pass"), Order("undo"), Order("resign"), Order("help"), Order("build", ("none",))]),
    st.builds(lambda leader: Order("fight", (leader,)), st.sampled_from(LEADERS)),
    st.builds(lambda count: Order("commit", (str(count),)), st.integers(0, 30)),
    st.builds(lambda pair, cell: Order("build", (pair, cell)), st.sampled_from(PAIRS), cells),
    st.builds(lambda pair: Order("build", (pair,)), st.sampled_from(PAIRS)),
    st.builds(lambda cell: Order("build", ("wonder", cell)), cells),
    st.builds(lambda cell: Order("raise", (cell,)), cells),
    st.builds(lambda colour: Order("point", (colour,)), st.sampled_from(("black", "red", "blue", "green"))),
)
columns = st.sampled_from("ABCDEFGH")
links = st.sampled_from([f"{first}-{second}" for first, second in zip("ABCDEFG", "BCDEFGH", strict=True)])
kings_orders = st.one_of(
    st.builds(lambda word, place: Order(word, (place,)), st.sampled_from(TILES), st.one_of(columns, links)),
    st.builds(lambda word, place: Order(word, (place,)), st.sampled_from((*LEADERS, "catastrophe")),
              st.one_of(links, st.builds("{}{}".format, columns, st.integers(1, 9)))),
    st.builds(lambda some: Order("take", tuple(some)), st.lists(columns, min_size=1, unique=True)),
    st.builds(lambda some: Order("sail", tuple(some)), st.lists(st.sampled_from(LEADERS), min_size=1, unique=True)),
    st.builds(lambda word, answer: Order(word, (answer,)), st.just("score"), st.sampled_from(("yes", "no"))),
    st.builds(lambda colour: Order("ship", (colour,)), st.sampled_from(("black", "red", "green", "none"))),
    st.sampled_from([Order("points", ("ask",)), Order("points", ("always",)), Order("take", ("none",))]),
)


@given(tigris_orders)
def test_parse_and_format_are_inverse(order: Order) -> None:
    assert parse(str(order), "tigris") == order


@given(kings_orders)
def test_the_card_games_orders_parse_by_their_own_grammar(order: Order) -> None:
    assert parse(str(order), "kings") == order


@given(tigris_orders, st.randoms(use_true_random=False))
def test_case_blanks_fillers_and_punctuation_make_no_difference(order: Order, rng: Random) -> None:
    fillers = ["place", "to", "the", "MY", "auf", "den", "en", "mi", "colocar"]
    words = str(order).split()
    for _ in range(3):
        words.insert(rng.randrange(len(words) + 1), rng.choice(fillers))
    text = "".join(rng.choice((sign.upper(), sign.lower())) for sign in "  ".join(words))
    assert parse(f' “{text}”. ', "tigris") == order


@given(says)
def test_what_is_said_keeps_its_words(words: str) -> None:
    order = parse(f"say {words}", "tigris")
    assert order.word == "say"
    assert parse(str(order), "tigris") == order


@given(st.text(max_size=80))
def test_any_text_is_an_order_or_refused_in_words(text: str) -> None:
    for game in GRAMMARS:
        with suppress(Invalid, Ambiguous):
            assert parse_lines(text, game)


@pytest.mark.parametrize(("text", "order"), [
    ("population D5", "settlement D5"), ("Bevölkerung D5", "settlement D5"), ("poblacion d5", "settlement D5"),
    ("black D5", "settlement D5"), ("rojo D5", "temple D5"), ("blau D4", "farm D4"), ("grün D5", "market D5"),
    ("gruen D5", "market D5"), ("merchant D5", "trader D5"), ("mercader D5", "trader D5"), ("Händler D5", "trader D5"),
    ("Haendler D5", "trader D5"), ("granjero D5", "farmer D5"), ("Bauer D5", "farmer D5"), ("Bauernhof D4", "farm D4"),
    ("disaster D5", "catastrophe D5"), ("move the king to D5", "king D5"), ("place a temple on d5", "temple D5"),
    ("mover mi rey a D5", "king D5"), ("den König auf D5 setzen", "king D5"), ("king withdraw", "king off"),
    ("withdraw king", "king off"), ("rey fuera", "king off"), ("König zurück", "king off"), ("König zurücknehmen", "king off"),
    ("exchange temples, farm", "swap temple farm"), ("discard red", "swap temple"), ("tauschen Tempel Märkte", "swap temple market"),
    ("swap temple*2 farm", "swap temple temple farm"), ("swap 2 temples and a farm", "swap temple temple farm"),
    ("pasar", "pass"), ("passen", "pass"), ("deshacer", "undo"), ("zurücknehmen", "undo"),
    ("abandonar", "resign"), ("aufgeben", "resign"), ("war king", "fight king"), ("luchar mercader", "fight trader"),
    ("kämpfen Bauer", "fight farmer"), ("support 2", "commit 2"), ("add 1", "commit 1"), ("aportar 3", "commit 3"),
    ("einsetzen 0", "commit 0"), ("commit none", "commit 0"), ("build red-black D5", "build black-red D5"),
    ("build red black D5", "build black-red D5"), ("construir verde-azul C3", "build blue-green C3"),
    ("bauen nichts", "build none"), ("bauen keine", "build none"), ("dejar D5", "leave D5"), ("lassen D5", "leave D5"),
    ("levantar F6", "raise F6"), ("errichten none", "raise none"), ("punto verde", "point green"),
    ("build Weltwunder F6", "build wonder F6"), ("ayuda", "help"), ("Hilfe!", "help"),
    ("ｔｅｍｐｌｅ Ｄ５", "temple D5"), ("tem\u200bple\u00a0D5\u200e", "temple D5"), ("temple → D5", "temple D5"),
    ("decir hola a todos", "say hola a todos"), ("sagen: Gute Nacht; bis morgen", "say Gute Nacht; bis morgen"),
    ("sag hallo", "say hallo"), ("Sage: bis morgen", "say bis morgen"), ("di hola", "say hola"), ("Di: hola", "say hola"),
])
def test_it_understands(text: str, order: str) -> None:
    assert str(parse(text, "tigris")) == order


@pytest.mark.parametrize(("text", "words"), [
    ("tmeple D5", "temple D5"), ("tempel E5 E6", "“temple”"), ("temple 5E", "temple E5"), ("temple D05", "temple D5"),
    ("temple D 5", "temple D5"), ("temple D55", "no D55"), ("temple Q3", "no Q3"), ("temple", "temple D5"),
    ("farme D4", "farm D4 or farmer D4"), ("dance", "“dance”"), ("D5", "D5"), ("D5 temple", "temple D5"),
    ("temple D5 market E6", "temple D5 and market E6"), ("fight black", "fight king"), ("score yes", "no order “score”"),
    ("take B C", "no order “take”"), ("swap 2", "“swap”"), ("commit two", "commit 2"), ("fihgt king", "fight king"),
    ("build black", "build black-red D5"), ("none", "“none”"), ("", "no order"), ("the", "no order"),
    ("say", "say …"), ("Di 24. Nov. 2026 schrieb Ana", "“di”"), ("say " + "x" * 1001, "1000"), ("temple " * 50, "too long"),
])
def test_it_refuses_with_words_that_help(text: str, words: str) -> None:
    with pytest.raises(Invalid) as refused:
        parse(text, "tigris")
    assert words in str(refused.value)


def test_leave_alone_names_both_meanings() -> None:
    with pytest.raises(Ambiguous) as refused:
        parse("leave", "tigris")
    assert "leave D5" in str(refused.value)
    assert "resign" in str(refused.value)


def test_a_word_with_two_meanings_is_settled_by_what_is_legal_or_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.grammar.meanings", lambda word: {"toss": ("temple", "king")}.get(word, ()))
    monkeypatch.setattr("engine.orders.meanings", lambda word: {"toss": ("temple", "king")}.get(word, ()))
    view = _view()
    with pytest.raises(Ambiguous) as refused:
        parse("toss D5", "tigris")
    assert {"temple D5", "king D5"} == {refused.value.values["first"], refused.value.values["second"]}
    only_king = dataclasses.replace(view, legal={"king": ("D5",)})
    assert parse("toss D5", "tigris", only_king) == Order("king", ("D5",))
    both = dataclasses.replace(view, legal={"king": ("D5",), "temple": ("D5",)})
    with pytest.raises(Ambiguous):
        parse("toss D5", "tigris", both)


def test_a_monument_gets_its_cell_where_the_view_shows_one_square() -> None:
    view = dataclasses.replace(_view(), legal={"build": ("black-red E5", "black-red F5", "red-green E5", "none")})
    assert parse("build green-red", "tigris", view) == Order("build", ("red-green", "E5"))
    assert parse("build black-red", "tigris", view) == Order("build", ("black-red",))


def test_what_would_be_right_is_taken_from_what_is_legal() -> None:
    view = dataclasses.replace(_view(), legal={"king": ("K2",)})
    with pytest.raises(Invalid, match="king K2"):
        parse("king", "tigris", view)


@pytest.mark.parametrize(("answer", "legal", "order"), [
    ("nichts", {"build": ("black-red E5", "none"), "undo": (), "resign": ()}, "build none"),
    ("2", {"commit": ("0", "1", "2"), "resign": ()}, "commit 2"), ("d5", {"leave": ("D5", "F5")}, "leave D5"),
])
def test_a_bare_answer_is_refused_with_the_order_that_it_is_meant_as(answer: str, legal: dict[str, tuple[str, ...]],
                                                                    order: str) -> None:
    with pytest.raises(Invalid) as refused:
        parse(answer, "tigris", dataclasses.replace(_view(), legal=legal))
    assert refused.value.values["example"] == order


def test_lines_and_semicolons_part_orders_and_say_takes_the_rest() -> None:
    read = parse_lines("temple D5; king E5\n\npass\nsay well; done", "tigris")
    assert [str(order) for order in read] == ["temple D5", "king E5", "pass", "say well; done"]


def _view():  # type: ignore[no-untyped-def]
    game = GAMES["tigris"]
    players = ("lion", "bull")
    return game.view(game.setup(players, {}, game.deck(players, {})), 0)


@pytest.mark.parametrize("text", ["temple D5;" * 200_000, "temple D5\n" * 200_000, "x" * 2_000_000, "say " + "y" * 2_000_000])
def test_what_nobody_writes_is_refused_unread(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orders, "split", None)
    with pytest.raises(Invalid):
        parse_lines(text, "tigris")


@given(st.text(alphabet=st.characters(max_codepoint=127), max_size=60))
def test_plain_letters_are_made_plain_as_all_others_are(text):
    assert plain(text + " \u00e9") == f"{plain(text)} \u00e9".strip()
