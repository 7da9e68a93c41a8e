"""No page of the card game tells what belongs to another seat: hands, and a link that lies face down.

The same game is played twice with another hand of cleo's and another link; everything that ana, ben and a spectator
are shown must be the same, byte for byte.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from urllib.parse import quote

import pytest
from django.db import transaction
from django.test import Client

from accounts.models import User
from engine import Order
from games import play, positions
from games.models import Game
from games.preview import preview
from tests.games.kings_table import OTHER_HAND, at_war, grown, kings_game
from tests.games.playing import KINGS_START, done, order
from tests.games.test_game_secrets import CHANCE

pytestmark = pytest.mark.django_db

GAMES = ((KINGS_START, "market"), (OTHER_HAND, "farm"))
PAGES = (
    "", "?order=commit 0", "?order=commit 1; pass", "?order=points ask", "?order=resign", "?piece=king", "log/",
    "replay/8/", "replay/9/", "record", "verify/", "version?seen=0", "version?seen=9&said=0",
)  # fmt: skip


def shown(users: Sequence[User], number: int, client_for: Callable[[User], Client]) -> dict[tuple[str, str], str]:
    """All pages of one of the two games, by reader and address; leaves no trace in the database."""
    pages = {}
    cleo, link = GAMES[number]
    with transaction.atomic():
        positions.clear()
        game = kings_game(users, cleo=cleo)
        Game.objects.filter(pk=game.pk).update(commitment="0" * 64)
        game.refresh_from_db()
        at_war(game, link)
        done(game, 0, "commit 0")  # ben decides now
        readers = {"ana": client_for(users[0]), "ben": client_for(users[1]), "spectator": Client()}
        for name, client in readers.items():
            for page in PAGES:
                response = client.get(f"/games/{game.code}/{quote(page, safe='?=&/')}")
                assert response.status_code in (200, 204, 286), (name, page)
                pages[name, page] = CHANCE.sub("", response.content.decode())
        transaction.set_rollback(True)
    return pages


def test_no_page_depends_on_another_seats_hand_or_on_a_link_that_lies_face_down(
    ana: User, ben: User, cleo: User, client_for: Callable[[User], Client]
) -> None:
    first, second = (shown((ana, ben, cleo), number, client_for) for number in (0, 1))
    assert first.keys() == second.keys()
    for reader_and_page, text in first.items():
        assert text == second[reader_and_page], reader_and_page


def test_who_laid_the_link_sees_it(ana: User, ben: User, cleo: User, client_for: Callable[[User], Client]) -> None:
    game = kings_game([ana, ben, cleo])
    at_war(game)
    own, other = (client_for(user).get(f"/games/{game.code}/log/").content.decode() for user in (cleo, ana))
    assert "market A-B" in own
    assert "market A-B" not in other
    assert "link A-B" in other


@pytest.mark.parametrize("points", ["always", "ask"])
def test_a_preview_does_not_tell_whether_another_player_could_score(points: str, ana: User, ben: User, cleo: User) -> None:
    """Cleo plays a market into ben's column: whether ben holds one, and is asked, must not be told."""
    previews = []
    for bens in (KINGS_START, OTHER_HAND):
        positions.clear()
        game = kings_game([ben, cleo, ana], points=points)
        with transaction.atomic():
            game = _with_hand(game, bens)
            done(game, 0, "king B1; pass")
            look = preview(game, 1, [Order("market", ("B",)), Order("temple", ("C",))])
            previews.append((look.orders, look.facts, look.view.display, look.view.conflict, look.rest, look.unsure))
            transaction.set_rollback(True)
    assert previews[0] == previews[1]
    assert previews[0][4:] == (("temple C",), True)


def _with_hand(game: Game, first: Sequence[str]) -> Game:
    """The same game with another hand of the first player's, taken from the end of the deck."""
    from games import chance

    draw = list(chance.unfold(game.draw))
    for place, card in enumerate(first):
        other = len(draw) - 1 - draw[::-1].index(card)
        draw[place], draw[other] = draw[other], draw[place]
    Game.objects.filter(pk=game.pk).update(draw=chance.fold(draw))
    game.refresh_from_db()
    positions.clear()
    return game


def test_a_preview_of_the_last_answer_does_not_turn_the_link_up(ana: User, ben: User, cleo: User) -> None:
    game = kings_game([ana, ben, cleo])
    at_war(game)
    done(game, 0, "commit 0")
    look = preview(game, 1, [Order("commit", ("0",))])
    assert look.view.display is not None
    assert look.view.display.links["A-B"].piece == ""
    assert "uncovered" not in {fact.kind for fact in look.facts}
    done(game, 1, "commit 0")
    assert play.view(game, 1).display.links["A-B"].piece == "market"  # type: ignore[union-attr]


# Settings disturb nobody

def test_a_setting_of_another_does_not_make_a_page_old(ana: User, ben: User, cleo: User) -> None:
    game = kings_game([ana, ben, cleo])
    seen = game.version
    done(game, 2, "points ask")
    assert order(game, 0, "king A1", seen=seen).ok
    assert not order(game, 0, "settlement A", seen=seen).ok  # something has happened since


def test_a_setting_of_ones_own_keeps_waiting_orders(ana: User, ben: User, cleo: User) -> None:
    game = kings_game([ana, ben, cleo])
    grown(game)
    done(game, 2, "market A-B; priest A2")
    assert play.waiting(game, 2) == ("priest A2",)
    done(game, 2, "points ask")
    assert play.waiting(game, 2) == ("priest A2",)
    done(game, 0, "commit 0")
    done(game, 1, "commit 0")
    assert play.waiting(game, 2) == ()
