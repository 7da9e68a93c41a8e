"""Profile: names that can be told apart, language, time zone, addresses."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.urls import reverse

from accounts.forms import NameForm
from accounts.models import User
from accounts.names import clean_name, name_key

pytestmark = pytest.mark.django_db
ANSWERS = {"display_name": "Ana", "language": "en", "time_zone": "UTC"}


def test_a_profile_is_saved_and_told_in_the_new_language(client_for, ana):
    client = client_for(ana)
    client.post(reverse("profile"), ANSWERS | {"display_name": "Ana B.", "language": "es", "time_zone": "America/Lima"})
    ana.refresh_from_db()
    assert (ana.display_name, ana.language, ana.time_zone, ana.mail_answers) == ("Ana B.", "es", "America/Lima", False)
    assert 'lang="es"' in client.get(reverse("profile")).content.decode()


@pytest.mark.parametrize("name", ["ben", "BEN", "  Ben ", "Ｂｅｎ"])
def test_a_name_that_looks_like_somebody_elses_is_refused_and_kept_in_the_form(client_for, ana, ben, name):
    response = client_for(ana).post(reverse("profile"), ANSWERS | {"display_name": name})
    ana.refresh_from_db()
    page = response.content.decode()
    assert ana.display_name == "Ana"
    assert "Somebody is already called" in page
    assert f'value="{name.strip()}"' in page or f'value="{name}"' in page


@pytest.mark.parametrize("page", ["welcome", "profile"])
def test_a_name_that_somebody_takes_at_the_same_moment_is_refused_in_words(client_for, ana, ben, monkeypatch, page):
    monkeypatch.setattr(NameForm, "clean_display_name", lambda form: form.cleaned_data["display_name"])  # looked too early
    response = client_for(ana).post(reverse(page), ANSWERS | {"display_name": "Ben"})
    ana.refresh_from_db()
    assert response.status_code == 200
    assert "Somebody is already called" in response.content.decode()
    assert ana.display_name == "Ana"


def test_my_own_name_in_other_letters_is_mine(client_for, ana):
    client_for(ana).post(reverse("profile"), ANSWERS | {"display_name": "ANA"})
    ana.refresh_from_db()
    assert ana.display_name == "ANA"


@pytest.mark.parametrize("name", ["A\x07na", "A\u202ena", "A\u200bna", "A\nna", "---", "", " ", "x" * 31])
def test_it_refuses_names_that_cannot_be_read(name):
    with pytest.raises(ValidationError):
        clean_name(name)


@pytest.mark.parametrize("name", ["Ana", "Åsa", "О́льга", "太郎", "J. R.", "R2-D2", "José María"])
def test_it_takes_names_of_all_scripts(name):
    assert name_key(clean_name(name)) == name_key(name)


def test_the_database_holds_no_two_names_that_look_alike(ana, ben):
    ben.display_name = "ANA"
    with pytest.raises(IntegrityError), transaction.atomic():
        ben.save(update_fields=["display_name"])


def test_any_number_of_people_may_have_no_name_yet():
    User.objects.create_user("x@example.org")
    User.objects.create_user("y@example.org")


def test_an_unknown_time_zone_is_refused(client_for, ana):
    page = client_for(ana).post(reverse("profile"), ANSWERS | {"time_zone": "Mars/Olympus"}).content.decode()
    ana.refresh_from_db()
    assert ana.time_zone == "UTC"
    assert "Mars/Olympus" in page


def test_the_browsers_zone_is_suggested_once_only(client_for, ana):
    newcomer = User.objects.create_user("new@example.org")
    assert "data-suggest-zone" in client_for(newcomer).get(reverse("welcome")).content.decode()
    assert "data-suggest-zone" not in client_for(ana).get(reverse("profile")).content.decode()


def test_a_profile_is_for_its_owner_only(client):
    assert client.get(reverse("profile")).status_code == 302


def test_a_new_address_waits_for_its_code(client_for, ana, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    client = client_for(ana)
    client.post(reverse("account_email"), {"action_add": "1", "email": "ana@work.example"})
    assert not EmailAddress.objects.filter(email="ana@work.example", verified=True).exists()
    from django.core import mail

    code = next(line.strip() for line in mail.outbox[-1].body.splitlines() if line.startswith("    "))
    client.post(reverse("account_email_verification_sent"), {"code": code})
    assert EmailAddress.objects.get(email="ana@work.example").verified


def test_without_a_name_every_page_asks_for_it_first(client_for):
    client = client_for(User.objects.create_user("new@example.org"))
    assert client.get(reverse("lobby")).url.startswith(reverse("welcome"))
    assert client.get(reverse("healthz")).status_code == 200
