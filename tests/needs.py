"""Programs that some tests need: whether they are here, and how to get them.

`python -m tests.needs` says what is missing; it is the last word of ./test.
"""

from __future__ import annotations

import os
import shutil
import socket

REDIS_URL = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379/9")


def chromium() -> str | None:
    """The path of a Chromium that tests can drive."""
    for name in (os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome"):
        if name and (path := shutil.which(name)):
            return path
    return None


def answers(host: str, port: int) -> bool:
    try:
        with socket.create_connection((host, port), timeout=1):
            return True
    except OSError:
        return False


def redis() -> bool:
    host, _, port = REDIS_URL.partition("//")[2].partition("/")[0].rpartition("@")[2].partition(":")
    return answers(host, int(port or 6379))


def gettext() -> bool:
    return all(shutil.which(name) for name in ("xgettext", "msgmerge", "msguniq", "msgattrib"))


def program(name: str) -> bool:
    """Whether it is installed; servers lie where only root looks."""
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin") is not None


def mail_server(name: str) -> bool:
    return program(name) and os.geteuid() == 0


MAIL_PROGRAMS = ("s-nail", "neomutt", "swaks", "msmtp")

MISSING = {
    "browser": (lambda: chromium() is not None, "the tests in a browser: no Chromium (Debian: apt install chromium)"),
    "gettext": (gettext, "the search for words without a translation: no GNU gettext (Debian: apt install gettext)"),
    "redis": (redis, "the tests with a Redis: none at TEST_REDIS_URL or 127.0.0.1:6379 (Debian: apt install redis-server)"),
    "postfix": (lambda: mail_server("postfix"), "the tests with Postfix: it is not here (Debian: apt install postfix) or this is not root"),
    "dovecot": (lambda: mail_server("dovecot"),
                "the tests with Dovecot: it is not here (Debian: apt install dovecot-imapd dovecot-lmtpd) or this is not root"),
    "mail_programs": (lambda: all(map(program, MAIL_PROGRAMS)),
                      f"the tests with real mail programs: not all are here (Debian: apt install {' '.join(MAIL_PROGRAMS)})"),
}

if __name__ == "__main__":
    for present, words in MISSING.values():
        if not present():
            print(f"SKIPPED: {words}")
