"""Real mail programs that answer a real message without anybody at the keyboard.

s-nail answers a message in a mailbox file and writes below the quote; NeoMutt reads the mailbox by IMAP and opens
an editor, in which the orders are written above the quote; swaks and msmtp send what was written elsewhere. All
hand their mail to an SMTP server.
"""

from __future__ import annotations

import os
import pty
import select
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP, default
from pathlib import Path

from tests.e2e.servers import PASSWORD, Dovecot
from tests.e2e.site import reply

SECONDS = 60


@dataclass(frozen=True)
class Desk:
    """Where a player sits: a folder for the program's files, the mailbox, the server that takes mail."""

    folder: Path
    mailbox: Dovecot
    address: str
    port: int

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, "HOME": str(self.folder), "TERM": "xterm", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8",
                "MAILRC": "/dev/null"}

    def run(self, *command: str, text: str = "") -> None:
        done = subprocess.run(command, input=text.encode(), capture_output=True, env=self.environment, timeout=SECONDS,
                              check=False)
        assert done.returncode == 0, f"{command[0]}: {done.stdout.decode()}{done.stderr.decode()}"


Program = Callable[[Desk, bytes, str], None]


def s_nail(desk: Desk, raw: bytes, orders: str) -> None:
    """Quotes, and writes below."""
    box = desk.folder / "mbox"
    box.write_bytes(b"From play Mon Nov 30 01:33:34 2026\n" + raw.replace(b"\r\n", b"\n") + b"\n")
    settings = {
        "v15-compat": "", "mta": f"smtp://127.0.0.1:{desk.port}", "smtp-auth": "none", "from": desk.address,
        "hostname": "mail.example.org", "quote": "", "indentprefix": "> ", "reply-to-honour": "yes", "sendwait": "",
        "ttycharset": "utf-8",
    }
    options = [f"-S{name}={value}" if value else f"-S{name}" for name, value in settings.items()]
    desk.run("s-nail", "-:/", *options, "-~", "-#", "-f", str(box), text=f"reply 1\n{orders}\n~.\nquit\n")


def neomutt(desk: Desk, raw: bytes, orders: str) -> None:
    """Reads by IMAP, and writes above the quote."""
    written, editor, settings = desk.folder / "orders", desk.folder / "editor", desk.folder / "neomuttrc"
    (desk.folder / "Mail").mkdir(exist_ok=True)
    written.write_text(orders + "\n")
    editor.write_text(f'#!/bin/sh\n{{ cat {written}; echo; cat "$1"; }} > "$1.new" && mv "$1.new" "$1"\n')
    editor.chmod(0o755)
    settings.write_text(f'''
set editor="{editor}"
set from="{desk.address}" use_from=yes
set imap_pass="{PASSWORD}" ssl_starttls=no ssl_force_tls=no
set smtp_url="smtp://127.0.0.1:{desk.port}"
set include=yes fast_reply=yes reply_to=yes copy=no record="" quit=yes wait_key=no abort_unmodified=no
set charset=utf-8 header_cache="" sleep_time=0
''')
    name = str(message_from_bytes(raw)["Message-ID"]).strip("<> ").partition("@")[0]  # as a pattern, too
    user = desk.address.partition("@")[0]
    keys = f"<limit>~i {name}<enter><reply><send-message><exit>"
    in_terminal(["neomutt", "-n", "-F", str(settings), "-f", f"imap://{user}@127.0.0.1:{desk.mailbox.imap}/INBOX",
                 "-e", f"push '{keys}'"], desk.environment)


def swaks(desk: Desk, raw: bytes, orders: str) -> None:
    answer = written_by_hand(desk, raw, orders)
    data = desk.folder / "answer.eml"
    data.write_bytes(answer.as_bytes(policy=SMTP.clone(linesep="\n")))
    desk.run("swaks", "--server", "127.0.0.1", "--port", str(desk.port), "--from", desk.address,
             "--to", str(answer["To"]), "--data", f"@{data}", "--silent", "2")


def msmtp(desk: Desk, raw: bytes, orders: str) -> None:
    answer = written_by_hand(desk, raw, orders)
    desk.run("msmtp", "--host=127.0.0.1", f"--port={desk.port}", "--auth=off", "--tls=off", f"--from={desk.address}",
             "-t", text=answer.as_string(policy=SMTP.clone(linesep="\n")))


def written_by_hand(desk: Desk, raw: bytes, orders: str) -> EmailMessage:
    message = message_from_bytes(raw, policy=default)
    assert isinstance(message, EmailMessage)
    return reply(message, desk.address, "Good morning!\n\n" + orders + "\n\nYours")


def in_terminal(command: list[str], environment: dict[str, str]) -> None:
    """A program that wants a terminal gets one; what it draws there is shown only if it does not end well."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.execvpe(command[0], command, environment)
    drawn, until = b"", time.monotonic() + SECONDS
    try:
        while time.monotonic() < until:
            if select.select([terminal], [], [], 1)[0]:
                try:
                    piece = os.read(terminal, 65536)
                except OSError:
                    piece = b""  # Linux says so when the program has gone
                if not piece:
                    break
                drawn += piece
        else:
            os.kill(pid, 9)
        _, status = os.waitpid(pid, 0)
    finally:
        os.close(terminal)
    assert status == 0, f"{command[0]}: {status} {drawn[-2000:]!r}"
