"""An order that comes by mail before a deadline counts, though it is read after it; a substitute's mail is theirs."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from games import substitutes, sweep
from games.models import Event, Game, Seat
from mail import incoming, reading, tokens
from mail.models import Incoming, Outgoing, Token
from tests.games.playing import NOW, days, make_game

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
SECOND = timedelta(seconds=1)


def write(game: Game, user: User, text: str, *, at: object, token: str) -> Incoming:
    raw = (f"From: {user.email}\r\nTo: play+{token}@example.org\r\nSubject: Re: game\r\nMessage-ID: <{token}@example.org>\r\n"
           f"\r\n{text}\r\n").encode()
    return incoming.store(raw, door="smtp", sender=user.email, recipients=[f"play+{token}@example.org"], now=at)  # type: ignore[arg-type]


def test_mail_that_came_before_the_deadline_is_read_first(ana: User, ben: User) -> None:
    game = make_game([ana, ben], pace=days(1))
    token = tokens.make(game.seats.get(index=0), 0, NOW)
    write(game, ana, "priest A2", at=NOW + DAY - SECOND, token=token)
    sweep.sweep(NOW + DAY + SECOND)
    assert not Event.objects.exists()
    reading.read_due(NOW + DAY + 30 * SECOND)
    event = Event.objects.get(game=game)
    assert (event.order, event.submission.source) == ("priest A2", "mail")


def test_mail_that_came_after_it_holds_nothing_up(ana: User, ben: User) -> None:
    game = make_game([ana, ben], pace=days(1))
    token = tokens.make(game.seats.get(index=0), 0, NOW)
    write(game, ana, "priest A2", at=NOW + DAY + SECOND, token=token)
    sweep.sweep(NOW + DAY + 2 * SECOND)
    assert Event.objects.get(game=game).order == "pass"


def test_mail_for_another_game_holds_nothing_up(ana: User, ben: User) -> None:
    game, other = make_game([ana, ben], pace=days(1)), make_game([ana, ben], pace=days(9))
    token = tokens.make(other.seats.get(index=0), 0, NOW)
    write(other, ana, "priest A2", at=NOW, token=token)
    sweep.sweep(NOW + DAY)
    assert Event.objects.get(game=game).order == "pass"


def test_a_substitute_makes_the_addresses_of_the_former_player_void(ana: User, ben: User, cleo: User) -> None:
    game = make_game([ana, ben], pace=days(1, misses=1))
    seat = game.seats.get(index=0)
    token = tokens.make(seat, 0, NOW)
    Outgoing.objects.create(user=ana, address=ana.email, kind="turn", game=game, seat=seat, key="k", message_id="m", subject="s",
                            text="", raw=b"", created=NOW, due=NOW)
    sweep.sweep(NOW + DAY)
    substitutes.take_seat(game=game, seat=seat, user=cleo, now=NOW + DAY)
    assert not Token.objects.filter(seat=seat).exists()
    assert Outgoing.objects.get(key="k").status == Outgoing.Status.DROPPED
    before = Game.objects.get(pk=game.pk).version
    write(game, ana, "pass", at=NOW + DAY, token=token)
    reading.read_due(NOW + DAY)
    assert Game.objects.get(pk=game.pk).version == before
    assert Seat.objects.get(pk=seat.pk).user == cleo
