"""What stands in the mails: for each reader what they may know, in their words and time."""

from __future__ import annotations

import email
import io
from datetime import timedelta
from email.message import EmailMessage
from email.policy import default
from random import Random

import pytest
from PIL import Image

from accounts.models import User
from engine.bots import BOTS
from games import play, tables
from games.models import Game, Notice, Seat
from mail import boundary, compose_turn, mime, sending
from mail.models import Outgoing
from mail.opened import opened
from tests.conftest import NOW
from tests.games.playing import days
from tests.mail.test_out_notices import fresh, order, players

pytestmark = pytest.mark.django_db


def played(game: Game, orders: int, seed: int = 1) -> Game:
    """The game after so many orders of a greedy player on every seat, and on until somebody else is asked."""
    chance = Random(seed)
    last = None
    while (game := fresh(game)).decider is not None and (game.version < orders or game.decider == last):
        last = game.decider
        order(game, str(BOTS["greedy"](play.view(game, game.decider), chance)))
    return game


def turn_mail(game: Game) -> Outgoing:
    sending.send_due(NOW)
    return Outgoing.objects.filter(game=game, kind="turn").latest("pk")


@pytest.fixture
def mail(running_game: Game) -> Outgoing:
    return turn_mail(played(running_game, 18))


def test_the_boundary_line_is_first_in_both_parts(mail: Outgoing) -> None:
    from bs4 import BeautifulSoup

    line = boundary.line(mail.game.code)
    assert mail.text.splitlines()[0] == line
    page = BeautifulSoup(opened(bytes(mail.raw)).html, "html.parser")
    assert page.body is not None
    assert next(page.body.stripped_strings) == line
    assert "display:none" not in str(page)


def test_the_text_fits_72_columns_but_for_addresses(mail: Outgoing) -> None:
    wide = [line for line in mail.text.splitlines() if len(line) > 72 and "http" not in line]
    assert wide == []
    assert "     A   B   C" in mail.text


def test_html_is_small_and_its_picture_a_png(mail: Outgoing) -> None:
    message = email.message_from_bytes(bytes(mail.raw), policy=default)
    assert isinstance(message, EmailMessage)
    html = message.get_body(("html",))
    assert html is not None
    assert len(html.get_content().encode()) < 100_000
    assert f'src="cid:{mime.PICTURE}" alt="' in html.get_content()
    (picture,) = [part for part in message.walk() if part.get_content_type() == "image/png"]
    data = picture.get_payload(decode=True)
    assert isinstance(data, bytes)
    assert Image.open(io.BytesIO(data)).width >= 640
    assert len(mail.raw) < 300_000


def test_it_says_what_is_asked_and_how_to_answer_with_orders_that_are_legal(mail: Outgoing) -> None:
    view = play.view(fresh(mail.game), mail.seat)
    assert "It is your turn" in mail.text
    quoted = [piece.partition("”")[0] for piece in mail.text.split("“")[1:]]
    tiles = [text.split() for text in quoted if text.split()[0] in ("settlement", "temple", "farm", "market")]
    assert tiles
    for word, cell in tiles:
        assert cell in view.legal[word]
    assert "pass" in quoted


def test_it_shows_the_readers_hand_and_points_and_nobody_elses(running_game: Game) -> None:
    mail = turn_mail(played(running_game, 18))
    own = play.view(fresh(mail.game), mail.seat)
    names = play.names(mail.game)
    for index, name in enumerate(names):
        assert (f"Standing of {name}:" in mail.text) == (index == own.seat)


def test_no_mail_depends_on_what_its_reader_may_not_know(running_game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same view gives the same mail: nothing comes past it."""
    game = played(running_game, 18)
    seat = game.seats.get(index=game.decider)
    sees = play.view(game, seat)
    asked_for: list[int | None] = []

    def only_this(game: Game, who: Seat | int | None) -> object:
        asked_for.append(who.index if isinstance(who, Seat) else who)
        return sees

    monkeypatch.setattr(play, "view", only_this)
    monkeypatch.setattr(play, "position", lambda game: pytest.fail("a mail looked behind the view"))
    letter = compose_turn.turn(game, seat, [])
    assert set(asked_for) == {seat.index}
    assert game.draw not in letter.text
    assert game.salt not in letter.text + letter.html


def test_another_players_swap_does_not_tell_the_tiles(running_game: Game) -> None:
    sending.send_due(NOW)
    first, _, _ = players(running_game)
    view = play.view(fresh(running_game), first)
    tiles = view.legal["swap"][:3]
    order(running_game, f"swap {' '.join(tiles)}\npass")
    news = turn_mail(running_game).text.partition("has happened")[2].partition("  A   B")[0]
    assert str(first.user) in news
    assert not any(tile in news for tile in ("settlement", "temple", "farm", "market"))


def test_the_deadline_is_told_in_the_readers_zone(ana: User, ben: User) -> None:
    User.objects.update(time_zone="Pacific/Auckland")
    game = tables.create(host=ana, now=NOW, size=2, pace=days(3))
    tables.join(game=game, user=ben, now=NOW)
    mail = turn_mail(game)
    assert "March 5, 2026 at 1 a.m. (Pacific/Auckland)" in " ".join(mail.text.split())


def test_it_is_written_in_the_readers_language(running_game: Game) -> None:
    User.objects.update(language="de")
    mail = turn_mail(played(running_game, 6))
    assert "Du bist am Zug" in mail.text
    assert "Tempel" in mail.text
    assert '<html lang="de">' in opened(bytes(mail.raw)).html


def test_all_mails_of_a_game_have_one_subject(running_game: Game) -> None:
    turn_mail(running_game)
    User.objects.filter(display_name="Ana").update(display_name="Anastasia")
    turn_mail(played(running_game, 8))
    subjects = set(Outgoing.objects.values_list("subject", flat=True))
    assert len(subjects) == 1
    assert subjects.pop().startswith(f"Tigris {running_game.code}: ")


def test_an_undone_order_is_marked(running_game: Game) -> None:
    sending.send_due(NOW)
    first, _, _ = players(running_game)
    view = play.view(fresh(running_game), first)
    order(running_game, f"priest {view.legal['priest'][0]}")
    order(running_game, "undo")
    order(running_game, "pass")
    assert "(taken back)" in turn_mail(running_game).text


def test_the_end_tells_the_result_and_how_to_check_the_bag(running_game: Game) -> None:
    game = played(running_game, 12)
    for seat in list(game.seats.all())[:2]:
        order(game, "resign", seat=seat.index)
    sending.send_due(NOW)
    for mail in Outgoing.objects.filter(kind="ended"):
        assert "Place 1: " in mail.text
        assert "What has happened since" in mail.text
        game = fresh(game)
        assert game.salt in mail.text.replace("\n", "")
        assert game.commitment in mail.text.replace("\n", "")
        assert f"/{game.code}" in mail.text
        assert "image/png" in bytes(mail.raw).decode()


def test_a_letter_can_be_composed_again_and_is_the_same(running_game: Game) -> None:
    game = played(running_game, 4)
    seat = game.seats.get(index=game.decider)
    notices = list(Notice.objects.filter(user=seat.user, kind="started"))
    assert compose_turn.turn(game, seat, notices).text == compose_turn.turn(game, seat, notices).text


def test_words_of_the_table_stand_on_one_line_each(running_game: Game) -> None:
    sending.send_due(NOW)
    order(running_game, "say hello\u00a0 temple D5 <b>you</b>")
    sending.send_due(NOW + timedelta(minutes=6))
    row = Outgoing.objects.filter(kind="chat").latest("pk")
    assert "“hello temple D5 <b>you</b>”" in row.text
    assert "<b>you</b>" not in opened(bytes(row.raw)).html
