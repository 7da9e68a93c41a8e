"""One-click answers: a link shows, a button answers, once, and only the decision that it was made for."""

from __future__ import annotations

import email
import re
from dataclasses import replace
from email.policy import default
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core import signing
from django.test import Client

from accounts.models import User
from engine import GAMES
from games import play
from games.models import Event, Game, Notice, Seat, Submission
from mail import one_click, sending
from mail.models import Outgoing
from mail.opened import opened
from tests.conftest import NOW
from tests.games.playing import done, make_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_pictures")]


@pytest.fixture
def asked(ana: User, ben: User, cleo: User) -> tuple[Game, Seat]:
    """A revolt of Ben's against Ana, who must say what she adds, and has a mail that says so."""
    game = make_game([ana, ben, cleo])
    done(game, 0, "priest A2; pass")
    done(game, 1, "priest C2; commit 1")
    sending.send_due(NOW)
    game.refresh_from_db()
    return game, game.seats.select_related("user").get(index=0)


def mail_of(seat: Seat) -> Outgoing:
    return Outgoing.objects.filter(seat=seat).latest("pk")


def links(mail: Outgoing) -> dict[str, str]:
    """Path of each link by its words, as the HTML part shows them."""
    html = opened(bytes(mail.raw)).html
    found = re.findall(r'href="([^"]+/mail/answer/[^"]+)"[^>]*>([^<]+)</a>', html)
    return {words: urlsplit(address).path for address, words in found}


def main_of(response: Any) -> str:
    return str(response.content.decode()).partition("<main")[2].partition("</main>")[0]


def orders(game: Game) -> list[str]:
    return list(Event.objects.filter(game=game).values_list("order", flat=True))


def path(seat: Seat, order: str) -> str:
    game = Game.objects.get(pk=seat.game_id)
    return urlsplit(one_click.url(seat, game.version, one_click.name_of(play.view(game, seat)), order)).path


def test_a_mail_offers_each_answer_as_a_link_in_both_parts(asked: tuple[Game, Seat]) -> None:
    game, seat = asked
    mail = mail_of(seat)
    legal = play.view(game, seat).legal["commit"]
    assert list(links(mail)) == ["Answer: Add nothing", *(f"Answer: Add {n} × temple" for n in legal if n != "0")]
    text = opened(bytes(mail.raw)).text
    assert all(link in text for link in links(mail).values())


def test_a_turn_has_too_many_answers_for_links(running_game: Game) -> None:
    sending.send_due(NOW)
    assert all(not links(mail) for mail in Outgoing.objects.all())


def test_what_is_kept_of_a_mail_holds_no_link(asked: tuple[Game, Seat]) -> None:
    assert "/mail/answer/" not in mail_of(asked[1]).text


def test_looking_changes_nothing(asked: tuple[Game, Seat]) -> None:
    """Mail scanners follow links, with any method that is safe, as often as they like."""
    game, seat = asked
    before = (game.version, Submission.objects.count())
    for link in links(mail_of(seat)).values():
        for _time in range(3):
            assert Client().get(link).status_code == 200
            assert Client().head(link).status_code == 200
    game.refresh_from_db()
    assert (game.version, Submission.objects.count()) == before


def test_the_page_shows_the_question_the_board_and_one_button(asked: tuple[Game, Seat]) -> None:
    _, seat = asked
    page = Client().get(links(mail_of(seat))["Answer: Add 1 × temple"]).content.decode()
    assert "Add 1 × temple</button>" in page
    assert page.count("<button class=\"button large") == 1
    assert "<svg" in page
    assert "Revolt" in page


def test_the_button_answers_without_a_session_or_form_token(asked: tuple[Game, Seat]) -> None:
    game, seat = asked
    response = Client(enforce_csrf_checks=True).post(links(mail_of(seat))["Answer: Add 1 × temple"], follow=True)
    assert orders(game)[-1] == "commit 1"
    assert "Your answer was carried out" in response.content.decode()
    event = Event.objects.filter(game=game).latest("seq")
    assert (event.submission.source, event.submission.actor, event.seat) == ("link", seat.user, seat.index)


def test_a_turn_that_a_click_brings_is_mailed_with_the_hand(ana: User, ben: User) -> None:
    game = make_game([ana, ben])
    done(game, 0, "priest A2; pass")
    done(game, 1, "priest C2; commit 1; temple P1")  # the temple waits for Ana's answer
    sending.send_due(NOW)
    seat = game.seats.get(index=0)
    Client().post(links(mail_of(seat))["Answer: Add nothing"])
    assert orders(game)[-1] == "temple P1"
    notice = Notice.objects.filter(user=ana, kind="turn").latest("pk")
    assert notice.version == Game.objects.get().version


def test_a_second_click_says_that_it_is_done(asked: tuple[Game, Seat]) -> None:
    game, seat = asked
    link = links(mail_of(seat))["Answer: Add 1 × temple"]
    Client().post(link)
    page = Client().post(link, follow=True).content.decode()
    assert orders(game).count("commit 1") == 2  # ben's and hers
    assert "Your answer was carried out" in page
    assert "<button class=\"button large" not in page


def test_another_answer_comes_too_late_and_shows_how_the_game_stands(asked: tuple[Game, Seat]) -> None:
    game, seat = asked
    mail = mail_of(seat)
    Client().post(links(mail)["Answer: Add 1 × temple"])
    before = orders(game)
    for page in (Client().get(links(mail)["Answer: Add nothing"]), Client().post(links(mail)["Answer: Add nothing"], follow=True)):
        assert "earlier moment of the game" in page.content.decode()
    assert orders(game) == before


def test_an_answer_given_elsewhere_voids_the_links(asked: tuple[Game, Seat]) -> None:
    game, seat = asked
    done(game, seat.index, "commit 0")
    page = Client().post(links(mail_of(seat))["Answer: Add 1 × temple"], follow=True)
    assert "earlier moment of the game" in page.content.decode()
    assert orders(game)[-1] == "commit 0"


def test_somebody_elses_leaving_does_not_void_them(asked: tuple[Game, Seat]) -> None:
    game, seat = asked
    done(game, 2, "resign")
    Client().post(links(mail_of(seat))["Answer: Add 1 × temple"])
    assert orders(game)[-1] == "commit 1"


def test_a_link_of_one_decision_is_no_answer_to_the_next_one(asked: tuple[Game, Seat]) -> None:
    """The same seat, the same order, the same version, another question."""
    game, seat = asked
    other = urlsplit(one_click.url(seat, game.version, "0" * 16, "commit 0")).path
    assert "earlier moment" in Client().post(other, follow=True).content.decode()
    assert "commit 0" not in orders(game)


def test_a_link_that_was_changed_is_none(asked: tuple[Game, Seat]) -> None:
    _, seat = asked
    link = links(mail_of(seat))["Answer: Add nothing"]
    for wrong in (link[:-3] + "xy/", "/mail/answer/" + signing.Signer(salt="mail.mute").sign_object(seat.pk) + "/",
                  "/mail/answer/" + signing.Signer(salt=one_click.SALT).sign_object([1]) + "/"):
        assert Client().get(wrong).status_code == 404
        assert Client().post(wrong).status_code == 404


def test_who_left_the_seat_answers_no_more(asked: tuple[Game, Seat]) -> None:
    _, seat = asked
    link = links(mail_of(seat))["Answer: Add nothing"]
    Seat.objects.filter(pk=seat.pk).update(user=None)
    assert Client().post(link).status_code == 404


def test_an_order_that_the_rules_refuse_is_told_with_the_reason(asked: tuple[Game, Seat]) -> None:
    game, seat = asked
    page = Client().post(path(seat, "commit 6"))
    assert "Not carried out." in page.content.decode()
    assert "commit 6" not in orders(game)


def test_the_page_shows_no_hand(asked: tuple[Game, Seat], monkeypatch: pytest.MonkeyPatch) -> None:
    """What it shows is the spectator's view; the seat's own only says whether its question is still the same."""
    game, seat = asked
    link = links(mail_of(seat))["Answer: Add nothing"]
    before = main_of(Client().get(link))
    rules, own = GAMES[game.kind], play.view

    def other_hand(game: Game, who: Any) -> Any:
        view = own(game, who)
        if who is None or view.seat is None:
            return view
        hands = tuple(replace(each, hand={"farm": 6}, points={"red": 9}) if each.hand is not None else each for each in view.seats)
        return replace(view, seats=hands)

    monkeypatch.setattr(play, "view", other_hand)
    assert main_of(Client().get(link)) == before
    assert rules.view(play.position(game), None).seats[seat.index].hand is None


def test_its_address_goes_to_nobody(asked: tuple[Game, Seat]) -> None:
    response = Client().get(next(iter(links(mail_of(asked[1])).values())))
    assert response["Referrer-Policy"] == "no-referrer"
    assert "no-store" in response["Cache-Control"]
    assert "noindex" in response["X-Robots-Tag"]


@pytest.mark.parametrize(("language", "words"), [("de", "Nichts"), ("es", "No aportar")])
def test_it_speaks_the_players_language(asked: tuple[Game, Seat], language: str, words: str) -> None:
    _, seat = asked
    User.objects.update(language=language)
    page = Client().get(path(seat, "commit 0")).content.decode()
    assert f'lang="{language}"' in page
    assert words in page


def test_a_reply_works_beside_the_links(asked: tuple[Game, Seat]) -> None:
    message = email.message_from_bytes(bytes(mail_of(asked[1]).raw), policy=default)
    assert message["Reply-To"]
