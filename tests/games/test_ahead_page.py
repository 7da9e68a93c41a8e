"""Plans and standing answers by page: written, seen, changed and withdrawn by their player, and by nobody else seen."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Due, Event, Game, Plan, Standing
from games.sweep import sweep
from tests.games.kings_table import kings_game
from tests.games.playing import NOW, done, make_game

pytestmark = pytest.mark.django_db
Log = Callable[[User], Client]


def plan(client: Client, game: Game, text: str, **more: str) -> Any:
    values = {"plan": text, "guard": "legal", "seen": str(game.version), "key": "abc", **more}
    return client.post(reverse("game_plan", args=[game.code]), values, follow=True)


def page(client: Client, game: Game) -> str:
    return client.get(reverse("game", args=[game.code])).content.decode()


def log(game: Game) -> list[str]:
    return list(Event.objects.filter(game=game).order_by("seq").values_list("order", flat=True))


def test_a_player_plans_and_the_plan_is_carried_out(game: Game, ben: User, client_for: Log) -> None:
    client = client_for(ben)
    assert 'name="guard" value="unchanged" checked' in page(client, game)
    told = plan(client, game, "Tempel a1\npass").content.decode()
    assert "Your plan is kept. Nobody else sees it." in told
    assert "<code>temple A1; pass</code>" in told
    done(game, 0, "pass")
    sweep(NOW)
    assert log(game) == ["pass", "temple A1", "pass"]


def test_who_is_to_move_has_the_form_for_orders_alone(game: Game, ana: User, client_for: Log) -> None:
    html = page(client_for(ana), game)
    assert 'name="plan"' not in html
    assert "Standing answers" in html


@pytest.mark.parametrize(("text", "reason"), [
    ("tmple A1", "Did you mean"), ("say hello", "has no place in a plan"), ("", "There is no order in it."),
    ("swap temple temple\ntemple A1", "after you have seen what the swap brings"),
])
def test_what_cannot_be_a_plan_is_refused_with_words_and_stays_in_the_box(
    game: Game, ben: User, client_for: Log, text: str, reason: str
) -> None:
    response = plan(client_for(ben), game, text)
    assert response.status_code == 422
    html = response.content.decode()
    assert reason in html
    assert text in html
    assert not Plan.objects.exists()


def test_a_plan_is_changed_and_withdrawn(game: Game, ben: User, client_for: Log) -> None:
    client = client_for(ben)
    plan(client, game, "temple A1")
    plan(client, game, "farm A4", key="def", guard="unchanged", hidden="1")
    kept = Plan.objects.get(status="waiting")
    assert (kept.orders, kept.guard, kept.hidden) == (["farm A4"], "unchanged", True)
    html = client.post(reverse("game_plan", args=[game.code]), {"withdraw": "1"}, follow=True).content.decode()
    assert "Your plan is withdrawn." in html
    assert "farm A4" not in html.partition('id="ahead"')[2].partition("</section>")[0]
    assert not Plan.objects.filter(status="waiting").exists()


def test_the_same_form_sent_twice_makes_one_plan(game: Game, ben: User, client_for: Log) -> None:
    client = client_for(ben)
    plan(client, game, "temple A1")
    plan(client, game, "temple A1")
    assert Plan.objects.count() == 1


def test_lines_of_plans_and_standing_answers_can_be_typed_with_orders(game: Game, ana: User, client_for: Log) -> None:
    client = client_for(ana)
    values = {"text": "pass\nplan if legal: temple A1; pass\nstanding king least 3", "seen": "0", "key": "k"}
    html = client.post(reverse("game_orders", args=[game.code]), values, follow=True).content.decode()
    assert log(game) == ["pass"]
    assert Plan.objects.get().orders == ["temple A1", "pass"]
    assert Standing.objects.get().answers == {"defend": {"king": "least 3"}}
    assert "the least that wins, up to 3, else none" in html
    bad = client.post(reverse("game_orders", args=[game.code]), {"text": "standing king leest 3", "seen": "1", "key": "l"})
    assert (bad.status_code, "is not clear" in bad.content.decode()) == (422, True)


def test_standing_answers_are_kept_shown_and_changed(game: Game, ana: User, client_for: Log) -> None:
    client, url = client_for(ana), reverse("game_standing", args=[game.code])
    values = {"defend_all": "least", "defend_all_most": "2", "defend_king": "none", "attack_all": "all", "cells": "d5, h2",
              "leave": "near", "hidden": "1"}
    html = client.post(url, values, follow=True).content.decode()
    row = Standing.objects.get()
    assert row.answers == {"defend": {"all": "least 2", "king": "none"}, "attack": {"all": "all"}, "leave": "D5 H2 near"}
    assert row.hidden
    assert "the least that wins, up to 2, else none" in html
    assert 'value="D5 H2"' in html
    assert "the least that wins, up to 2, else none" in page(client, game)
    client.post(url, {"defend_all": "ask", "cells": "", "leave": ""})
    row.refresh_from_db()
    assert (row.answers, row.hidden) == ({}, False)


@pytest.mark.parametrize(("values", "reason"), [
    ({"defend_all": "least", "defend_all_most": "many"}, "is a number"), ({"cells": "D55"}, "named by their cells")])
def test_what_cannot_be_an_answer_is_refused(
    game: Game, ana: User, client_for: Log, values: dict[str, str], reason: str
) -> None:
    response = client_for(ana).post(reverse("game_standing", args=[game.code]), values)
    assert (response.status_code, reason in response.content.decode()) == (422, True)
    assert not Standing.objects.exists()


def test_the_card_game_asks_for_victory_cards_and_treasures(
    ana: User, ben: User, cleo: User, client_for: Log
) -> None:
    game = kings_game([ana, ben, cleo])
    client, url = client_for(ana), reverse("game_standing", args=[game.code])
    html = client.get(url).content.decode()
    assert ('name="lay"' in html, 'name="cells"' in html) == (True, False)
    client.post(url, {"lay": "never", "take": "none"})
    assert (log(game), Standing.objects.get().answers) == (["points ask"], {"lay": "never", "take": "none"})
    client.post(url, {"lay": "always", "take": ""})
    assert (log(game), Standing.objects.get().answers) == (["points ask", "points always"], {})


def test_spectators_have_neither(game: Game, client: Client) -> None:
    html = page(client, game)
    assert 'id="ahead"' not in html
    assert client.get(reverse("game_standing", args=[game.code])).status_code == 404
    plan(client, game, "temple A1")
    assert not Plan.objects.exists()


def test_everybody_sees_who_is_asked_and_since_when_in_their_zone(
    ana: User, ben: User, cleo: User, client_for: Log
) -> None:
    User.objects.filter(pk=cleo.pk).update(time_zone="Asia/Tokyo")
    game = make_game([ana, ben, cleo])
    done(game, 0, "priest A2; pass")
    done(game, 1, "priest C2; commit 1")
    html = page(client_for(cleo), game)
    assert "Waiting for Ana" in html
    since = html.partition('id="asked"')[2].partition("</section>")[0]
    assert re.search(r"Since [^<]*(21:00|9 p\.m\.)[^<]*(JST|Asia/Tokyo)", since)
    assert not Due.objects.filter(kind="planned").exists()


def test_whose_hidden_plan_is_due_is_told_so_and_nobody_else(game: Game, ben: User, cleo: User, client_for: Log) -> None:
    client = client_for(ben)
    plan(client, game, "temple A1", hidden="1")
    done(game, 0, "pass")
    assert "answers by itself in a while" in page(client, game)
    assert "answers by itself in a while" not in page(client_for(cleo), game)
