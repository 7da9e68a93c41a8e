"""The IMAP door: fetches what lies in a mailbox, stores it and moves it away, for ever.

Where the server knows IDLE (RFC 2177) a message comes in at once, otherwise at the next look. A message is
stored before it is moved, so that a crash between the two only brings it again, as the same row. One that the
server cannot show or we cannot store goes to another folder; it never holds up those behind it.
"""

from __future__ import annotations

import logging
import ssl
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from imaplib import IMAP4
from urllib.parse import parse_qs, unquote, urlsplit

from django.db import InterfaceError, OperationalError, connections
from django.utils import timezone
from imap_tools import BaseMailBox, MailBox, MailBoxStartTls, MailBoxUnencrypted
from imap_tools.errors import ImapToolsError, MailboxLoginError

from mail import incoming
from mail.message import MAX_BYTES, header, parse_head

log = logging.getLogger(__name__)

TIMEOUT = 60.0  # seconds for one answer of the server
IDLE = 240.0  # seconds without news after which the mailbox is looked at all the same; servers allow 29 minutes
POLL = 30.0  # seconds between two looks where the server knows no IDLE
PAUSES = (1.0, 300.0)  # seconds before the first and before later tries to connect
PATIENCE = 3  # times that one message may end the connection
TROUBLE = (OSError, IMAP4.error, ImapToolsError, OperationalError, InterfaceError)  # over, when it is over


@dataclass(frozen=True)
class Account:
    """Where the mail lies. `processed` and `broken` are folders, made if missing."""

    host: str
    port: int
    user: str
    password: str = field(repr=False)
    secure: str = "tls"  # tls starttls none
    folder: str = "INBOX"
    processed: str = "Processed"
    broken: str = "Broken"
    idle: float = IDLE
    poll: float = POLL
    verify: bool = True


def account(url: str) -> Account:
    """From `imaps://user:password@host:port/INBOX?processed=Processed&broken=Broken`; special signs as %40.

    `imap://` asks for STARTTLS; `imap://…?tls=0` does without, for a server on the same machine.
    Raises ValueError.
    """
    parts = urlsplit(url)
    asked = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    if parts.scheme not in {"imap", "imaps"} or not parts.hostname or not parts.username:
        raise ValueError("IMAP_URL must look like imaps://user:password@host/INBOX")
    if unknown := set(asked) - {"processed", "broken", "idle", "poll", "tls", "verify"}:
        raise ValueError(f"IMAP_URL has an unknown option: {', '.join(sorted(unknown))}")
    secure = "tls" if parts.scheme == "imaps" else "none" if asked.get("tls") == "0" else "starttls"
    return Account(
        parts.hostname, parts.port or (993 if secure == "tls" else 143), unquote(parts.username),
        unquote(parts.password or ""), secure, unquote(parts.path.strip("/")) or "INBOX",
        asked.get("processed", "Processed"), asked.get("broken", "Broken"),
        float(asked.get("idle", IDLE)), float(asked.get("poll", POLL)), asked.get("verify") != "0",
    )


def connect(account: Account) -> BaseMailBox:
    """Logged in, with the folder open. Raises what is in TROUBLE."""
    box: BaseMailBox
    if account.secure == "none":
        box = MailBoxUnencrypted(account.host, account.port, timeout=TIMEOUT)
    else:
        context = ssl.create_default_context()
        if not account.verify:
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        kind = MailBox if account.secure == "tls" else MailBoxStartTls
        box = kind(account.host, account.port, timeout=TIMEOUT, ssl_context=context)
    return box.login(account.user, account.password, account.folder)


class Door:
    """One mailbox. `run` returns only after `stop` was set."""

    def __init__(self, account: Account, *, say: Callable[[str], object] = log.warning) -> None:
        self.account, self.say = account, say
        self.stop = threading.Event()
        self.validity = ""  # of the folder: message numbers mean the same only as long as it does (RFC 3501)
        self.failures: Counter[str] = Counter()  # messages at which the connection ended
        self.stuck: set[str] = set()  # done, but the server would not move them

    def run(self) -> None:
        pause = PAUSES[0]
        while not self.stop.is_set():
            try:
                box = connect(self.account)
                try:
                    self.validity = str(box.client.response("UIDVALIDITY")[1])
                    while not self.stop.is_set():
                        self.collect(box)
                        pause = PAUSES[0]
                        self.wait(box)
                finally:
                    close(box)
            except TROUBLE as error:
                self.say(f"mailbox at {self.account.host}: {reason(error)}; again in {pause:.0f} s")
                self.stop.wait(pause)
                pause = min(2 * pause, PAUSES[1])
            finally:
                connections.close_all()

    def wait(self, box: BaseMailBox) -> None:
        """Until there is news, or for a while."""
        if "IDLE" not in box.client.capabilities:
            self.stop.wait(self.account.poll)
        elif not self.lying(box):  # looking makes the server tell what came meanwhile, not as IDLE begins
            box.idle.wait(timeout=self.account.idle)

    def lying(self, box: BaseMailBox) -> list[str]:
        """The messages to be taken, oldest first."""
        return [uid for uid in box.uids("UNDELETED", charset=None) if self.name(uid) not in self.stuck]

    def name(self, uid: str) -> str:
        return f"{self.validity} {uid}"

    def collect(self, box: BaseMailBox) -> int:
        """Stores and moves all that lies there. Returns how many messages were stored."""
        count = 0
        for uid in self.lying(box):
            if self.stop.is_set():
                break
            count += self.take(box, uid)
        connections.close_all()
        return count

    def take(self, box: BaseMailBox, uid: str) -> bool:
        """One message, into the database and out of the way."""
        stored = self.failures[self.name(uid)] < PATIENCE and self.store(box, uid)
        del self.failures[self.name(uid)]
        folder = self.account.processed if stored else self.account.broken
        try:
            box.move(uid, made(box, folder))
        except IMAP4.abort:
            raise
        except (IMAP4.error, ImapToolsError) as error:
            self.stuck.add(self.name(uid))
            self.say(f"message {uid} could not be moved to {folder}: {reason(error)}")
        return stored

    def store(self, box: BaseMailBox, uid: str) -> bool:
        """False if this message cannot be had, or not be stored. Trouble with connection and database is raised."""
        try:
            raw = fetch(box, uid)
        except (IMAP4.abort, OSError):
            self.failures[self.name(uid)] += 1
            raise
        except (IMAP4.error, ImapToolsError) as error:
            self.say(f"message {uid} is not shown: {reason(error)}")
            return False
        try:
            sender = header(parse_head(raw), "Return-Path")
            row = incoming.store(raw, door="imap", sender=sender, recipients=[], now=timezone.now())
        except TROUBLE:
            raise
        except Exception as error:
            self.say(f"message {uid} is broken: {reason(error)}")
            return False
        log.info("message %s stored", row.pk)
        return True


def fetch(box: BaseMailBox, uid: str) -> bytes:
    """The raw message, one byte over the limit at most. Raises IMAP4.error if the server does not show it."""
    answer, found = box.client.uid("FETCH", uid, f"(BODY.PEEK[]<0.{MAX_BYTES + 1}>)")
    for part in found if answer == "OK" else []:
        if isinstance(part, tuple):
            return bytes(part[1])
    raise IMAP4.error("not shown")


def made(box: BaseMailBox, folder: str) -> str:
    """The folder's name on this server; the folder is there afterwards. Some keep all folders under INBOX."""
    known = {info.name: info.delim for info in box.folder.list()}
    sign = next(iter(known.values()), "/") or "/"
    name = folder.replace("/", sign)
    for candidate in (name, f"INBOX{sign}{name}"):
        if candidate in known:
            return candidate
    for candidate in (name, f"INBOX{sign}{name}"):
        try:
            box.folder.create(candidate)
        except ImapToolsError:
            continue
        box.folder.subscribe(candidate, True)
        return candidate
    return name


def close(box: BaseMailBox) -> None:
    try:
        box.logout()
    except (*TROUBLE, ValueError):
        pass  # it is gone


def reason(error: Exception) -> str:
    """What happened; the server's own words only where they tell an administrator something."""
    if isinstance(error, MailboxLoginError):
        return "user or password refused"
    if isinstance(error, ssl.SSLError | OSError):
        return f"{type(error).__name__}: {error}"
    return type(error).__name__
