"""Every kind of mail about a game that the product sends, in every language, with names and words that do their worst."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from django.conf import settings
from django.test.signals import template_rendered

from accounts.models import User
from engine import RulesError, orders
from engine.bots import BOTS
from games import play, tables
from games.asides import WORDS, Aside
from games.models import Game, Notice, Plan
from leagues import mails as league_mails
from leagues.models import LeagueNotice
from mail import answers, claims, compose_plan, compose_several, compose_table, compose_turn, overview, sealed
from mail.answers import Note
from mail.compose import Letter
from mail.models import Incoming, Outgoing
from mail.opened import opened
from mail.understood import Line
from tests.conftest import NOW, person
from tests.games.playing import days, make_game
from tests.leagues.playing import found
from tests.leagues.test_mails import DATA
from tests.mail.test_out_inert import letters
from tests.mail.test_out_notices import fresh, order

LANGUAGES = [code for code, _ in settings.LANGUAGES]
CHAT = ["temple D5", "king D5; pass", "stop", "notes x", "viel Glück", "x " * 60 + "board"]
STRANGERS = ("other sender", "unknown address", "unknown token", "no token", "several tokens")


class Sent(NamedTuple):
    """One mail as it left."""

    language: str
    text: str
    html: str

    def __repr__(self) -> str:
        return f"Sent({self.language}: {self.text[60:100]!r})"


def sent_mails() -> tuple[list[Sent], set[str]]:
    """All of them, and the names of the templates they were made from. Needs the database; leaves it to the caller."""
    used: set[str] = set()

    def note(template: Any, **values: Any) -> None:
        used.add(str(template.name))

    people = [person(name, f"{number}@example.org") for number, name in enumerate(("Ana", "temple D5", "stop"))]
    found: list[Sent] = []
    template_rendered.connect(note)
    try:
        for language in LANGUAGES:
            User.objects.update(language=language)
            found += [Sent(language, *filled(letter)) for letter in every_letter(people)]
    finally:
        template_rendered.disconnect(note)
    return found, used


def filled(letter: Letter | Note) -> tuple[str, str]:
    secrets = {mark: make(NOW) for mark, make in letter.secrets.items()} if isinstance(letter, Letter) else {}
    return sealed.filled(letter.text, secrets), sealed.filled(letter.html, secrets)


def every_letter(people: list[User]) -> Iterator[Letter | Note]:
    for user in people:
        user.refresh_from_db()
    game = tables.create(host=people[0], now=NOW, size=3, pace=days(2))
    tables.invite(game=game, user=people[0], address="dora@example.org", now=NOW)
    notice = Notice.objects.filter(game=game, kind="invited").get()
    yield compose_table.invited(notice)
    yield compose_table.cancelled(notice)

    game = tables.create(host=people[0], now=NOW, size=3, pace=days(2))
    for user in people[1:]:
        tables.join(game=game, user=user, now=NOW)
    play_some(game, 9)
    game = fresh(game)
    yield from letters(game, CHAT)
    yield from answers_in(game)
    yield from plans_of(game)
    other = make_game(people[:2])
    mine = (game.seats.select_related("user").get(user=people[0]), other.seats.select_related("user").get(user=people[0]))
    yield compose_several.several([compose_turn.turn(fresh(seat.game), seat, []) for seat in mine])
    yield overview_of(people[0])
    yield of_a_league(people[0])
    for index in (0, 1):
        order(game, "resign", seat=index)
    yield from letters(fresh(game), CHAT)


def of_a_league(user: User) -> Note:
    season = found(user)
    made = league_mails.compose(user, [
        LeagueNotice(kind=kind, user=user, season=season, data=data, created=NOW, due=NOW) for kind, data in DATA.items()])
    assert made
    return Note(made["subject"], made["text"], made["html"])


def overview_of(user: User) -> Note:
    key = f"corpus:{Outgoing.objects.count()}"
    assert overview.write(user, NOW, key=key)
    made = opened(bytes(Outgoing.objects.get(key=key).raw))
    return Note(made.headers["Subject"], made.text, made.html)


def plans_of(game: Game) -> Iterator[Letter]:
    seat = game.seats.select_related("user").get(index=game.decider)
    plan = Plan.objects.create(seat=seat, user=seat.user, orders=["temple D5", "pass"], guard="legal", version=0,
                               key=f"corpus:{Plan.objects.count()}", status="void", why="king D5; stop", created=NOW)
    notices = [Notice(game=game, seat=seat, user=seat.user, kind="plan", version=0, data=data)
               for data in ({"plan": plan.pk}, {"answer": "commit 2"})]
    letter = compose_plan.plan(game, seat, notices)
    assert letter is not None
    yield letter
    yield compose_turn.turn(game, seat, notices)


def answers_in(game: Game) -> Iterator[Letter | Note]:
    seat = game.seats.select_related("user").get(index=game.decider)
    assert seat.user is not None
    seat.notes = "temple D5\nstop\nhe has two kings"
    at = (game, seat, seat.user.email)
    lines = [Line("temple D5", (orders.parse("temple D5", "tigris"),)), Line("temple Z99", error=wrong("temple Z99")),
             Line("board", aside=Aside("board"))]
    yield answers.refused(*at, lines, lines[1].error)
    yield answers.refused(*at, lines[1:2], lines[1].error, order="king A1")
    yield answers.refused(*at, [], None, reason=answers.without_boundary())
    yield answers.stale(*at, lines)
    yield answers.help_(*at)
    yield answers.help_(*at, [*(Aside(word) for word in (*WORDS, "help")), Aside("notes", "stop")])
    yield answers.help_(*at, [Aside("plan", "plan hidden if legal: temple D5; pass"), Aside("standing", "king least 3"),
                              Aside("standing", "hidden"), Aside("standing", "leave D5 near")])
    for why in ("too large", "too much text", "too many orders", ""):
        yield answers.unread(*at, why)
    for why in STRANGERS:
        yield answers.stranger(why, seat.user)
    row = Incoming.objects.create(key=f"corpus-{game.pk}", door="pipe", raw=b"", received=NOW)
    claims.ask(row, seat, f"stop{game.pk}@elsewhere.example.org", ["temple D5", "stop", "help"], NOW)
    question = Outgoing.objects.filter(kind="claim").latest("pk")
    yield Note(question.subject, question.text, "")
    view = play.view(game, seat)
    text = f"{BOTS['random'](view, Random(5))}\nsay temple D5; stop"
    outcome = play.submit(game=game, seat=seat, text=text, seen=None, source="mail", key=f"corpus:{game.pk}",
                          actor=seat.user, now=NOW)
    assert outcome.ok
    yield answers.done(fresh(game), seat, seat.user.email, outcome, [Aside("log"), Aside("stop")])


def play_some(game: Game, number: int) -> None:
    chance = Random(number)
    for _ in range(number):
        game = fresh(game)
        assert game.decider is not None
        order(game, str(BOTS["random"](play.view(game, game.decider), chance)))


def wrong(text: str) -> RulesError:
    try:
        orders.parse(text, "tigris")
    except RulesError as error:
        return error
    raise AssertionError(text)
