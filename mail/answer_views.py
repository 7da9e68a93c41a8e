"""The page behind a one-click answer. GET shows it and changes nothing; POST answers, like a reply by mail.

Whoever has the link may answer, so the page shows what everybody at the table sees, and no hand.
"""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

import drawing
from engine import RulesError, lexicon
from games import page, play
from games.models import Event, Game
from games.spoken import spoken
from mail import one_click
from mail.compose import spoken_to

SOURCE = "link"  # its page shows no hand, so what is asked next goes out by mail


@csrf_exempt  # without a session; the signature is the permission
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def answer(request: HttpRequest, signed: str) -> HttpResponse:
    wanted = one_click.read(signed)
    if wanted is None:
        raise Http404
    error: RulesError | None = None
    if request.method == "POST":
        error = submit(wanted)
        if error is None:
            return private(redirect(request.path))
    with spoken_to(wanted.seat.user) as language:
        response = render(request, "mail/answer_page.html", shown(wanted, language, error))
    return private(response)


def private(response: HttpResponse) -> HttpResponse:
    """The address is a key: it goes to nobody."""
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


def submit(wanted: one_click.Answer) -> RulesError | None:
    """Carries the answer out, once, if it is still asked for. Gives the reason if the rules refuse it."""
    game = fresh(wanted)
    if not one_click.still_asked(game, wanted):
        return None
    outcome = play.submit(
        game=game, seat=wanted.seat, text=wanted.order, seen=game.version, source=SOURCE, key=wanted.key,
        actor=wanted.seat.user, now=timezone.now(),
    )  # fmt: skip
    return outcome.error


def shown(wanted: one_click.Answer, language: str, error: RulesError | None) -> dict[str, Any]:
    """The position as everybody sees it, and the question, what the answer did, or that it comes too late."""
    game, seat = fresh(wanted), wanted.seat
    view, names = play.view(game, None), play.names(game)
    made = list(Event.objects.filter(game=game, submission__key=wanted.key).values_list("seq", flat=True))
    entries = [entry for entry in play.history(game, None) if entry.event.seq in made]
    cells = page.touched([fact for entry in entries for fact in entry.facts], game.kind)
    return {
        "game": game, "seat": seat, "names": names, "view": view,
        "done": [told for entry in entries for told in page.sentences(entry.facts, names, seat.index, language)],
        "carried_out": bool(made), "open": not made and one_click.still_asked(game, wanted),
        "asked": lexicon.tell_decision(view.decision, language, names, viewer=seat.index) if view.decision else "",
        "words": words_of(game, wanted, language), "trouble": lexicon.tell_error(error, language) if error else "",
        "board": mark_safe(drawing.svg(view, language=language, highlight=cells)),
        "text_board": drawing.text(view, language=language, names=names),
        "conflict": page.conflict(view, names, language),
    }


def words_of(game: Game, wanted: one_click.Answer, language: str) -> str:
    """The answer on its button, in the player's words while it is asked for."""
    answers = page.whole_answers(play.view(game, wanted.seat), language)
    return next((answer.words for answer in answers if answer.order == wanted.order),
                _("the answer “%(order)s”") % {"order": spoken(wanted.order, game.kind)})


def fresh(wanted: one_click.Answer) -> Game:
    return Game.objects.prefetch_related("seats__user").get(pk=wanted.seat.game_id)
