"""A building and the wonder's point in a real browser: by clicking, on a phone, and by form without JavaScript."""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.models import Event, Game
from tests.games.playing import done, make_game
from tests.games.test_game_browser import Open, browser, open_game

__all__ = ["browser", "open_game"]  # fixtures
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def game(ana: User, ben: User) -> Game:
    """Ana holds temples; one lies on F10 from the start."""
    return make_game([ana, ben], hands=[("temple",) * 6], options={"wonder": "on", "buildings": "on"})


def latest(game: Game) -> str:
    return Event.objects.filter(game=game).latest("seq").order


@pytest.mark.parametrize("width", [1200, 360])
def test_a_building_is_put_on_a_tile_of_the_line_by_clicking_it(game: Game, ana: User, open_game: Open, width: int) -> None:
    done(game, 0, "temple G10; temple H10")
    page = open_game(ana, width)
    page.locator('svg a[aria-label="building G10"]').click()
    expect(page.locator("#send")).to_contain_text("You put the library on G10.")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if folder := os.environ.get("SCREENSHOTS"):
        page.screenshot(path=f"{folder}/raise-{width}.png", full_page=True)
    page.locator("#send").get_by_role("button", name="Send").click()
    expect(page.locator(".messages")).to_contain_text("Done: raise G10.")
    assert latest(game) == "raise G10"


def test_a_building_the_wonder_and_its_point_without_javascript(game: Game, ana: User, open_game: Open) -> None:
    done(game, 0, "temple E10; temple G10")
    page = open_game(ana, 360, java_script_enabled=False)
    page.select_option("#cell", "E10")
    page.locator("form.pick").get_by_role("button", name="Look").click()
    page.locator("#send").get_by_role("button", name="Send").click()
    expect(page.locator(".messages")).to_contain_text("Done: raise E10.")
    game.refresh_from_db()
    for seat, text in ((1, "pass"), (0, "temple F9; temple F11")):
        done(game, seat, text)
    page.reload()
    page.get_by_role("link", name="Build the wonder round F10").click()
    page.locator("#send").get_by_role("button", name="Send").click()
    expect(page.locator(".messages")).to_contain_text("Done: build wonder F10.")
    game.refresh_from_db()
    for seat, text in ((1, "pass"), (0, "temple H10; king H11")):
        done(game, seat, text)
    page.reload()
    page.get_by_role("link", name="A point of green").click()
    page.locator("#send").get_by_role("button", name="Send").click()
    expect(page.locator(".messages")).to_contain_text("Done: point green.")
    assert latest(game) == "point green"
    if folder := os.environ.get("SCREENSHOTS"):
        page.screenshot(path=f"{folder}/wonder-360.png", full_page=True)
