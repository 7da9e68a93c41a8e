"""The post room: what every mailbox would show, and an answer box. For development and demonstrations only.

An answer is a real MIME reply with the quote that a mail program makes, delivered through the SMTP door; the
post room has no way of its own into the product. It does not exist where real mail leaves.
"""

from __future__ import annotations

import smtplib
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

from django.conf import settings
from django.db.models import Count, Max
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from mail import answer_box
from mail.models import Outgoing
from mail.opened import Opened, opened

SHOWN = 200  # messages of a mailbox
LABELS = {
    "account": gettext_lazy("account"), "answer": gettext_lazy("answer"), "cancelled": gettext_lazy("cancelled"),
    "chat": gettext_lazy("words"), "dropped": gettext_lazy("not carried out"), "ended": gettext_lazy("result"),
    "games": gettext_lazy("several games"), "invited": gettext_lazy("invitation"), "started": gettext_lazy("start"), "turn": gettext_lazy("your turn"),
}
# The mail's own HTML: no script, nothing from elsewhere, in a frame without rights; links open the site.
CSP = ("default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
       "frame-ancestors 'self'")


def in_the_post_room(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not settings.POST_ROOM or settings.MAIL_TRANSPORT:
            raise Http404
        return view(request, *args, **kwargs)

    return never_cache(guarded)


@in_the_post_room
@require_safe
def mailboxes(request: HttpRequest) -> HttpResponse:
    rows = delivered().values("address").annotate(count=Count("pk"), last=Max("sent")).order_by("address")
    return render(request, "postroom/mailboxes.html", {"mailboxes": rows})


@in_the_post_room
@require_safe
def inbox(request: HttpRequest, address: str) -> HttpResponse:
    mails = delivered().filter(address=address).defer("raw", "text").order_by("-pk")[:SHOWN]
    return render(request, "postroom/inbox.html", {"address": address, "mails": labelled(mails)})


@in_the_post_room
def message(request: HttpRequest, address: str, pk: int) -> HttpResponse:
    mail = received(address, pk)
    parts = opened(bytes(mail.raw))
    words, error = "", ""
    if request.method == "POST":
        words = request.POST.get("words", "")
        error = _deliver(mail, parts, request.POST.get("to", ""), words)
        if not error:
            return redirect(f"{reverse('post_room_message', args=[address, pk])}?delivered={_newest(address)}#delivered")
    context = {
        "address": address, "mail": mail, "parts": parts, "words": words, "error": error,
        "takers": parts.takers(), "to": request.POST.get("to", ""),
        "shows": "text" if request.GET.get("show") == "text" or not parts.html else "html",
        **_arrivals(request, address),
    }
    name = "postroom/arrivals.html" if request.GET.get("only") == "arrivals" else "postroom/message.html"
    return render(request, name, context, status=422 if error else 200)


@in_the_post_room
@require_safe
@xframe_options_sameorigin
def html_part(request: HttpRequest, address: str, pk: int) -> HttpResponse:
    response = HttpResponse(opened(bytes(received(address, pk).raw)).html_with_pictures())
    response["Content-Security-Policy"] = CSP
    return response


@in_the_post_room
@require_safe
def raw(request: HttpRequest, address: str, pk: int) -> HttpResponse:
    return HttpResponse(bytes(received(address, pk).raw), content_type="text/plain; charset=utf-8")


def delivered() -> Any:
    return Outgoing.objects.filter(status=Outgoing.Status.SENT)


def labelled(mails: Iterable[Outgoing]) -> list[tuple[Outgoing, Any]]:
    """Each message with a word for its kind."""
    return [(mail, LABELS.get(mail.kind, mail.kind)) for mail in mails]


def received(address: str, pk: int) -> Outgoing:
    mail: Outgoing = get_object_or_404(delivered(), address=address, pk=pk)
    return mail


def _deliver(mail: Outgoing, parts: Opened, to: str, words: str) -> str:
    """Sends the answer through the SMTP door; what to tell the reader if that is not possible, or ""."""
    takers = parts.takers()
    if not takers:
        return _("This message takes no answer.")
    taker = to if to in takers else next(iter(takers))
    if not words.strip():
        return _("Write something first.")
    reply = answer_box.reply(mail, {**parts.headers, "Reply-To": taker}, words, timezone.now())
    try:
        answer_box.deliver(reply)
    except (OSError, smtplib.SMTPException) as error:
        return _("The SMTP door did not take it: %(error)s") % {"error": error}
    return ""


def _newest(address: str) -> int:
    return int(Outgoing.objects.filter(address=address).aggregate(last=Max("pk"))["last"] or 0)


def _arrivals(request: HttpRequest, address: str) -> dict[str, Any]:
    """What has come into the mailbox since an answer was delivered."""
    since = request.GET.get("delivered", "")
    if not since.isdecimal():
        return {"delivered": None, "arrivals": []}
    rows = delivered().filter(address=address, pk__gt=int(since)).defer("raw", "text").order_by("-pk")
    return {"delivered": since, "arrivals": labelled(rows[:20])}
