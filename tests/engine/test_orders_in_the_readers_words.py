"""Orders that are shown to people are in the words of their language, and the parser takes these for the same."""

from __future__ import annotations

import pytest

from engine import Fact, orders
from engine.errors import RulesError
from engine.grammar import canonical
from engine.lexicon import LANGUAGES, tell, tell_error, worded


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["tigris", "kings"])
def test_every_order_reads_back_from_the_words_of_each_language(game: str, language: str) -> None:
    for text, order in canonical(game).items():
        assert orders.parse(worded(text, language, game), game) == order


@pytest.mark.parametrize(("text", "german", "spanish"), [
    ("temple B-C", "Tempel B-C", "templo B-C"),
    ("sail king farmer", "segeln König Bauer", "navegar rey agricultor"),
    ("swap temple*2 farm", "tauschen Tempel*2 Bauernhof", "cambiar templo*2 granja"),
    ("swap 3", "tauschen 3", "cambiar 3"),
    ("say temple pass", "sagen temple pass", "decir temple pass"),
    ("undo", "zurücknehmen", "deshacer"),
])
def test_an_order_is_worded_as_it_would_be_typed(text: str, german: str, spanish: str) -> None:
    assert [worded(text, language) for language in ("en", "de", "es")] == [text, german, spanish]


def test_what_no_game_has_stays_as_it_is() -> None:
    assert worded("standing king least 3", "de") == "standing king least 3"


def refusal(text: str, game: str, language: str) -> str:
    with pytest.raises(RulesError) as refused:
        orders.parse(text, game)
    return tell_error(refused.value, language)


def test_a_suggestion_is_made_in_the_readers_language() -> None:
    assert "rey C1" in refusal("reyy C1", "kings", "es")
    assert "Tempel B" in refusal("Tempel", "kings", "de")


def test_what_is_asked_first_is_named_in_the_readers_language() -> None:
    from engine.errors import Illegal

    told = tell_error(Illegal("answer_first", rule="4.1", word="temple", asked="commit"), "de")
    assert "einsetzen …" in told


def test_what_was_taken_back_is_told_in_the_readers_language() -> None:
    assert "König F1" in tell(Fact("undone", seat=0, values={"order": "king F1"}), "de", ("Ana", "Ben"), viewer=0)
