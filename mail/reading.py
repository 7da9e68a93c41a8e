"""Reads what came in: one stored message after the other, each to one outcome and at most one answer.

Only trouble with the database or the disk is tried again; everything else is final, so that no message can stop
those behind it. The mark on the row and the answer in the outbox are one transaction; a worker that dies before
it changes nothing, because `submit` knows the message's key.
"""

from __future__ import annotations

import logging
import time
import traceback
from datetime import datetime, timedelta

from django.conf import settings
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F, Q

from mail import answers, mime, outbox
from mail.compose import Letter
from mail.judging import IDENTIFIER, Verdict, fault, judge
from mail.message import header, parse_head
from mail.models import Incoming

log = logging.getLogger(__name__)

LEASE = timedelta(seconds=settings.LEASE_SECONDS)
PAUSE = timedelta(seconds=30)  # after trouble with the database
MOST_TRIES = 5  # a message that kills its worker each time is given up
INFRASTRUCTURE = (OperationalError, InterfaceError, OSError)
GIVEN_UP = Verdict("error", "given up", status=Incoming.Status.UNREADABLE)


def read_due(now: datetime) -> int:
    """Reads everything that waits. Returns how many messages were brought to an end."""
    start, count = time.monotonic(), 0
    while (row := claim(moment := now + timedelta(seconds=int(time.monotonic() - start)))) is not None:
        count += read(row, moment)
    return count


def claim(now: datetime) -> Incoming | None:
    """The oldest unread message, ours until its lease ends."""
    free = Q(lease__isnull=True) | Q(lease__lte=now)
    due = Incoming.objects.filter(free, status=Incoming.Status.NEW).order_by("received", "pk")
    while (pk := due.values_list("pk", flat=True).first()) is not None:
        if due.filter(pk=pk).order_by().update(lease=now + LEASE, tries=F("tries") + 1):
            return Incoming.objects.get(pk=pk)
    return None


def read(row: Incoming, now: datetime) -> bool:
    """One message. False if it must be tried again."""
    try:
        verdict = judge(row, now) if row.tries <= MOST_TRIES else GIVEN_UP
        letter = verdict.answer() if verdict.answer else None
    except INFRASTRUCTURE as error:
        log.warning("message %s waits: %s", row.pk, type(error).__name__)
        Incoming.objects.filter(pk=row.pk, lease=row.lease).update(lease=now + PAUSE, tries=F("tries") - 1)
        return False
    except Exception as error:
        verdict, letter = failure(row, where(error), now)
        log.error("message %s failed: %s", row.pk, verdict.detail)
    close(row, verdict, letter, now)
    log.info("message %s: %s %s", row.pk, verdict.outcome, verdict.detail)
    return True


def close(row: Incoming, verdict: Verdict, letter: Letter | answers.Note | None, now: datetime) -> None:
    """The mark, what was asked for besides orders, and the answer: all or nothing, by the owner of the lease alone."""
    with transaction.atomic():
        marked = Incoming.objects.filter(pk=row.pk, lease=row.lease, status=Incoming.Status.NEW).update(
            status=verdict.status, outcome=verdict.outcome, detail=verdict.detail, author=verdict.author[:320],
            token=verdict.token, seat=verdict.token.seat if verdict.token and verdict.trusted else None,
            words=verdict.words, answered=row.answered or letter is not None, done=now, lease=None,
        )  # fmt: skip
        if marked and verdict.effect is not None:
            verdict.effect()
        if not marked or letter is None:
            return
        found = IDENTIFIER.search(header(parse_head(bytes(row.raw)), "Message-ID"))
        answered = found[0] if found else ""
        references = [answered] if answered else []
        key = f"answer:{row.key}:{row.again}" if row.again else f"answer:{row.key}"
        if isinstance(letter, Letter):
            letter.queue(key=key, now=now, auto=mime.REPLIED, in_reply_to=answered, references=references)
        else:
            outbox.queue(key=key, kind="answer", address=verdict.author, subject=letter.subject, text=letter.text,
                         html=letter.html, now=now, auto=mime.REPLIED, in_reply_to=answered, references=references)


def failure(row: Incoming, detail: str, now: datetime) -> tuple[Verdict, Letter | answers.Note | None]:
    """Our own fault, and what the author is told of it; nothing if even that fails."""
    try:
        verdict = fault(row, detail, now)
        return verdict, verdict.answer() if verdict.answer else None
    except INFRASTRUCTURE:
        raise
    except Exception:
        return Verdict("error", detail, status=Incoming.Status.UNREADABLE), None


def where(error: Exception) -> str:
    """Which error, and the line of ours it came from; never its words, which may hold a token or a text."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} at {last.filename.rsplit('/', 2)[-1]}:{last.lineno}"
