"""Debian's Postfix and Dovecot as ordinary processes on high ports, each with a folder of its own.

Nothing leaves the machine: Postfix knows the players' domain and ours, and anything else is an error. Dovecot
keeps the mailboxes and is given mail by LMTP. Both must be started by root, as from an init script; the mail
itself belongs to `nobody`, because Dovecot refuses to keep root's.
"""

from __future__ import annotations

import imaplib
import pwd
import re
import shutil
import smtplib
import socket
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.e2e.site import ROOT, free_port

PASSWORD = "the-password"
PLAYERS_DOMAIN = "example.org"
OURS = "play.example.org"
NOBODY = pwd.getpwnam("nobody")

DOVECOT = """
base_dir = {folder}/run
state_dir = {folder}/run
log_path = {folder}/dovecot.log
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
first_valid_uid = 1
service imap-login {{
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
{more}
"""

EVERYBODY = """
protocols = imap lmtp
mail_location = maildir:~/Maildir
recipient_delimiter = +
passdb {
  driver = static
  args = password=the-password
}
userdb {
  driver = static
  args = uid=tigris gid=tigris home=/srv/mail/%n allow_all_users=yes
}
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = 24
  }
}
"""

MAIN_CF = """
compatibility_level = 3.6
queue_directory = {folder}/spool
data_directory = {folder}/data
maillog_file = {folder}/maillog
maillog_file_prefixes = {folder}
myhostname = mail.example.org
mydestination =
alias_maps =
local_recipient_maps =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
smtpd_relay_restrictions = permit_mynetworks, reject_unauth_destination
smtp_tls_security_level = may
smtputf8_enable = yes
recipient_delimiter = +
minimal_backoff_time = 1s
maximal_backoff_time = 2s
queue_run_delay = 1s
default_transport = error:nothing leaves this machine
"""

PLAYERS = """
virtual_mailbox_domains = example.org
virtual_mailbox_maps = static:all
virtual_transport = lmtp:inet:[127.0.0.1]:24
"""

MASTER_CF = """
{port} inet n - n - - smtpd
{fetched} inet n - n - - smtpd
    -o content_filter=lmtp:inet:[127.0.0.1]:{dovecot}
    -o receive_override_options=no_address_mappings
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 1 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
lmtp unix - - n - - lmtp
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
local unix - n n - - local
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
tlsmgr unix - - n 1000? 1 tlsmgr
postlog unix-dgram n - n - 1 postlogd
{more}
"""


@dataclass(frozen=True)
class Dovecot:
    """Any user with the password has a mailbox. `imap` and `lmtp`: ports."""

    folder: Path
    imap: int
    lmtp: int

    def open(self, user: str) -> imaplib.IMAP4:
        client = imaplib.IMAP4("127.0.0.1", self.imap, timeout=20)
        client.login(user, PASSWORD)
        return client

    def messages(self, user: str, folder: str = "INBOX") -> list[bytes]:
        """All raw messages of a mailbox, in the order they came."""
        client = self.open(user)
        try:
            if client.select(folder, readonly=True)[0] != "OK":
                return []
            _, found = client.uid("FETCH", "1:*", "(BODY.PEEK[])")
            return [part[1] for part in found if isinstance(part, tuple)]
        finally:
            client.logout()

    def log(self) -> str:
        path = self.folder / "dovecot.log"
        return path.read_text() if path.exists() else "nothing"


@dataclass(frozen=True)
class Postfix:
    """`port` takes mail from everybody; what comes in at `fetched` is put into a mailbox, whatever the transport."""

    folder: Path
    port: int
    fetched: int

    def log(self) -> str:
        path = self.folder / "maillog"
        return path.read_text() if path.exists() else "nothing"

    def submit(self, raw: bytes, sender: str, *recipients: str, port: int = 0) -> None:
        with smtplib.SMTP("127.0.0.1", port or self.port, timeout=20) as client:
            client.sendmail(sender, list(recipients), raw)


def documented(title: str, page: str = "docs/mail.md") -> str:
    """The indented lines of a page below the one that begins with this title."""
    text = (ROOT / page).read_text("utf-8")
    found = re.search(rf"^    {re.escape(title)}.*\n((?:    .*\n|\n(?=    ))*?)(?=\n    #|\n\S|\Z)", text, re.MULTILINE)
    assert found, title
    return "\n".join(line.removeprefix("    ") for line in found[1].splitlines()) + "\n"


@contextmanager
def folder() -> Iterator[Path]:
    """Short, for the names of sockets, and open to all, for programs that give up root's rights."""
    path = Path(tempfile.mkdtemp(prefix="tigris-", dir="/tmp"))
    path.chmod(0o755)
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


@contextmanager
def dovecot(more: str = EVERYBODY) -> Iterator[Dovecot]:
    """`more`: what an administrator writes for Debian's ports and folders and a user `tigris`."""
    with folder() as here:
        server = Dovecot(here, free_port(), free_port())
        (here / "mail").mkdir()
        shutil.chown(here / "mail", NOBODY.pw_uid, NOBODY.pw_gid)
        config = here / "dovecot.conf"
        ours = {"port = 24": f"port = {server.lmtp}", "/srv/mail": f"{here}/mail",
                "uid=tigris": f"uid={NOBODY.pw_uid}", "gid=tigris": f"gid={NOBODY.pw_gid}"}
        for theirs, mine in ours.items():
            more = more.replace(theirs, mine)
        config.write_text(DOVECOT.format(folder=here, imap=server.imap, more=more))
        with running(["dovecot", "-F", "-c", str(config)], server.imap, server.log):
            yield server


@contextmanager
def postfix(mailboxes: Dovecot | None, *, main: str = PLAYERS, master: str = "") -> Iterator[Postfix]:
    """`main` and `master` are what an administrator adds to main.cf and master.cf. Port 24 stands for Dovecot's."""
    lmtp = mailboxes.lmtp if mailboxes else 24
    with folder() as here:
        server = Postfix(here, free_port(), free_port())
        config = here / "etc"
        config.mkdir()
        (here / "spool").mkdir()
        (here / "data").mkdir()
        shutil.chown(here / "data", "postfix")
        main = main.replace("[127.0.0.1]:24\n", f"[127.0.0.1]:{lmtp}\n")
        said = {line.partition("=")[0].strip() for line in main.splitlines()}
        base = [line for line in MAIN_CF.format(folder=here).splitlines() if line.partition("=")[0].strip() not in said]
        (config / "main.cf").write_text("\n".join(base) + "\n" + main)
        (config / "master.cf").write_text(
            MASTER_CF.format(port=server.port, fetched=server.fetched, dovecot=lmtp, more=master)
        )
        with running(["postfix", "-c", str(config), "start-fg"], server.port, server.log):
            try:
                yield server
            finally:
                subprocess.run(["postfix", "-c", str(config), "abort"], check=False, capture_output=True)


@contextmanager
def running(command: list[str], port: int, log: Callable[[], str]) -> Iterator[None]:
    """The program, once it listens, until the block ends."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        eventually(lambda: listens(port) or process.poll() is not None or None, f"{command[0]}: {log()}")
        assert process.poll() is None, f"{process.stdout.read() if process.stdout else ''}\n{log()}"
        yield
    finally:
        process.terminate()
        try:
            process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout:
            process.stdout.close()


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def eventually(wanted: Callable[[], Any], what: str | Callable[[], str], seconds: float = 60, step: float = 0.1) -> Any:
    """What `wanted` returns as soon as it is not None."""
    pause = threading.Event()
    for _ in range(int(seconds / step)):
        if (found := wanted()) is not None:
            return found
        pause.wait(step)
    raise AssertionError(f"never: {what if isinstance(what, str) else what()}")
