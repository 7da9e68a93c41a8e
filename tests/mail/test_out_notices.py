"""Which mails come of which notices: one for one person and game, only what is true, each once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from accounts.models import User
from engine.bots import BOTS
from games import play, positions, tables
from games.models import Game, Notice, Seat
from mail import compose_started, notices, sending
from mail.models import Outgoing
from tests.conftest import NOW, person

pytestmark = pytest.mark.django_db
Status = Outgoing.Status


def fresh(game: Game) -> Game:
    return Game.objects.prefetch_related("seats__user").get(pk=game.pk)


def order(game: Game, text: str, *, seat: int | None = None, source: str = "page", now: datetime = NOW) -> Game:
    """Somebody, by default who must decide, orders something that is accepted."""
    game = fresh(game)
    index = game.decider if seat is None else seat
    assert index is not None
    key = f"{game.pk}:{game.version}:{text}:{index}"
    outcome = play.submit(game=game, seat=index, text=text, seen=None, source=source, key=key, actor=None, now=now)
    assert outcome.ok, outcome.error
    game = fresh(game)
    positions.played(game)  # kept, as after a commit: nothing is committed in these tests
    return game


def kinds(user: User) -> list[tuple[str, str]]:
    return list(Outgoing.objects.filter(user=user).order_by("pk").values_list("kind", "status"))


def players(game: Game) -> tuple[Seat, Seat, Seat]:
    """The seats, who must decide first."""
    game = fresh(game)
    assert game.decider is not None
    first, second, third = (game.seats.get(index=(game.decider + step) % 3) for step in range(3))
    return first, second, third


@pytest.fixture(autouse=True)
def _no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing is slow and not what is looked at here."""
    monkeypatch.setattr("drawing.png", lambda *args, **values: b"\x89PNG")


@pytest.fixture
def tell() -> Callable[..., Notice]:
    def make(seat: Seat, kind: str, *, now: datetime = NOW, **data: Any) -> Notice:
        return Notice.objects.create(game=seat.game, seat=seat, user=seat.user, kind=kind, version=seat.game.version,
                                     data=data, created=now, due=now)

    return make


def test_start_and_turn_are_one_mail_and_the_others_hear_of_the_start(running_game: Game) -> None:
    sending.send_due(NOW)
    first, second, third = players(running_game)
    assert kinds(first.user) == [("turn", "sent")]
    assert kinds(second.user) == kinds(third.user) == [("started", "sent")]
    assert running_game.commitment in Outgoing.objects.get(kind="turn").text


def test_every_notice_is_told_once(running_game: Game) -> None:
    sending.send_due(NOW)
    assert not Notice.objects.filter(told=None).exists()
    assert notices.collapse_due(NOW + timedelta(days=1)) == 0
    assert Outgoing.objects.count() == 3


def test_the_next_player_gets_the_turn_with_what_happened(running_game: Game) -> None:
    sending.send_due(NOW)
    first, second, _ = players(running_game)
    order(running_game, "pass")
    sending.send_due(NOW)
    assert kinds(second.user)[-1] == ("turn", "sent")
    text = Outgoing.objects.filter(kind="turn").latest("pk").text
    assert f"{first.user} passed" in text or f"{first.user} ended" in text


def test_a_turn_that_was_taken_on_the_page_meanwhile_is_not_mailed(running_game: Game) -> None:
    first, _, _ = players(running_game)
    order(running_game, "pass")
    sending.send_due(NOW)
    assert kinds(first.user) == [("started", "sent")]


def test_a_queued_turn_mail_is_dropped_when_the_decision_is_over(running_game: Game) -> None:
    first, second, _ = players(running_game)
    notices.collapse_due(NOW)
    order(running_game, "pass")
    sending.send_due(NOW)
    assert kinds(first.user)[0] == ("turn", "dropped")
    assert kinds(second.user)[-1] == ("turn", "sent")


def test_what_a_dropped_mail_also_told_is_told_by_another(running_game: Game, tell: Callable[..., Notice]) -> None:
    first, _, _ = players(running_game)
    tell(first, "chat", name="Ben", text="hello there")
    notices.collapse_due(NOW)
    order(running_game, "pass")
    sending.send_due(NOW)
    assert kinds(first.user) == [("turn", "dropped"), ("started", "sent")]
    text = Outgoing.objects.get(user=first.user, status=Status.SENT).text
    assert running_game.commitment in text
    assert "hello there" in text


def test_the_start_promises_turn_mails_only_to_those_who_get_them(running_game: Game) -> None:
    first, second, _ = players(running_game)
    running_game.seats.filter(user=first.user).update(muted=True)
    sending.send_due(NOW)
    silent, usual = (Outgoing.objects.get(user=seat.user, kind="started").text for seat in (first, second))
    assert "You get a mail when a decision is yours." in usual
    assert "a mail when" not in silent
    assert "No mails tell you of your turns" in silent


def test_who_moves_first_reads_that_the_first_decision_is_theirs(running_game: Game) -> None:
    first = players(running_game)[0]
    letter = compose_started.started(fresh(running_game), first, [])
    assert "You are the first to move." in letter.text
    assert "You get a mail when" not in letter.text


def test_of_two_turns_only_the_true_one_is_mailed(running_game: Game, tell: Callable[..., Notice]) -> None:
    first, _, _ = players(running_game)
    tell(first, "turn")
    sending.send_due(NOW)
    assert kinds(first.user) == [("turn", "sent")]


def test_a_resignation_of_another_does_not_lose_the_turn(running_game: Game) -> None:
    first, _, third = players(running_game)
    notices.collapse_due(NOW)
    order(running_game, "resign", seat=third.index)
    sending.send_due(NOW)
    sent = Outgoing.objects.filter(user=first.user, kind="turn", status=Status.SENT)
    assert sent.count() == 1
    assert "resign" in sent.get().text or "left" in sent.get().text


def test_words_wait_for_the_turn_they_can_go_with(running_game: Game) -> None:
    sending.send_due(NOW)
    first, second, third = players(running_game)
    order(running_game, "say good luck", seat=first.index)
    sending.send_due(NOW + timedelta(minutes=1))
    assert "chat" not in {kind for kind, _ in kinds(second.user)}
    order(running_game, "pass", now=NOW + timedelta(minutes=2))
    sending.send_due(NOW + timedelta(minutes=2))
    assert "good luck" in Outgoing.objects.get(user=second.user, kind="turn").text
    assert "chat" not in {kind for kind, _ in kinds(third.user)}
    sending.send_due(NOW + timedelta(minutes=6))
    assert "good luck" in Outgoing.objects.get(user=third.user, kind="chat").text
    assert "chat" not in {kind for kind, _ in kinds(first.user)}


def test_an_untrue_turn_does_not_hurry_words(running_game: Game) -> None:
    sending.send_due(NOW)
    _, second, _ = players(running_game)
    order(running_game, "pass\nsay hello")
    order(running_game, "pass")
    sending.send_due(NOW)
    assert kinds(second.user) == [("started", "sent")]
    sending.send_due(NOW + timedelta(minutes=6))
    assert kinds(second.user)[-1] == ("chat", "sent")


def test_muted_seats_get_no_turns_and_no_words_but_the_end(running_game: Game) -> None:
    sending.send_due(NOW)
    first, second, third = players(running_game)
    Seat.objects.filter(pk=second.pk).update(muted=True)
    order(running_game, "pass\nsay hello")
    sending.send_due(NOW + timedelta(minutes=6))
    assert kinds(second.user) == [("started", "sent")]
    for seat in (first, third):
        order(running_game, "resign", seat=seat.index)
    sending.send_due(NOW)
    assert kinds(second.user)[-1] == ("ended", "sent")


def test_a_mail_already_queued_is_dropped_when_its_seat_is_muted(running_game: Game) -> None:
    first, _, _ = players(running_game)
    notices.collapse_due(NOW)
    Seat.objects.filter(pk=first.pk).update(muted=True)
    sending.send_due(NOW)
    assert kinds(first.user) == [("turn", "dropped"), ("started", "sent")]


def test_the_end_swallows_everything_else(running_game: Game) -> None:
    first, second, third = players(running_game)
    for seat in (second, third):
        order(running_game, "resign", seat=seat.index)
    sending.send_due(NOW)
    for seat in (first, second, third):
        assert kinds(seat.user) == [("ended", "sent")]


def test_waiting_orders_that_were_dropped_come_with_the_turn(
    running_game: Game, tell: Callable[..., Notice]
) -> None:
    first, second, _ = players(running_game)
    for seat in (first, second):
        tell(seat, "dropped", orders=["temple D5", "farm E3"], reason="That cell is taken. (4.1)")
    sending.send_due(NOW)
    assert kinds(first.user) == [("turn", "sent")]
    assert kinds(second.user) == [("dropped", "sent")]
    for row in Outgoing.objects.filter(user__in=(first.user, second.user)):
        assert "“temple D5”, “farm E3”" in row.text
        assert "That cell is taken." in row.text


def test_an_invitation_goes_to_an_address_without_an_account(table: Game, ana: User) -> None:
    seat = tables.invite(game=table, user=ana, address="dora@example.org", now=NOW)
    sending.send_due(NOW)
    row = Outgoing.objects.get()
    assert (row.address, row.user, row.kind, row.status) == ("dora@example.org", None, "invited", Status.SENT)
    assert seat.invitation is not None
    assert seat.invitation in row.text
    assert "Ana" in row.text


def test_an_invitation_that_was_accepted_at_once_is_not_mailed(table: Game, ana: User) -> None:
    seat = tables.invite(game=table, user=ana, address="dora@example.org", now=NOW)
    tables.join(game=table, user=person("Dora"), now=NOW, invitation=str(seat.invitation))
    sending.send_due(NOW)
    assert not Outgoing.objects.filter(kind="invited").exists()


def test_a_cancelled_table_is_told_to_those_who_sat_or_were_invited(table: Game, ana: User, ben: User) -> None:
    tables.invite(game=table, user=ana, address="dora@example.org", now=NOW)
    sending.send_due(NOW)
    tables.cancel(game=table, user=ana, now=NOW)
    sending.send_due(NOW)
    assert sorted(Outgoing.objects.exclude(kind="invited").values_list("kind", "address")) == [
        ("cancelled", "ben@example.org"), ("cancelled", "dora@example.org")]


def test_bots_get_no_mail(ana: User) -> None:
    tables.create(host=ana, now=NOW, size=3, bots=("random", "random"))
    sending.send_due(NOW)
    assert set(Outgoing.objects.values_list("address", flat=True)) == {ana.email}


def test_one_game_that_cannot_be_told_keeps_no_others_mail(
    running_game: Game, table: Game, ana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tables.create(host=ana, now=NOW, size=2)
    tables.invite(game=other, user=ana, address="dora@example.org", now=NOW)

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("a rule has changed")

    monkeypatch.setattr(play, "view", broken)
    sending.send_due(NOW)
    assert list(Outgoing.objects.values_list("kind", flat=True)) == ["invited"]
    monkeypatch.undo()
    sending.send_due(NOW + notices.AGAIN)
    assert Outgoing.objects.filter(game=running_game).count() == 3


def test_two_workers_make_one_mail(running_game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    choose = notices.choose

    def overtaken(found: Any) -> Any:
        letter = choose(found)
        monkeypatch.setattr(notices, "choose", choose)
        notices.collapse_due(NOW)  # the other worker, faster
        return letter

    monkeypatch.setattr(notices, "choose", overtaken)
    notices.collapse_due(NOW)
    assert Outgoing.objects.count() == 3


def test_each_mail_tells_all_since_the_readers_own_last_order(running_game: Game) -> None:
    """Also what an earlier mail has told: who reads one mail knows all."""
    first, second, third = players(running_game)
    order(running_game, "pass")
    order(running_game, "pass")
    order(running_game, "say hello", seat=third.index)
    sending.send_due(NOW)
    order(running_game, "resign", seat=second.index)
    sending.send_due(NOW)
    mails = list(Outgoing.objects.filter(user=third.user, kind="turn").order_by("pk"))
    assert len(mails) == 2
    for mail in mails:
        assert "What has happened so far" in mail.text
        assert f"{first.user} passed" in mail.text or f"{first.user} ended" in mail.text
    order(running_game, "pass")
    order(running_game, "pass")
    sending.send_due(NOW)
    last = Outgoing.objects.filter(user=third.user, kind="turn").latest("pk")
    news = last.text.partition("since your last order")[2].partition("  A   B")[0]
    assert str(first.user) in news
    assert str(second.user) not in news


def test_a_game_of_bots_and_one_person_is_told_in_order(ana: User) -> None:
    game = tables.create(host=ana, now=NOW, size=2, bots=("random",))
    seat = game.seats.get(user=ana)
    from random import Random

    for number in range(12):
        game = fresh(game)
        view = play.view(game, game.decider)
        order(game, str(BOTS["random"](view, Random(number))))
        sending.send_due(NOW)
    sent = Outgoing.objects.filter(user=ana, status=Status.SENT)
    assert seat.user == ana
    assert sent.count() >= 2
    assert len(set(sent.values_list("subject", flat=True))) == 1
