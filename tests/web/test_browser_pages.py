"""In a real browser: what the small scripts add, and that keyboard and narrow screens are served."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.urls import reverse

from accounts.models import User
from games import tables
from tests.conftest import NOW
from tests.needs import chromium

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(chromium() is None, reason="no Chromium"),
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield browser
        browser.close()
    os.environ.pop("DJANGO_ALLOW_ASYNC_UNSAFE", None)


@pytest.fixture
def page_for(browser, live_server, client_for) -> Iterator[Callable[..., Any]]:
    """A page of a logged-in browser, 360 pixels wide as a small phone."""
    contexts = []

    def open_page(user: User | None = None, **options: Any) -> Any:
        context = browser.new_context(
            base_url=live_server.url, viewport={"width": 360, "height": 740}, timezone_id="America/Lima", **options
        )
        contexts.append(context)
        if user:
            cookie = client_for(user).cookies[settings.SESSION_COOKIE_NAME].value
            context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url}])
        return context.new_page()

    yield open_page
    for context in contexts:
        context.close()


def test_the_first_questions_suggest_the_zone_of_the_browser(page_for):
    page = page_for(User.objects.create_user("new@example.org"))
    page.goto(reverse("lobby"))
    assert page.input_value("#id_time_zone") == "America/Lima"
    page.fill("#id_display_name", "Dora")
    page.click("main button")
    assert User.objects.get(email="new@example.org").time_zone == "America/Lima"


def test_a_keyboard_skips_the_navigation(page_for):
    page = page_for()
    page.goto("/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")


@pytest.mark.parametrize("scripts", [True, False])
def test_a_game_is_opened_and_joined_with_and_without_scripts(page_for, ana, ben, scripts):
    host = page_for(ana, java_script_enabled=scripts)
    host.goto(reverse("lobby"))
    host.click("text=New game >> nth=0")
    host.check("label:has-text('Only with an invitation') input")
    host.check("label[for=id_size_0] input")
    host.click("text=Open the table")
    link = host.get_attribute("#link", "value")
    guest = page_for(ben, java_script_enabled=scripts)
    guest.goto(link)
    guest.click("text=Sit down")
    assert "/games/" in guest.url
    assert guest.locator("svg.board").count() >= 1


def test_the_table_goes_to_the_game_by_itself_when_it_starts(page_for, table, ana, cleo):
    page = page_for(ana)
    page.clock.install()
    page.goto(reverse("table", args=(table.code,)))
    tables.join(game=table, user=cleo, now=NOW)
    page.clock.fast_forward(30_000)
    page.wait_for_url(f"**{reverse('game', args=(table.code,))}")


def test_no_page_is_wider_than_a_small_phone(page_for, table, ana):
    tables.invite(game=table, user=ana, address=f"{'a' * 60}@{'long-' * 10}example.org", now=NOW)
    page = page_for(ana)
    names = ("home", "rules", "lobby", "game_new", "profile", "account_email", "account_set_password")
    for path in (*map(reverse, names), reverse("table", args=(table.code,)), reverse("join", args=(table.invitation,))):
        page.goto(path)
        wider = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wider == 0, path


@pytest.mark.parametrize("language", ["en", "es", "de"])
def test_boxes_to_tick_hold_their_words_on_a_phone(page_for, ana, language):
    ana.language = language
    ana.save()
    page = page_for(ana)
    page.goto(reverse("profile"))
    narrow = """[...document.querySelectorAll("label.choice")].filter(box => {
        const [outer, ...inner] = [box, ...box.children].map(part => part.getBoundingClientRect());
        return inner.some(part => part.left < outer.left + 4 || part.right > outer.right - 4);
    }).map(box => box.textContent)"""
    assert page.locator("label.choice").count() > 24
    assert page.evaluate(narrow) == []
