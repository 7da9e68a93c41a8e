"""A whole game for three by mail alone: from the invitation to the places, while processes are killed.

Real SMTP in and out, real worker processes, a real Redis. What the players wrote must be the log, each order
once, and each of their mails must have been answered once.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from email.message import EmailMessage
from pathlib import Path

import pytest

from engine import GAMES
from tests.e2e.site import ROOT, Site, kind_of, reply, running_site, text_of
from tests.e2e.visitor import Visitor
from tests.needs import REDIS_URL

pytestmark = [pytest.mark.alone, pytest.mark.redis]

PEOPLE = {"ana@example.org": "Ana", "ben@example.org": "Ben", "cleo@example.org": "Cleo"}
KILLS = {8: "worker", 16: "door", 24: "web", 32: "worker"}  # after so many answers
EARNEST = 45  # answers after which the players of the board game only exchange tiles, to bring it to its end
MOST_MAILS = 400


def code_in(message: EmailMessage) -> str:
    """The login code of a mail: a word of letters and digits on a line of its own."""
    found = re.search(r"^\s*([A-Z0-9]{3,}-?[A-Z0-9]{3,})\s*$", text_of(message), re.MULTILINE)
    assert found, text_of(message)
    return found[1]


def enter(site: Site, visitor: Visitor, address: str) -> None:
    """Signs up at the page the visitor is on: address, code, name."""
    before = len(site.mailboxes.messages[address])
    visitor.send(visitor.form("email"), email=address)
    boxes = site.mailboxes.messages
    message = site.mailboxes.wait(lambda: boxes[address][-1] if len(boxes[address]) > before else None, "a code")
    visitor.send(visitor.form("code"), code=code_in(message))
    visitor.send(visitor.form("display_name"), display_name=PEOPLE[address])


def start_game(site: Site, kind: str = "tigris") -> tuple[Visitor, str]:
    """ana signs up and invites the others by mail; they follow the link. Returns ana and the game's code."""
    ana = Visitor(site.url)
    ana.open("/account/login/code/")
    enter(site, ana, "ana@example.org")
    ana.open(f"/games/new/{kind}/")
    ana.send(ana.form("size"), size="3", public="no", invite="ben@example.org\ncleo@example.org")
    for address in ("ben@example.org", "cleo@example.org"):
        invitation = site.mailboxes.wait(lambda box=site.mailboxes.messages[address]: box[-1] if box else None, "an invitation")
        link = re.search(r"https?://\S+/join/\S+", text_of(invitation))
        assert link, text_of(invitation)
        guest = Visitor(site.url)
        guest.open(link[0].rstrip(".,)"))
        entry = guest.page.select_one("main a[href*='/account/login/code/']")
        assert entry is not None
        guest.open(str(entry["href"]))
        enter(site, guest, address)
        assert "/join/" in guest.address, guest.address
        buttons = [form for form in guest.page.find_all("form", method="post") if "Sit down" in form.text]
        guest.send(buttons[0])
    ana.open("/games/")
    link = ana.page.find("a", href=re.compile(r"/games/(?!new/)[a-z0-9]+/$"))
    assert link is not None, ana.page.get_text(" ", strip=True)
    return ana, str(link["href"]).strip("/").split("/")[-1]


class Player:
    """Reads a mailbox and answers what can be answered."""

    def __init__(self, site: Site, address: str) -> None:
        self.site, self.address = site, address
        self.read = 0
        self.seen: set[str] = set()  # Message-IDs; a message that comes twice is shown once
        self.sent: list[str] = []  # orders
        self.mails: list[str] = []  # Message-IDs

    def news(self) -> EmailMessage | None:
        """The newest message since the last look, if it takes orders or ends the game."""
        box = self.site.mailboxes.messages[self.address]
        unread, self.read = box[self.read :], len(box)
        new = [message for message in unread if message["Message-ID"] not in self.seen]
        self.seen |= {str(message["Message-ID"]) for message in new}
        wanted = [message for message in new if kind_of(message) in ("turn", "answer", "ended")]
        return wanted[-1] if wanted else None

    def answer(self, message: EmailMessage, orders: str) -> None:
        mail = reply(message, self.address, "Good morning!\n\n" + orders.replace("; ", "\n") + "\n\nYours")
        self.sent += orders.split("; ")
        self.mails.append(str(mail["Message-ID"]))
        self.site.deliver(mail, self.address, str(message["Reply-To"]))


class Brain:
    """What the players think with: see tests/e2e/brain.py."""

    def __init__(self, site: Site, code: str) -> None:
        self.code = code
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.e2e.brain"], cwd=ROOT, env=site.environment, text=True, bufsize=1,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip

    def orders(self, address: str, message: EmailMessage, *, hurry: bool = False) -> str:
        assert self.process.stdin
        assert self.process.stdout
        print(f"{self.code} {address} {message['Reply-To']} {'hurry' if hurry else ''}", file=self.process.stdin, flush=True)
        return self.process.stdout.readline().strip()

    def close(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait(timeout=30)


@pytest.mark.parametrize("kind", GAMES)
def test_three_people_play_a_whole_game_by_mail_while_processes_are_killed(kind: str, tmp_path: Path) -> None:
    with running_site(tmp_path, REDIS_URL=REDIS_URL, LEASE_SECONDS="15") as site:
        ana, code = start_game(site, kind)
        players = [Player(site, address) for address in PEOPLE]
        brain = Brain(site, code)
        answers = 0
        while True:
            player, message = site.mailboxes.wait(lambda: next_mail(players), "turn mail", seconds=150)
            if kind_of(message) == "ended":
                break
            orders = brain.orders(player.address, message, hurry=answers >= EARNEST)
            if orders == "-":
                continue
            player.answer(message, orders)
            answers += 1
            assert answers < MOST_MAILS
            if answers in KILLS:
                site.kill(KILLS[answers])
        brain.close()
        for box in PEOPLE:
            site.mailboxes.wait(lambda box=box: ended(site, box), f"last mail for {box}", seconds=150)
            site.mailboxes.wait(lambda box=box: answered(site, players, box), f"answers for {box}", seconds=150)
        check_log(ana, code, players)
        check_mails(site, players)


def next_mail(players: list[Player]) -> tuple[Player, EmailMessage] | None:
    for player in players:
        if (message := player.news()) is not None:
            return player, message
    return None


def ended(site: Site, box: str) -> EmailMessage | None:
    return next((message for message in site.mailboxes.messages[box] if kind_of(message) == "ended"), None)


def answers_to(site: Site, box: str) -> Counter[str]:
    """How many different messages answer each of the player's; one that came twice counts once."""
    different = {str(message["Message-ID"]): message for message in site.mailboxes.messages[box]}
    return Counter(str(message["In-Reply-To"]) for message in different.values() if kind_of(message) == "answer")


def answered(site: Site, players: list[Player], box: str) -> bool | None:
    mails = next(player.mails for player in players if player.address == box)
    return set(mails) <= set(answers_to(site, box)) or None


def check_log(ana: Visitor, code: str, players: list[Player]) -> None:
    """The record holds what each player sent, in that order, and nothing else."""
    record = ana.session.get(f"{ana.site}/games/{code}/record", timeout=30).text
    header, _, body = record.partition("\n\n")
    seats = re.search(r"^players: (.*)$", header, re.MULTILINE)
    assert seats
    dynasty = {name: dynasty for dynasty, name in (seat.split("=") for seat in seats[1].split())}
    lines = [line.split("#")[0].strip().split(": ", 1) for line in body.splitlines() if line.split("#")[0].strip()]
    for player in players:
        mine = dynasty[PEOPLE[player.address]]
        assert [order for seat, order in lines if seat == mine] == player.sent


def check_mails(site: Site, players: list[Player]) -> None:
    """Each mail was answered once, and nobody was told the same turn by two different mails."""
    for player in players:
        assert answers_to(site, player.address) == Counter(dict.fromkeys(player.mails, 1))
        mails = {str(message["Message-ID"]): message for message in site.mailboxes.messages[player.address]}
        tokens = Counter(str(message["Reply-To"]) for message in mails.values() if kind_of(message) == "turn")
        assert set(tokens.values()) == {1}
