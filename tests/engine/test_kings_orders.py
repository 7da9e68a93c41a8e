"""Orders of the card game: every order has its canonical form, in three languages, and what is wrong is refused."""

from __future__ import annotations

import pytest

from engine import Ambiguous, Invalid, Order
from engine.kings.invariants import every_order
from engine.orders import parse, parse_lines, read_line
from engine.pieces import LEADERS, TILES


@pytest.mark.parametrize(("typed", "order"), [
    ("market B", "market B"), ("Market b-c", "market B-C"), ("market c-b", "market B-C"), ("market bc", "market B-C"),
    ("place my market in column b", None), ("green b", "market B"), ("put a market on a", "market A"), ("market A", "market A"),
    ("market to A", "market A"), ("poner mercado en la b", "market B"), ("mercado a B", "market B"), ("Markt auf B-C", "market B-C"),
    ("Bevölkerung H", "settlement H"), ("rojo a h", "temple H"), ("agricultura d", "farm D"),
    ("king B3", "king B3"), ("König b1", "king B1"), ("rey a B-C", "king B-C"), ("merchant A9", "trader A9"), ("Händler G-H", "trader G-H"),
    ("catastrophe B3", "catastrophe B3"), ("disaster b-c", "catastrophe B-C"), ("Katastrophe auf B2", "catastrophe B2"),
    ("commit 2", "commit 2"), ("aportar 0", "commit 0"), ("einsetzen 3", "commit 3"), ("commit none", "commit 0"),
    ("fight merchant", "fight trader"), ("Kämpfe Bauern", "fight farmer"), ("luchar rey", "fight king"),
    ("score yes", "score yes"), ("score no", "score no"), ("puntuar sí", "score yes"), ("werten nein", "score no"),
    ("take B C", "take B C"), ("take C B", "take C B"), ("take A and C", "take A C"), ("take a, c", "take A C"),
    ("take c and a", "take C A"), ("tomar a y c", "take A C"), ("nehmen B und D", "take B D"), ("take none", "take none"), ("nehme nichts", "take none"),
    ("ship green", "ship green"), ("Schiff schwarz", "ship black"), ("barco rojo", "ship red"), ("ship none", "ship none"), ("Schiff keins", "ship none"),
    ("sail king farmer", "sail king farmer"), ("sail farmer and king", "sail farmer king"), ("navegar agricultor", "sail farmer"),
    ("segeln König Händler", "sail king trader"), ("sail nothing", "sail none"),
    ("points ask", "points ask"), ("points always", "points always"), ("puntos preguntar", "points ask"), ("Punkte immer", "points always"),
    ("pass", "pass"), ("undo", "undo"), ("resign", "resign"), ("help", "help"), ("say hello; there", "say hello; there"),
])
def test_what_is_typed_becomes_the_canonical_order(typed: str, order: str | None) -> None:
    if order is None:
        with pytest.raises(Invalid):
            parse(typed, "kings")
    else:
        assert str(parse(typed, "kings")) == order


def test_every_order_reads_back_as_it_is_written() -> None:
    for order in every_order(None):
        if str(order) in UNREADABLE or not order.word:
            with pytest.raises((Invalid, Ambiguous)):
                parse(str(order), "kings")
        else:
            assert parse(str(order), "kings") == order


UNREADABLE = {
    "dance", "market", "take", "ship", "take B B9", "sail temple", "score maybe",
    *(f"{word} {place}" for word in TILES for place in ("I", "A-C", "B2")),
    *(f"{word} {place}" for word in (*LEADERS, "catastrophe") for place in ("I1", "B")),
}


def test_several_orders_stand_on_a_line() -> None:
    assert parse_lines("king B1; market B; score yes", "kings") == [
        Order("king", ("B1",)), Order("market", ("B",)), Order("score", ("yes",))]


@pytest.mark.parametrize("typed", [
    "swap market", "build none", "leave B1", "market B2", "market I", "market A-C", "market A-H", "king B", "king B10", "king I1", "king B-D",
    "king off", "catastrophe B", "take", "take I", "take B none", "ship", "ship ship", "ship blue green", "sail", "sail temple",
    "sail none king", "score", "score maybe", "points", "points never", "commit", "commit -1", "fight", "fight red", "raise B1",
])
def test_what_is_no_order_is_refused_with_words(typed: str) -> None:
    with pytest.raises((Invalid, Ambiguous)) as refused:
        parse(typed, "kings")
    assert len(str(refused.value)) > 15


@pytest.mark.parametrize("line", [
    "market B", "king B3; score yes", "Markt B-C.", "take A and C", "score yes!", "sail king",
])
def test_a_line_of_a_mail_can_be_an_order(line: str) -> None:
    assert read_line(line, "kings") is not None


@pytest.mark.parametrize("line", [
    "market B please", "market A-C", "king B33", "market b, market c", "take b please", "ship grene", "score yess", "market", "markt z-b", "tmeple B3",
])
def test_a_failed_attempt_is_refused(line: str) -> None:
    with pytest.raises((Invalid, Ambiguous)):
        read_line(line, "kings")


@pytest.mark.parametrize("line", [
    "Take care, Ana", "No worries", "Market Street 5", "King regards", "Ship happens", "What a score that was",
    "Yes, good game", "Points mean prizes", "Sail away with me", "Viele Grüße", "Nehme an, das passt", "De nada", "Score one for me",
    "I am the king of the hill", "Take a look at this",
])
def test_prose_stays_prose(line: str) -> None:
    assert read_line(line, "kings") is None
