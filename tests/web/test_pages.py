"""The first page, the rules, languages, the health check."""

from __future__ import annotations

import pytest
from django.urls import reverse

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("page", ["home", "rules"])
def test_a_page_for_everybody_has_a_drawn_board_and_one_heading(client, page):
    html = client.get(reverse(page)).content.decode()
    assert html.count("<h1") == 1
    assert '<svg xmlns="http://www.w3.org/2000/svg" class="board"' in html
    assert 'href="#main"' in html  # past the navigation


def test_the_first_page_leads_in_and_for_those_inside_to_their_games(client, client_for, ana):
    assert reverse("account_request_login_code") in client.get(reverse("home")).content.decode()
    assert f'href="{reverse("lobby")}"' in client_for(ana).get(reverse("home")).content.decode()


def test_a_visitor_chooses_the_language(client):
    client.post(reverse("set_language"), {"language": "de", "next": "/"})
    assert 'lang="de"' in client.get(reverse("home")).content.decode()


def test_the_profile_is_stronger_than_the_browser(client_for, ana):
    ana.language = "es"
    ana.save()
    html = client_for(ana).get(reverse("rules"), headers={"accept-language": "de"}).content.decode()
    assert 'lang="es"' in html


def test_the_health_check_asks_the_database(client):
    response = client.get(reverse("healthz"))
    assert (response.status_code, response.content) == (200, b"ok\n")


def test_what_is_not_there_is_said_in_our_own_words(client):
    response = client.get("/nowhere/")
    assert response.status_code == 404
    assert "nothing at this address" in response.content.decode()


def test_a_form_from_another_site_is_refused_with_advice(ana):
    from django.test import Client

    client = Client(enforce_csrf_checks=True)
    client.force_login(ana)
    response = client.post(reverse("game_new"), {})
    assert response.status_code == 403
    assert "load the page anew" in response.content.decode()


def test_logging_out_needs_a_click(client_for, ana):
    client = client_for(ana)
    client.get(reverse("account_logout"))
    assert client.get(reverse("lobby")).status_code == 200
    client.post(reverse("account_logout"))
    assert client.get(reverse("lobby")).status_code == 302
