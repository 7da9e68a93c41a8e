"""The profile says when mails come."""

from __future__ import annotations

from collections.abc import Callable
from datetime import time
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User

pytestmark = pytest.mark.django_db
DIGEST = {"mail_mode": "digest", "digest_hours": ["7", "19"], "quiet_from": "22:30", "quiet_until": "06:45"}


@pytest.fixture
def save(client_for: Callable[[User], Client], ana: User) -> Callable[..., Any]:
    def post(**changes: Any) -> Any:
        response = client_for(ana).post(reverse("profile_mails"), DIGEST | changes)
        ana.refresh_from_db()
        return response

    return post


def test_hours_and_quiet_times_are_saved(save: Callable[..., Any], ana: User) -> None:
    assert save().status_code == 302
    assert (ana.mail_mode, ana.digest_hours) == ("digest", [7, 19])
    assert (ana.quiet_from, ana.quiet_until) == (time(22, 30), time(6, 45))


def test_everybody_begins_with_every_turn_and_no_quiet_hours(ana: User) -> None:
    assert (ana.mail_mode, ana.quiet_from, ana.quiet_until) == ("turns", None, None)


def test_quiet_hours_can_be_given_up(save: Callable[..., Any], ana: User) -> None:
    save()
    save(quiet_from="", quiet_until="")
    assert (ana.quiet_from, ana.quiet_until) == (None, None)


@pytest.mark.parametrize(("changes", "words"), [
    ({"quiet_until": ""}, "Quiet hours need both times"),
    ({"quiet_from": "", "quiet_until": "07:00"}, "Quiet hours need both times"),
    ({"quiet_from": "07:00", "quiet_until": "07:00"}, "end at another time"),
    ({"digest_hours": []}, "Choose at least one hour"),
])
def test_what_makes_no_sense_is_refused_with_words_and_stays_in_the_form(
    save: Callable[..., Any], ana: User, changes: dict[str, Any], words: str
) -> None:
    response = save(**changes)
    assert words in response.content.decode()
    assert ana.mail_mode == "turns"


@pytest.mark.parametrize("changes", [{"mail_mode": "never"}, {"digest_hours": ["24"]}, {"quiet_from": "25:00"}])
def test_what_no_page_offers_is_refused(save: Callable[..., Any], ana: User, changes: dict[str, Any]) -> None:
    assert save(**changes).status_code == 200
    assert ana.mail_mode == "turns"


def test_the_profile_shows_what_was_chosen(save: Callable[..., Any], client_for: Any, ana: User) -> None:
    save()
    page = client_for(ana).get(reverse("profile")).content.decode()
    assert 'value="22:30"' in page
    assert page.count("checked") >= 3


def test_saving_the_name_leaves_the_mails_alone(save: Callable[..., Any], client_for: Any, ana: User) -> None:
    save()
    client_for(ana).post(reverse("profile"), {"display_name": "Ana", "language": "en", "time_zone": "UTC"})
    ana.refresh_from_db()
    assert ana.mail_mode == "digest"


def test_strangers_are_asked_to_log_in(client: Client) -> None:
    assert client.post(reverse("profile_mails"), DIGEST).status_code == 302
    assert not User.objects.exists()
