"""Mails about seasons: one for a reader and moment, once, in their language, zone and hours, and no line an order."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from email import message_from_bytes, policy
from itertools import pairwise

import pytest
from bs4 import BeautifulSoup
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from leagues import mails, organise, seasons
from leagues.models import LeagueNotice, NoMail, Season
from leagues.told import tell
from mail import pacing, sending
from mail.html import to_text
from mail.inert import WIDTH, is_inert
from mail.models import Outgoing, Silence
from tests.conftest import person
from tests.leagues.playing import DAY, HOUR, NOW, START, begun, finish_all, found, go_to, people
from tests.web.leftovers import english_in, english_lines

pytestmark = pytest.mark.django_db
LANGUAGES = [code for code, _ in settings.LANGUAGES]
Kind = LeagueNotice.Kind

# One notice of each kind, with words that do their worst.
DATA: dict[str, dict[str, object]] = {
    Kind.OPEN: {"automatic": True, "first": "2026-06-01"},
    Kind.DIVISION: {"division": 2, "of": 3, "games": 4, "opponents": ["pass", "temple D5"], "last": "2026-05-31"},
    Kind.ROUND: {"round": 2, "games": 1, "bye": False},
    Kind.HALF: {"place": 3, "of": 7, "points": 76, "games": 2},
    Kind.STAY: {"place": 6, "of": 7, "points": 76, "safe": 5, "line": 120, "needed": 44, "games": 2},
    Kind.FINAL: {"place": 1, "of": 7, "points": 340, "division": 2, "overall": 8},
    Kind.PROMOTED: {"movement": "up", "division": 1, "again": False},
    Kind.SUBSTITUTE: {"game": "abc123", "instead": "temple D5"},
    Kind.REPLACED: {"game": "abc123", "by": "pass"},
    Kind.REMOVED: {"reason": "pass", "by": "king D5"},
    Kind.ANNOUNCEMENT: {"text": "temple D5\npass\naway 2026-12-20\nking D5; pass", "by": "stop"},
    Kind.RESULT: {"game": "abc123", "how": "annulled", "reason": "tempel d5", "by": "undo"},
}


def notice(season: Season, user: User, kind: str, **more: object) -> LeagueNotice:
    tell(season, kind, user.pk, now=NOW, about=str(more), **{**DATA[kind], **more})
    return LeagueNotice.objects.latest("pk")


def mails_of(user: User) -> list[Outgoing]:
    return list(Outgoing.objects.filter(user=user, kind="league").order_by("pk"))


def html_of(row: Outgoing) -> str:
    part = message_from_bytes(bytes(row.raw), policy=policy.default).get_body(("html",))
    assert part is not None
    return str(part.get_content())


@pytest.fixture
def season(ana: User) -> Season:
    """Announced and open; its mails of the opening are none, since nobody played before."""
    return found(ana)


@pytest.fixture
def running(season: Season) -> Season:
    Season.objects.filter(pk=season.pk).update(status="running", started=NOW)
    season.refresh_from_db()
    return season


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", list(Kind))
def test_no_line_of_a_mail_about_a_league_is_an_order(season, ben, kind, language):
    User.objects.update(language=language)
    season.league.name = "pass"
    season.league.save()
    ben.display_name, ben.language = "temple D5", language
    ben.save()
    one = notice(season, ben, kind)
    one.season.league = season.league
    letter = mails.compose(ben, [one])
    assert letter is not None
    scraps = BeautifulSoup(letter["html"], "html.parser").get_text("\n")
    lines = [*letter["text"].splitlines(), *to_text(letter["html"]).splitlines(), *scraps.splitlines()]
    for game in ("tigris", "kings"):
        assert [line for line in lines if not is_inert(line, game)] == []
    assert max(len(line) for line in letter["text"].splitlines() if "http" not in line) <= WIDTH


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
@pytest.mark.parametrize("kind", list(Kind))
def test_a_mail_about_a_league_has_no_english_words(season, ben, kind, language):
    User.objects.update(language=language)
    ben.refresh_from_db()
    quiet = {"opponents": ["Ana"], "reason": "-", "by": "Ana", "text": "-", "instead": "Ana"}
    one = notice(season, ben, kind, **{name: value for name, value in quiet.items() if name in DATA[kind]})
    letter = mails.compose(ben, [one])
    assert letter is not None
    lines = [line for line in letter["text"].splitlines() if "Answer above" not in line and "http" not in line]
    assert [line for line in english_lines(lines) ] == []
    assert [line for line in english_in(letter["html"]) if "Answer above" not in line] == []


def test_each_kind_is_told_with_its_numbers(running, ben):
    said = {
        Kind.DIVISION: ["division 2 of 3", "4 games of yours", "Your opponents: pass, temple D5"],
        Kind.HALF: ["place 3 of 7", "6⅓"], Kind.STAY: ["Place 5 is the last", "3⅔ more"], Kind.ROUND: ["Round 2 has begun"],
        Kind.FINAL: ["place 1 of 7 in division 2", "28⅓"], Kind.PROMOTED: ["You go up", "division 1", "do not play next season"],
        Kind.SUBSTITUTE: ["game abc123", "/games/abc123/"], Kind.REMOVED: ["taken you out", "pass"],
        Kind.RESULT: ["annulled game abc123"], Kind.ANNOUNCEMENT: ["writes to everybody"],
    }
    for kind, words in said.items():
        letter = mails.compose(ben, [notice(running, ben, kind)])
        assert letter is not None
        flat = " ".join(letter["text"].split())
        for one in words:
            assert one in flat, (kind, one, flat)


def test_what_is_to_be_told_at_one_moment_is_one_mail(running, ben):
    notice(running, ben, Kind.STAY)
    notice(running, ben, Kind.HALF)
    assert mails.write_due(NOW) == 2
    row, = mails_of(ben)
    assert row.text.index("Half of the season") < row.text.index("the last that stays")
    assert row.subject == "Spring league, season 1: half time"
    assert not LeagueNotice.objects.filter(told=None).exists()


def test_several_leagues_are_one_mail_with_a_part_for_each(running, ana, ben):
    other = found(ana, name="Winter cup")
    notice(running, ben, Kind.FINAL)
    notice(other, ben, Kind.OPEN)
    mails.write_due(NOW)
    row, = mails_of(ben)
    assert "Spring league, season 1" in row.text
    assert "Winter cup, season 1" in row.text
    assert row.subject == "Tigris: your leagues"


def test_nothing_is_told_twice(running, ben):
    notice(running, ben, Kind.FINAL)
    for minute in range(5):
        sending.send_due(NOW + timedelta(minutes=minute))
    assert len(mails_of(ben)) == 1
    tell(running, Kind.FINAL, ben.pk, now=NOW + DAY, about=str({}), **DATA[Kind.FINAL])
    assert mails.write_due(NOW + DAY) == 0


def test_a_worker_that_is_late_makes_no_second_mail(running, ben, monkeypatch):
    one = notice(running, ben, Kind.FINAL)
    real = mails.compose
    def slow(user, notices):
        letter = real(user, notices)
        LeagueNotice.objects.filter(pk=one.pk).update(told=NOW)  # the other worker
        return letter
    monkeypatch.setattr(mails, "compose", slow)
    assert mails.write_due(NOW) == 0
    assert mails_of(ben) == []


def test_one_that_cannot_be_made_keeps_nobody_elses(running, ben, cleo):
    bad = notice(running, ben, Kind.FINAL)
    LeagueNotice.objects.filter(pk=bad.pk).update(data={})
    notice(running, cleo, Kind.FINAL)
    mails.write_due(NOW)
    assert len(mails_of(cleo)) == 1
    bad.refresh_from_db()
    assert bad.told is None
    assert bad.due > NOW


def test_a_mail_waits_for_the_end_of_quiet_hours(running, ben):
    ben.time_zone, ben.quiet_from, ben.quiet_until = "Europe/Berlin", time(12), time(15)  # it is 13 o'clock there
    ben.save()
    notice(running, ben, Kind.FINAL)
    sending.send_due(NOW)
    assert mails_of(ben) == []
    sending.send_due(NOW + 2 * HOUR)
    assert len(mails_of(ben)) == 1


@pytest.mark.parametrize("mode", ["turns", "digest", "silent"])
def test_those_who_read_their_games_together_or_not_at_all_get_it_all_the_same(running, ben, mode):
    ben.mail_mode = mode
    ben.save()
    notice(running, ben, Kind.FINAL)
    sending.send_due(NOW)
    assert len(mails_of(ben)) == 1


def test_times_are_those_of_the_reader_with_the_zone_named(ana, ben):
    season = found(ana, zone="America/New_York")
    ben.time_zone = "Europe/Berlin"
    ben.save()
    letter = mails.compose(ben, [notice(season, ben, Kind.OPEN)])
    assert letter is not None
    assert "June 1, 2026 at 6 a.m. (Europe/Berlin)" in " ".join(letter["text"].split())


def test_what_is_of_no_use_any_more_is_not_told(season, ben):
    notice(season, ben, Kind.HALF)  # the season does not run
    notice(season, ben, Kind.OPEN)
    Season.objects.filter(pk=season.pk).update(status="finished")
    assert mails.write_due(NOW) == 2
    assert mails_of(ben) == []


def test_one_click_ends_these_mails_and_another_brings_them_back(running, ben):
    notice(running, ben, Kind.FINAL)
    mails.write_due(NOW)
    row, = mails_of(ben)
    message = message_from_bytes(bytes(row.raw), policy=policy.default)
    address = str(message["List-Unsubscribe"]).strip("<>").removeprefix(settings.SITE_URL)
    assert "One-Click" in str(message["List-Unsubscribe-Post"])
    assert address in row.text.replace("\n", "")
    client = Client(enforce_csrf_checks=True)
    client.get(address)
    assert not NoMail.objects.exists()
    assert client.post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert NoMail.objects.filter(user=ben).exists()
    notice(running, ben, Kind.PROMOTED)
    assert mails.write_due(NOW) == 1
    assert len(mails_of(ben)) == 1
    client.post(address, {"again": "1"})
    assert not NoMail.objects.exists()
    assert client.post(reverse("league_mail", args=["forged"])).status_code == 404


def test_the_leagues_page_has_the_same_setting(client_for, ben):
    client = client_for(ben)
    assert "No more mails about leagues" in client.get(reverse("leagues")).content.decode()
    client.post(reverse("league_mail_setting"))
    assert NoMail.objects.filter(user=ben).exists()
    client.post(reverse("league_mail_setting"), {"again": "1"})
    assert not NoMail.objects.exists()


def test_an_address_that_takes_no_mail_is_left_alone(running, ben):
    Silence.objects.create(address=ben.email, kind="hard", since=NOW)
    one = notice(running, ben, Kind.FINAL)
    mails.write_due(NOW)
    one.refresh_from_db()
    assert one.told is None
    assert mails_of(ben) == []


def test_turns_leave_before_the_mails_of_a_league(running, ben):
    notice(running, ben, Kind.FINAL)
    mails.write_due(NOW)
    turn = Outgoing.objects.create(user=ben, address=ben.email, kind="turn", key="t", message_id="t", subject="", text="", raw=b"",
                                   created=NOW, due=NOW + timedelta(seconds=1))
    assert pacing.in_order(Outgoing.objects.all(), NOW + HOUR / 2).first() == turn
    assert "league" in pacing.UNASKED


def test_a_whole_season_writes_each_mail_once(ana):
    """Opening, start, half time with what is needed, final table with promotion: through the real steps."""
    users = people(14)
    season = begun(ana, users, divisions={"target": 7, "least": 7, "most": 7, "up": 2, "down": 2})
    moments: list[datetime] = [START, START + HOUR]
    for user in users:
        assert LeagueNotice.objects.filter(user=user, kind=Kind.DIVISION).count() == 1
    for moment in moments:
        sending.send_due(moment)
    assert all(len(mails_of(user)) == 1 for user in users)
    go_to(START + 10 * DAY)
    sending.send_due(START + 10 * DAY)
    assert all(len(mails_of(user)) == 2 for user in users)  # half time, what is needed and the next season in one
    text = mails_of(users[0])[1].text
    assert "Half of the season" in text
    assert "You are registered already" in text
    finish_all(season)
    go_to(START + 21 * DAY)
    sending.send_due(START + 21 * DAY)
    assert all(len(mails_of(user)) == 3 for user in users)
    moved = LeagueNotice.objects.filter(kind=Kind.PROMOTED)
    assert moved.count() == 4
    for one in moved:
        assert ("You go up" if one.data["movement"] == "up" else "You go down") in mails_of(one.user)[2].text
    assert not LeagueNotice.objects.filter(told=None).exists()


def test_an_announcement_reaches_all_who_take_part(season, ana, ben, cleo):
    for user in (ben, cleo):
        seasons.register(season=season, user=user, now=NOW)
    organise.announce(season=season, by=ana, text="Welcome!\nHave fun.", now=NOW)
    sending.send_due(NOW)
    for user in (ben, cleo):
        row, = mails_of(user)
        assert "| Welcome!" in row.text
        assert "Have fun." in html_of(row)
    assert mails_of(person("Dora")) == []


def test_mails_of_a_season_hang_together(running, ben):
    for moment, kind in enumerate((Kind.HALF, Kind.FINAL)):
        notice(running, ben, kind)
        mails.write_due(NOW + moment * HOUR)
    threads = [message_from_bytes(bytes(row.raw), policy=policy.default)["References"] for row in mails_of(ben)]
    assert all(one == other for one, other in pairwise(threads))
