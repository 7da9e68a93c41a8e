"""A whole game for three with real servers and real mail programs, while doors and worker are killed.

The product sends through Postfix, which keeps the players' mail in Dovecot. Most answers are handed over by Postfix to
the LMTP door; one player's are put into a mailbox at Dovecot, from which the IMAP door fetches them. At the end the
log must hold the orders sent, each once, and each mail must have been answered once.
"""

from __future__ import annotations

import json
import random
import re
import threading
from collections.abc import Callable
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from tests.e2e import mail_programs
from tests.e2e.servers import (
    PASSWORD,
    PLAYERS,
    Dovecot,
    Postfix,
    documented,
    dovecot,
    eventually,
    free_port,
    postfix,
)
from tests.e2e.site import Mailboxes, Site, kind_of, running_site
from tests.e2e.test_mail_game import (
    PEOPLE,
    Brain,
    Player,
    answered,
    check_log,
    check_mails,
    ended,
    next_mail,
    start_game,
)
from tests.needs import REDIS_URL

pytestmark = [
    pytest.mark.alone, pytest.mark.postfix, pytest.mark.dovecot, pytest.mark.mail_programs, pytest.mark.redis
]


class Boxes(Mailboxes):
    """The players' mailboxes in Dovecot, in the shape that the other end-to-end tests know; mail goes by Postfix."""

    def __init__(self, mailboxes: Dovecot, server: Postfix) -> None:
        super().__init__()
        self.port, self.mailboxes, self.server = server.port, mailboxes, server
        self.raw: dict[str, bytes] = {}

    def start(self) -> None: ...

    def stop(self) -> None: ...

    def look(self) -> None:
        for address in PEOPLE:
            box = self.messages[address]
            for raw in self.mailboxes.messages(address.partition("@")[0])[len(box) :]:
                message = message_from_bytes(raw, policy=policy.default)
                assert isinstance(message, EmailMessage)
                self.raw[str(message["Message-ID"])] = raw
                box.append(message)

    def wait(self, wanted: Callable[[], Any], what: str, seconds: float = 60) -> Any:
        def there() -> Any:
            self.look()
            return wanted()

        return eventually(there, lambda: f"{what}: {self.summary()}\n{self.server.log()[-5000:]}", seconds, 0.3)


class Typist(Player):
    """Answers with a real mail program."""

    def __init__(self, site: Site, address: str, place: mail_programs.Desk, programs: list[mail_programs.Program]) -> None:
        super().__init__(site, address)
        self.place, self.programs = place, programs

    def answer(self, message: EmailMessage, orders: str) -> None:
        program = self.programs[len(self.sent) % len(self.programs)]
        assert isinstance(self.site.mailboxes, Boxes)
        program(self.place, self.site.mailboxes.raw[str(message["Message-ID"])], orders.replace("; ", "\n"))
        self.sent += orders.split("; ")


SEED = 20261130
EARNEST = 15  # answers in which the players do their best; then they exchange tiles until the bag is empty
MOST = 150
KILLED = ("LMTP door", "IMAP door", "worker")


def test_three_people_play_a_whole_game_with_real_mail_programs_while_processes_are_killed(tmp_path: Path) -> None:
    """Ana's and Ben's answers come in by LMTP, Cleo's lie in our mailbox at Dovecot and are fetched by IMAP."""
    door = free_port()
    main = PLAYERS + re.sub(r"^smtpd_rec.*\n|^unver.*\n", "", documented("# /etc/postfix/main.cf, for the LMTP door", "README.md"), flags=re.MULTILINE)
    with dovecot() as mailboxes, postfix(mailboxes, main=main.replace("8024", str(door))) as server, running_site(
        tmp_path, Boxes(mailboxes, server), REDIS_URL=REDIS_URL, LEASE_SECONDS="15", SMTP_DOOR_PORT="0",
        LMTP_DOOR_PORT=str(door), IMAP_URL=f"imap://play:{PASSWORD}@127.0.0.1:{mailboxes.imap}/INBOX?tls=0",
    ) as site:
        ana, code = start_game(site)
        programs: dict[str, tuple[int, list[mail_programs.Program]]] = {
            "ana@example.org": (server.port, [mail_programs.s_nail]),
            "ben@example.org": (server.port, [mail_programs.neomutt]),
            "cleo@example.org": (server.fetched, [mail_programs.swaks, mail_programs.msmtp]),
        }
        players: list[Player] = []
        for address, (port, used) in programs.items():
            (own := tmp_path / address.partition("@")[0]).mkdir()
            players.append(Typist(site, address, mail_programs.Desk(own, mailboxes, address, port), used))
        brain, chance, kills = Brain(site, code), random.Random(SEED), list[threading.Timer]()
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
            assert answers < MOST
            if answers % 4 == 0:  # some time in the next two seconds, while this answer is on its way
                victim = KILLED[answers // 4 % 3]
                kills.append(threading.Timer(chance.uniform(0, 2), site.kill, [victim]))
                kills[-1].start()
        for kill in kills:
            kill.join()
        brain.close()
        for player in players:
            player.mails = written_by(site, player.address)
        for box in PEOPLE:
            site.mailboxes.wait(lambda box=box: ended(site, box), f"last mail for {box}", seconds=150)
            site.mailboxes.wait(lambda box=box: answered(site, players, box), f"answers for {box}", seconds=150)
        check_log(ana, code, players)
        check_mails(site, players)
        assert len(kills) >= len(KILLED)
        doors = site.manage("shell", "-v0", "-c", "from mail.models import *; print(*Incoming.objects.values_list('door', flat=True))")
        assert set(doors.split()) == {"lmtp", "imap"}
        assert not mailboxes.messages("play")
        assert not mailboxes.messages("play", "Broken")


def written_by(site: Site, address: str) -> list[str]:
    """The Message-IDs that the player's programs gave their answers."""
    code = ("import sys, json; from email import message_from_bytes; from mail.models import *; "
            "print(json.dumps([message_from_bytes(bytes(i.raw))['Message-ID'] "
            f"for i in Incoming.objects.filter(author='{address}').order_by('pk')]))")
    found: list[str] = json.loads(site.manage("shell", "-v0", "-c", code))
    return found
