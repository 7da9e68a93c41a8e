"""Time is up: what becomes of a decision, of the clocks, and of a player who does not answer any more."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from accounts.models import Absence, User
from engine import Order
from games import clocks, expiry, pending, play, sweep, table_words
from games.models import Decision, Due, Event, Game, Seat, TableEvent
from games.pace import BANK, BOT, Pace
from tests.games.playing import NOW, days, done, make_game, order, play_on

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
STEADY = Pace(BANK, bank=72, increment=24, cap=120, answer_increment=12)


def left(game: Game, seat: int) -> timedelta:
    return timedelta(seconds=Seat.objects.get(game=game, index=seat).left or 0)


def kinds(game: Game) -> list[tuple[str, int | None]]:
    return list(TableEvent.objects.filter(game=game).order_by("pk").values_list("kind", "seat"))


def asked_in_anothers_turn(ana: User, ben: User, pace: Pace) -> Game:
    """Ana attacks ben's priest; ben must answer first."""
    game = make_game([ana, ben], pace=pace)
    done(game, 0, "priest A2")
    for _ in range(300):
        game.refresh_from_db()
        view = play.view(game, None)
        if view.decision is not None and view.active != view.decision.seat:
            return game
        play_on(game, 1, bot="greedy", seed=3)
    raise AssertionError("nobody was asked anything in another's turn")


def test_a_bank_brings_the_increment_and_keeps_what_is_left(ana: User, ben: User) -> None:
    game = make_game([ana, ben], pace=STEADY)
    assert game.deadline == NOW + 96 * HOUR
    order(game, 0, "pass", now=NOW + 10 * HOUR)
    assert left(game, 0) == 86 * HOUR
    assert game.deadline == NOW + 10 * HOUR + 96 * HOUR
    order(game, 1, "pass", now=NOW + 11 * HOUR)
    assert (left(game, 0), left(game, 1)) == (110 * HOUR, 95 * HOUR)


def test_a_bank_is_never_fuller_than_its_cap(ana: User, ben: User) -> None:
    game = make_game([ana, ben], pace=STEADY)
    for seat in (0, 1) * 4:
        order(game, seat, "pass")
    assert left(game, 0) == 120 * HOUR


def test_an_answer_in_anothers_turn_brings_the_shorter_time(ana: User, ben: User) -> None:
    game = asked_in_anothers_turn(ana, ben, days(4, answer_increment=12))
    assert game.deadline is not None
    assert game.deciding_since is not None
    assert game.deadline - game.deciding_since == 12 * HOUR


def test_only_who_must_decide_is_charged(ana: User, ben: User, cleo: User) -> None:
    game = make_game([ana, ben, cleo], pace=STEADY)
    order(game, 0, "pass", now=NOW + 10 * HOUR)
    order(game, 1, "pass", now=NOW + 40 * HOUR)
    assert [left(game, seat) for seat in (0, 1)] == [86 * HOUR, 66 * HOUR]


def test_the_second_action_of_a_turn_goes_on_with_the_same_clock(ana: User, ben: User) -> None:
    game = make_game([ana, ben], pace=STEADY)
    order(game, 0, "priest A2", now=NOW + HOUR)
    assert game.deadline == NOW + 96 * HOUR
    assert Decision.objects.filter(game=game).count() == 1
    order(game, 0, "pass", now=NOW + 3 * HOUR)
    assert left(game, 0) == 93 * HOUR


def test_a_decision_is_kept_with_who_made_it_and_when(ana: User, ben: User) -> None:
    game = make_game([ana, ben], pace=days(2))
    order(game, 0, "pass", now=NOW + HOUR)
    made, open_one = Decision.objects.filter(game=game).order_by("pk")
    assert (made.user, made.since, made.made, made.source, made.missed) == (ana, NOW, NOW + HOUR, "page", False)
    assert (made.deadline, made.kind, made.version) == (NOW + 2 * DAY, "turn", 0)
    assert (open_one.user, open_one.since, open_one.deadline, open_one.made) == (ben, NOW + HOUR, NOW + HOUR + 2 * DAY, None)


def test_a_missed_deadline_is_noted_and_counted(ana: User, ben: User) -> None:
    game = make_game([ana, ben], pace=days(2, misses=3))
    sweep.sweep(NOW + 2 * DAY)
    event = TableEvent.objects.get(game=game)
    assert (event.kind, event.seat, event.data["did"], event.data["asked"]) == ("missed", 0, "pass", "turn")
    assert Seat.objects.get(game=game, index=0).misses == 1
    assert Decision.objects.get(game=game, seat=0).missed
    game.refresh_from_db()
    order(game, 1, "pass", now=NOW + 2 * DAY)
    order(game, 0, "pass", now=NOW + 2 * DAY + HOUR)
    assert Seat.objects.get(game=game, index=0).misses == 0


def test_what_a_bot_puts_aside_for_who_is_late_is_told_to_nobody(ana: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(expiry.BOTS, expiry.STAND_IN, lambda view, random: Order("swap", ("temple", "farm")))
    game = make_game([ana, ben], pace=days(2, on_expiry=BOT))
    sweep.sweep(NOW + 2 * DAY)
    assert Event.objects.filter(game=game, order="swap temple farm").exists()
    event = TableEvent.objects.get(game=game)
    assert event.data["did"] == "swap 2"
    assert "2" in table_words.tell(event, 1)


def test_two_sweeps_at_one_instant_miss_one_deadline(ana: User, ben: User) -> None:
    game = make_game([ana, ben], pace=days(2))
    row = Due.objects.get(game=game, kind="deadline")
    sweep.act(row, NOW + 2 * DAY)
    sweep.act(row, NOW + 2 * DAY)
    assert Event.objects.filter(game=game).count() == 1
    assert TableEvent.objects.filter(game=game).count() == 1


def test_a_bot_plays_the_whole_turn_where_the_pace_says_so(ana: User, ben: User) -> None:
    game = make_game([ana, ben], pace=days(2, on_expiry="bot"))
    sweep.sweep(NOW + 2 * DAY)
    game.refresh_from_db()
    events = list(Event.objects.filter(game=game))
    assert game.decider == 1
    assert len(events) == 2
    assert {(event.seat, event.submission.source) for event in events} == {(0, "clock")}
    assert "pass" not in [event.order for event in events]
    assert kinds(game) == [("missed", 0)]


def test_even_then_an_answer_in_anothers_turn_gives_nothing(ana: User, ben: User) -> None:
    game = asked_in_anothers_turn(ana, ben, days(2, on_expiry="bot"))
    seat, since = game.decider, game.version
    assert game.deadline is not None
    sweep.sweep(game.deadline)
    event = Event.objects.get(game=game, seq=since + 1)
    assert (event.seat, event.submission.source) == (seat, "clock")
    assert event.order.split()[-1] in ("0", "none") or event.order.startswith("fight")


def test_mail_from_before_the_instant_is_read_first(ana: User, ben: User, unread: list[bool]) -> None:
    game = make_game([ana, ben], pace=days(2))
    unread[:] = [True]
    late = NOW + 2 * DAY + timedelta(seconds=20)
    sweep.sweep(late)
    assert not Event.objects.filter(game=game).exists()
    order(game, 0, "priest A2\npass", now=late + timedelta(seconds=5))
    unread[:] = [False]
    sweep.sweep(late + timedelta(minutes=1))
    assert set(Event.objects.filter(game=game).values_list("submission__source", flat=True)) == {"page"}
    assert not TableEvent.objects.exists()


def test_but_nobody_waits_for_it_longer_than_ten_minutes(ana: User, ben: User, unread: list[bool]) -> None:
    game = make_game([ana, ben], pace=days(2))
    unread[:] = [True]
    for minutes in range(10):
        sweep.sweep(NOW + 2 * DAY + timedelta(minutes=minutes))
    assert not Event.objects.filter(game=game).exists()
    sweep.sweep(NOW + 2 * DAY + timedelta(minutes=10))
    assert Event.objects.get(game=game).order == "pass"


def test_what_came_in_before_it_was_read_is_charged_to_then(ana: User, ben: User) -> None:
    game = make_game([ana, ben], pace=STEADY)
    play.submit(game=game, seat=0, text="pass", seen=None, source="mail", key="1", actor=ana, now=NOW + 9 * HOUR,
                received=NOW + 8 * HOUR)
    assert left(game, 0) == 88 * HOUR
    assert Decision.objects.get(game=game, seat=0).made == NOW + 8 * HOUR
    assert Decision.objects.get(game=game, seat=1).since == NOW + 9 * HOUR


def test_a_pause_keeps_what_is_left(ana: User, ben: User) -> None:
    game = make_game([ana, ben], pace=STEADY)
    game = clocks.pause(game, now=NOW + 10 * HOUR, by=ana)
    assert game.deadline is None
    assert not Due.objects.filter(game=game, kind="deadline").exists()
    sweep.sweep(NOW + 500 * HOUR)
    game = clocks.resume(game, now=NOW + 1000 * HOUR, by=ana)
    assert game.deadline == NOW + 1000 * HOUR + 86 * HOUR
    assert Due.objects.get(game=game, kind="deadline").due == game.deadline
    assert kinds(game) == [("paused", None), ("resumed", None)]


def test_in_a_pause_one_may_play_on_and_no_clock_runs(ana: User, ben: User) -> None:
    game = make_game([ana, ben], pace=STEADY)
    clocks.pause(game, now=NOW + 10 * HOUR)
    order(game, 0, "pass", now=NOW + 20 * HOUR)
    assert left(game, 0) == 86 * HOUR
    assert game.deadline is None
    game = clocks.resume(game, now=NOW + 30 * HOUR)
    assert game.deadline == NOW + 30 * HOUR + 96 * HOUR


def test_a_vacation_moves_the_deadline_and_giving_it_back_takes_nothing(ana: User, ben: User) -> None:
    game = make_game([ana, ben], pace=days(2))
    absence = Absence.objects.create(user=ana, first="2026-03-02", last="2026-03-04", zone="UTC", created=NOW)
    clocks.recompute_for(ana, now=NOW)
    game.refresh_from_db()
    assert game.deadline == NOW + 5 * DAY
    back = NOW + DAY  # 2 March, noon
    absence.last = absence.first
    Absence.objects.filter(pk=absence.pk).update(last="2026-03-01")
    clocks.recompute_for(ana, now=back)
    game.refresh_from_db()
    assert game.deadline == back + 36 * HOUR  # of 48 hours 12 were used before midnight


def test_vacation_does_not_help_where_the_pace_forbids_it(ana: User, ben: User) -> None:
    game = make_game([ana, ben], pace=days(2, vacation=False))
    Absence.objects.create(user=ana, first="2026-03-02", last="2026-03-04", zone="UTC", created=NOW)
    clocks.recompute_for(ana, now=NOW)
    game.refresh_from_db()
    assert game.deadline == NOW + 2 * DAY


def test_who_wants_it_goes_on_vacation_instead_of_missing_a_deadline(ana: User, ben: User) -> None:
    User.objects.filter(pk=ana.pk).update(auto_vacation=True)
    game = make_game([ana, ben], pace=days(2))
    sweep.sweep(NOW + 2 * DAY + timedelta(seconds=15))
    game.refresh_from_db()
    assert game.deadline is not None
    assert game.deadline > NOW + 2 * DAY + timedelta(seconds=15)
    assert not Event.objects.filter(game=game).exists()
    assert Absence.objects.get(user=ana).automatic


def test_no_day_is_taken_for_a_decision_that_was_made_a_moment_ago(ana: User, ben: User) -> None:
    User.objects.filter(pk=ana.pk).update(auto_vacation=True)
    game = make_game([ana, ben], pace=days(2))
    seen = Game.objects.prefetch_related("seats__user").get(pk=game.pk)
    order(game, 0, "pass", now=NOW + 2 * DAY)
    assert not expiry.expire(seen, now=NOW + 2 * DAY)
    assert not Absence.objects.exists()
    assert not TableEvent.objects.exists()


def test_when_the_days_are_used_up_the_deadline_is_missed(ana: User, ben: User, settings: object) -> None:
    settings.VACATION_DAYS = 2  # type: ignore[attr-defined]
    User.objects.filter(pk=ana.pk).update(auto_vacation=True)
    game = make_game([ana, ben], pace=days(2))
    now = NOW
    while not Event.objects.filter(game=game).exists() and now < NOW + 30 * DAY:
        now += HOUR
        sweep.sweep(now)
    assert NOW + 3 * DAY < now <= NOW + 5 * DAY
    assert TableEvent.objects.filter(game=game, kind="missed").exists()


def test_staff_can_give_more_time(ana: User, ben: User) -> None:
    game = make_game([ana, ben], pace=days(2))
    game = clocks.extend(game, game.seats.get(index=0), 12 * HOUR, now=NOW + HOUR, by=ben, reason="flood")
    assert game.deadline == NOW + 60 * HOUR
    event = TableEvent.objects.get(game=game)
    assert (event.kind, event.seat, event.data) == ("extended", 0, {"seconds": 43200, "reason": "flood"})


def test_another_pace_charges_what_was_used_and_goes_on_from_there(ana: User, ben: User) -> None:
    game = make_game([ana, ben], pace=STEADY)
    game = clocks.change_pace(game, replace(STEADY, weekend_off=True, cap=80, bank=24), now=NOW + 10 * HOUR)
    # Sunday, 1 March 2026, 22:00 UTC: two hours of the weekend are left; 86 hours are cut to the new cap.
    assert game.deadline == NOW + 12 * HOUR + 80 * HOUR
    game = clocks.change_pace(game, days(3), now=NOW + 20 * HOUR)
    assert game.deadline == NOW + 20 * HOUR + 3 * DAY
    game = clocks.change_pace(game, Pace(), now=NOW + 21 * HOUR)
    assert game.deadline is None
    assert not Due.objects.filter(game=game, kind="deadline").exists()


def test_after_the_last_miss_nobody_waits_for_the_seat(ana: User, ben: User) -> None:
    game = make_game([ana, ben], pace=days(1, misses=2))
    now = NOW
    for _ in range(2):
        now += DAY
        sweep.sweep(now)
        game.refresh_from_db()
        order(game, 1, "pass", now=now)
    assert ("opened", 0) in kinds(game)
    assert game.decider == 0
    assert game.deadline is None
    sweep.sweep(now)
    game.refresh_from_db()
    assert game.decider == 1
    assert Event.objects.filter(game=game).last().submission.source == "bot"  # type: ignore[union-attr]
    assert TableEvent.objects.filter(game=game, kind="missed").count() == 2


def test_a_bot_plays_on_for_an_open_seat_where_the_pace_says_so(ana: User, ben: User) -> None:
    game = make_game([ana, ben], pace=days(1, misses=1, on_expiry="bot"))
    sweep.sweep(NOW + DAY)
    game.refresh_from_db()
    order(game, 1, "pass", now=NOW + DAY)
    before = game.version
    sweep.sweep(NOW + DAY)
    orders = list(Event.objects.filter(game=game, seq__gt=before, seat=0).values_list("order", flat=True))
    assert orders
    assert "pass" not in orders


def test_a_game_that_everybody_has_left_ends(ana: User, ben: User) -> None:
    game = make_game([ana, ben], pace=days(1, misses=1))
    now = NOW
    for _ in range(3):
        now += DAY
        sweep.sweep(now)
    game.refresh_from_db()
    assert (game.status, game.ended_by) == (Game.Status.FINISHED, "deserted")
    assert all(seat.place for seat in game.seats.all())
    assert not Due.objects.filter(game=game).exists()
    assert not Decision.objects.filter(game=game, made=None).exists()
    assert kinds(game)[-1] == ("ended", None)


def test_nobody_can_order_after_an_end_without_an_order(ana: User, ben: User) -> None:
    game = make_game([ana, ben], pace=days(1, misses=1))
    for number in (1, 2, 3):
        sweep.sweep(NOW + number * DAY)
    version = Game.objects.get(pk=game.pk).version
    outcome = order(game, 0, "pass", now=NOW + 4 * DAY)
    assert not outcome.ok
    assert Game.objects.get(pk=game.pk).version == version


@pytest.fixture
def unread(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether a door says that something is unread."""
    answer = [False]
    monkeypatch.setattr(pending, "questions", [lambda game, until: answer[0]])
    return answer


def test_a_deadline_that_was_overtaken_is_acted_on_all_the_same(ana: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Waiting orders that are withdrawn at the same moment undo the first try, and not the deadline."""
    game = make_game([ana, ben], pace=days(2))
    tries, write = [], play._write

    def overtaken_once(*given: object) -> object:
        tries.append(1)
        if len(tries) == 1:
            raise play.Overtaken
        return write(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(play, "_write", overtaken_once)
    sweep.sweep(NOW + 2 * DAY)
    assert [event.order for event in Event.objects.filter(game=game)] == ["pass"]
    assert kinds(game) == [("missed", 0)]
