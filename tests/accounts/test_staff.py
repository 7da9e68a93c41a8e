"""The staff's pages know no login of their own, whose tries nobody counts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User

pytestmark = pytest.mark.django_db


def test_a_visitor_is_sent_to_the_login_of_everybody(client: Client) -> None:
    User.objects.create_superuser("boss@example.org", "a password", display_name="Boss")
    login = reverse("account_request_login_code")
    assert client.get("/staff/login/").url.startswith(login)
    sent = client.post("/staff/login/", {"username": "boss@example.org", "password": "a password"})
    assert sent.url.startswith(login)
    assert client.get("/staff/", follow=True).redirect_chain[-1][0].startswith(login)


def test_a_player_gets_in_nowhere_and_staff_does(client_for: Callable[[User], Client], ana: User) -> None:
    assert client_for(ana).get("/staff/", follow=True).status_code == 403
    boss = User.objects.create_superuser("boss@example.org", display_name="Boss")
    assert client_for(boss).get("/staff/").status_code == 200
