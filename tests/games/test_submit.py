"""The one door: orders become events as a whole or not at all, and each key counts once."""

from __future__ import annotations

import pytest

from accounts.models import User
from engine import GAMES
from games import play, positions
from games.models import Chat, Event, Game, Notice, Submission
from tests.games.playing import NOW, done, make_game, order, play_on

pytestmark = pytest.mark.django_db


def texts(game: Game) -> list[str]:
    return list(Event.objects.filter(game=game).order_by("seq").values_list("order", flat=True))


def test_it_writes_one_event_an_order_in_canonical_form(game: Game) -> None:
    outcome = order(game, 0, "move my Priest to a2\nrojo a1")
    assert outcome.ok
    assert texts(game) == ["priest A2", "temple A1"]
    assert (outcome.version, game.version, game.decider) == (2, 2, 1)
    assert [group[0].kind for group in outcome.facts] == ["leader", "placed"]


def test_each_event_keeps_the_digest_of_the_position_after_it(game: Game) -> None:
    done(game, 0, "priest A2")
    event = Event.objects.get(game=game)
    assert event.digest == GAMES["tigris"].digest(play.position(game))


def test_it_refuses_all_orders_when_one_is_illegal(game: Game) -> None:
    outcome = order(game, 0, "priest A2\ntemple B2")  # a start temple lies there
    assert not outcome.ok
    assert outcome.error is not None
    assert outcome.refused == "temple B2"
    assert texts(game) == []
    assert not Submission.objects.exists()


def test_it_refuses_what_it_does_not_understand(game: Game) -> None:
    outcome = order(game, 0, "tempel A1; frobnicate")
    assert not outcome.ok
    assert outcome.error is not None
    assert texts(game) == []


def test_it_refuses_a_seat_that_is_not_to_decide(game: Game) -> None:
    assert order(game, 1, "pass").error is not None
    assert texts(game) == []


def test_it_refuses_more_orders_than_the_turn_has_actions(game: Game) -> None:
    assert not order(game, 0, "priest A2; temple A1; temple A3").ok
    assert texts(game) == []


def test_the_same_key_twice_is_one_effect_and_the_first_result(game: Game) -> None:
    first = order(game, 0, "priest A2", key="once")
    second = order(game, 0, "priest A2", key="once")
    assert second.ok
    assert second.repeated
    assert [event.pk for event in second.events] == [event.pk for event in first.events]
    assert second.facts == first.facts
    assert texts(game) == ["priest A2"]


def test_a_refused_key_may_come_again(game: Game) -> None:
    assert not order(game, 1, "pass", key="early").ok
    done(game, 0, "pass")
    assert order(game, 1, "pass", key="early").ok


def test_orders_for_a_position_that_has_moved_on_change_nothing(game: Game) -> None:
    done(game, 0, "priest A2")
    outcome = order(game, 0, "temple A1", seen=0)
    assert outcome.moved_on
    assert not outcome.ok
    assert outcome.error is None
    assert texts(game) == ["priest A2"]


def test_resigning_does_not_depend_on_the_position_that_was_seen(game: Game) -> None:
    done(game, 0, "priest A2")
    assert order(game, 2, "resign", seen=0).ok
    assert texts(game) == ["priest A2", "resign"]


def test_somebody_who_resigns_leaves_the_decision_where_it_is_and_it_is_told_anew(game: Game, ana: User) -> None:
    Notice.objects.all().delete()
    done(game, 2, "resign")
    notice = Notice.objects.get(kind="turn")
    assert (notice.user, notice.version) == (ana, 1)
    assert game.decider == 0


def test_words_to_the_table_are_chat_and_no_event(game: Game, ben: User) -> None:
    Notice.objects.all().delete()
    outcome = order(game, 1, "say good luck; really", seen=77)
    assert outcome.ok
    assert outcome.said == ("good luck; really",)
    assert [(line.user, line.text) for line in Chat.objects.all()] == [(ben, "good luck; really")]
    assert texts(game) == []
    assert sorted(notice.seat.index for notice in Notice.objects.filter(kind="chat")) == [0, 2]
    assert Notice.objects.filter(kind="chat").first().data == {"name": "Ben", "text": "good luck; really"}


def test_words_with_refused_orders_are_not_said(game: Game) -> None:
    assert not order(game, 0, "say look at this\ntemple B2").ok
    assert not Chat.objects.exists()


def test_words_with_the_same_key_are_said_once(game: Game) -> None:
    order(game, 1, "say hello", key="greeting")
    assert order(game, 1, "say hello", key="greeting").repeated
    assert Chat.objects.count() == 1


def test_help_changes_nothing(game: Game) -> None:
    outcome = order(game, 0, "help")
    assert outcome.ok
    assert outcome.help
    assert not Submission.objects.exists()


def test_undo_is_an_event_and_marks_the_order_it_takes_back(game: Game) -> None:
    done(game, 0, "priest A2")
    done(game, 0, "undo")
    assert texts(game) == ["priest A2", "undo"]
    assert [entry.undone for entry in play.history(game, 0)] == [True, False]
    assert play.view(game, 0).actions == 2


def test_the_decision_that_arises_is_told_to_its_player_once(game: Game, ben: User) -> None:
    Notice.objects.all().delete()
    done(game, 0, "priest A2; temple A1")
    notice = Notice.objects.get()
    assert (notice.kind, notice.user, notice.version) == ("turn", ben, 2)


def test_who_goes_on_with_the_own_turn_gets_no_mail(game: Game) -> None:
    Notice.objects.all().delete()
    done(game, 0, "priest A2")
    assert not Notice.objects.exists()


def test_the_start_is_told_to_all_and_the_first_decision_to_the_first(game: Game, ana: User) -> None:
    assert Notice.objects.filter(kind="started").count() == 3
    assert Notice.objects.get(kind="turn").user == ana


def test_a_build_is_stored_with_its_cell(ana: User, ben: User) -> None:
    game = make_game([ana, ben], hands=[("temple",) * 6, ("temple",) * 6])
    done(game, 0, "temple C1; temple C2")
    done(game, 1, "pass")
    done(game, 0, "temple B1; build red-blue")
    assert texts(game)[-1] == "build red-blue B1"


def test_nothing_is_played_in_a_game_that_has_not_begun(table: Game, ana: User) -> None:
    outcome = play.submit(game=table, seat=0, text="pass", seen=None, source="page", key="x", actor=ana, now=NOW)
    assert not outcome.ok
    assert outcome.error.key == "game_not_running"


def test_the_end_gives_places_and_points_and_opens_the_bag(game: Game) -> None:
    play_on(game, 3000)
    assert game.status == "finished"
    assert game.decider is None
    assert game.deadline is None
    seats = list(game.seats.all())
    assert sorted(seat.place for seat in seats)[0] == 1
    assert all(set(seat.points) == {"black", "red", "blue", "green"} for seat in seats)
    assert Notice.objects.filter(kind="ended").count() == 3
    assert order(game, 0, "pass").error is not None
    assert order(game, 0, "say good game").ok


def test_a_position_is_replayed_from_the_log_alone(game: Game) -> None:
    play_on(game, 60)
    kept = GAMES["tigris"].digest(play.position(game))
    positions.clear()
    assert GAMES["tigris"].digest(play.position(game)) == kept


def test_an_order_may_not_count_on_a_tile_that_a_swap_before_it_draws(ana: User, ben: User) -> None:
    game = make_game([ana, ben], hands=[("temple",) * 6, ("temple",) * 6])
    drawn = game.draw
    for tile, cell in (("farm", "A4"), ("market", "A1"), ("settlement", "A1")):
        outcome = order(game, 0, f"swap temple temple temple; {tile} {cell}")
        assert outcome.error.key == "tile_not_seen_yet", drawn
    assert texts(game) == []
    assert order(game, 0, "swap temple temple; temple A1").ok


# Who is told of their own next decision by mail.


@pytest.mark.parametrize(
    ("source", "answers", "told"), [("page", False, False), ("mail", True, False), ("mail", False, True)]
)
def test_a_question_of_ones_own_is_mailed_to_who_gets_no_answer(
    game: Game, ben: User, source: str, answers: bool, told: bool
) -> None:
    User.objects.filter(pk=ben.pk).update(mail_answers=answers)
    done(game, 0, "priest A2; pass")
    Notice.objects.all().delete()
    order(game, 1, "priest C2", source=source)  # a revolt: how much does ben himself add?
    assert game.decider == 1
    assert Notice.objects.filter(kind="turn", user=ben).exists() is told


def test_a_turn_of_ones_own_is_mailed_to_who_gets_no_answer(game: Game, ana: User, ben: User, cleo: User) -> None:
    User.objects.update(mail_answers=False)
    done(game, 0, "priest A2; pass")
    order(game, 1, "priest C2; commit 0; temple P1", source="mail")
    done(game, 0, "commit 0")  # ben's temple goes on: cleo's turn
    done(game, 2, "priest C2; commit 0; pass")  # a revolt against ben or ana
    assert game.decider in (0, 1)
    Notice.objects.all().delete()
    order(game, game.decider, "commit 0", source="mail")  # cleo's pass goes on: ana's turn
    assert game.decider == 0
    assert list(Notice.objects.filter(kind="turn").values_list("user__display_name", flat=True)) == ["Ana"]


def test_ones_own_going_turn_is_mailed_to_nobody(game: Game, ana: User) -> None:
    User.objects.update(mail_answers=False)
    Notice.objects.all().delete()
    order(game, 0, "priest A2", source="mail")
    assert (game.decider, Notice.objects.filter(kind="turn").count()) == (0, 0)
