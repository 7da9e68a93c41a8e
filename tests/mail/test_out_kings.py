"""Mails of the card game: examples of every question, nothing hidden, and nobody is asked whose answer is known."""

from __future__ import annotations

import re

import pytest

from accounts.models import User
from engine import View, orders
from engine.lexicon import LANGUAGES
from games import positions
from games.models import Game, Notice
from mail import compose_orders, compose_turn, sending
from mail.current import current
from mail.inert import is_inert
from mail.models import Outgoing
from tests.conftest import NOW
from tests.drawing import tables
from tests.games.kings_table import OTHER_HAND, at_war, grown, kings_game
from tests.games.playing import KINGS_START, done
from tests.mail.test_out_notices import _no_pictures, fresh  # noqa: F401


@pytest.fixture(autouse=True)
def _no_positions_of_other_tests() -> None:
    positions.clear()


ASKS = {"points": "ask"}
COLUMN = ["farm", "temple", "market"]


def asked(kind: str) -> View:
    """A position in which the first player is asked this."""
    joined = {"A": COLUMN, "B": ["temple+trader/lion", "farm", "market"]}
    start = {
        "turn": (tables.state(columns={"A": COLUMN, "B": COLUMN}), ()),
        "score": (tables.state(options=ASKS, columns={"A": ["temple+king/lion"]}), ("farm A",)),
        "take": (tables.state(columns=joined), ("settlement A-B",)),
        "ship": (tables.state(columns={"A": ["farm", "farm", "farm"]}), ("farm A",)),
        "sail": (tables.state(options=ASKS, columns={"A": ["ship/green", "temple+farmer/lion"]}), ("pass",)),
        "commit": (tables.state(columns={"A": ["temple+priest/bull"]}), ("priest A1",)),
        "fight": (tables.state(columns={
            "A": ["farm+king/lion", "temple+trader/lion", "market"], "B": ["farm+king/bull", "temple+trader/bull", "market"],
        }), ("settlement A-B",)),
    }  # fmt: skip
    position, given = start[kind]
    view = tables.KINGS.view(tables.after(position, *given), 0)
    assert view.decision is not None
    assert (view.decision.seat, view.decision.kind) == (0, kind)
    return view


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["turn", "score", "take", "ship", "sail", "commit", "fight"])
def test_every_question_has_inert_sentences_whose_examples_are_legal_orders(kind: str, language: str) -> None:
    view = asked(kind)
    sentences = compose_orders.kinds(view, language)
    assert [line for line in sentences if not is_inert(line, "kings")] == []
    examples = [orders.parse(text, "kings") for line in sentences for text in re.findall("“([^”]+)”", line)]
    words = {order.word for order in examples}
    assert ({"settlement", "king", "pass", "points", "say"} if kind == "turn" else {kind}) <= words
    for order in examples:
        if order.word != "say":
            allowed = view.legal[order.word]
            assert " ".join(order.args) in (allowed or ("",)), order


def test_a_turn_names_columns_and_links() -> None:
    text = " ".join(compose_orders.kinds(asked("turn"), "en"))
    assert "into that column" in text
    assert "A-B" in text


# What a mail may tell

CHANCE = re.compile(r"\S*/mute/\S*|\S*/mails?/\S*|answer:\d+|[0-9a-f]{64}")


@pytest.mark.django_db
def test_no_mail_depends_on_another_seats_hand_or_on_a_link_that_lies_face_down(ana: User, ben: User, cleo: User) -> None:
    told = []
    for hand, link in ((KINGS_START, "market"), (OTHER_HAND, "farm")):
        positions.clear()
        game = kings_game([ana, ben, cleo], cleo=hand)
        at_war(game, link)
        game = fresh(game)
        letters = [compose_turn.turn(game, seat, []) for seat in game.seats.all() if seat.user != cleo]
        told.append([CHANCE.sub("", f"{letter.text}{letter.html}").replace(game.code, "") for letter in letters])
        own = compose_turn.turn(game, game.seats.get(user=cleo), []).text
        assert f"?{link[0].upper()}" in own
    assert told[0] == told[1]


@pytest.mark.django_db
def test_a_turn_mail_shows_the_open_card_of_each_stack_and_leads_to_the_rules(ana: User, ben: User, cleo: User) -> None:
    game = kings_game([ana, ben, cleo])
    grown(game)
    letter = compose_turn.turn(fresh(game), game.seats.get(user=cleo), [])
    assert letter.subject.startswith("Kings ")
    assert "On the stack of Ana: market" in letter.text
    assert "In the deck:" in letter.text
    assert "A victory card is always laid for you" in letter.text
    assert "/rules/kings/" in letter.text
    assert "/rules/kings/" in letter.html


# Nobody waits for an answer that is known

def kinds(user: User) -> list[str]:
    return list(Outgoing.objects.filter(user=user).order_by("pk").values_list("kind", flat=True))


@pytest.mark.django_db
def test_who_always_lays_is_not_asked_by_mail(ana: User, ben: User, cleo: User) -> None:
    game = kings_game([ana, ben, cleo])
    for text in ("king A1", "pass"):
        done(game, 0, text)
    sending.send_due(NOW)
    before = kinds(ana)
    done(game, 1, "market A")  # ana's king lays a market
    assert game.decider == 1
    sending.send_due(NOW)
    assert kinds(ana) == before


@pytest.mark.django_db
def test_who_wants_to_be_asked_is_asked_by_mail_and_only_with_a_card(ana: User, ben: User, cleo: User) -> None:
    game = kings_game([ana, ben, cleo], points="ask")
    for text in ("king A1", "pass"):
        done(game, 0, text)
    sending.send_due(NOW)
    done(game, 1, "market A")
    sending.send_due(NOW)
    assert game.decider == 0
    mail = Outgoing.objects.filter(user=ana, kind="turn").latest("pk")
    assert "score yes" in mail.text


# The setting

@pytest.mark.django_db
def test_a_setting_causes_no_second_turn_mail_and_makes_none_old(ana: User, ben: User, cleo: User) -> None:
    game = kings_game([ana, ben, cleo])
    sending.send_due(NOW)
    before = kinds(ana)
    version = game.version
    done(game, 1, "points ask")
    sending.send_due(NOW)
    assert kinds(ana) == before
    assert current(fresh(game), game.seats.get(index=0), version)


@pytest.mark.django_db
def test_a_turn_mail_that_has_not_left_yet_survives_a_setting(ana: User, ben: User, cleo: User) -> None:
    game = kings_game([ana, ben, cleo])
    done(game, 1, "points ask")
    sending.send_due(NOW)
    sent = Outgoing.objects.filter(user=ana, kind="turn", status=Outgoing.Status.SENT)
    assert sent.count() == 1
    assert Game.objects.get().version == 1
    assert not Notice.objects.filter(user=ana, told=None).exists()
