"""Plans and standing answers by mail: written, shown, withdrawn, reported."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings as product

from accounts.models import User
from engine import Invalid
from games import ahead, plan_lines, plans, play, standing_words
from games.asides import Aside
from games.models import Game, Notice, Plan, Seat, Standing
from games.plan_lines import Draft
from games.sweep import sweep
from mail import compose_plan, compose_turn, notices, reading
from mail.compose import spoken_to
from mail.inert import is_inert
from mail.models import Outgoing
from mail.opened import opened
from mail.understood import understand
from tests.conftest import NOW
from tests.mail.inbox import Desk, desk, outcome, receive, reply_address
from tests.mail.test_out_inert import offending

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_pictures")]
LANGUAGES = [code for code, _ in product.LANGUAGES]


@pytest.fixture
def at_desk(running_game: Game) -> Desk:
    return desk(running_game)


def ask(at_desk: Desk, words: str, **headers: str) -> str:
    """Writes and gives the text of the answer."""
    number = Outgoing.objects.count()
    receive(at_desk.write(words, identifier=f"<{number}@mail.example.org>", **headers))
    answer = at_desk.answers()[-1]
    assert [line for line in answer.text.splitlines() if not is_inert(line, at_desk.game.kind)] == []
    return " ".join(opened(bytes(answer.raw)).text.split())


def seat_of(at_desk: Desk) -> Seat:
    return Seat.objects.select_related("user", "game").get(pk=at_desk.seat.pk)


def everybody_passes(game: Game) -> None:
    """Up to the next turn of who has just played."""
    first = Game.objects.get(pk=game.pk).decider
    for number in range(game.seats.count() - 1):
        now = Game.objects.get(pk=game.pk)
        assert now.decider is not None
        play.submit(game=now, seat=now.decider, text="pass", seen=None, source="page", key=f"pass:{first}:{number}",
                    actor=None, now=NOW)


# What is read.


def draft(*lines: str) -> Draft | None:
    """The plan that these lines are, and nothing else."""
    found = understand(lines, "tigris").lines
    assert len(found) == 1, found
    aside = found[0].aside
    assert aside is not None
    assert aside.word == "plan"
    return plan_lines.parsed(aside.text)


@pytest.mark.parametrize(("lines", "expected"), [
    (["plan temple D5; king D6"], Draft(("temple D5", "king D6"))),
    (["Plan: Tempel D5; König D6."], Draft(("temple D5", "king D6"))),
    (["plan if legal: temple D5"], Draft(("temple D5",), "legal")),
    (["plan si legal templo D5"], Draft(("temple D5",), "legal")),
    (["plan si posible: templo D5; pasar"], Draft(("temple D5", "pass"), "legal")),
    (["Plan wenn möglich Tempel D5"], Draft(("temple D5",), "legal")),
    (["plan if unchanged pass"], Draft(("pass",))),
    (["Plan wenn unverändert: passen"], Draft(("pass",))),
    (["plan hidden if legal: temple D5"], Draft(("temple D5",), "legal", True)),
    (["plan oculto si legal: templo D5"], Draft(("temple D5",), "legal", True)),
    (["Plan verdeckt Tempel D5"], Draft(("temple D5",), "unchanged", True)),
    (["plan", "temple D5", "king D6", "end"], Draft(("temple D5", "king D6"))),
    (["plan", "temple D5", "I hope so.", "pass", "fin"], Draft(("temple D5", "pass"))),
    (["Plan wenn erlaubt", "Tempel D5", "Ende"], Draft(("temple D5",), "legal")),
    (["plan", "temple D5", "king D6"], Draft(("temple D5", "king D6"))),
    (["plan none"], Draft(())), (["plan ninguno"], Draft(())), (["Plan löschen"], Draft(())),
    (["plan"], Draft(None)), (["Plan."], Draft(None)),
])
def test_a_plan_is_read_in_three_languages(lines: list[str], expected: Draft) -> None:
    assert draft(*lines) == expected
    assert plan_lines.parsed(str(expected)) == expected


@pytest.mark.parametrize("line", [
    "Plan to visit us soon", "Plan A did not work.", "plan?", "My plan: temple, then king", "Planning to attack",
    "Plan if you can", "Der Plan war gut", "plan ahead!", "El plan es bueno", "Plan B it is, then",
])
def test_prose_is_no_plan(line: str) -> None:
    assert understand([line], "tigris").asides == ()


def test_orders_before_and_after_a_plan_are_for_now() -> None:
    read = understand(["pass", "plan", "temple D5", "end", "temple A1"], "tigris")
    assert [str(order) for order in read.orders] == ["pass", "temple A1"]
    assert [aside.word for aside in read.asides] == ["plan"]


@pytest.mark.parametrize(("lines", "key"), [
    (["plan temple D55"], "order_cell"), (["plan temple D5; say hello"], "plan_word"), (["plan", "resign", "end"], "plan_word"),
    (["plan " + "; ".join(["temple D5"] * 21)], "order_long"), (["standing king leest 3"], "standing_unclear"),
    (["standing take none"], "standing_unclear"),
])
def test_what_goes_wrong_has_words(lines: list[str], key: str) -> None:
    error = understand(lines, "tigris").error
    assert isinstance(error, Invalid)
    assert error.key == key


# By mail.


def test_a_plan_goes_with_orders_and_is_carried_out_in_the_next_turn(at_desk: Desk) -> None:
    answer = ask(at_desk, "pass\nplan if legal: swap temple")
    assert (outcome(), at_desk.events()) == ("orders", ["pass"])
    assert "Your plan is kept. Nobody else sees it." in answer
    kept = Plan.objects.get()
    assert (kept.orders, kept.guard, kept.version) == (["swap temple"], "legal", 1)


def test_a_plan_alone_is_kept_shown_and_withdrawn(at_desk: Desk) -> None:
    receive(at_desk.write("pass"))
    answer = ask(at_desk, "plan pass")
    assert (outcome(), Plan.objects.get().status) == ("asked", "waiting")
    assert "Planned for your next move: “pass”." in answer
    assert "others have passed or swapped at most" in answer
    assert "Planned for your next move: “pass”." in ask(at_desk, "plan")
    assert "Your plan is withdrawn." in ask(at_desk, "plan none")
    assert Plan.objects.get().status == "withdrawn"
    assert "There was no plan to withdraw." in ask(at_desk, "plan withdraw", X_Again="1")


def test_a_mail_that_arrives_twice_makes_one_plan(at_desk: Desk) -> None:
    receive(at_desk.write("plan pass"))
    receive(at_desk.write("plan pass"))
    assert Plan.objects.count() == 1


def test_a_plan_is_reported_when_it_was_carried_out(at_desk: Desk) -> None:
    receive(at_desk.write("pass\nplan pass"))
    everybody_passes(at_desk.game)
    sweep(NOW)
    assert Plan.objects.get().status == "done"
    Outgoing.objects.all().delete()
    notices.collapse_due(NOW + timedelta(minutes=10))
    mine = Outgoing.objects.filter(seat=at_desk.seat)
    assert [row.kind for row in mine] == ["plan"], "no mail says that it was their turn"
    assert "Your plan was carried out: “pass”." in " ".join(mine[0].text.split())


def test_a_void_plan_is_told_in_the_turn_mail(at_desk: Desk) -> None:
    receive(at_desk.write(f"pass\nplan if legal: {at_desk.orders[0]}; {at_desk.orders[0]}; pass"))
    everybody_passes(at_desk.game)
    sweep(NOW)
    Outgoing.objects.all().delete()
    notices.collapse_due(NOW + timedelta(minutes=10))
    row = Outgoing.objects.get(seat=at_desk.seat)
    assert row.kind == "turn"
    assert "Your plan was not carried out" in row.text
    assert "The reason:" in row.text


def test_who_planned_by_an_older_mail_has_planned_for_what_they_saw(at_desk: Desk) -> None:
    receive(at_desk.write("pass"))
    saw = reply_address(at_desk.answers()[-1])
    everybody_passes(at_desk.game)
    ask(at_desk, "plan pass", reply_to=saw)
    sweep(NOW)
    assert Plan.objects.get().status == "done", "others have only passed"


def test_standing_answers_are_kept_and_all_settings_repeated(at_desk: Desk) -> None:
    answer = ask(at_desk, "standing least 3\nstanding king none\nstanding leave D5 near")
    assert Standing.objects.get().answers == {"defend": {"all": "least 3", "king": "none"}, "leave": "D5 near"}
    assert outcome() == "asked"
    for words in ("As defender in all conflicts: the least that wins, up to 3, else none.", "(king): none",
                  "the one nearest to the trader stays", "They are given at once."):
        assert words in answer
    assert "up to 3" in ask(at_desk, "standing")
    assert "you are asked each time" in ask(at_desk, "standing ask")
    assert Standing.objects.get().answers == {}


def test_an_unclear_standing_answer_refuses_the_mail_and_shows_how_to_write_it(at_desk: Desk) -> None:
    answer = ask(at_desk, "pass\nstanding king leest 3")
    assert (outcome(), at_desk.events(), Standing.objects.exists()) == ("refused", [], False)
    assert "standing king least 3" in answer


def test_a_plan_that_counts_on_what_a_swap_brings_is_refused(at_desk: Desk) -> None:
    hand = play.view(at_desk.game, at_desk.seat).seats[at_desk.seat.index].hand or {}
    tile = next(tile for tile in hand if hand[tile])
    answer = ask(at_desk, f"plan swap {' '.join([tile] * hand[tile])}; {tile} A1")
    assert (outcome(), Plan.objects.exists()) == ("refused", False)
    assert "only after you have seen what the swap brings" in answer


def test_who_wants_no_answers_gets_the_one_about_a_plan(at_desk: Desk) -> None:
    User.objects.filter(email=at_desk.address).update(mail_answers=False)
    assert "Your plan is kept" in ask(at_desk, "pass\nplan pass")


def test_the_manual_tells_of_both(at_desk: Desk) -> None:
    answer = ask(at_desk, "help")
    assert "you write orders ahead for your next turn" in answer
    assert "you answer conflicts of others' turns beforehand" in answer


# What goes out.


def test_a_standing_answer_is_news_in_the_next_mail(ana: User, ben: User, cleo: User) -> None:
    from tests.games.playing import done, make_game

    game = make_game([ana, ben, cleo])
    done(game, 0, "priest A2; pass")
    seat = game.seats.select_related("user", "game").get(index=0)
    plans.keep(game, seat, {"defend": {"all": "none"}}, hidden=False, key="k", now=NOW)
    done(game, 1, "priest C2; commit 1")
    sweep(NOW)
    done(game, 1, "pass")
    done(game, 2, "pass")
    fresh = Game.objects.prefetch_related("seats__user").get(pk=game.pk)
    mine, other = (" ".join(compose_turn.turn(fresh, fresh.seats.get(index=index), []).text.split()) for index in (0, 2))
    assert "(By your standing answer.)" in mine
    assert "revolt" in mine, "what led to it is told, too"
    assert "standing answer" not in other


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("status", ["done", "void"])
def test_no_line_of_a_report_is_an_order(at_desk: Desk, language: str, status: str) -> None:
    User.objects.update(language=language)
    seat = seat_of(at_desk)
    plan = Plan.objects.create(seat=seat, user=seat.user, orders=["temple D5", "pass"], guard="legal", version=0, key="k",
                               status=status, why="king D5: plan temple D5", created=NOW)
    given = [
        Notice(game=seat.game, seat=seat, user=seat.user, kind="plan", version=0, data={"plan": plan.pk}),
        Notice(game=seat.game, seat=seat, user=seat.user, kind="plan", version=0, data={"answer": "commit 2"}),
    ]
    for letter in (compose_plan.plan(seat.game, seat, given), compose_turn.turn(seat.game, seat, given)):
        assert letter is not None
        assert offending(letter) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_answers_about_what_is_ahead_are_inert(at_desk: Desk, language: str) -> None:
    User.objects.filter(email=at_desk.address).update(language=language)
    ask(at_desk, "help\nplan hidden if legal: pass\nstanding\nstanding attack least 2\nstanding hidden\nstanding leave D5 far\n"
                 "standing tell")
    ask(at_desk, "plan none\nstanding ask", X_Again="1")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_about_settings_is_inert(at_desk: Desk, language: str) -> None:
    answers = {"defend": {"all": "least 3", "king": "none", "trader": "ask"}, "attack": {"all": "least", "priest": "all"},
               "leave": "D5 H2 near", "take": "all", "lay": "never", "tell": True}
    with spoken_to(User(language=language)):
        for hidden in (False, True):
            lines = standing_words.sentences(answers, hidden, "kings", language)
            lines += ahead.plan_sentences(["temple D5"], "legal", hidden, "tigris")
            assert [line for line in lines if not is_inert(line, "tigris")] == []


@pytest.mark.parametrize("line", [
    "plan", "plan temple D5", "plan none", "Plan wenn möglich: passen", "standing", "standing ask", "standing king least 3",
    "permanente ninguno", "Dauer fragen", "standing king leest 3", "plan hidden", "plan temple D55",
])
def test_lines_that_write_ahead_are_not_inert(line: str) -> None:
    assert not is_inert(line, "tigris")


def test_an_aside_says_the_same_as_the_line() -> None:
    read = understand(["plan if legal: temple D5; pass", "standing attack king all"], "tigris")
    assert read.asides == (Aside("plan", "plan if legal: temple D5; pass"), Aside("standing", "attack king all"))


def test_reading_goes_on_after_a_mail_of_plans(at_desk: Desk) -> None:
    receive(at_desk.write("plan\n" * 30))
    assert reading.read_due(NOW) == 0
