"""What is written ahead is its player's alone: with and without it, everybody else is shown the same, byte for byte."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pytest
from django.contrib import admin
from django.db import transaction
from django.test import Client

from accounts.models import User
from games import pictures, plans, positions
from games.models import Game, Notice, Plan, Standing, TableEvent
from games.plan_lines import Draft
from games.record import export
from games.sweep import sweep
from mail import compose_turn, notices
from mail.models import Outgoing
from tests.games.playing import NOW, START, done, make_game

pytestmark = pytest.mark.django_db
PAGES = ("", "?piece=temple", "?order=pass", "log/", "replay/0/", "replay/2/", "record", "verify/", "version?seen=0",
         "version?seen=2&said=0", "standing/")
CHANCE = re.compile(r'name="(csrfmiddlewaretoken|key)" value="[^"]*"')
SIGNED = re.compile(r"/mail/\w+/[^\"\s]+")  # a seat's number, which PostgreSQL gives out once


def ahead(game: Game, *, hidden: bool) -> None:
    """Ana plans, and answers whatever she is asked."""
    seat = game.seats.select_related("user", "game").get(index=0)
    plans.make(game, seat, Draft(("temple P11",), Plan.Guard.LEGAL.value, hidden), version=1, key="ana", now=NOW)
    plans.keep(game, seat, {"defend": {"all": "least 2", "king": "none"}, "leave": "P11 near"}, hidden=hidden, key="k", now=NOW)


def shown(users: Sequence[User], client_for: Callable[[User], Client], *, written: bool) -> dict[object, object]:
    """All that ben, cleo and a spectator are shown, while ana is asked for her answer; leaves no trace."""
    found: dict[object, object] = {}
    with transaction.atomic():
        positions.clear()
        game = make_game(users, hands=[START, START])
        Game.objects.filter(pk=game.pk).update(code="samecode", invitation="same")
        game.refresh_from_db()
        done(game, 0, "priest A2; pass")
        if written:
            ahead(game, hidden=True)
        done(game, 1, "priest C2; commit 1; temple P1")
        readers = {"ben": client_for(users[1]), "cleo": client_for(users[2]), "spectator": Client()}
        for name, client in readers.items():
            for page in PAGES:
                response = client.get(f"/games/{game.code}/{page}")
                found[name, page] = (response.status_code, "" if page == "standing/" else CHANCE.sub("", response.content.decode()))
        for seat in (*game.seats.exclude(index=0), None):
            found["record", seat and seat.index] = export(game, seat)
            found["picture", seat and seat.index] = pictures.picture(game, seat, language="en")
        game = Game.objects.prefetch_related("seats__user").get(pk=game.pk)
        for seat in game.seats.all():
            if seat.index:
                letter = compose_turn.turn(game, seat, [])
                found["mail", seat.index] = (letter.subject, SIGNED.sub("", letter.text), SIGNED.sub("", letter.html))
                found["notices", seat.index] = list(Notice.objects.filter(seat=seat).order_by("pk").values_list("kind", "data"))
        found["events"] = list(TableEvent.objects.values_list("kind"))
        for path in ("/statistics/", "/games/", "/metrics"):
            found["site", path] = CHANCE.sub("", readers["cleo"].get(path).content.decode())
        transaction.set_rollback(True)
    return found


def test_nobody_else_is_shown_a_trace(ana: User, ben: User, cleo: User, client_for: Callable[[User], Client]) -> None:
    first, second = (shown((ana, ben, cleo), client_for, written=written) for written in (False, True))
    assert first.keys() == second.keys()
    for what, value in first.items():
        if what != ("site", "/metrics"):
            assert value == second[what], what
    assert "P11" not in str(second["mail", 1]) or "P11" in str(first["mail", 1])


def test_nobody_can_tell_a_standing_answer_or_a_plan_from_one_by_hand(
    ana: User, ben: User, cleo: User, client_for: Callable[[User], Client]
) -> None:
    """The log, the page and the record after ana's answer and her turn, by hand and written ahead."""
    pages = []
    for written in (False, True):
        with transaction.atomic():
            positions.clear()
            game = make_game([ana, ben, cleo], hands=[START, START])
            Game.objects.filter(pk=game.pk).update(code="samecode", invitation="same")
            game.refresh_from_db()
            done(game, 0, "priest A2; pass")
            if written:
                seat = game.seats.select_related("user", "game").get(index=0)
                plans.make(game, seat, Draft(("temple P11", "pass"), Plan.Guard.LEGAL.value), version=2, key="a", now=NOW)
                plans.keep(game, seat, {"defend": {"all": "least"}}, hidden=False, key="k", now=NOW)
            done(game, 1, "priest C2; commit 1")
            sweep(NOW)
            if not written:
                done(game, 0, "commit 1")
            done(game, 1, "pass")
            done(game, 2, "pass")
            sweep(NOW)
            if not written:
                done(game, 0, "temple P11; pass")
            readers = {"cleo": client_for(cleo), "spectator": Client()}
            pages.append({
                (name, page): CHANCE.sub("", client.get(f"/games/{game.code}/{page}").content.decode())
                for name, client in readers.items() for page in ("", "log/", "record", "replay/5/")
            })
            transaction.set_rollback(True)
    assert "temple P11" in pages[1]["cleo", "log/"]
    assert pages[0] == pages[1]


def test_ana_herself_is_shown_it(game: Game, ana: User, client_for: Callable[[User], Client]) -> None:
    done(game, 0, "pass")
    ahead(game, hidden=False)
    html = client_for(ana).get(f"/games/{game.code}/").content.decode()
    assert "temple P11" in html
    assert "the least that wins, up to 2" in html


def test_what_became_of_a_plan_is_told_to_its_player_alone(game: Game, ana: User) -> None:
    done(game, 0, "pass")
    ahead(game, hidden=False)
    done(game, 1, "pass")
    done(game, 2, "pass")
    sweep(NOW)
    assert [notice.user for notice in Notice.objects.filter(kind="plan")] == [ana]
    notices.collapse_due(NOW)
    for mail in Outgoing.objects.exclude(user=ana):
        assert "plan" not in mail.text.lower()


def test_a_refused_plan_is_an_error_of_its_player_alone(game: Game, ben: User, client_for: Callable[[User], Client]) -> None:
    ahead(game, hidden=False)
    html = client_for(ben).post(f"/games/{game.code}/plan", {"plan": "tmple A1"}).content.decode()
    assert "P11" not in html.partition('id="ahead"')[2].partition("</section>")[0]
    html = client_for(ben).post(f"/games/{game.code}/plan", {"withdraw": "1"}, follow=True).content.decode()
    assert "There was no plan to withdraw." in html
    assert Plan.objects.filter(status="waiting").count() == 1


def test_staff_are_shown_none_of_it() -> None:
    for model in (Plan, Standing):
        assert model not in admin.site._registry
