"""Numbers for whoever watches the service, in the text format that Prometheus and many others read.

The one to be woken by is tigris_mail_oldest_waiting_seconds: mail waits for minutes when a server is busy, and for
hours only when something is wrong. METRICS_TOKEN, if set, must come as a bearer token.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Decision, Due, Game, Notice
from mail import outbox
from mail.models import Incoming, Outgoing

FORMAT = "text/plain; version=0.0.4; charset=utf-8"
DAY = timedelta(days=1)


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if settings.METRICS_TOKEN and not secrets.compare_digest(given.encode(), settings.METRICS_TOKEN.encode()):
        return HttpResponse("A bearer token is wanted.\n", status=401, content_type="text/plain")
    lines = (f"# HELP {name} {words}\n# TYPE {name} gauge\n{name} {value:g}\n" for name, words, value in gauges(timezone.now()))
    return HttpResponse("".join(lines), content_type=FORMAT)


def gauges(now: datetime) -> Iterator[tuple[str, str, float]]:
    """Name, meaning and value of each."""
    out, waiting = Outgoing.objects, Outgoing.objects.filter(status=Outgoing.Status.WAITING)
    unread = Incoming.objects.filter(status=Incoming.Status.NEW)
    oldest = unread.order_by("received").values_list("received", flat=True).first()
    age = outbox.oldest_waiting(now) or timedelta(0)
    yield "tigris_mail_waiting", "Messages that wait to leave.", waiting.count()
    yield "tigris_mail_oldest_waiting_seconds", "Age of the oldest of them.", age.total_seconds()
    yield "tigris_mail_tried_again", "Of these, refused at least once.", waiting.filter(tries__gt=0).count()
    yield "tigris_mail_sent_day", "Messages that left within a day.", out.filter(sent__gt=now - DAY).count()
    failed = out.filter(status=Outgoing.Status.FAILED, created__gt=now - 10 * DAY)
    yield "tigris_mail_failed", "Messages of the last ten days that were given up.", failed.count()
    yield "tigris_mail_unread", "Messages that came in and are not read yet.", unread.count()
    yield "tigris_mail_oldest_unread_seconds", "Age of the oldest of them.", max(0.0, (now - (oldest or now)).total_seconds())
    yield "tigris_notices_waiting", "Notices that are no message yet.", Notice.objects.filter(told=None).count()
    late = Due.objects.filter(due__lt=now - timedelta(minutes=5))
    yield "tigris_moves_late", "Bots and deadlines that nobody has acted on for five minutes.", late.count()
    yield "tigris_moves_failing", "Of all, those that failed and are tried again.", Due.objects.filter(tries__gt=0).count()
    oldest = Due.objects.filter(due__lt=now).order_by("due").values_list("due", flat=True).first()
    yield "tigris_moves_lag_seconds", "How long the oldest of what is due has waited.", max(0.0, (now - (oldest or now)).total_seconds())
    yield "tigris_decisions_open", "Decisions that somebody must make.", Decision.objects.filter(made=None).count()
    yield "tigris_games_running", "Games that are played.", Game.objects.filter(status=Game.Status.RUNNING).count()
