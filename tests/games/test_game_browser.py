"""The game page in a real browser, on a desk and on a phone, with the mouse and with the keyboard alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect, sync_playwright

from accounts.models import User
from games import bell
from games.models import Event, Game
from tests.games.playing import done, order
from tests.needs import chromium

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
Open = Callable[[User | None, int], Page]


@pytest.fixture
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def open_game(game: Game, browser: Browser, live_server: object, monkeypatch: pytest.MonkeyPatch) -> Open:
    """The game's page for a user at a width; complaints of the page's scripts fail the test."""
    monkeypatch.setattr(bell, "_send", lambda task: None)

    def open_page(user: User | None, width: int, **options: object) -> Page:
        context = browser.new_context(viewport={"width": width, "height": 800}, **options)
        if user is not None:
            client = Client()
            client.force_login(user)
            context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}])
        page = context.new_page()
        page.on("pageerror", lambda error: pytest.fail(str(error)))
        page.goto(f"{live_server.url}/games/{game.code}/")
        return page

    return open_page


def orders(game: Game) -> list[str]:
    return list(Event.objects.filter(game=game).values_list("order", flat=True))


@pytest.mark.parametrize("width", [1200, 360])
def test_a_piece_is_chosen_put_on_the_board_and_sent(game: Game, ana: User, open_game: Open, width: int) -> None:
    page = open_game(ana, width)
    page.fill("#text", "say half a sen")
    page.click("#piece-priest")
    page.locator('svg a[aria-label$=" A2"]').click()
    expect(page.locator("#send")).to_contain_text("priest A2")
    assert page.input_value("#text") == "say half a sen"
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.locator("#send").get_by_role("button", name="Send").click()
    expect(page.locator(".messages")).to_contain_text("Done: priest A2.")
    assert orders(game) == ["priest A2"]


@pytest.mark.parametrize("language", ["en", "es", "de"])
def test_no_name_of_a_piece_is_broken_on_a_phone(game: Game, ana: User, open_game: Open, language: str) -> None:
    ana.language = language
    ana.save()
    page = open_game(ana, 360)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    broken = """[...document.querySelectorAll(".piece-name")].filter(name => {
        const range = document.createRange(); range.selectNodeContents(name);
        return new Set([...range.getClientRects()].map(line => Math.round(line.top))).size > 1;
    }).map(name => name.textContent)"""
    assert page.evaluate(broken) == []


def test_everything_can_be_done_by_keyboard(game: Game, ana: User, open_game: Open) -> None:
    page = open_game(ana, 1200)
    page.focus("#piece-priest")
    page.keyboard.press("Enter")
    expect(page.locator("#piece-priest")).to_have_class("piece chosen")
    expect(page.locator("#piece-priest")).to_be_focused()
    page.focus('svg a[aria-label$=" A2"]')
    page.keyboard.press("Enter")
    expect(page.locator("#send button")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".messages")).to_contain_text("Done: priest A2.")


def test_everything_can_be_done_without_javascript(game: Game, ana: User, open_game: Open) -> None:
    page = open_game(ana, 360, java_script_enabled=False)
    page.click("#piece-priest")
    page.select_option("#cell", "A2")
    page.get_by_role("button", name="Look").first.click()
    page.locator("#send").get_by_role("button", name="Send").click()
    expect(page.locator(".messages")).to_contain_text("Done: priest A2.")
    page.fill("#text", "temple A1")
    page.locator("#typed").get_by_role("button", name="Send").click()
    expect(page.locator(".messages")).to_contain_text("Done: temple A1.")
    assert orders(game) == ["priest A2", "temple A1"]


def test_news_is_shown_without_losing_what_was_typed(game: Game, ben: User, open_game: Open) -> None:
    page = open_game(ben, 1200)
    page.fill("#text", "farm A4")
    done(game, 0, "pass")
    order(game, 0, "say over to you")
    page.evaluate("htmx.ajax('GET', document.querySelector('#news').getAttribute('hx-get'), '#news')")
    page.get_by_role("link", name="Show the new position").click()
    expect(page.locator("#asked")).to_contain_text("Your decision")
    expect(page.locator("#latest")).to_contain_text("pass")
    expect(page.locator("#said")).to_contain_text("over to you")
    assert page.input_value("#text") == "farm A4"
    page.locator("#typed").get_by_role("button", name="Send").click()
    expect(page.locator(".messages")).to_contain_text("Done: farm A4.")


def test_the_replay_goes_by_arrow_keys(game: Game, open_game: Open) -> None:
    done(game, 0, "priest A2; temple A1")
    page = open_game(None, 360)
    page.get_by_role("link", name="Replay").click()
    expect(page.locator(".asked")).to_contain_text("temple A1")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".asked")).to_contain_text("priest A2")
    page.keyboard.press("Home")
    expect(page.locator(".asked")).to_contain_text("The start.")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
