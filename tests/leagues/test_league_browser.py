"""In a real browser without scripts, on a phone and at a desk: the organiser's way and the player's way."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect, sync_playwright

from accounts.models import User
from leagues import mails, rated, seasons
from leagues.models import Entry, RatedGame, Season
from tests.leagues.playing import (
    DAY,
    HOUR,
    NOW,
    START,
    begun,
    finish,
    finish_all,
    found,
    go_to,
    people,
    tables,
)
from tests.leagues.test_mails import DATA, notice
from tests.mail.test_out_browser import CONTRAST
from tests.needs import chromium

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SHOTS = os.environ.get("LEAGUE_SHOTS", "")  # a folder to look at afterwards
WIDTHS = (360, 1200)
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
Open = Callable[..., Page]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser: Browser, live_server, client_for, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    clock = {"now": NOW}
    monkeypatch.setattr("django.utils.timezone.now", lambda: clock["now"])
    contexts = []

    def open_page(user: User | None = None, width: int = 360, now: datetime | None = None) -> Page:
        clock["now"] = now or clock["now"]
        context = browser.new_context(
            base_url=live_server.url, viewport={"width": width, "height": 800}, java_script_enabled=False)
        contexts.append(context)
        if user:
            cookie = client_for(user).cookies[settings.SESSION_COOKIE_NAME].value
            context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url}])
        return context.new_page()

    open_page.clock = clock  # type: ignore[attr-defined]
    yield open_page
    for context in contexts:
        context.close()


def look(page: Page, name: str) -> None:
    """Nothing is wider than the screen; a picture for whoever wants to look."""
    width = page.viewport_size["width"] if page.viewport_size else 0
    if SHOTS:
        page.screenshot(path=str(Path(SHOTS) / f"{name}-{width}.png"), full_page=True)
    assert page.evaluate(WIDER) == 0, (name, width)


@pytest.mark.parametrize("width", WIDTHS)
def test_an_organiser_founds_a_league_lets_it_run_and_steps_in(open_page: Open, ana: User, ben: User, cleo: User, width: int):
    others = people(6)
    page = open_page(ana, width)
    page.goto(reverse("leagues"))
    look(page, "empty")
    page.get_by_role("link", name="Found a league").click()
    page.get_by_role("link", name="Contest of Kings").click()
    look(page, "new")
    page.get_by_label("Name").fill("Garden league")
    page.get_by_label("First day").fill("2026-03-10")
    page.get_by_label("Days of a season").fill("20")
    page.get_by_role("button", name="Found the league").click()
    expect(page.get_by_role("status")).to_contain_text("runs by itself")
    look(page, "founded")
    season = Season.objects.get()
    go_to(NOW)
    for user in (ana, ben, *others):
        guest = open_page(user, width)
        guest.goto(reverse("season", args=[season.league.code, 1]))
        guest.get_by_role("button", name="Register").click()
        expect(guest.get_by_role("status")).to_contain_text("registered")
        guest.context.close()
    go_to(START)
    page.goto(reverse("season", args=[season.league.code, 1]))
    expect(page.get_by_role("heading", name="Cross table")).to_be_visible()
    open_page.clock["now"] = START + HOUR  # type: ignore[attr-defined]
    page.get_by_role("link", name="Organise").click()
    look(page, "desk")
    page.get_by_role("link", name="Substitute a player").click()
    page.get_by_label("Player", exact=True).select_option(label="Ben (division 1)")
    page.get_by_label("Who plays instead").fill("Cleo")
    page.get_by_label("Reason").fill("moved away")
    look(page, "deed")
    page.get_by_role("button", name="See what it would do").click()
    expect(page.get_by_role("main")).to_contain_text("Cleo plays on")
    look(page, "sure")
    page.get_by_role("button", name="Yes, substitute").click()
    assert season.entries.get(user=ben).status == Entry.Status.REPLACED
    page.get_by_role("link", name="Decide").first.click()
    for place, label in enumerate(page.get_by_label("Place of").all(), 1):
        label.select_option(str(place))
    page.get_by_label("Reason").fill("agreed by all")
    page.get_by_role("button", name="See what it would do").click()
    expect(page.get_by_role("main")).to_contain_text("points: 10")
    page.get_by_role("button", name="Yes, decide").click()
    visitor = open_page(None, width)
    visitor.goto(reverse("league", args=[season.league.code]))
    expect(visitor.get_by_role("main")).to_contain_text("Cleo instead of Ben")
    expect(visitor.get_by_role("main")).to_contain_text("agreed by all")
    look(visitor, "league")


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("width", WIDTHS)
def test_a_player_registers_finds_the_division_the_standings_and_the_other_players(
    open_page: Open, ana: User, ben: User, width: int, language: str
):
    User.objects.update(language=language)
    ben.refresh_from_db()
    ana.refresh_from_db()
    name = language
    season = found(ana, about="For all who like it slow.\nWelcome!")
    users = [ana, *people(13)]
    users[3].display_name = "Maximiliane von und zu Wolkenb"
    users[3].save()
    for index, user in enumerate(users):
        seasons.register(season=season, user=user, now=NOW + timedelta(minutes=index))
    page = open_page(ben, width)
    page.goto(reverse("season", args=[season.league.code, 1]))
    look(page, f"{name}-open")
    page.locator("form[action$='/register/'] button").click()
    assert season.entries.get(user=ben).status == Entry.Status.REGISTERED
    go_to(START)
    for table in tables(season)[:9]:
        finish(table.game)
    go_to(START + 2 * HOUR)
    page = open_page(ben, width, now=START + 3 * HOUR)
    page.goto(reverse("leagues"))
    look(page, f"{name}-leagues")
    page.goto(reverse("season", args=[season.league.code, 1]))
    look(page, f"{name}-season")
    boxes = page.locator(".sheet")
    for index in range(boxes.count()):
        box = boxes.nth(index)
        assert box.evaluate("box => box.scrollWidth <= box.clientWidth || getComputedStyle(box).overflowX === 'auto'")
        assert box.evaluate("box => box.tabIndex") == 0
    assert page.locator(".cross tbody th[scope=row]").count() == 15
    page.goto(reverse("season_round", args=[season.league.code, 1, 1]))
    look(page, f"{name}-round")
    page.goto(reverse("league", args=[season.league.code]))
    look(page, f"{name}-league")
    finish_all(season, now=START + DAY)
    go_to(START + 25 * DAY)
    RatedGame.objects.all().delete()  # short as they are, these games are to be rated here
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rated, "LEAST_TURNS", 0)
        rated.catch_up(now=START + 26 * DAY)
    page = open_page(ben, width, now=START + 26 * DAY)
    page.goto(reverse("season", args=[season.league.code, 1]))
    look(page, f"{name}-final")
    page.locator(".sheet a[href^='/players/']").first.click()
    expect(page.locator("svg.plot").first).to_be_visible()
    look(page, f"{name}-player")
    page.goto(reverse("ratings_of", args=["kings", "many"]))
    look(page, f"{name}-ratings")
    page.goto(reverse("league_format", args=["divisions"]))
    look(page, f"{name}-format")


def test_a_long_swiss_tournament_fits_a_phone(open_page: Open, ana: User):
    season = begun(ana, people(13), format="swiss", settings={"rounds": 5}, size=2, kind="tigris", repeats=False)
    for number in range(5):
        finish_all(season, now=START + (number + 1) * DAY)
        go_to(START + (number + 1) * DAY + HOUR)
    page = open_page(None, 360, now=START + 6 * DAY)
    page.goto(reverse("season", args=[season.league.code, 1]))
    look(page, "swiss")
    assert page.locator(".cross thead th").count() == 6
    expect(page.locator(".cross")).to_contain_text("bye")


@pytest.mark.parametrize("language", ["en", "es", "de"])
def test_a_mail_about_leagues_fits_and_can_be_read_on_phone_and_desk_by_day_and_night(
    browser: Browser, ana: User, ben: User, language: str
):
    season = found(ana)
    User.objects.update(language=language)
    ben.refresh_from_db()
    letter = mails.compose(ben, [notice(season, ben, kind) for kind in DATA])
    assert letter is not None
    for scheme in ("light", "dark"):
        for width in (360, 800):
            context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
            page = context.new_page()
            page.set_content(letter["html"])
            if SHOTS:
                page.screenshot(path=str(Path(SHOTS) / f"mail-{language}-{scheme}-{width}.png"), full_page=True)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert page.evaluate(CONTRAST) == []
            context.close()
