"""Every kind of mail in Spanish and German: no English sentence is left but the boundary line."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from django.conf import settings

from accounts.models import User
from engine import GAMES, Invalid, RulesError, orders
from games import chance, play, tables
from games.asides import WORDS, Aside
from games.models import Game, Notice
from mail import (
    answers,
    boundary,
    compose_ended,
    compose_several,
    compose_started,
    compose_table,
    compose_turn,
)
from mail.answers import Note
from mail.compose import Letter
from mail.understood import Line
from tests.conftest import NOW
from tests.games.playing import days, done, make_game, play_on
from tests.mail.test_out_inert import at_the_table, reminded
from tests.mail.test_out_notices import fresh
from tests.web.leftovers import english_in, english_lines

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("no_pictures"),
    pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES if code != "en"]),
]


@pytest.fixture(autouse=True)
def _readers(ana: User, ben: User, cleo: User, language: str) -> None:
    User.objects.update(language=language)


def left_over(letter: Letter | Note, game: Game | None) -> list[str]:
    """The orders that mails quote are not sentences; neither are addresses of pages."""
    line = boundary.line(game.code if game else "")
    text = [words for words in letter.text.splitlines() if "http" not in words]
    return english_in(letter.html, besides=line) + english_lines(text, besides=line)


def letters(game: Game) -> Iterator[Letter]:
    """Every mail that tells a position or what was said, to everybody."""
    for seat in game.seats.select_related("user"):
        kinds = {"started": {}, "chat": {"name": "Ana", "text": "buena suerte, viel Glück"}}
        notices = [Notice(game=game, seat=seat, user=seat.user, kind=kind, version=0, data=data)
                   for kind, data in kinds.items()]
        if game.status == Game.Status.FINISHED:
            yield compose_ended.ended(game, seat, notices)
            continue
        yield compose_turn.turn(game, seat, notices)
        yield compose_started.started(game, seat, notices)
        yield compose_table.chat(game, seat, notices)
        yield compose_table.table(game, seat, at_the_table(game, seat))
        if reminder := reminded(game, seat):
            yield reminder


@pytest.mark.parametrize("kind", sorted(GAMES))
def test_the_mails_of_a_game_have_no_english_words(
    ana: User, ben: User, cleo: User, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chance, "shuffle", lambda deck: tuple(Random(3).sample(list(deck), len(deck))))
    running_game = tables.create(host=ana, now=NOW, kind=kind, size=3, pace=days(2))
    for user in (ben, cleo):
        tables.join(game=running_game, user=user, now=NOW)
    kinds: set[str] = set()
    asked: set[str] = set()
    while not {"turn", "commit"} <= asked:
        game = fresh(running_game)
        assert game.decider is not None
        decision = play.view(game, game.decider).decision
        assert decision
        if decision.kind not in asked:
            asked.add(decision.kind)
            for letter in letters(game):
                kinds.add(letter.kind)
                assert left_over(letter, game) == []
        play_on(game, 1, seed=game.version)
    for index in (0, 1):
        done(game, index, "resign")
    game = fresh(game)
    for letter in letters(game):
        kinds.add(letter.kind)
        assert left_over(letter, game) == []
    assert {"turn", "started", "chat", "ended"} <= kinds


def test_a_mail_about_several_games_has_no_english_words(running_game: Game, ana: User, ben: User) -> None:
    other = make_game([ana, ben])
    both = [compose_turn.turn(game, game.seats.select_related("user").get(user=ana), [])
            for game in (fresh(running_game), fresh(other))]
    letter = compose_several.several(both)
    line = boundary.line("").replace("  ", " ")
    assert english_in(letter.html, besides=line) == []
    assert english_lines([words for words in letter.text.splitlines() if "http" not in words], besides=line) == []
    assert english_lines([letter.subject]) == []


def test_waiting_orders_that_were_dropped_are_told_without_english_words(running_game: Game, language: str) -> None:
    seat = running_game.seats.exclude(user=None).first()
    notice = Notice(game=running_game, seat=seat, user=seat.user, kind="dropped", version=0, data={
        "orders": ["templo D5"], "reason": {"es": "Eso no es posible.", "de": "Das geht nicht."}[language]})
    assert left_over(compose_table.dropped(running_game, seat, [notice]), running_game) == []


def test_mails_about_a_table_have_no_english_words(table: Game, ana: User) -> None:
    table.host.refresh_from_db()
    seat = tables.invite(game=table, user=table.host, address="dora@example.org", now=NOW)
    notice = Notice.objects.get(seat=seat)
    for letter in (compose_table.invited(notice), compose_table.cancelled(notice)):
        assert left_over(letter, table) == []


def test_answers_have_no_english_words(running_game: Game) -> None:
    game = fresh(running_game)
    seat = game.seats.select_related("user").get(index=game.decider)
    mine = (game, seat, seat.user.email)
    lines = [Line("templo D5", (orders.parse("temple D5", "tigris"),)), Line("templo Z99", error=wrong("templo Z99"))]
    outcome = play.submit(game=game, seat=seat.index, text="pass", seen=None, source="mail", key="1", actor=seat.user, now=NOW)
    for letter in (
        answers.done(*mine, outcome),
        answers.refused(*mine, lines, lines[1].error), answers.refused(*mine, lines[1:], lines[1].error),
        answers.refused(*mine, [], None, reason=answers.without_boundary()),
        answers.stale(*mine, lines), answers.help_(*mine), *(answers.help_(*mine, [Aside(word)]) for word in (*WORDS, "help")),
        *(answers.unread(*mine, why) for why in ("too large", "too much text", "too many orders", "")),
    ):
        assert left_over(letter, game) == []


@pytest.mark.parametrize("why", ["other sender", "unknown token", "no token", "several tokens"])
def test_a_stranger_is_answered_without_english_words(ana: User, why: str) -> None:
    ana.refresh_from_db()
    note = answers.stranger(why, ana)
    assert left_over(note, None) == []
    assert english_lines([note.subject]) == []


def wrong(text: str) -> RulesError:
    with pytest.raises(Invalid) as refused:
        orders.parse(text, "tigris")
    return refused.value
