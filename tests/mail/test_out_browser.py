"""Mails and the pages behind them in a real browser: on a phone and on a desk, by day and by night, without scripts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect, sync_playwright

from accounts.models import User
from games import bell
from games.models import Event, Game, Notice, Seat
from mail import (
    answers,
    compose_ended,
    compose_several,
    compose_started,
    compose_table,
    compose_turn,
    sending,
)
from mail.compose import Letter
from mail.models import Outgoing
from mail.opened import opened
from tests.conftest import NOW
from tests.games.playing import days, done, make_game
from tests.mail.test_out_answers import links, mail_of
from tests.mail.test_out_inert import at_the_table, reminded
from tests.needs import chromium

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
CONTRAST = """() => {
  const light = c => { const [r, g, b] = c.map(v => (v /= 255) <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
                       return .2126 * r + .7152 * g + .0722 * b; };
  const parts = c => c.match(/[\\d.]+/g).map(Number);
  const poor = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const words = walker.currentNode.data.trim(), element = walker.currentNode.parentElement;
    if (!words || ['STYLE', 'SCRIPT', 'TITLE'].includes(element.tagName)) continue;
    let ground = element;
    while (ground && (parts(getComputedStyle(ground).backgroundColor)[3] ?? 1) === 0) ground = ground.parentElement;
    const fore = light(parts(getComputedStyle(element).color));
    const back = ground ? light(parts(getComputedStyle(ground).backgroundColor)) : 1;
    const ratio = (Math.max(fore, back) + .05) / (Math.min(fore, back) + .05);
    if (ratio < 4.5) poor.push([ratio.toFixed(2), words.slice(0, 40)]);
  }
  return poor;
}"""


@pytest.fixture
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(autouse=True)
def _no_bells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bell, "_send", lambda task: None)


def asked_game(ana: User, ben: User, cleo: User) -> tuple[Game, Seat]:
    """Ana must say what she adds in a revolt."""
    game = make_game([ana, ben, cleo], pace=days(3))
    done(game, 0, "priest A2; pass")
    done(game, 1, "priest C2; commit 1")
    game = Game.objects.prefetch_related("seats__user").get(pk=game.pk)
    return game, game.seats.all()[0]


def letters(ana: User, ben: User, cleo: User) -> Iterator[Letter]:
    """One of each kind."""
    game, seat = asked_game(ana, ben, cleo)
    chat = Notice(game=game, seat=seat, user=ana, kind="chat", version=0, data={"name": "Ben", "text": "good luck"})
    lost = Notice(game=game, seat=seat, user=ana, kind="dropped", version=0,
                  data={"orders": ["temple D5", "pass"], "reason": "That cell is taken."})
    turn = compose_turn.turn(game, seat, [chat, lost])
    yield turn
    yield compose_started.started(game, seat, [])
    yield compose_table.dropped(game, seat, [lost])
    yield compose_table.chat(game, seat, [chat])
    yield answers.stale(game, seat, ana.email, [])
    yield answers.unread(game, seat, ana.email, "too large")
    over = make_game([ana, ben])
    done(over, 1, "resign")
    ended = compose_ended.ended(Game.objects.prefetch_related("seats__user").get(pk=over.pk), over.seats.get(user=ana), [])
    yield ended
    yield compose_several.several([turn, ended])
    table = compose_table.table(game, seat, at_the_table(game, seat))
    yield table
    timed = make_game([ana, ben], pace=days(2))
    timed = Game.objects.prefetch_related("seats__user").get(pk=timed.pk)
    reminder = reminded(timed, timed.seats.all()[0])
    assert reminder is not None
    yield reminder
    yield compose_several.several([table, reminder])


@pytest.mark.parametrize("language", ["en", "es", "de"])
def test_every_kind_of_mail_fits_and_can_be_read_on_phone_and_desk_by_day_and_night(
    browser: Browser, ana: User, ben: User, cleo: User, language: str
) -> None:
    User.objects.update(language=language)
    for user in (ana, ben, cleo):
        user.refresh_from_db()
    mails = [(letter.kind, opened(bytes(letter.queue(key=str(number), now=NOW).raw)))
             for number, letter in enumerate(letters(ana, ben, cleo))]
    for scheme in ("light", "dark"):
        for width in (360, 800):
            context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme, java_script_enabled=True)
            page = context.new_page()
            for kind, mail in mails:
                page.set_content(mail.html_with_pictures())
                which = (kind, scheme, width)
                assert page.evaluate("document.documentElement.scrollWidth") <= width, which
                assert page.evaluate(CONTRAST) == [], which
                assert page.evaluate("[...document.images].every(i => i.naturalWidth >= 2 * 592 && i.alt)"), which
            context.close()


@pytest.mark.parametrize("width", [360, 1200])
def test_a_decision_is_answered_from_the_mail_without_login_and_scripts(
    browser: Browser, live_server: object, ana: User, ben: User, cleo: User, width: int
) -> None:
    game, seat = asked_game(ana, ben, cleo)
    sending.send_due(NOW)
    link = links(mail_of(seat))["Answer: Add 1 × temple"]
    page = browser.new_context(viewport={"width": width, "height": 800}, java_script_enabled=False).new_page()
    page.goto(f"{live_server.url}{link}")
    expect(page.get_by_role("main")).to_contain_text("A revolt of the priests")
    page.get_by_role("button", name="Add 1 × temple").click()
    expect(page.get_by_role("main")).to_contain_text("Your answer was carried out.")
    assert Event.objects.filter(game=game).latest("seq").order == "commit 1"
    page.goto(f"{live_server.url}{links(mail_of(seat))['Answer: Add nothing']}")
    expect(page.get_by_role("main")).to_contain_text("earlier moment of the game")
    expect(page.get_by_role("button", name="Add nothing")).to_have_count(0)
    wide = browser.new_page(viewport={"width": width, "height": 800})
    wide.goto(f"{live_server.url}{link}")
    assert wide.evaluate("document.documentElement.scrollWidth") <= width
    assert wide.evaluate("document.referrer") == ""


@pytest.fixture
def logged_in(browser: Browser, live_server: object) -> Callable[[User, int], Page]:
    def open_page(user: User, width: int) -> Page:
        client = Client()
        client.force_login(user)
        context = browser.new_context(viewport={"width": width, "height": 800}, java_script_enabled=False)
        context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}])
        return context.new_page()

    return open_page


def test_when_mails_come_is_chosen_without_scripts(
    live_server: object, logged_in: Callable[[User, int], Page], ana: User, ben: User
) -> None:
    game = make_game([ana, ben])
    page = logged_in(ana, 360)
    page.goto(f"{live_server.url}/account/profile/")
    form = page.locator("#mails")
    form.get_by_label("everything together, at hours of my choice").check()
    form.get_by_label("8:00", exact=True).uncheck()
    form.get_by_label("7:00", exact=True).check()
    form.get_by_label("quiet from", exact=False).fill("22:00")
    form.get_by_label("quiet until", exact=False).fill("07:30")
    form.get_by_role("button", name="Save").click()
    expect(page.locator(".messages")).to_contain_text("saved")
    ana.refresh_from_db()
    assert (ana.mail_mode, ana.digest_hours, str(ana.quiet_until)) == ("digest", [7, 18], "07:30:00")
    page.goto(f"{live_server.url}/games/{game.code}/")
    page.locator("#mails").get_by_label("every turn, at once").check()
    page.locator("#mails").get_by_role("button", name="Save").click()
    assert game.seats.get(user=ana).mailed == "turns"


def test_nothing_is_sent_by_looking_at_a_mail(ana: User, ben: User, cleo: User) -> None:
    """No picture and no style comes from elsewhere: nobody learns when a mail was opened."""
    for letter in letters(ana, ben, cleo):
        html = letter.html
        assert "src=\"http" not in html
        assert "url(" not in html
        assert all(urlsplit(part.partition('"')[0]).scheme in ("cid", "") for part in html.split('src="')[1:])
    assert not Outgoing.objects.filter(status="sent").exists()
