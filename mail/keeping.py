"""How long the text of incoming mail is kept: long enough to find out what went wrong, then never again."""

from __future__ import annotations

from datetime import datetime, timedelta

from mail.models import Incoming

KEPT = timedelta(days=30)
BATCH = 500


def forget(now: datetime) -> int:
    """Empties messages that came in too long ago; what became of them stays. Returns how many."""
    old = Incoming.objects.filter(kept=True, received__lt=now - KEPT).exclude(status=Incoming.Status.NEW)
    pks = list(old.order_by("received").values_list("pk", flat=True)[:BATCH])
    return Incoming.objects.filter(pk__in=pks).update(raw=b"", kept=False, recipients=[], words="") if pks else 0
