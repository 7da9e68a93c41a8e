"""The page behind “is it yours?”: GET shows what was written and from where, POST says yes or no."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from mail import claims
from mail.compose import spoken_to
from mail.identity import user_of
from mail.message import Unreadable, header, parse
from mail.models import Claim
from mail.private import no_such_link, private
from mail.text import answer_text


@csrf_exempt  # without a session; the signature is the permission
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def claim(request: HttpRequest, signed: str) -> HttpResponse:
    asked = claims.read(signed)
    if asked is None:
        return no_such_link(request)
    if request.method == "POST" and ("yes" in request.POST or "no" in request.POST):
        claims.settle(asked, mine="yes" in request.POST, now=timezone.now())
        return private(redirect(request.path))
    with spoken_to(asked.user):
        return private(render(request, "mail/claim_page.html", {
            "claim": asked, "words": written(asked), "sender": sender(asked),
            "taken": asked.settled is None and user_of(asked.address) not in (None, asked.user),
            "game": asked.incoming.token.seat.game if asked.incoming.token else None,
        }))


def written(asked: Claim) -> list[str]:
    """The author's own lines, as far as they are still kept."""
    try:
        return claims.shortened(answer_text(parse(bytes(asked.incoming.raw))).lines)
    except Unreadable:
        return []


def sender(asked: Claim) -> str:
    try:
        return header(parse(bytes(asked.incoming.raw)), "From") or asked.address
    except Unreadable:
        return asked.address
