"""Answers given beforehand: what is chosen, that it is exact, when it is given, and that nobody else learns of it."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

import pytest

from accounts.models import User
from engine import GAMES, Invalid, Order, View, fuzz
from games import beforehand, plans, play, standing, standing_words
from games.models import Due, Event, Game, Notice, Seat, Standing
from games.standing_words import Change
from games.sweep import sweep
from tests.conftest import person
from tests.games.kings_table import at_war, kings_game
from tests.games.playing import NOW, done, make_game

GAMES_LOOKED_AT = 25


# What is chosen.


def winner(game: Any, state: Any, seat: int, number: int) -> int | None:
    """Who wins if the seat commits this number; None if the conflict goes on."""
    _, facts = game.apply(state, seat, Order("commit", (str(number),)))
    return next((fact.seat for fact in facts if fact.kind == "won"), None)


@pytest.mark.parametrize("kind", GAMES)
def test_the_least_that_wins_is_exact(kind: str) -> None:
    """Over random games: with the number that is chosen the defender wins, with one less they do not; where none is
    chosen, no number wins. The same with a limit."""
    game, looked_at, won = GAMES[kind], 0, 0
    for seed in range(GAMES_LOOKED_AT):
        table = fuzz.start(game, Random(seed))
        choose = fuzz.style(table)
        for _ in range(400):
            seat = game.decider(table.state)
            if seat is None:
                break
            view = game.view(table.state, seat)
            if view.conflict and view.conflict.attacker.added is not None:
                looked_at += 1
                won += check_defence(game, table.state, view, seat, table.rng.randrange(4))
            table.state, _ = game.apply(table.state, seat, choose(game.legal(table.state)))
    assert looked_at > 20
    assert 0 < won < looked_at


def check_defence(game: Any, state: Any, view: View, seat: int, limit: int) -> bool:
    allowed = sorted(map(int, view.legal["commit"]))
    winning = [number for number in allowed if winner(game, state, seat, number) == seat]
    chosen = standing.choose(view, {"defend": {"all": "least"}})
    assert chosen == Order("commit", (str(winning[0] if winning else 0),))
    assert chosen.args[0] in view.legal["commit"]
    if winning and winning[0] > 0:
        smaller = [number for number in allowed if number < winning[0]]
        assert all(winner(game, state, seat, number) != seat for number in smaller)
    limited = standing.choose(view, {"defend": {"all": f"least {limit}"}})
    assert limited == Order("commit", (str(next((number for number in winning if number <= limit), 0)),))
    assert standing.choose(view, {"defend": {"all": "all"}}) == Order("commit", (str(allowed[-1]),))
    assert standing.choose(view, {"attack": {"all": "all"}}) is None
    return bool(winning)


@pytest.mark.parametrize("kind", GAMES)
def test_whatever_is_chosen_is_legal_and_never_for_ones_own_attack(kind: str) -> None:
    game, answers = GAMES[kind], {
        "defend": {"all": "least"}, "attack": {"all": "least 2"}, "leave": "near", "take": "all", "lay": "never"}
    found: set[str] = set()
    for seed in range(GAMES_LOOKED_AT):
        table = fuzz.start(game, Random(seed))
        choose = fuzz.style(table)
        for _ in range(400):
            seat = game.decider(table.state)
            if seat is None:
                break
            view = game.view(table.state, seat)
            order = standing.choose(view, answers)
            if order is not None:
                found.add(order.word)
                assert order in game.legal(table.state)
                assert order.word != "commit" or view.active != seat
            for other in table.seats:
                if other != seat:
                    assert standing.choose(game.view(table.state, other), answers) is None
            table.state, _ = game.apply(table.state, seat, choose(game.legal(table.state)))
    assert found >= ({"commit", "leave"} if kind == "tigris" else {"commit", "take", "score"})


def test_a_named_leader_goes_before_all() -> None:
    answers = {"defend": {"all": "none", "king": "least 3", "priest": "ask"}}
    assert [standing.rule_for(answers, "defend", leader) for leader in ("king", "priest", "trader")] == [
        "least 3", "ask", "none"]
    assert standing.rule_for({}, "defend", "king") == "ask"


# Words.


@pytest.mark.parametrize(("line", "change"), [
    ("standing king least 3", Change("defend", "king", "least 3")),
    ("Standing: all none.", Change("defend", "all", "none")),
    ("standing none", Change("defend", "all", "none")),
    ("standing least up to 2", Change("defend", "all", "least 2")),
    ("standing attack priest all", Change("attack", "priest", "all")),
    ("standing attack least", Change("attack", "all", "least")),
    ("standing trader ask", Change("defend", "trader", "ask")),
    ("standing ask", Change("ask")), ("standing", Change("show")), ("standing hidden", Change("hidden")),
    ("standing leave D5 h2 near", Change("leave", "", "D5 H2 near")), ("standing leave ask", Change("leave", "", "ask")),
    ("standing take none", Change("take", "", "none")), ("standing points never", Change("lay", "", "never")),
    ("permanente rey mínimo 3", Change("defend", "king", "least 3")),
    ("permanente ataque todos ninguno", Change("attack", "all", "none")),
    ("permanente dejar D5 cerca", Change("leave", "", "D5 near")),
    ("Dauer König mindestens 3", Change("defend", "king", "least 3")),
    ("Dauerantwort alle keine", Change("defend", "all", "none")),
    ("Dauer Angriff alle", Change("attack", "all", "all")), ("Dauer fragen", Change("ask")),
])
def test_a_line_sets_answers_in_three_languages(line: str, change: Change) -> None:
    assert standing_words.read(line) == change


@pytest.mark.parametrize("line", [
    "Standing by for your orders!", "Standing of Ana: black 3, red 2", "Standing here all day long", "standing?",
    "Dauert es noch lange?", "Dauer der Partie: drei Wochen", "permanente o no, me gusta", "My king stands least well",
    "Standing on my own king and looking",
])
def test_prose_is_no_standing_answer(line: str) -> None:
    assert standing_words.read(line) is None


@pytest.mark.parametrize(("line", "kind"), [
    ("standing king leest 3", ""), ("standing king 3", ""), ("standing leave near D5", ""), ("standing take B C", ""),
    ("standing take none", "tigris"), ("standing points never", "tigris"), ("standing leave D5", "kings"),
])
def test_a_line_that_is_not_clear_is_refused_with_an_example(line: str, kind: str) -> None:
    if line == "standing take B C":
        assert standing_words.read(line, kind) is None  # letters are no words of it: prose
        return
    with pytest.raises(Invalid, match="standing king least 3"):
        standing_words.read(line, kind)


def test_a_rule_for_all_goes_before_older_ones() -> None:
    changes = [Change("defend", "all", "none"), Change("defend", "king", "least 3")]
    assert standing_words.changed({}, changes) == {"defend": {"all": "none", "king": "least 3"}}
    assert standing_words.changed({}, changes[::-1]) == {"defend": {"all": "none"}}
    assert standing_words.changed({"defend": {"all": "all"}, "leave": "D5"}, [Change("ask")]) == {}
    assert standing_words.changed({"defend": {"all": "none"}}, [Change("defend", "king", "ask")]) == {
        "defend": {"all": "none", "king": "ask"}}


@pytest.mark.parametrize("change", [
    Change("defend", "king", "least 3"), Change("attack", "all", "all"), Change("leave", "", "D5 near"), Change("ask"),
    Change("take", "", "none"), Change("lay", "", "never"), Change("hidden"), Change("tell"),
])
def test_a_change_is_read_as_it_is_written(change: Change) -> None:
    assert standing_words.read(f"standing {change}") == change


def test_the_settings_are_told_in_words() -> None:
    told = standing_words.sentences({"defend": {"all": "least 3", "king": "none"}, "leave": "D5 far"}, True, "tigris", "en")
    assert told == [
        "As defender in all conflicts: the least that wins, up to 3, else none.",
        "As defender, for this leader (king): none of them.",
        "Of treasures, the first of these that may stays: D5.",
        "Of treasures, the one farthest from the trader stays.",
        "Where nothing else is said, you are asked.",
        "They are given after a random while, so that their timing tells nothing.",
    ]
    assert standing_words.sentences({}, False, "kings", "en") == [
        "You have no standing answers: you are asked each time."]


# In the game.


def seat_of(game: Game, index: int) -> Seat:
    return game.seats.select_related("user", "game").get(index=index)


def keep(game: Game, index: int, answers: dict[str, Any], *, hidden: bool = False) -> None:
    plans.keep(game, seat_of(game, index), answers, hidden=hidden, key="test", now=NOW)


@pytest.fixture
def revolt(ana: User, ben: User, cleo: User) -> Game:
    """Ana's priest stands on A2 beside a temple; ben, whose turn it is, can start a revolt from C2."""
    game = make_game([ana, ben, cleo])
    done(game, 0, "priest A2; pass")
    return game


def log(game: Game) -> list[tuple[int, str]]:
    return list(Event.objects.filter(game=game).order_by("seq").values_list("seat", "order"))


@pytest.mark.django_db
@pytest.mark.parametrize(("rule", "answer"), [
    ("least", "commit 1"), ("least 1", "commit 1"), ("least 0", "commit 0"), ("none", "commit 0"), ("all", "commit 2")])
def test_the_game_goes_on_at_once(revolt: Game, ana: User, rule: str, answer: str) -> None:
    keep(revolt, 0, {"defend": {"all": rule}})
    Notice.objects.all().delete()
    done(revolt, 1, "priest C2; commit 1; farm A4")
    assert not Notice.objects.filter(user=ana).exists(), "she need not be asked"
    sweep(NOW)
    assert log(revolt)[2:] == [(1, "priest C2"), (1, "commit 1"), (0, answer), (1, "farm A4")]
    assert Event.objects.get(order=answer, seat=0).submission.source == "standing"
    revolt.refresh_from_db()
    assert revolt.decider == 2
    sweep(NOW + timedelta(days=1))
    assert len(log(revolt)) == 6


@pytest.mark.django_db
def test_who_wants_to_be_asked_is_asked(revolt: Game, ana: User) -> None:
    keep(revolt, 0, {"defend": {"king": "none"}})
    done(revolt, 1, "priest C2; commit 1")
    sweep(NOW)
    assert Notice.objects.filter(user=ana, kind="turn").exists()
    assert not Due.objects.filter(kind="planned").exists()


@pytest.mark.django_db
def test_an_answer_kept_while_the_question_is_open_answers_it(revolt: Game) -> None:
    done(revolt, 1, "priest C2; commit 1")
    keep(revolt, 0, {"defend": {"all": "none"}})
    sweep(NOW)
    assert log(revolt)[-1] == (0, "commit 0")


@pytest.mark.django_db
def test_a_hidden_answer_waits_a_random_while_and_can_still_be_changed(revolt: Game, ana: User) -> None:
    keep(revolt, 0, {"defend": {"all": "none"}}, hidden=True)
    Notice.objects.all().delete()
    done(revolt, 1, "priest C2; commit 1")
    due = Due.objects.get(kind="planned").due
    assert NOW + beforehand.SHORTEST <= due <= NOW + beforehand.LONGEST
    sweep(NOW)
    assert log(revolt)[-1] == (1, "commit 1")
    keep(revolt, 0, {"defend": {"all": "least"}}, hidden=True)
    assert Due.objects.get(kind="planned").due == due
    sweep(due)
    assert log(revolt)[-1] == (0, "commit 1")


@pytest.mark.django_db
def test_who_answers_before_their_hidden_answer_has_answered(revolt: Game) -> None:
    keep(revolt, 0, {"defend": {"all": "none"}}, hidden=True)
    done(revolt, 1, "priest C2; commit 1")
    done(revolt, 0, "commit 2")
    sweep(NOW + timedelta(days=1))
    assert log(revolt)[-1] == (0, "commit 2")


@pytest.mark.django_db
def test_an_attack_that_is_forced_on_one_is_answered_and_then_the_defence(ana: User, ben: User, cleo: User) -> None:
    """The lion attacks the bull in the turn of the bow: both have answered beforehand."""
    game = kings_game([ana, ben, cleo])
    keep(game, 0, {"attack": {"all": "least 2"}})
    keep(game, 1, {"defend": {"king": "least"}})
    at_war(game)
    game.refresh_from_db()
    held = [(play.view(game, seat).seats[seat].hand or {})["settlement"] for seat in (0, 1)]
    fought = play.view(game, None).conflict
    assert fought is not None
    sweep(NOW)
    attack = fought.needed if fought.needed <= min(2, held[0]) else 0
    needed = fought.attacker.strength + attack - fought.defender.strength
    defence = max(0, needed) if needed <= held[1] else 0
    assert [order for seat, order in log(game) if seat < 2][-2:] == [f"commit {attack}", f"commit {defence}"]


@pytest.mark.django_db
def test_never_lays_nothing_where_it_is_asked_and_changes_the_setting(ana: User, ben: User, cleo: User) -> None:
    game = kings_game([ana, ben, cleo])
    plans.change(game, seat_of(game, 0), [Change("lay", "", "never")], key="test", now=NOW)
    assert log(game) == [(0, "points ask")]
    done(game, 0, "king A1; settlement A")
    sweep(NOW)
    assert log(game)[-1] == (0, "score no")
    plans.change(game, seat_of(game, 0), [Change("lay", "", "always")], key="again", now=NOW)
    assert log(game)[-1] == (0, "points always")
    assert Standing.objects.get().answers == {}


@pytest.mark.django_db
def test_a_mail_tells_of_each_answer_if_that_is_wanted(revolt: Game, ana: User) -> None:
    keep(revolt, 0, {"defend": {"all": "none"}, "tell": True})
    done(revolt, 1, "priest C2; commit 1")
    sweep(NOW)
    assert Notice.objects.get(user=ana, kind="plan").data == {"answer": "commit 0"}


@pytest.mark.django_db
def test_a_substitute_inherits_no_answers(revolt: Game) -> None:
    keep(revolt, 0, {"defend": {"all": "none"}})
    Seat.objects.filter(game=revolt, index=0).update(user=person("Dora"))
    done(revolt, 1, "priest C2; commit 1")
    sweep(NOW)
    assert log(revolt)[-1] == (1, "commit 1")
    assert plans.kept(seat_of(revolt, 0)) == ({}, False)
    plans.forget(seat_of(revolt, 0))
    assert not Standing.objects.exists()


@pytest.mark.django_db
def test_an_open_seat_gives_no_answers_of_who_left_it(revolt: Game) -> None:
    keep(revolt, 0, {"defend": {"all": "all"}})
    Seat.objects.filter(game=revolt, index=0).update(opened=NOW)
    done(revolt, 1, "priest C2; commit 1")
    assert not Due.objects.filter(kind="planned").exists()
