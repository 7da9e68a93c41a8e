"""The page behind `stop`: GET tells what leaving a game for good means, POST leaves it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from engine import lexicon
from games import play
from games.models import Event, Game
from mail import leaving
from mail.compose import spoken_to
from mail.private import no_such_link, private


@csrf_exempt  # without a session; the signature is the permission
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest, signed: str) -> HttpResponse:
    seat = leaving.read(signed)
    if seat is None:
        return no_such_link(request)
    trouble = None
    if request.method == "POST":
        outcome = play.submit(game=seat.game, seat=seat, text="resign", seen=None, source="mail", key=leaving.key(signed),
                              actor=seat.user, now=timezone.now())
        if outcome.ok:
            return private(redirect(request.path))
        trouble = outcome.error
    game = Game.objects.get(pk=seat.game_id)
    with spoken_to(seat.user) as language:
        left = Event.objects.filter(game=game, seat=seat.index, order="resign").exists()
        return private(render(request, "mail/leave.html", {
            "game": game, "seat": seat, "left": left, "running": leaving.possible(game),
            "trouble": lexicon.tell_error(trouble, language) if trouble else "",
        }))
