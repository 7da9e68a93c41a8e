"""Somebody wrote with a player's token from an address that is nobody's yet: the player is asked whether it was them.

One question a player, address and day, and `A_DAY` a player in all; after a "no" that address is not asked about for
a month. The link is signed, for this question alone, and lasts a week. Who accepts says that the address is theirs:
orders count from there, and a code sent there lets in. The harm accepted: nobody has proved that the player reads
mail at it; but whoever does can log in with a code and remove it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.urls import reverse

from accounts.models import User
from games.models import Seat
from mail import again, bounces, sealed, tokens
from mail.compose import letter, spoken_to
from mail.identity import user_of
from mail.inert import inert
from mail.machines import own
from mail.models import Claim, Incoming

SALT = "mail.claim"
DAY = timedelta(days=1)
LASTS = 7 * DAY
A_DAY = 5
AFTER_NO = 30 * DAY
SHOWN = 20  # lines of the mail that the question shows
LONGEST = 200  # characters of one


def ask(row: Incoming, seat: Seat, address: str, words: Sequence[str], now: datetime) -> Claim | None:
    """Keeps the question and queues the mail that asks it; None if it must not be asked."""
    owner = seat.user
    if owner is None or not owner.is_active or not askable(owner, address, now) or not (to := bounces.channel(owner)):
        return None
    claim, made = Claim.objects.get_or_create(
        user=owner, address=address, day=now.date(), defaults={"incoming": row, "created": now})
    if not made:
        return None
    mark = sealed.mark("claim", claim.pk)
    with spoken_to(owner):
        context = {"address": inert(address, seat.game.kind), "link": mark,
                   "words": [inert(line, seat.game.kind) for line in shortened(words)]}
        question = letter("claim", game=seat.game, user=owner, address=to, context=context,
                          secrets={mark: lambda now: url(claim)})
    question.queue(key=f"claim:{claim.pk}", now=now)
    return claim


def askable(owner: User, address: str, now: datetime) -> bool:
    """Whether this player may be asked about this address now."""
    try:
        validate_email(address)
    except ValidationError:
        return False
    if own(address) or user_of(address) is not None or len(address) > 254:
        return False
    mine = Claim.objects.filter(user=owner)
    if mine.filter(created__gt=now - DAY).count() >= A_DAY:
        return False
    return not mine.filter(address=address, mine=False, settled__gt=now - AFTER_NO).exists()


def shortened(words: Sequence[str]) -> list[str]:
    """The lines that a question shows."""
    lines = [tokens.blanked(line.strip()) for line in words]
    shown = [line if len(line) <= LONGEST else f"{line[:LONGEST]}…" for line in lines[:SHOWN]]
    return [*shown, "…"] if len(lines) > SHOWN else shown


def url(claim: Claim) -> str:
    signed = signing.TimestampSigner(salt=SALT).sign_object(claim.pk)
    return settings.SITE_URL + reverse("mail_claim", args=[signed])


def read(signed: str) -> Claim | None:
    """The question that a link belongs to; None if it is none of ours or too old."""
    try:
        pk = signing.TimestampSigner(salt=SALT).unsign_object(signed, max_age=LASTS)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    claims = Claim.objects.select_related("user", "incoming__token__seat__game")
    return claims.filter(pk=pk, user__is_active=True).first()


@transaction.atomic
def settle(claim: Claim, *, mine: bool, now: datetime) -> bool:
    """The player's answer, once. Yes: the address is theirs, and the mail is read again as theirs.

    False if nothing was done: it was answered before, or the address is another player's by now.
    """
    claim = Claim.objects.select_for_update().get(pk=claim.pk)
    holder = user_of(claim.address)
    if claim.settled is not None or (mine and holder not in (None, claim.user)):
        return False
    if mine:
        address = EmailAddress.objects.filter(user=claim.user, email__iexact=claim.address).first()
        address = address or EmailAddress(user=claim.user, email=claim.address)
        address.verified = True
        address.save()
        again.put_back(claim.incoming)
    Claim.objects.filter(pk=claim.pk).update(settled=now, mine=mine)
    return True
