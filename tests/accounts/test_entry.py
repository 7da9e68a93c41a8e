"""Getting in: one form for newcomers and for those who have an account, and a code by mail."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts import forms
from accounts.models import User

ENTRY, CONFIRM = reverse("account_request_login_code"), reverse("account_confirm_login_code")
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _mails(settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


def code() -> str:
    found = re.search(r"^ {4}(\S+)$", mail.outbox[-1].body, re.M)
    assert found, mail.outbox[-1].body
    return found[1]


def ask(client: Client, address: str, next_page: str = "") -> str:
    """Asks for a code; returns the page one lands on."""
    response = client.post(ENTRY, {"email": address, "next": next_page}, follow=True)
    assert response.status_code == 200
    return response.content.decode()


def enter(client: Client, next_page: str = "") -> str:
    return client.post(CONFIRM, {"code": code(), "next": next_page}, follow=True).redirect_chain[-1][0]


def test_a_newcomer_gets_in_with_an_address_and_a_code_and_is_asked_for_a_name(client):
    ask(client, "Dora@Example.org")
    landed = enter(client)
    user = User.objects.get(email="dora@example.org")
    assert landed.startswith(reverse("welcome"))
    assert not user.has_usable_password()
    assert EmailAddress.objects.get(user=user).verified
    client.post(reverse("welcome"), {"display_name": "Dora", "language": "de", "time_zone": "Europe/Berlin"})
    user.refresh_from_db()
    assert (user.display_name, user.language, user.time_zone) == ("Dora", "de", "Europe/Berlin")
    assert client.get(reverse("lobby")).status_code == 200


def test_a_known_player_gets_in_the_same_way(client, ana):
    ask(client, "ANA@example.org")
    assert mail.outbox[-1].to == ["ANA@example.org"]
    assert enter(client) == reverse("lobby")
    assert User.objects.count() == 1


def test_nothing_on_the_page_or_in_the_mail_tells_whether_the_address_is_known(client, ana):
    pages, mails = [], []
    for address in ("ana@example.org", "new@example.org"):
        page = ask(Client(), address)
        pages.append(re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", page).replace(address, "ADDRESS"))
        mails.append((mail.outbox[-1].subject + mail.outbox[-1].body).replace(code(), "CODE"))
    assert pages[0] == pages[1]
    assert mails[0] == mails[1]


def test_the_way_back_survives_the_code_and_the_first_questions(client):
    goal = reverse("rules")
    ask(client, "dora@example.org", goal)
    client.post(CONFIRM, {"code": code(), "next": goal})
    welcome = client.get(reverse("lobby")).url
    assert "next=" in welcome
    answers = {"display_name": "Dora", "language": "en", "time_zone": "UTC", "next": goal}
    assert client.post(reverse("welcome"), answers).url == goal


def test_the_first_questions_lead_to_no_other_site(client):
    ask(client, "dora@example.org")
    enter(client)
    answers = {"display_name": "Dora", "language": "en", "time_zone": "UTC", "next": "https://evil.example/"}
    assert client.post(reverse("welcome"), answers).url == reverse("lobby")


def test_a_wrong_code_is_refused_and_keeps_what_was_typed(client, ana):
    ask(client, "ana@example.org")
    page = client.post(CONFIRM, {"code": "WRNG-CODE"}).content.decode()
    assert "WRNG-CODE" in page
    assert "not the code we sent last" in page
    assert enter(client) == reverse("lobby")


def test_five_wrong_codes_end_the_attempt(client, ana):
    ask(client, "ana@example.org")
    right = code()
    for _attempt in range(5):
        client.post(CONFIRM, {"code": "WRNG-CODE"})
    client.post(CONFIRM, {"code": right})
    assert client.get(reverse("lobby")).status_code == 302


def test_a_new_code_replaces_the_old_one(client, ana):
    ask(client, "ana@example.org")
    old = code()
    client.post(CONFIRM, {"action": "resend"})
    assert code() != old
    client.post(CONFIRM, {"code": old})
    assert client.get(reverse("lobby")).status_code == 302
    assert enter(client) == reverse("lobby")


def test_half_an_address_is_explained_and_kept(client):
    page = client.post(ENTRY, {"email": "dora@"}).content.decode()
    assert "it looks like ana@example.org" in page
    assert 'value="dora@"' in page
    assert not mail.outbox


def test_somebody_elses_unverified_claim_to_an_address_gives_them_nothing(client, ana):
    EmailAddress.objects.create(user=ana, email="dora@example.org", verified=False)
    ask(client, "dora@example.org")
    enter(client)
    assert client.session["_auth_user_id"] == str(User.objects.get(email="dora@example.org").pk)


def test_a_second_verified_address_lets_in_its_owner(client, ana):
    EmailAddress.objects.create(user=ana, email="ana@work.example", verified=True)
    ask(client, "ana@work.example")
    enter(client)
    assert client.session["_auth_user_id"] == str(ana.pk)


def test_the_account_of_somebody_locked_out_stays_locked(client, ana):
    User.objects.filter(pk=ana.pk).update(is_active=False)
    ask(client, "ana@example.org")
    enter(client)
    assert "_auth_user_id" not in client.session


def test_the_sign_up_page_is_the_same_page(client):
    assert client.get(reverse("account_signup"), {"next": "/rules/"}).url == f"{ENTRY}?next=%2Frules%2F"


def test_a_newcomer_is_greeted_in_the_language_of_the_browser(client):
    client.post(ENTRY, {"email": "dora@example.org"}, headers={"accept-language": "es-MX,es;q=0.8"})
    assert User.objects.get(email="dora@example.org").language == "es"


def test_a_password_may_be_set_and_lets_in(client, ana, client_for):
    words = "correct horse battery"
    client_for(ana).post(reverse("account_set_password"), {"password1": words, "password2": words})
    response = client.post(reverse("account_login"), {"login": "ana@example.org", "password": words})
    assert response.url == reverse("lobby")


def test_two_clicks_of_a_newcomer_make_one_account(client, monkeypatch):
    """The second request has looked before the first one was done."""
    ask(client, "dora@example.org")
    first_look = iter([None])
    monkeypatch.setattr(forms, "owner", lambda email: next(first_look, User.objects.filter(email=email).first()))
    ask(Client(), "dora@example.org")
    assert User.objects.get().email == "dora@example.org"
    assert len(mail.outbox) == 2


def too_fast(address: str, seen_as: str, times: int = 1) -> bool:
    """Whether the last of so many requests for codes, from this visitor through one proxy, is told to wait."""
    for number in range(times):
        page = Client().post(ENTRY, {"email": f"{number}{address}"}, HTTP_X_FORWARDED_FOR=seen_as, follow=True)
    return "That was tried too often" in page.content.decode()


def test_behind_a_trusted_proxy_each_visitor_has_limits_of_their_own(settings):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    assert too_fast("x@example.org", "192.0.2.1", times=21)
    assert not too_fast("y@example.org", "192.0.2.2")


def test_what_a_visitor_claims_to_be_seen_as_does_not_count(settings):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    assert too_fast("x@example.org", "192.0.2.1", times=21)
    assert too_fast("z@example.org", "198.51.100.7, 192.0.2.1")


def test_without_a_trusted_proxy_the_header_is_not_believed():
    assert too_fast("x@example.org", "192.0.2.1", times=21)
    assert too_fast("y@example.org", "192.0.2.2")
