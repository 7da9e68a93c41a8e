"""The notice on every page that mail does not arrive, and the ways to mend it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game
from mail import bounces
from mail.models import Bounce, Silence
from tests.conftest import NOW

pytestmark = pytest.mark.django_db
Log = Callable[[User], Client]


def silence(address: str, kind: str = "hard") -> None:
    bounces.record(address, kind, "550 5.1.1 no such user", NOW)


def text(client: Client, url: str) -> str:
    return " ".join(client.get(url).content.decode().split())


def test_every_page_says_why_there_is_no_mail(ana: User, ben: User, running_game: Game, client_for: Log) -> None:
    silence(ana.email)
    for url in (reverse("lobby"), reverse("profile"), reverse("rules"), reverse("game", args=[running_game.code]),
                reverse("account_email"), reverse("game_new")):
        page = text(client_for(ana), url)
        assert f"You get no mail at {ana.email}" in page, url
        assert "no such mailbox" in page, url
        assert ana.email not in text(client_for(ben), url), url
        assert "You get no mail" not in text(Client(), url), url


def test_the_address_used_meanwhile_is_named(ana: User, client_for: Log) -> None:
    EmailAddress.objects.create(user=ana, email="second@example.org", verified=True)
    silence(ana.email)
    assert "Your mail goes to second@example.org meanwhile" in text(client_for(ana), reverse("lobby"))


def test_a_button_starts_mail_again_and_comes_back_to_the_page(ana: User, client_for: Log) -> None:
    silence(ana.email, "complaint")
    client = client_for(ana)
    response = client.post(reverse("mail_again"), {"address": ana.email, "next": reverse("rules")})
    assert response["Location"] == reverse("rules")
    assert not Silence.objects.exists()
    assert "You get no mail" not in text(client, reverse("lobby"))


def test_the_button_is_for_ones_own_addresses_and_leads_nowhere_else(ana: User, ben: User, client_for: Log) -> None:
    silence(ana.email)
    response = client_for(ben).post(reverse("mail_again"), {"address": ana.email, "next": "https://elsewhere.example.org/"})
    assert response["Location"] == reverse("profile")
    assert Silence.objects.count() == 1
    assert Client().post(reverse("mail_again"), {"address": ana.email}).status_code == 302
    assert client_for(ana).get(reverse("mail_again")).status_code == 405
    assert Silence.objects.count() == 1


def log_in_by_code(address: str) -> None:
    client = Client()
    client.post(reverse("account_request_login_code"), {"email": address})
    assert mail.outbox[-1].to == [address]
    code = re.search(r"\b[A-Z0-9]{4}-[A-Z0-9]{4}\b", str(mail.outbox[-1].body))
    assert code is not None
    client.post(reverse("account_confirm_login_code"), {"code": code[0]})
    assert "_auth_user_id" in client.session


@pytest.mark.parametrize("kind", ["hard", "complaint"])
def test_a_code_read_at_the_address_shows_that_it_works(ana: User, kind: str) -> None:
    silence(ana.email, kind)
    log_in_by_code(ana.email)
    assert Silence.objects.exists() is (kind == "complaint"), "who complained has to say so"


def test_a_code_read_at_another_address_shows_nothing(ana: User) -> None:
    EmailAddress.objects.create(user=ana, email="second@example.org", verified=True)
    silence(ana.email)
    log_in_by_code("second@example.org")
    assert Silence.objects.get().address == ana.email


def test_an_address_that_is_confirmed_anew_works(ana: User) -> None:
    silence(ana.email)
    row = EmailAddress.objects.get(user=ana)
    row.verified = False
    row.save()
    log_in_by_code(ana.email)
    assert not Silence.objects.exists()
    assert Bounce.objects.get().cleared is not None
