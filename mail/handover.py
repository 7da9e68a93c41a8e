"""A seat with a new player: the addresses and mails of the one before are void from that moment on."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from accounts.models import User
from games.models import Seat
from games.substitutes import seat_changed
from mail.models import Incoming, Outgoing, Token
from mail.outbox import reopen, sent_bytes


@receiver(seat_changed)
def forget(sender: type, seat: Seat, before: User, **_more: Any) -> None:
    """In the transaction that changes the seat: tokens go, and what has not left yet does not leave."""
    Incoming.objects.filter(token__seat=seat, seat=None).update(seat=seat)  # staff who play in the game see none of it
    Token.objects.filter(seat=seat).delete()
    waiting = Outgoing.objects.filter(user=before, status=Outgoing.Status.WAITING)
    void: dict[str, Any] = {"status": Outgoing.Status.DROPPED, "error": "another player has the seat", **sent_bytes()}
    waiting.filter(seat=seat).update(**void)
    for row in waiting.filter(parts__seat=seat).distinct():
        if waiting.filter(pk=row.pk).update(**void):
            reopen(row, row.created)  # it told of other games too
