"""A whole running site for end-to-end tests: real processes, real SMTP in and out, its own folder and ports."""

from __future__ import annotations

import os
import re
import signal
import smtplib
import socket
import subprocess
import sys
import threading
import urllib.request
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import make_msgid
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller

ROOT = Path(__file__).resolve().parents[2]
MAIL_TEXT = "plain"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Mailboxes:
    """A mail server that keeps what it gets, by recipient; `wait` blocks until a wanted message is there."""

    def __init__(self) -> None:
        self.messages: dict[str, list[EmailMessage]] = defaultdict(list)
        self.news = threading.Condition()
        self.port = free_port()
        self.controller = Controller(self, hostname="127.0.0.1", port=self.port)

    def start(self) -> None:
        self.controller.start()

    def stop(self) -> None:
        self.controller.stop()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        message = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(message, EmailMessage)
        with self.news:
            for recipient in envelope.rcpt_tos:
                self.messages[recipient.lower()].append(message)
            self.news.notify_all()
        return "250 OK"

    def wait(self, wanted: Callable[[], Any], what: str, seconds: float = 60) -> Any:
        """What `wanted` returns, as soon as that is not None; looked at after each new message."""
        found = None

        def there() -> bool:
            nonlocal found
            found = wanted()
            return found is not None

        with self.news:
            assert self.news.wait_for(there, timeout=seconds), f"no {what} in {seconds} s; {self.summary()}"
        return found

    def summary(self) -> dict[str, list[str]]:
        """The kinds of the last messages in each box."""
        return {box: [kind_of(message) for message in mails[-5:]] for box, mails in self.messages.items()}


def kind_of(message: EmailMessage) -> str:
    """turn, answer, ended …: the product's Message-IDs begin with it."""
    return str(message["Message-ID"]).strip("<> ").partition(".")[0]


def text_of(message: EmailMessage) -> str:
    body = message.get_body((MAIL_TEXT,))
    assert body is not None, "a mail without a text part"
    return str(body.get_content())


@dataclass
class Site:
    """The running product. `environment` is what every one of its processes sees."""

    url: str
    smtp_port: int
    mailboxes: Mailboxes
    environment: dict[str, str]
    process: subprocess.Popen[bytes] = field(repr=False)

    def manage(self, *arguments: str, text: str = "") -> str:
        """Runs one manage.py command of this site, returns what it printed."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments], cwd=ROOT, env=self.environment, input=text, text=True,
            capture_output=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    def children(self) -> dict[str, int]:
        """The product's processes right now: what they are -> process id."""
        listing = subprocess.run(
            ["ps", "-o", "pid=,args=", "--ppid", str(self.process.pid)], capture_output=True, text=True, check=True
        ).stdout
        names = {"gunicorn": "web", "celery -A tigris_site worker": "worker", "smtp_door": "door", "valkey": "broker",
                 "lmtp_door": "LMTP door", "imap_door": "IMAP door"}
        found = {}
        for line in listing.splitlines():
            pid, _, arguments = line.strip().partition(" ")
            for mark, name in names.items():
                if mark in arguments:
                    found[name] = int(pid)
        return found

    def kill(self, name: str) -> None:
        """kill -9 of one of the product's processes, and of what it started."""
        pid = self.children().get(name)
        if pid is None:
            return  # just being started again
        family = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
        for victim in [pid, *map(int, family.stdout.split())]:
            with suppress(ProcessLookupError):
                os.kill(victim, signal.SIGKILL)

    def deliver(self, message: EmailMessage, sender: str, recipient: str) -> None:
        """Hands a message to the SMTP door as a mail server would: again until it is taken."""
        pause = threading.Event()
        for _ in range(100):
            try:
                with smtplib.SMTP("127.0.0.1", self.smtp_port, timeout=20) as smtp:
                    smtp.send_message(message, from_addr=sender, to_addrs=[recipient])
                return
            except (OSError, smtplib.SMTPServerDisconnected, smtplib.SMTPConnectError):
                pause.wait(0.2)  # the door is being started again
        raise AssertionError("the SMTP door never took the message")


def reply(to: EmailMessage, sender: str, words: str) -> EmailMessage:
    """An answer as mail programs write it: the words first, then the whole mail quoted."""
    answer = EmailMessage()
    answer["From"] = sender
    answer["To"] = str(to["Reply-To"])
    answer["Subject"] = "Re: " + str(to["Subject"])
    answer["Message-ID"] = make_msgid(domain="mail.example.org")
    answer["In-Reply-To"] = str(to["Message-ID"])
    answer["References"] = " ".join(filter(None, (to["References"], to["Message-ID"])))
    quoted = "\n".join(f"> {line}" for line in text_of(to).splitlines())
    answer.set_content(f"{words}\n\nOn Sunday somebody wrote:\n{quoted}\n")
    return answer


@contextmanager
def running_site(folder: Path, mailboxes: Mailboxes | None = None, **extra: str) -> Iterator[Site]:
    """Starts the product in `folder` with mail going to a mail server of ours, stops it at the end."""
    mailboxes = mailboxes or Mailboxes()
    mailboxes.start()
    port, smtp_port = free_port(), free_port()
    environment = {
        **{key: value for key, value in os.environ.items() if not re.match(r"(DATABASE|REDIS|SITE|MAIL)_|DJANGO_SETT", key)},
        "TIGRIS_VAR": str(folder),
        "PORT": str(port),
        "SMTP_DOOR_PORT": str(smtp_port),
        "MAIL_DOMAIN": "play.example.org",
        "MAIL_URL": f"smtp://127.0.0.1:{mailboxes.port}",
        "SWEEP_SECONDS": "2",
        **extra,
    }
    log = (folder / "serve.log").open("wb")
    process = subprocess.Popen(
        [sys.executable, "manage.py", "serve"], cwd=ROOT, env=environment, stdout=log, stderr=subprocess.STDOUT
    )
    site = Site(f"http://localhost:{port}", smtp_port, mailboxes, environment, process)
    try:
        wait_until_healthy(site, folder / "serve.log")
        yield site
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            process.kill()
        mailboxes.stop()
        log.close()


def wait_until_healthy(site: Site, log: Path) -> None:
    pause = threading.Event()
    for _ in range(300):
        assert site.process.poll() is None, log.read_text()
        try:
            with urllib.request.urlopen(site.url + "/healthz", timeout=2):
                return
        except OSError:
            pause.wait(0.2)
    raise AssertionError("the site never answered: " + log.read_text())
