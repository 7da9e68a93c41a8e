"""The wonder and the buildings by mail: a whole turn in one answer, the questions, and what can be written then."""

from __future__ import annotations

import pytest

from accounts.models import User
from games import play
from games.models import Game
from mail import notices
from mail.models import Outgoing
from tests.conftest import NOW
from tests.games.playing import done, make_game
from tests.mail.inbox import Desk, outcome, receive, reply_address

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_pictures")]
TEMPLES = ("temple",) * 6


@pytest.fixture
def game(ana: User, ben: User) -> Game:
    """Ana holds temples; one lies on F10 from the start."""
    return make_game([ana, ben], hands=[TEMPLES], options={"wonder": "on", "buildings": "on"})


def desk(game: Game) -> Desk:
    """The player who must decide, with the latest mail that says so."""
    notices.collapse_due(NOW)
    seat = game.seats.get(index=game.decider)
    mail = Outgoing.objects.filter(seat=seat).latest("pk")
    return Desk(game, seat, mail, reply_address(mail), ("", ""), seat.user.email)


def text_of(at_desk: Desk) -> str:
    return " ".join(at_desk.answers()[-1].text.split())


def test_a_line_and_its_building_in_one_mail(game: Game) -> None:
    at_desk = desk(game)
    receive(at_desk.write("temple G10\ntemple H10\nraise F10"))
    assert outcome() == "orders", text_of(at_desk)
    assert at_desk.events() == ["temple G10", "temple H10", "raise F10"]
    game.refresh_from_db()
    assert play.view(game, 0).board.buildings["library"] == "F10"
    assert "You put the library on F10" in text_of(at_desk)


def test_the_question_for_the_building_and_its_answer(game: Game, ana: User) -> None:
    ana.language = "de"
    ana.save()
    at_desk = desk(game)
    receive(at_desk.write("Tempel G10; Tempel H10"))
    told = text_of(at_desk)
    assert "Errichtest du die Bibliothek auf einem davon (F10, G10 oder H10)?" in told
    assert "„errichten F10“" in told
    assert "„errichten nichts“" in told
    receive(at_desk.write("errichten H10", identifier="<2@example.org>", reply_to=reply_address(at_desk.answers()[-1])))
    assert at_desk.events()[-1] == "raise H10"


def test_an_answer_that_does_not_fit_the_line_is_refused_with_what_does(game: Game) -> None:
    at_desk = desk(game)
    receive(at_desk.write("temple G10; temple H10; raise E10"))
    assert (outcome(), at_desk.events()) == ("refused", [])
    assert "possible: F10, G10 or H10. (rule B2)" in text_of(at_desk)


def test_the_wonder_and_its_point(game: Game) -> None:
    for seat, text in ((0, "temple E10; temple G10"), (0, "raise none"), (1, "pass"), (0, "temple F9")):
        done(game, seat, text)
    at_desk = desk(game)
    receive(at_desk.write("temple F11\nraise none"))
    told = text_of(at_desk)
    assert "do you build the wonder (F10)?" in told
    assert "“build wonder F10” or “build none”" in told
    receive(at_desk.write("build wonder", identifier="<2@example.org>", reply_to=reply_address(at_desk.answers()[-1])))
    assert at_desk.events()[-1] == "build wonder F10"
    game.refresh_from_db()
    done(game, 1, "pass")
    at_desk = desk(game)
    receive(at_desk.write("temple H10; king H11", identifier="<3@example.org>"))
    told = text_of(at_desk)
    assert "The wonder gives you a point, of which colour: black, red, blue or green?" in told
    assert "“point black”, “point red”, “point blue” or “point green”" in told
    again = reply_address(at_desk.answers()[-1])
    receive(at_desk.write("point none", identifier="<4@example.org>", reply_to=again))
    assert (outcome(), at_desk.events()[-1]) == ("refused", "king H11")
    receive(at_desk.write("point green", identifier="<5@example.org>", reply_to=again))
    assert at_desk.events()[-1] == "point green"
    game.refresh_from_db()
    assert play.view(game, 0).seats[0].points["green"] == 1
