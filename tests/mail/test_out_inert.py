"""Our own mails are inert: no line of any of them can be read as an order, in any language or position."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from bs4 import BeautifulSoup
from django.conf import settings

from accounts.models import User
from engine import GAMES
from engine.bots import BOTS
from games import play, table_events, tables
from games.models import Game, Notice, Seat, TableEvent
from mail import compose_ended, compose_reminder, compose_started, compose_table, compose_turn, overview
from mail.compose import Letter
from mail.html import to_text
from mail.inert import WIDTH, inert, is_inert, plain
from mail.models import Outgoing
from tests.conftest import NOW, person
from tests.games.playing import days, make_game
from tests.mail.test_out_notices import _no_pictures, fresh, order  # noqa: F401

pytestmark = pytest.mark.django_db
LANGUAGES = [code for code, _ in settings.LANGUAGES]


def offending(letter: Letter) -> list[str]:
    """Lines of the text, of the HTML as a reader of mails makes text of it, and of every scrap of it alone."""
    scraps = BeautifulSoup(letter.html, "html.parser").get_text("\n")
    alt = " ".join(str(image.get("alt")) for image in BeautifulSoup(letter.html, "html.parser").find_all("img"))
    lines = [*letter.text.splitlines(), *to_text(letter.html).splitlines(), *scraps.splitlines(), alt]
    return [line for line in lines if not is_inert(line, letter.game.kind)]


def letters(game: Game, chat: list[str]) -> Iterator[Letter]:
    """Every kind of mail that this game can send now, to everybody."""
    for seat in game.seats.all():
        if seat.user is None:
            continue
        notices = [
            Notice(game=game, seat=seat, user=seat.user, kind="chat", version=0, data={"name": "pass", "text": text})
            for text in chat
        ]
        notices.append(Notice(game=game, seat=seat, user=seat.user, kind="dropped", version=0, data={
            "orders": ["temple D5", "pass"], "reason": "king D5 is not possible."}))
        notices.append(Notice(game=game, seat=seat, user=seat.user, kind="started", version=0))
        if game.status == Game.Status.FINISHED:
            yield compose_ended.ended(game, seat, notices)
            continue
        yield compose_turn.turn(game, seat, notices)
        yield compose_started.started(game, seat, notices)
        yield compose_table.dropped(game, seat, notices)
        yield compose_table.table(game, seat, [*notices, *at_the_table(game, seat)])
        if reminder := reminded(game, seat):
            yield reminder
        yield compose_table.chat(game, seat, notices)


def at_the_table(game: Game, seat: Seat) -> list[Notice]:
    """One of everything that can happen beside the orders, to this seat and to another."""
    data = {
        "missed": {"deadline": NOW.isoformat(), "asked": "turn", "did": "temple D5; pass"}, "away": {"until": "2026-12-20"},
        "substituted": {"before": "pass", "after": "temple D5"}, "extended": {"seconds": 7200, "reason": "pass"},
        "voted": {"on": "end", "yes": False}, "ended": {"how": "staff", "reason": "away 2026-12-20"},
        "paused": {"reason": "stop"}, "pace": {"before": {}, "after": days(2).as_dict()},
    }
    events = [table_events.write(game, kind, key=f"{game.pk}:{kind}:{index}", now=NOW, seat=index, **data.get(kind, {}))
              for kind in TableEvent.Kind for index in (seat.index, (seat.index + 1) % game.size)]
    events = events if all(events) else list(TableEvent.objects.filter(game=game))
    return [Notice(game=game, seat=seat, user=seat.user, kind="table", version=0, data={"event": event.pk}) for event in events if event]


def reminded(game: Game, seat: Seat) -> Letter | None:
    if game.deadline is None:
        return None
    notice = Notice(game=game, seat=seat, user=seat.user, kind="reminder", version=game.version, created=NOW,
                    data={"deadline": game.deadline.isoformat(), "at": NOW.isoformat()})
    return compose_reminder.reminder(game, seat, [notice])


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_of_a_mail_is_an_order(language: str, kind: str) -> None:
    """A whole game of careless bots, looked at every few orders; names and words do their worst."""
    people = [person(name) for name in ("Ana", "temple D5", "pass")]
    User.objects.update(language=language)
    chat = ["temple D5", "king D5; pass", "tempel d5", "say hello", "bauen schwarz-rot", "x " * 60 + "temple D5",
            "market B-C", "score yes", "barco verde; pasar", "nehmen B C", "sail king", "points ask"]
    game = tables.create(host=people[0], now=NOW, kind=kind, size=3, pace=days(2))
    for user in people[1:]:
        tables.join(game=game, user=user, now=NOW)
    chance = Random(language)
    bad: list[str] = []
    asked: set[str] = set()
    for _ in range(160):
        game = fresh(game)
        if game.decider is None:
            break
        view = play.view(game, game.decider)
        question = view.decision.kind if view.decision else ""
        if question not in asked or game.version % 40 == 0:  # each kind of question once, and now and then
            asked.add(question)
            bad += [line for letter in letters(game, chat) for line in offending(letter)]
        order(game, str(BOTS["random"](view, chance)))
    assert bad == []
    assert {"turn", "commit"} <= asked


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_of_a_finished_games_mail_is_an_order(
    language: str, kind: str, ana: User, ben: User, cleo: User
) -> None:
    running_game = tables.create(host=ana, now=NOW, kind=kind, size=3)
    for user in (ben, cleo):
        tables.join(game=running_game, user=user, now=NOW)
    User.objects.update(language=language)
    game = fresh(running_game)
    for index in (0, 1):
        play.submit(game=fresh(game), seat=index, text="resign", seen=None, source="page", key=str(index),
                    actor=None, now=NOW)
    found = list(letters(fresh(game), ["pass"]))
    assert {letter.kind for letter in found} == {"ended"}
    assert [line for letter in found for line in offending(letter)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_of_a_mail_about_a_table_is_an_order(language: str, table: Game, ana: User) -> None:
    User.objects.update(language=language, display_name="pass")
    seat = tables.invite(game=table, user=ana, address="dora@example.org", now=NOW)
    notice = Notice.objects.get(seat=seat)
    for letter in (compose_table.invited(notice), compose_table.cancelled(notice)):
        assert offending(letter) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_of_an_overview_is_an_order(language: str, ana: User, ben: User) -> None:
    User.objects.update(language=language)
    ben.display_name = "temple D5"
    ben.save()
    for number, title in enumerate(("", "away 2026-12-20", "pass", "stop")):
        game = make_game([ana, ben] if number % 2 else [ben, ana], pace=days(number) if number else None)
        Game.objects.filter(pk=game.pk).update(title=title)
    ana.refresh_from_db()
    assert overview.write(ana, NOW, key="overview")
    text = Outgoing.objects.get(key="overview").text
    assert [line for line in text.splitlines() if not is_inert(line, "tigris")] == []
    assert max(len(line) for line in text.splitlines() if "http" not in line) <= WIDTH


@pytest.mark.parametrize("words", ["temple D5", "· temple D5", "pass", "say hello", "Tempel D5; pass", "king D55", "leave"])
def test_an_order_that_somebody_wrote_gets_a_mark_in_front(words: str) -> None:
    assert is_inert(inert(words, "tigris"), "tigris")
    assert words.replace(";", ",") in inert(words, "tigris").replace(";", ",")


def test_a_harmless_sentence_stays_as_it_is() -> None:
    assert inert("Ana placed a temple on D5.", "tigris") == "Ana placed a temple on D5."


def test_a_long_line_never_breaks_before_an_order() -> None:
    for blanks in range(60, 70):
        text = plain("- " + "x" * blanks + " temple D5 is where it lies", "tigris")
        assert [line for line in text.splitlines() if not is_inert(line, "tigris")] == []
        assert max(map(len, text.splitlines()[1:] or [""])) <= WIDTH


def test_a_drawn_board_keeps_its_columns() -> None:
    board = " 1|  .   T*  ~  |1\n 2|  .   .   ~  |2"
    assert plain(board + "\n", "tigris") == board + "\n"
