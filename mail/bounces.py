"""Mail that came back: what counts against an address, when mail to it stops, and what lets it go on.

A hard bounce stops mail to the address at once, a complaint too; soft ones do on `SOFT_DAYS` different days with
nothing arriving in between. A stopped address gets only what its reader asks for in that moment: a code to log in,
the answer to a mail. Another confirmed address of the player is used meanwhile, but not after a complaint: who calls
our mail spam at one address does not want it at the next.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from games import bell
from games.models import Notice
from mail.models import Bounce, Outgoing, Silence
from mail.outbox import reopen
from mail.reports import STATUS, graded

log = logging.getLogger(__name__)
DAY = timedelta(days=1)
RECENT = 14 * DAY  # servers give up after five days at most; a report about an older mail is nobody's
SOFT_DAYS = 3
ARRIVED = 2 * DAY  # without news for so long a mail is taken for delivered
ASKED_FOR = ("account", "answer")  # kinds of mail that go to a stopped address too
Kind = Bounce.Kind


def record(address: str, kind: str, detail: str, now: datetime, outgoing: Outgoing | None = None) -> None:
    """Counts a bounce or complaint against the address; each once, however often it is told.

    `kind`: a value of `Bounce.Kind`. `outgoing`: the mail it is about; without it, the last one to the address.
    Whoever calls has made sure that the report is genuine.
    """
    address = address.strip().lower()
    about = outgoing or sent(now).filter(address__iexact=address).first()
    values = {"address": address, "detail": detail[:300], "at": now}
    with transaction.atomic():
        if about is None:
            Bounce.objects.create(kind=kind, **values)
        elif not Bounce.objects.get_or_create(outgoing=about, kind=kind, defaults=values)[1]:
            return
        if kind == Kind.SOFT and not in_a_row(address, now):
            return
        silence(address, kind, detail, now)
        if about is not None:
            reopen(about, now)  # what it told is told at another address, or when this one works again


def refused(row: Outgoing, words: str, now: datetime) -> None:
    """The next server took nothing for this address; `words` are its own."""
    status = STATUS.search(words)
    record(row.address, graded(status[0] if status else "", words), words, now, row)


def sent(now: datetime) -> QuerySet[Outgoing]:
    """Mails that left of late, the last one first."""
    left = Outgoing.objects.filter(status=Outgoing.Status.SENT, sent__gt=now - RECENT, sent__lte=now + DAY)
    return left.order_by("-sent", "-pk")


def in_a_row(address: str, now: datetime) -> bool:
    """Whether all mails that could have arrived of late came back, on several days."""
    days = set()
    for row in sent(now).filter(address__iexact=address).prefetch_related("bounces"):
        came_back = [bounce.at for bounce in row.bounces.all() if bounce.cleared is None]
        if came_back:
            days.add(min(came_back).date())
        elif row.sent is not None and row.sent < now - ARRIVED:
            break
    return len(days) >= SOFT_DAYS


def silence(address: str, kind: str, detail: str, now: datetime) -> None:
    """No more mail to this address. A complaint weighs more than a bounce."""
    values = {"kind": kind, "detail": detail[:300], "since": now}
    row, made = Silence.objects.get_or_create(address=address, defaults=values)
    if made:
        log.info("mail to an address stops: %s", kind)
    elif kind == Kind.COMPLAINT and row.kind != kind:
        Silence.objects.filter(pk=row.pk).update(**values)


def lift(address: str, now: datetime) -> bool:
    """The address works, or is to be tried again: mail goes there, and what waited for it is told now."""
    address = address.lower()
    with transaction.atomic():
        Bounce.objects.filter(address=address, cleared__isnull=True).update(cleared=now)
        lifted, _ = Silence.objects.filter(address=address).delete()
        if lifted:
            owners = User.objects.filter(email=address) | User.objects.filter(emailaddress__email__iexact=address)
            Notice.objects.filter(user__in=owners.values("pk"), told__isnull=True).update(due=now)
            bell.ring("mail.send")
    return bool(lifted)


def addresses(user: User) -> list[str]:
    """Where mail for a player can go: the main address, then the other confirmed ones."""
    confirmed = EmailAddress.objects.filter(user_id=user.pk, verified=True).order_by("-primary", "pk")
    return list(dict.fromkeys([user.email, *confirmed.values_list("email", flat=True)]))


def silences(user: User) -> list[Silence]:
    """The player's addresses that get no mail."""
    return list(Silence.objects.filter(address__in=[address.lower() for address in addresses(user)]).order_by("since"))


def channel(user: User) -> str:
    """The address that mail for the player goes to; "" if there is none that takes it."""
    mine = addresses(user)
    silent = {row.address: row.kind for row in Silence.objects.filter(address__in=[one.lower() for one in mine])}
    if Kind.COMPLAINT in silent.values():
        return ""
    return next((address for address in mine if address.lower() not in silent), "")


def unreachable(user: int) -> bool:
    """Whether there is no address that takes mail for this player."""
    return Silence.objects.exists() and not channel(User.objects.get(pk=user))


def withheld(row: Outgoing) -> bool:
    """Whether this mail must not go to its address."""
    return row.kind not in ASKED_FOR and Silence.objects.filter(address=row.address.lower()).exists()
