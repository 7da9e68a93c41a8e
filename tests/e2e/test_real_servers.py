"""With Debian's Postfix and Dovecot: every line that docs/mail.md and README.md tell an administrator.

The lines are taken from docs/mail.md as they stand there; only ports, folders and users are those of the test.
"""

from __future__ import annotations

import re
import smtplib
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.utils import timezone

from games.models import Game
from mail import reading, sending
from mail.checks import doors, round_trip, way_out
from mail.doors import imap, lmtp, smtp
from mail.models import Bounce, Incoming
from tests.conftest import NOW
from tests.e2e.servers import OURS, Postfix, documented, dovecot, eventually, folder, free_port, postfix
from tests.e2e.site import ROOT
from tests.mail.inbox import desk, outcome
from tests.mail.listening import listening

pytestmark = [pytest.mark.alone, pytest.mark.postfix, pytest.mark.dovecot]
HELLO = b"From: Ana <ana@example.org>\r\nTo: play@play.example.org\r\nMessage-ID: <%d@example.org>\r\n\r\nhello\r\n"


@pytest.fixture
def _our_addresses(settings: LazySettings) -> None:
    settings.MAIL_DOMAIN, settings.MAIL_LOCAL_PART, settings.MAIL_FROM_ADDRESS = OURS, "play", f"play@{OURS}"
    settings.DEFAULT_FROM_EMAIL = f"Tigris by mail <play@{OURS}>"


in_process = pytest.mark.usefixtures("_our_addresses", "transactional_db")


@pytest.mark.parametrize("title", ["# /etc/postfix/main.cf, for the LMTP door", "# /etc/postfix/main.cf, for a mailbox in Dovecot"])
def test_the_readme_has_the_lines_that_are_tried_here(title: str) -> None:
    assert documented(title, "README.md").strip() == documented(title).strip()


@in_process
@pytest.mark.parametrize("door", ["lmtp", "smtp"])
def test_postfix_hands_over_to_a_listening_door(door: str, running_game: Game) -> None:
    at_desk = desk(running_game)
    main, listen = documented("# /etc/postfix/main.cf, for the LMTP door"), lmtp.listen
    if door == "smtp":
        other = documented("# /etc/postfix/main.cf, for the SMTP door").strip()
        main, listen = re.sub(r"^transport_maps.*$", other, main, flags=re.MULTILINE), smtp.listen
    # so that this machine is a stranger: who is in mynetworks may write to addresses that nobody has asked for
    main = main.replace("permit_mynetworks, ", "") + "mynetworks =\nsmtpd_relay_restrictions = reject_unauth_destination\n"
    with listening(listen) as port, postfix(None, main=main.replace("8024", str(port)).replace("8025", str(port))) as server:
        raw = at_desk.write(at_desk.orders[0])
        accepted(server, lambda: server.submit(raw, at_desk.address, at_desk.reply_to))
        eventually(lambda: Incoming.objects.exists() or None, server.log)
        for unknown in (f"somebody@{OURS}", f"play+{'a' * 24}@{OURS}"):
            with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
                accepted(server, lambda to=unknown: server.submit(raw, at_desk.address, to))
            assert refused.value.recipients[unknown][0] == 550
    reading.read_due(NOW)
    row = Incoming.objects.get()
    assert (row.door, row.sender, row.recipients) == (door, at_desk.address, [at_desk.reply_to])
    assert (outcome(), at_desk.events()) == ("orders", [at_desk.orders[0]])


def accepted(server: Postfix, submit: Callable[[], None]) -> None:
    """Postfix asks for another try while it is still asking the door."""

    def tried() -> bool | None:
        try:
            submit()
        except smtplib.SMTPRecipientsRefused as error:
            if all(code == 450 for code, _ in error.recipients.values()):
                return None
            raise
        return True

    eventually(tried, server.log)


@in_process
def test_postfix_tries_again_until_the_door_is_open(running_game: Game) -> None:
    at_desk, port = desk(running_game), free_port()
    main = documented("# /etc/postfix/main.cf, for the LMTP door").replace("8024", str(port))
    with postfix(None, main=main) as server:
        server.submit(at_desk.write("hello"), at_desk.address, at_desk.reply_to)
        eventually(lambda: "status=deferred" in server.log() or None, server.log)
        with listening(lambda host, _: lmtp.listen(host, port)):
            eventually(lambda: Incoming.objects.exists() or None, server.log)


@pytest.mark.parametrize("way", ["master.cf", "aliases"])
def test_postfix_pipes_into_the_program(way: str) -> None:
    """The program here writes down what it is given and fails at first: who may not read our files cannot run ours."""
    with folder() as here:
        here.chmod(0o777)
        program = here / "tigris-receive"
        program.write_text(
            f'#!/bin/sh\n[ -e {here}/once ] || {{ touch {here}/once; exit 75; }}\n'
            f'{{ echo "$@"; echo "$SENDER|$ORIGINAL_RECIPIENT"; cat; }} > {here}/$$ && mv {here}/$$ {here}/got-$$\n'
        )
        program.chmod(0o755)
        if way == "aliases":
            aliases = here / "aliases"
            aliases.write_text(documented("# /etc/aliases").replace("/usr/local/bin", str(here)))
            subprocess.run(["postalias", f"hash:{aliases}"], check=True)
            main = f"recipient_delimiter = +\nalias_maps = hash:{aliases}\nmydestination = {OURS}\n"
            master = ""
        else:
            main = documented("# /etc/postfix/main.cf, for the pipe")
            master = documented("# /etc/postfix/master.cf").replace("user=tigris", "user=nobody").replace("/usr/local/bin", str(here))
        with postfix(None, main=main, master=master) as server:
            server.submit(HELLO % 1, "ana@example.org", f"play+Token@{OURS}")
            server.submit(HELLO % 2, "", f"play@{OURS}")
            got = eventually(lambda: found if len(found := sorted(here.glob("got-*"))) == 2 else None, server.log)
        told = {re.search(r"<(\d)@", text)[1]: text.splitlines()[:2] for text in (path.read_text() for path in got)}  # type: ignore[index]
        if way == "aliases":
            assert told == {"1": ["", f"ana@example.org|play+Token@{OURS}"], "2": ["", f"|play@{OURS}"]}
        else:
            assert [told["1"][0], told["2"][0]] == [
                f"--sender ana@example.org --recipient play+token@{OURS}", f"--sender  --recipient play@{OURS}"
            ]


def test_the_script_of_the_pipe_brings_the_programs_environment_and_exit_code(tmp_path: Path) -> None:
    script, variables = tmp_path / "tigris-receive", tmp_path / "tigris.env"
    text = documented("#!/bin/sh").replace("/etc/tigris.env", str(variables))
    script.write_text("#!/bin/sh\n" + text.replace("/srv/tigris/.venv/bin/python", sys.executable).replace("/srv/tigris", str(ROOT)))
    script.chmod(0o755)
    variables.write_text(f"TIGRIS_VAR={tmp_path}\nMAIL_DOMAIN={OURS}\nDJANGO_SETTINGS_MODULE=tigris_site.settings\n"
                         f"DATABASE_URL=sqlite:///{tmp_path}/db.sqlite3\n")

    def run(*command: str) -> int:
        return subprocess.run(command, input=HELLO % 1, capture_output=True, env={"PATH": "/usr/bin:/bin"}, check=False).returncode

    given = ["--sender", "", "--recipient", f"play@{OURS}"]
    assert run(str(script), *given) == 75
    manage = f"set -a; . {variables}; exec {sys.executable} {ROOT}/manage.py"
    assert run("/bin/sh", "-c", f"{manage} migrate -v0") == 0
    assert run(str(script), *given) == 0
    code = "from mail.models import *; i = Incoming.objects.get(); assert (i.sender, i.recipients) == ('<>', ['play@play.example.org'])"
    assert run("/bin/sh", "-c", f'{manage} shell -v0 -c "{code}"') == 0


@in_process
def test_a_mailbox_in_dovecot_behind_postfix_is_fetched(running_game: Game) -> None:
    at_desk = desk(running_game)
    with dovecot(documented("# /etc/dovecot/local.conf")) as mailboxes, postfix(
        mailboxes, main=documented("# /etc/postfix/main.cf, for a mailbox in Dovecot")
    ) as server:
        url = documented("# the product's environment").strip().partition("=")[2]
        url = url.replace("imaps://", "imap://").replace("mail.example.org", f"127.0.0.1:{mailboxes.imap}") + "&tls=0"
        door = imap.Door(imap.account(url))
        thread = threading.Thread(target=door.run)
        thread.start()
        try:
            with pytest.raises(smtplib.SMTPRecipientsRefused):
                server.submit(HELLO % 1, "ana@example.org", f"somebody@{OURS}")
            server.submit(at_desk.write(at_desk.orders[0]), at_desk.address, at_desk.reply_to)
            eventually(lambda: Incoming.objects.exists() or None, lambda: server.log() + mailboxes.log())
            eventually(lambda: mailboxes.messages("play", "Processed") or None, mailboxes.log)
        finally:
            door.stop.set()
            server.submit(HELLO % 2, "ana@example.org", f"play@{OURS}")  # wakes it
            thread.join(20)
    reading.read_due(NOW)
    row = Incoming.objects.order_by("pk").first()
    assert row is not None
    assert (row.door, row.sender, row.outcome, at_desk.events()) == ("imap", f"<{at_desk.address}>", "orders", [at_desk.orders[0]])


@pytest.fixture
def out_by(settings: LazySettings) -> Callable[[Postfix], None]:
    """Mail leaves by this Postfix."""

    def set_up(server: Postfix) -> None:
        settings.MAIL_TRANSPORT = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT, settings.POST_ROOM = "127.0.0.1", server.port, False

    return set_up


@in_process
def test_mailchecks_message_goes_out_and_comes_back_through_postfix(
    settings: LazySettings, out_by: Callable[[Postfix], None]
) -> None:
    with listening(lmtp.listen) as port:
        main = documented("# /etc/postfix/main.cf, for the LMTP door").replace("8024", str(port))
        with postfix(None, main=main) as server:
            out_by(server)
            settings.SMTP_DOOR_PORT, settings.LMTP_DOOR_PORT, settings.IMAP_URL = 0, port, ""
            assert [result.level for result in (*way_out.check(), *doors.check())] == ["ok", "ok"]
            result = round_trip.check(seconds=30)
    assert result.level == "ok", result.text
    assert "came back through the lmtp door" in result.text


@in_process
def test_a_mail_that_postfix_cannot_deliver_comes_back_and_is_counted(
    running_game: Game, out_by: Callable[[Postfix], None]
) -> None:
    """The players' server (our own door plays it) knows none of them; Postfix reports that to the mail's own sender."""
    at_desk = desk(running_game)
    with listening(lmtp.listen) as port:
        main = documented("# /etc/postfix/main.cf, for the LMTP door").replace("8024 }", "8024, example.org=lmtp:inet:[127.0.0.1]:8024 }")
        main = main.replace("relay_domains =", "relay_domains = example.org").replace("8024", str(port))
        with postfix(None, main=main) as server:
            out_by(server)
            sent = sending.send_due(timezone.now())
            eventually(lambda: Incoming.objects.filter(sender="<>").count() >= sent or None, server.log)
    reading.read_due(timezone.now())
    assert Bounce.objects.filter(address=at_desk.address, kind="hard").count() == 1, Incoming.objects.values("outcome", "detail")
