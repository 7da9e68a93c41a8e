"""The IMAP door: with a server that plays tricks, and (marked) with a real Dovecot."""

from __future__ import annotations

import imaplib
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import OperationalError, connections

from games.models import Game
from mail import incoming, reading
from mail.doors import imap
from mail.doors.imap import Account, Door, account
from mail.message import MAX_BYTES
from mail.models import Incoming
from tests.conftest import NOW
from tests.e2e.servers import PASSWORD, Dovecot, dovecot, eventually
from tests.mail.inbox import desk, outcome

pytestmark = [pytest.mark.usefixtures("no_pictures"), pytest.mark.django_db(transaction=True)]
HERE = Account("imap.example.org", 993, "tigris", PASSWORD)
MESSAGE = b"From: ana@example.org\r\nMessage-ID: <%d@example.org>\r\n\r\nhello\r\n"


@pytest.fixture(autouse=True)
def _our_addresses(settings: LazySettings) -> None:
    settings.MAIL_DOMAIN, settings.MAIL_LOCAL_PART = "play.example.org", "orders"
    settings.MAIL_FROM_ADDRESS = "orders@play.example.org"


def test_the_address_of_a_mailbox_is_read() -> None:
    assert account("imaps://tigris%40example.org:p%2Fw@mail.example.org/") == Account(
        "mail.example.org", 993, "tigris@example.org", "p/w", "tls", "INBOX", "Processed", "Broken"
    )
    found = account("imap://u:p@localhost:1143/INBOX/Tigris?processed=Done&broken=Bad/Ones&tls=0&poll=5")
    assert (found.port, found.secure, found.folder) == (1143, "none", "INBOX/Tigris")
    assert (found.processed, found.broken, found.poll) == ("Done", "Bad/Ones", 5.0)
    assert account("imap://u:p@mail.example.org").secure == "starttls"
    assert "p%2Fw" not in repr(account("imaps://u:p%2Fw@mail.example.org"))
    assert "p/w" not in repr(account("imaps://u:p%2Fw@mail.example.org"))


@pytest.mark.parametrize("url", ["", "imaps://mail.example.org", "pop3://u:p@x", "imaps://u:p@x/?procesed=Done"])
def test_an_address_with_a_slip_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="IMAP_URL"):
        account(url)


class Info:
    def __init__(self, name: str) -> None:
        self.name, self.delim = name, "."


class Tricky:
    """A mailbox of a server that fails as it is told to: a value that is an exception is raised when fetched."""

    def __init__(self, messages: dict[str, bytes | Exception], *, idle: bool = True, folders: tuple[str, ...] = ()) -> None:
        self.messages, self.moved, self.waits = messages, dict[str, str](), 0
        self.folders = list(folders)
        self.refuses = ""  # folders that it does not make begin so
        self.client = self.folder = self.idle = self
        self.capabilities = ("IDLE",) if idle else ()
        self.ended: Callable[[], None] = lambda: None

    def response(self, name: str) -> tuple[str, list[bytes]]:
        return name, [b"1"]

    def uids(self, criteria: str, charset: str | None = None) -> list[str]:
        return [uid for uid in self.messages if uid not in self.moved]

    def uid(self, command: str, uid: str, parts: str) -> tuple[str, list[Any]]:
        found = self.messages[uid]
        if isinstance(found, Exception):
            raise found
        return "OK", [(b"1 (UID 1 BODY[]<0> {9}", found[: MAX_BYTES + 1]), b")"]

    def list(self) -> list[Info]:
        return [Info(name) for name in self.folders]

    def create(self, name: str) -> None:
        if self.refuses and not name.startswith("INBOX."):
            raise imap.ImapToolsError
        self.folders.append(name)

    def subscribe(self, name: str, value: bool) -> None:
        assert name in self.folders

    def move(self, uid: str, folder: str) -> None:
        assert folder in self.folders
        if folder == "Full":
            raise imap.ImapToolsError
        self.moved[uid] = folder

    def wait(self, timeout: float) -> None:
        self.waits += 1
        self.ended()

    def logout(self) -> None: ...


@pytest.fixture
def door(monkeypatch: pytest.MonkeyPatch) -> Callable[[Tricky], Door]:
    """A door before this mailbox that runs until the mailbox has nothing new, and hardly waits between tries."""

    def opened(box: Tricky, account: Account = HERE) -> Door:
        there = Door(account, say=lambda line: None)
        box.ended = there.stop.set
        monkeypatch.setattr(imap, "connect", lambda account: box)
        monkeypatch.setattr(imap, "PAUSES", (0.001, 0.002))
        monkeypatch.setattr(connections, "close_all", lambda: None)
        return there

    return opened


def test_messages_are_stored_in_order_and_moved_to_a_folder_that_is_made(door: Callable[[Tricky], Door]) -> None:
    box = Tricky({"1": MESSAGE % 1, "2": MESSAGE % 2})
    door(box).run()
    assert [row.door for row in Incoming.objects.all()] == ["imap", "imap"]
    assert (box.moved, box.folders) == ({"1": "Processed", "2": "Processed"}, ["Processed"])


@pytest.mark.parametrize("trick", [imaplib.IMAP4.error("NO"), imaplib.IMAP4.abort("EOF"), OSError("reset"), TimeoutError()])
def test_a_message_that_cannot_be_had_does_not_block_the_others(door: Callable[[Tricky], Door], trick: Exception) -> None:
    box = Tricky({"1": MESSAGE % 1, "2": trick, "3": MESSAGE % 3})
    door(box).run()
    assert box.moved == {"1": "Processed", "2": "Broken", "3": "Processed"}
    assert Incoming.objects.count() == 2


def test_a_message_that_cannot_be_stored_does_not_block_the_others(
    door: Callable[[Tricky], Door], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = incoming.store

    def fails(raw: bytes, **values: Any) -> Incoming:
        if b"<2@" in raw:
            raise ValueError("odd")
        return store(raw, **values)

    monkeypatch.setattr(incoming, "store", fails)
    box = Tricky({str(number): MESSAGE % number for number in (1, 2, 3)})
    door(box).run()
    assert box.moved == {"1": "Processed", "2": "Broken", "3": "Processed"}


def test_no_message_is_called_broken_while_the_database_is_away(
    door: Callable[[Tricky], Door], monkeypatch: pytest.MonkeyPatch
) -> None:
    store, tries = incoming.store, []

    def away(raw: bytes, **values: Any) -> Incoming:
        tries.append(raw)
        if len(tries) < 8:
            raise OperationalError("gone")
        return store(raw, **values)

    monkeypatch.setattr(incoming, "store", away)
    box = Tricky({"1": MESSAGE % 1})
    door(box).run()
    assert (box.moved, Incoming.objects.count()) == ({"1": "Processed"}, 1)


def test_a_message_that_cannot_be_moved_is_left_and_not_taken_again(door: Callable[..., Door]) -> None:
    box = Tricky({"1": MESSAGE % 1, "2": MESSAGE % 2}, folders=("Full",))
    there = door(box, Account("imap.example.org", 993, "tigris", PASSWORD, processed="Full"))
    there.run()
    assert (there.stuck, box.waits, box.moved, Incoming.objects.count()) == ({"[b'1'] 1", "[b'1'] 2"}, 1, {}, 2)


def test_a_server_that_keeps_all_folders_under_the_inbox_is_understood(door: Callable[[Tricky], Door]) -> None:
    box = Tricky({"1": MESSAGE % 1}, folders=("INBOX",))
    box.refuses = "all others"
    door(box).run()
    assert box.moved == {"1": "INBOX.Processed"}


def test_it_connects_again_for_ever_with_growing_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    there = Door(HERE, say=lambda line: None)
    pauses: list[float] = []

    def refused(account: Account) -> None:
        raise ConnectionRefusedError

    class Stop(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            pauses.append(timeout or 0)
            if len(pauses) == 12:
                self.set()
            return self.is_set()

    there.stop = Stop()
    monkeypatch.setattr(imap, "connect", refused)
    there.run()
    assert pauses == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]


def test_without_idle_it_looks_again_after_a_while(door: Callable[[Tricky], Door]) -> None:
    box = Tricky({"1": MESSAGE % 1}, idle=False)
    there = door(box)
    waited: list[float | None] = []

    class Stop(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            waited.append(timeout)
            self.set()
            return True

    there.stop = Stop()
    there.run()
    assert (box.moved, waited, box.waits) == ({"1": "Processed"}, [imap.POLL], 0)


@pytest.fixture(scope="module")
def server() -> Iterator[Dovecot]:
    with dovecot() as running:
        yield running


@contextmanager
def fetching(server: Dovecot, user: str, **more: Any) -> Iterator[Door]:
    there = Door(Account("127.0.0.1", server.imap, user, PASSWORD, "none", idle=1.0, **more))
    thread = threading.Thread(target=there.run)
    thread.start()
    try:
        yield there
    finally:
        there.stop.set()
        thread.join(20)
        assert not thread.is_alive()


def put(server: Dovecot, user: str, raw: bytes) -> None:
    client = server.open(user)
    client.append("INBOX", "", None, raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))  # type: ignore[arg-type]
    client.logout()


def stored(count: int) -> Callable[[], bool | None]:
    return lambda: Incoming.objects.count() == count or None


@pytest.mark.dovecot
@pytest.mark.alone
def test_with_dovecot_what_lies_there_and_what_comes_later_is_fetched(server: Dovecot, running_game: Game) -> None:
    at_desk = desk(running_game)
    put(server, "fetch", MESSAGE % 1)
    with fetching(server, "fetch", processed="Tigris/Done"):
        eventually(stored(1), server.log)
        put(server, "fetch", at_desk.write(at_desk.orders[0]))
        eventually(stored(2), server.log)
        eventually(lambda: server.messages("fetch") == [] or None, server.log)
    assert len(server.messages("fetch", "Tigris.Done")) == 2
    reading.read_due(NOW)
    assert (outcome(), at_desk.events()) == ("orders", [at_desk.orders[0]])


@pytest.mark.dovecot
@pytest.mark.alone
def test_with_dovecot_news_comes_by_idle_before_the_next_look(server: Dovecot) -> None:
    there = Door(Account("127.0.0.1", server.imap, "idle", PASSWORD, "none", idle=100.0))
    box = imap.connect(there.account)
    there.collect(box)
    waiting = threading.Thread(target=there.wait, args=(box,))
    waiting.start()
    put(server, "idle", MESSAGE % 1)
    waiting.join(20)
    assert not waiting.is_alive()
    assert there.collect(box) == 1
    imap.close(box)


@pytest.mark.dovecot
@pytest.mark.alone
def test_with_dovecot_any_message_goes_its_way(server: Dovecot) -> None:
    nested = b"".join(b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (n, n) for n in range(2000))
    put(server, "odd", b"From: eve@example.org\n" + nested)
    put(server, "odd", b"\n")
    put(server, "odd", b"From: eve@example.org\n\n" + b"x\n" * MAX_BYTES)
    put(server, "odd", b"Message-ID: <[abc]@x>\nFrom: \xff\xfe\n\n\x80")
    with fetching(server, "odd"):
        eventually(stored(4), server.log)
        eventually(lambda: server.messages("odd") == [] or None, server.log)
    assert len(server.messages("odd", "Processed")) == 4
    assert max(len(row.raw) for row in Incoming.objects.all()) == MAX_BYTES + 1


@pytest.mark.dovecot
@pytest.mark.alone
def test_with_dovecot_a_wrong_password_is_told_and_tried_again(server: Dovecot) -> None:
    said: list[str] = []
    there = Door(Account("127.0.0.1", server.imap, "ana", "wrong", "none"), say=said.append)
    thread = threading.Thread(target=there.run)
    thread.start()
    eventually(lambda: said or None, server.log)
    there.stop.set()
    thread.join(20)
    assert said == ["mailbox at 127.0.0.1: user or password refused; again in 1 s"]
