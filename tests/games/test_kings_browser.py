"""The card game's page in a real browser: some turns with the mouse, on a desk and on a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from tests.games.kings_table import kings_game
from tests.games.playing import done
from tests.games.test_game_browser import browser, open_game, orders  # noqa: F401

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
Open = Callable[[User | None, int], Page]


@pytest.fixture
def game(ana: User, ben: User, cleo: User) -> Game:
    return kings_game([ana, ben, cleo])


def choose(page: Page, piece: str, label: str) -> None:
    """A piece, the place for it in the picture, and the button that sends it."""
    page.click(f"#piece-{piece}")
    page.locator(f'svg a[aria-label$=" {label}"]').click()
    page.locator("#send").get_by_role("button", name="Send").click()
    expect(page.locator(".messages")).to_contain_text(f"Done: {piece} {label}.")


@pytest.mark.parametrize("width", [1200, 360])
def test_some_turns_of_cards_leaders_and_a_conflict(game: Game, ana: User, ben: User, open_game: Open, width: int) -> None:  # noqa: F811
    page = open_game(ana, width)
    choose(page, "king", "B1")
    choose(page, "settlement", "B")
    expect(page.locator(".players")).to_contain_text("has the turn")
    other = open_game(ben, width)
    choose(other, "king", "B2")
    expect(other.locator(".conflict")).to_contain_text("Internal conflict: king")
    other.get_by_role("link", name="Add 1 × temple").click()
    other.locator("#send").get_by_role("button", name="Send").click()
    expect(other.locator(".messages")).to_contain_text("Done: commit 1.")
    page.reload()
    expect(page.locator("#asked")).to_contain_text("Your decision")
    page.get_by_role("link", name="Add 2 × temple").click()
    page.locator("#send").get_by_role("button", name="Send").click()
    expect(page.locator("#latest")).to_contain_text("won the conflict")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert orders(game) == ["king B1", "settlement B", "king B2", "commit 1", "commit 2"]


def test_everything_can_be_done_without_javascript(game: Game, ana: User, open_game: Open) -> None:  # noqa: F811
    page = open_game(ana, 360, java_script_enabled=False)
    page.click("#piece-temple")
    page.select_option("#cell", "C")
    page.get_by_role("button", name="Look").first.click()
    page.locator("#send").get_by_role("button", name="Send").click()
    expect(page.locator(".messages")).to_contain_text("Done: temple C.")
    page.fill("#text", "king C2")
    page.locator("#typed").get_by_role("button", name="Send").click()
    expect(page.locator(".messages")).to_contain_text("Done: king C2.")
    page.get_by_role("button", name="Ask me first").click()
    expect(page.locator(".setting")).to_contain_text("Always lay it")


def test_the_replay_of_cards_goes_by_arrow_keys(game: Game, open_game: Open) -> None:  # noqa: F811
    done(game, 0, "king A1")
    done(game, 0, "temple A")
    page = open_game(None, 360)
    page.get_by_role("link", name="Replay").click()
    expect(page.locator(".asked")).to_contain_text("temple A")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".asked")).to_contain_text("king A1")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
