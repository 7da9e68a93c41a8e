"""The pages behind “no more mails that it is my turn”: looking at them changes nothing, a POST does (RFC 8058)."""

from __future__ import annotations

from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.models import Mails, User
from games.models import Seat
from mail import overview as overviews
from mail.outbox import MUTE_SALT, STOP_SALT


@csrf_exempt  # a mail program posts here without a session; the signature is the permission
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mute(request: HttpRequest, signed: str) -> HttpResponse:
    try:
        pk, user = signing.Signer(salt=MUTE_SALT).unsign_object(signed)
    except (signing.BadSignature, ValueError, TypeError):
        raise Http404 from None
    seat = Seat.objects.select_related("game", "user").filter(pk=pk, user=user, user__isnull=False).first()
    if seat is None:
        raise Http404
    if request.method == "POST":
        if "again" in request.POST:
            seat.unmute()
        else:
            seat.mute()
    language = seat.user.language if seat.user else "en"
    with translation.override(language):
        return render(request, "mail/mute.html", {"silent": seat.mailed == Mails.SILENT, "game": seat.game})


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, signed: str) -> HttpResponse:
    """The same for all games of a player; `again` gives back what they had."""
    try:
        pk, before = signing.Signer(salt=STOP_SALT).unsign_object(signed)
    except signing.BadSignature:
        raise Http404 from None
    user = User.objects.filter(pk=pk).first()
    if user is None:
        raise Http404
    if request.method == "POST":
        stopping = "again" not in request.POST
        user.mail_mode = Mails.SILENT if stopping else before if before != Mails.SILENT else Mails.TURNS
        user.save(update_fields=["mail_mode"])
        if stopping:
            Seat.objects.filter(user=user).exclude(mail_mode="").update(mail_mode="")
    with translation.override(user.language):
        return render(request, "mail/stop.html", {"stopped": user.mail_mode == Mails.SILENT})


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def overview(request: HttpRequest, signed: str) -> HttpResponse:
    """Ends the daily overview."""
    user = overviews.reader_of(signed)
    if user is None:
        raise Http404
    if request.method == "POST":
        user.overview_hour = user.overview_due = None
        user.save(update_fields=["overview_hour", "overview_due"])
    with translation.override(user.language):
        return render(request, "mail/no_overview.html", {"stopped": user.overview_hour is None})
