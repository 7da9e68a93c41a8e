"""Time with real mail: a war decided by an answer given before, a plan, a missed deadline and a substitute; by mail
and by page. The one thing done behind the product's back is that a deadline of a day is moved to a moment ago.
"""

from __future__ import annotations

import re
import smtplib
import subprocess
import sys
from collections.abc import Callable, Iterator
from email.message import EmailMessage

import pytest

from tests.e2e.site import ROOT, Site, kind_of, reply, running_site, text_of
from tests.e2e.test_mail_game import PEOPLE, enter
from tests.e2e.visitor import Visitor

pytestmark = [pytest.mark.alone]

CODE = re.compile(r"/games/([a-z0-9]{8})/")
CODES = "from games.models import Game; print(*Game.objects.values_list('code', flat=True))"
OTHERS_OVER = ("from games.models import *; Game.objects.filter(status='running').update(status='finished', decider=None, deadline=None); "
               "Due.objects.all().delete()")
MOMENT_AGO = """
from datetime import timedelta
from django.utils import timezone
from games.models import Decision, Due, Game
game, late = Game.objects.get(code="{code}"), timezone.now() - timedelta(seconds=1)
Game.objects.filter(pk=game.pk).update(deadline=late)
Decision.objects.filter(game=game, made=None).update(deadline=late)
Due.objects.filter(game=game, kind="deadline").update(due=late)
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running_site(tmp_path_factory.mktemp("time"), MAIL_COLLAPSE_SECONDS="0") as running:
        yield running


@pytest.fixture(scope="module")
def people(site: Site) -> dict[str, Visitor]:
    """ana, ben and cleo with an account, each at a browser."""
    found = {}
    for address in PEOPLE:
        found[address] = Visitor(site.url)
        found[address].open("/account/login/code/")
        enter(site, found[address], address)
    return found


class Table:
    """A game of ana and ben in which one missed deadline opens a seat. `first` is to move."""

    def __init__(self, site: Site, people: dict[str, Visitor]) -> None:
        self.site, self.people = site, people
        self.read = {address: len(site.mailboxes.messages[address]) for address in PEOPLE}
        self.code = ""
        site.manage("shell", "-v0", "-c", OTHERS_OVER)  # no mail about several games, and none of an earlier one for ours
        self.earlier = set(site.manage("shell", "-v0", "-c", CODES).split())
        ana, ben = people["ana@example.org"], people["ben@example.org"]
        ana.open("/games/new/tigris/")
        ana.send(ana.form("size"), size="2", public="yes", invite="ben@example.org", pace="day", misses="1")
        link = re.search(r"https?://\S+/join/[^\s.,)]+", text_of(self.mail("ben@example.org", "invited")))
        assert link
        ben.open(link[0])
        ben.send(next(form for form in ben.page.find_all("form", method="post") if "Sit down" in form.text))
        ana.open("/games/")
        shown = site.mailboxes.wait(self.first_turn, "the first turn")
        self.first, self.turn, self.code = shown
        self.second = next(address for address in ("ana@example.org", "ben@example.org") if address != self.first)

    def first_turn(self) -> tuple[str, EmailMessage, str] | None:
        for address in ("ana@example.org", "ben@example.org"):
            box = self.site.mailboxes.messages[address]
            for number in range(self.read[address], len(box)):
                if kind_of(box[number]) == "turn" and (code := CODE.search(text_of(box[number]))) and (
                    code[1] not in self.earlier):
                    self.read[address] = number + 1
                    return address, box[number], code[1]
        return None

    def mail(self, address: str, kind: str, wanted: Callable[[str], bool] = lambda text: True) -> EmailMessage:
        """The next mail of this kind that says what is wanted; those before it count as read."""
        def there() -> EmailMessage | None:
            box = self.site.mailboxes.messages[address]
            for number in range(self.read[address], len(box)):
                text = text_of(box[number])
                if kind_of(box[number]) == kind and self.code in text and wanted(text):
                    self.read[address] = number + 1
                    return box[number]
            return None

        found: EmailMessage = self.site.mailboxes.wait(there, f"{kind} mail for {address}")
        return found

    def answer(self, address: str, to: EmailMessage, words: str) -> EmailMessage:
        """Writes a mail; returns the product's answer to it."""
        mail = reply(to, address, words)
        self.site.deliver(mail, address, str(to["Reply-To"]))

        def there() -> EmailMessage | None:
            box = self.site.mailboxes.messages[address]
            return next((one for one in box if one["In-Reply-To"] == mail["Message-ID"]), None)

        found: EmailMessage = self.site.mailboxes.wait(there, f"answer for {address}")
        return found

    def order(self, address: str, words: str) -> None:
        """Types orders on the page."""
        visitor = self.people[address]
        visitor.open(f"/games/{self.code}/")
        visitor.send(visitor.form("text"), text=words)

    def war(self) -> list[str]:
        """What the two write so that a war breaks out in the second one's turn; nothing where their tiles allow none."""
        done = subprocess.run([sys.executable, "-m", "tests.e2e.war", self.code], cwd=ROOT, env=self.site.environment,
                              text=True, capture_output=True)
        assert done.returncode == 0, done.stderr
        return [orders.replace("; ", "\n") for orders in done.stdout.splitlines()]

    def log(self) -> list[tuple[str, str]]:
        """The record: who ordered what."""
        record = self.people["ana@example.org"].session.get(f"{self.site.url}/games/{self.code}/record", timeout=30).text
        header, _, body = record.partition("\n\n")
        seats = re.search(r"^players: (.*)$", header, re.MULTILINE)
        assert seats
        names = {dynasty: name for dynasty, name in (seat.split("=") for seat in seats[1].split())}
        lines = (line.split("#")[0].strip() for line in body.splitlines())
        pairs = (line.split(": ", 1) for line in lines if line)
        return [(names[seat], order) for seat, order in pairs]

    def run_out(self) -> None:
        self.site.manage("shell", "-c", MOMENT_AGO.format(code=self.code))

    def substitute(self) -> None:
        """cleo finds the seat in the public list and sits down."""
        cleo = self.people["cleo@example.org"]
        cleo.open("/games/open-seats/")
        link = next(link for link in cleo.page.select("main a[href*='/seat/']") if self.code in link.text)
        cleo.open(str(link["href"]))
        cleo.send(next(form for form in cleo.page.find_all("form", method="post") if "Take the seat" in form.text))
        assert self.code in cleo.address


def at_war(site: Site, people: dict[str, Visitor]) -> tuple[Table, str, str]:
    """A table, and what its players write to come to war."""
    while True:
        table = Table(site, people)
        if orders := table.war():
            return table, *orders


def test_by_mail_a_standing_answer_a_plan_and_a_substitute(site: Site, people: dict[str, Visitor]) -> None:
    table, ours, theirs = at_war(site, people)
    first, second = table.first, table.second
    assert "standing answers are kept" in text_of(table.answer(first, table.turn, f"{ours}\nstanding least"))
    told = table.answer(second, table.mail(second, "turn"), theirs)
    turn = table.mail(first, "turn")
    assert table.log()[-2:] == [(PEOPLE[second], "commit 0"), (PEOPLE[first], "commit 0")]

    assert "Your plan is kept" in text_of(table.answer(second, told, "plan if legal: pass"))
    table.answer(first, turn, "pass")
    table.mail(second, "plan")
    turn = table.mail(first, "turn")
    assert table.log()[-2:] == [(PEOPLE[first], "pass"), (PEOPLE[second], "pass")]

    table.run_out()
    table.mail(first, "table", lambda text: "seat" in text)
    to_second = table.mail(second, "turn")
    assert table.log()[-1] == (PEOPLE[first], "pass"), "the clock's order"
    table.substitute()
    with pytest.raises(smtplib.SMTPRecipientsRefused), smtplib.SMTP("127.0.0.1", site.smtp_port, timeout=20) as door:
        door.send_message(reply(turn, first, "pass"), from_addr=first, to_addrs=[str(turn["Reply-To"])])
    table.answer(second, to_second, "pass")
    table.answer("cleo@example.org", table.mail("cleo@example.org", "turn"), "pass")
    assert table.log()[-2:] == [(PEOPLE[second], "pass"), ("Cleo", "pass")]


def test_by_page_a_standing_answer_a_plan_and_a_substitute(site: Site, people: dict[str, Visitor]) -> None:
    table, ours, theirs = at_war(site, people)
    first, second = table.first, table.second
    visitor = people[first]
    visitor.open(f"/games/{table.code}/standing/")
    visitor.send(visitor.form("defend_all"), defend_all="least")
    assert "standing answers are kept" in visitor.page.text
    table.order(first, ours)
    table.mail(second, "turn")
    table.order(second, theirs)
    table.mail(first, "turn")
    assert table.log()[-2:] == [(PEOPLE[second], "commit 0"), (PEOPLE[first], "commit 0")]

    visitor = people[second]
    visitor.open(f"/games/{table.code}/")
    visitor.send(visitor.form("plan"), plan="pass", guard="legal")
    assert "Your plan is kept" in visitor.page.text
    table.order(first, "pass")
    table.mail(second, "plan")
    table.mail(first, "turn")
    assert table.log()[-2:] == [(PEOPLE[first], "pass"), (PEOPLE[second], "pass")]

    table.run_out()
    table.mail(first, "table", lambda text: "seat" in text)
    table.mail(second, "turn")
    table.substitute()
    people[first].open(f"/games/{table.code}/")
    assert not people[first].page.find("textarea", attrs={"name": "text"}), "who left the seat orders nothing any more"
    table.order(second, "pass")
    table.mail("cleo@example.org", "turn")
    table.order("cleo@example.org", "pass")
    assert table.log()[-2:] == [(PEOPLE[second], "pass"), ("Cleo", "pass")]
