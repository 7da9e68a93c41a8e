"""The page behind “no more mails that it is my turn”: looking at it changes nothing, a POST does (RFC 8058)."""

from __future__ import annotations

from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.models import Seat
from mail.outbox import MUTE_SALT


@csrf_exempt  # a mail program posts here without a session; the signature is the permission
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mute(request: HttpRequest, signed: str) -> HttpResponse:
    try:
        pk = signing.Signer(salt=MUTE_SALT).unsign_object(signed)
    except signing.BadSignature:
        raise Http404 from None
    seat = Seat.objects.select_related("game", "user").filter(pk=pk, user__isnull=False).first()
    if seat is None:
        raise Http404
    if request.method == "POST":
        seat.muted = "again" not in request.POST
        seat.save(update_fields=["muted"])
    language = seat.user.language if seat.user else "en"
    with translation.override(language):
        return render(request, "mail/mute.html", {"seat": seat, "game": seat.game})
