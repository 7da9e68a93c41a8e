"""Orders in free mail text: what is one, what is an attempt that is refused, and what is prose."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Ambiguous, Invalid, Order
from engine.orders import read_line


@pytest.mark.parametrize(("line", "orders"), [
    ("temple D5", ["temple D5"]), ("Temple d5.", ["temple D5"]), ("„Tempel D5“", ["temple D5"]),
    ("- king E4", ["king E4"]), ("1. king E4", ["king E4"]), ("*temple D5*", ["temple D5"]),
    ("temple D5; market E6", ["temple D5", "market E6"]), ("Pass", ["pass"]), ("PASAR.", ["pass"]),
    ("  passen  ", ["pass"]), ("help", ["help"]), ("Hilfe!", ["help"]), ("say good luck; see you", ["say good luck; see you"]),
    ("\u202btemple D5\u202c", ["temple D5"]), ("temple\u00a0D5", ["temple D5"]), ("temple D5 …", ["temple D5"]),
])
def test_it_reads_an_order(line: str, orders: list[str]) -> None:
    found = read_line(line, "tigris")
    assert found is not None
    assert [str(order) for order in ([found] if isinstance(found, Order) else found)] == orders


@pytest.mark.parametrize("line", [
    "tmeple D5", "temple D55", "temple", "tempel E5 E6", "temple 5E", "kng D5", "temple D5 please", "temple please D5",
    "I place temple D5", "please pass", "Ich passe", "swap tmeple farm", "swpa temple farm", "commit two",
    "commit 2 please", "buld black-red", "fihgt king", "leave", "king", "the king", "D5", "lion: temple D5",
    "temple D5, market E6", "temple D5; sorry I am late", "temple D5?", "market E 6", "King D5 was a bad move",
    "einsetzen zwei", "Mercado", "rey D55",
])
def test_it_refuses_a_failed_attempt(line: str) -> None:
    with pytest.raises((Invalid, Ambiguous)) as refused:
        read_line(line, "tigris")
    assert str(refused.value)


@pytest.mark.parametrize("line", [
    "", "   ", "--", "Hello Ana,", "Hi all!", "Kind regards", "King regards, Ana", "No worries", "Take care!", "Cheers, Ben",
    "Sent from my iPhone", "Get Outlook for iOS", "Leave me alone", "Support our team", "Add me on Facebook",
    "Market Street 5", "Red 5 standing by", "Fight the good fight", "Build something nice", "Points mean prizes",
    "Pass the salt", "Do you like my temple at D5?", "Pass?", "Help me please", "On Tue, 3 Mar 2026 at 10:12, X wrote:",
    "Black Friday deals", "Your temple D5 hurt me a lot", "No", "Yes", "ok", "Thanks for the game", "Tel. 0123 456",
    "Pass auf dich auf", "Pass auf!", "Passt!", "Bauer Hans", "Hans Bauer", "Viele Grüße", "Liebe Grüße, Markus",
    "Das war nichts", "War schön", "Nehme an, das passt", "Von meinem iPhone gesendet", "Grüne Grüße", "Raum B2",
    "De nada", "Saludos", "Gracias, un abrazo", "Cambio de planes, mañana juego", "Cambio y fuera", "Paso por casa luego",
    "Rey de reyes", "Enviado desde mi iPhone", "Sin más, un saludo", "Abandono de animales", "Al final nada",
    "x" * 5000, "temple " + "x" * 5000,
])
def test_it_ignores_prose(line: str) -> None:
    assert read_line(line, "tigris") is None


@given(st.text(max_size=200))
def test_no_line_breaks_it(line: str) -> None:
    for game in ("tigris", "kings"):
        with suppress(Invalid, Ambiguous):
            assert read_line(line, game) != []
