"""No page of the game tells what belongs to another seat.

The same game is played twice with other tiles in ana's hand and in the bag; everything that ben, cleo and a
spectator are shown must be the same, byte for byte.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from urllib.parse import quote

import pytest
from django.db import transaction
from django.test import Client

from accounts.models import User
from games import play, positions
from games.models import Game
from tests.games.playing import START, done, make_game

pytestmark = pytest.mark.django_db

HANDS = (("temple", "temple", "farm", "farm", "farm", "settlement"), ("temple", "temple", "market", "settlement", "market", "market"))
SWAPS = ("swap farm farm", "swap market settlement")
PAGES = (
    "", "?piece=temple", "?piece=king", "?piece=temple&cell=D1", "?order=swap farm farm", "?order=swap temple; temple A1",
    "?order=swap temple; settlement A1; farm A4", "?order=pass", "?order=temple A5; farm A4", "?order=resign", "?order=nonsense",
    "log/", "replay/0/", "replay/1/", "replay/2/", "replay/3/", "replay/4/", "record", "verify/", "version?seen=0", "version?seen=4&said=0",
)  # fmt: skip
CHANCE = re.compile(r'name="(csrfmiddlewaretoken|key)" value="[^"]*"')


def shown(users: Sequence[User], number: int, client_for: Callable[[User], Client]) -> dict[tuple[str, str], str]:
    """All pages of one of the two games, by reader and address; leaves no trace in the database."""
    pages = {}
    with transaction.atomic():
        positions.clear()
        game = make_game(users, hands=[HANDS[number], START], seed=number)
        Game.objects.filter(pk=game.pk).update(commitment="0" * 64)
        game.refresh_from_db()
        done(game, 0, "priest A2")
        done(game, 0, "undo")
        done(game, 0, f"temple A1; {SWAPS[number]}")
        readers = {"ben": client_for(users[1]), "cleo": client_for(users[2]), "spectator": Client()}
        for name, client in readers.items():
            for page in PAGES:
                response = client.get(f"/games/{game.code}/{quote(page, safe='?=&/')}")
                assert response.status_code in (200, 204, 286), (name, page)
                pages[name, page] = CHANCE.sub("", response.content.decode())
        transaction.set_rollback(True)
    return pages


def test_no_page_depends_on_what_another_seat_holds_or_swapped_or_on_the_bag(
    ana: User, ben: User, cleo: User, client_for: Callable[[User], Client]
) -> None:
    first, second = (shown((ana, ben, cleo), number, client_for) for number in (0, 1))
    assert first.keys() == second.keys()
    for reader_and_page, text in first.items():
        assert text == second[reader_and_page], reader_and_page


def test_the_two_games_do_differ_for_ana(ana: User, ben: User, cleo: User, client_for: Callable[[User], Client]) -> None:
    logs = []
    for number in (0, 1):
        positions.clear()
        game = make_game([ana, ben, cleo], hands=[HANDS[number]], seed=number)
        done(game, 0, f"temple A1; {SWAPS[number]}")
        logs.append(client_for(ana).get(f"/games/{game.code}/log/").content.decode())
    assert "swap farm farm" in logs[0]
    assert "swap market settlement" in logs[1]


def test_a_preview_does_not_tell_what_would_be_drawn(game: Game, ana: User, client_for: Callable[[User], Client]) -> None:
    html = client_for(ana).get(f"/games/{game.code}/", {"order": "temple A1; temple A3"}).content.decode()
    assert "Not sent yet" in html
    for tile in ("drew", "refilled"):
        assert tile not in html.partition('id="send"')[2].partition("</section>")[0]
    assert play.position(game) is not None


def test_pages_with_secrets_are_kept_by_no_cache(game: Game, ana: User, client_for: Callable[[User], Client]) -> None:
    for page in ("", "log/", "replay/0/", "record"):
        header = client_for(ana).get(f"/games/{game.code}/{page}")["Cache-Control"]
        assert "no-store" in header
        assert "private" in header
