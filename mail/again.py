"""Reads a message once more: after a fix of the program, or because its author is known by now."""

from __future__ import annotations

from django.db.models import F

from games import bell
from mail.models import Incoming

DONE_WITH = ("orders", "asked")  # outcomes of messages that had their effect


def put_back(row: Incoming) -> bool:
    """The message waits for the reader again; False if it waits already, had its effect, or is not kept any more.

    Its orders keep their key, so that they are carried out once however often it is read.
    """
    rows = Incoming.objects.filter(pk=row.pk, kept=True).exclude(status=Incoming.Status.NEW).exclude(outcome__in=DONE_WITH)
    if not rows.update(status=Incoming.Status.NEW, lease=None, tries=0, again=F("again") + 1):
        return False
    bell.ring("mail.read")
    return True
