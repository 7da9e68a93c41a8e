"""Reply addresses and the boundary line."""

from __future__ import annotations

import re

import pytest

from games.models import Game
from mail import boundary, reply, tokens
from mail.models import Token
from tests.conftest import NOW

pytestmark = pytest.mark.django_db


def token_for(game: Game, version: int = 3) -> str:
    return tokens.make(game.seats.all()[0], version, NOW)


def test_a_token_is_found_in_any_address_form_and_any_case(table: Game) -> None:
    address = reply.address(token_for(table))
    for form in (address, address.upper(), f'"Tigris, by mail" <{address}>', f"x@y.example, {address}"):
        (found,) = tokens.find(["somebody@example.org", form])
        assert found.seat == table.seats.all()[0]
        assert found.version == 3


def test_a_token_in_several_headers_is_one_token(table: Game) -> None:
    address = reply.address(token_for(table))
    assert len(tokens.find([address, address.upper(), f"<{address}>"])) == 1


def test_two_tokens_are_both_returned(table: Game) -> None:
    assert len(tokens.find([reply.address(token_for(table)), reply.address(token_for(table))])) == 2


def test_an_unknown_token_finds_nothing(table: Game) -> None:
    token_for(table)
    assert tokens.find([reply.address("a" * tokens.LENGTH), "play@example.org", "", "play+@example.org"]) == []


def test_only_a_hash_of_the_token_is_kept(table: Game) -> None:
    token = token_for(table)
    kept = Token.objects.get()
    assert token not in kept.digest
    assert re.fullmatch("[0-9a-f]{64}", kept.digest)


def test_no_two_mails_share_a_token(table: Game) -> None:
    assert token_for(table) != token_for(table)


def test_the_local_part_fits_and_is_plain(table: Game) -> None:
    local = reply.address(token_for(table)).partition("@")[0]
    assert len(local) <= 64
    assert re.fullmatch(r"[a-z0-9+-]+", local)


def test_looking_for_thousands_of_tokens_is_one_small_query(table: Game, django_assert_num_queries) -> None:
    many = [reply.address(f"{number:024d}".translate(str.maketrans("0189", "abcd"))) for number in range(20_000)]
    with django_assert_num_queries(1):
        assert tokens.find(many) == []


def test_the_boundary_line_is_short_and_ascii() -> None:
    line = boundary.line("k7mq2xk7mq2x")
    assert len(line) <= 60
    assert line.isascii()


@pytest.mark.parametrize("seen", [
    "=== Answer above this line === Tigris k7mq2x ===",
    "> === Answer above this line === Tigris k7mq2x ===",
    "> > \t===  Answer  above this\u00a0line ===  Tigris K7MQ2X ===  ",
    "Am 3. März schrieb Tigris by mail: === Answer above this line === Tigris k7mq2x ===",
    "*=== Answer above this line === Tigris k7mq2x ===*",
])
def test_the_boundary_is_known_again_however_a_client_shows_it(seen: str) -> None:
    assert boundary.is_boundary(seen)
    assert boundary.code(seen) == "k7mq2x"


def test_the_first_half_of_a_broken_boundary_is_enough() -> None:
    assert boundary.is_boundary("> === Answer above this line ===")
    assert boundary.code("> === Answer above this line ===") == ""


@pytest.mark.parametrize("line", ["temple D5", "I answer above this line", "=== Tigris ===", ""])
def test_what_players_write_is_no_boundary(line: str) -> None:
    assert not boundary.is_boundary(line)
