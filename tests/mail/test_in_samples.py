"""The collected mails of real programs, as answers to a mail that the product really sent."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import LazySettings

from games.models import Game
from mail.models import Incoming
from tests.mail.inbox import Desk, desk, facts, outcome, receive, samples

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_pictures")]


@pytest.fixture
def at_desk(running_game: Game, settings: LazySettings) -> Desk:
    settings.MAIL_DOMAIN, settings.MAIL_LOCAL_PART = "play.example.org", "orders"
    settings.MAIL_FROM_ADDRESS = "orders@play.example.org"
    settings.DEFAULT_FROM_EMAIL = "Tigris by mail <orders@play.example.org>"
    settings.MAIL_AUTHSERV_ID = "mx.play.example.org"
    return desk(running_game)


def named(entry: dict[str, Any]) -> str:
    return str(entry["file"]).removesuffix(".eml")


@pytest.mark.parametrize("entry", samples("orders"), ids=named)
def test_it_carries_out_exactly_the_new_orders(at_desk: Desk, entry: dict[str, Any]) -> None:
    receive(at_desk.sample(entry["file"]))
    wanted = [at_desk.orders[0 if order == "{{ORDERS}}" else 1] for order in entry["orders"]]
    assert (outcome(), at_desk.events()) == ("orders", wanted)
    assert len(at_desk.answers()) == 1


@pytest.mark.parametrize("entry", samples("no-orders"), ids=named)
def test_it_answers_a_mail_without_orders_with_help(at_desk: Desk, entry: dict[str, Any]) -> None:
    receive(at_desk.sample(entry["file"]))
    assert (outcome(), at_desk.events()) == ("no-orders", [])
    assert len(at_desk.answers()) == 1


@pytest.mark.parametrize("entry", samples("ignore"), ids=named)
def test_it_neither_obeys_nor_answers_machines_and_attackers(at_desk: Desk, entry: dict[str, Any]) -> None:
    receive(at_desk.sample(entry["file"]))
    assert (outcome(), at_desk.events(), at_desk.answers()) == ("ignore", [], [])


@pytest.mark.parametrize("entry", samples("reject"), ids=named)
def test_it_refuses_politely_what_it_must_not_obey(at_desk: Desk, entry: dict[str, Any]) -> None:
    receive(at_desk.sample(entry["file"]))
    assert (outcome(), at_desk.events()) == ("reject", [])
    assert [facts(row)["Auto-Submitted"] for row in at_desk.answers()] == ["auto-replied"]
    assert Incoming.objects.get().detail


@pytest.mark.parametrize("entry", samples("orders", "no-orders"), ids=named)
def test_an_old_order_in_the_quote_is_never_carried_out(at_desk: Desk, entry: dict[str, Any]) -> None:
    """The quote holds an order of the player's own, as it would after an answer to an answer."""
    old = f"{at_desk.mail.text}\n\nAna wrote:\n{at_desk.orders[1]}\n"
    receive(at_desk.sample(entry["file"], QUOTED=old))
    wanted = [at_desk.orders[0 if order == "{{ORDERS}}" else 1] for order in entry["orders"]]
    assert at_desk.events() == wanted
