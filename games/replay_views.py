"""The log, the replay position by position, the record for download, and the check of the bag."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

import drawing
from engine import GAMES
from engine.lexicon import tell_decision
from games import chance, page, play, positions, table_page
from games.beside import beside
from games.models import Game
from games.record import export
from games.templatetags.tables import of_game
from games.visible import Reader, reader


def started(request: HttpRequest, code: str) -> Reader:
    who = reader(request, code)
    if who.game.status not in (Game.Status.RUNNING, Game.Status.FINISHED):
        raise Http404
    return who


@never_cache
@require_safe
def game_log(request: HttpRequest, code: str) -> HttpResponse:
    who = started(request, code)
    lines = page.log_lines(play.history(who.game, who.seat), who.names, who.index, who.language)
    return render(request, "game/log.html", {
        "game": who.game, "lines": table_page.with_events(lines, who), "before": table_page.at_the_start(who)})


@never_cache
@require_safe
def game_replay_start(request: HttpRequest, code: str) -> HttpResponse:
    who = started(request, code)
    last = who.game.version
    asked = request.GET.get("number", "")
    number = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 6 else 0
    return redirect("game_replay", code, min(number, last))


@never_cache
@require_safe
def game_replay(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The position after `number` orders, as the reader may see it."""
    who = started(request, code)
    game, last = who.game, who.game.version
    if number > last:
        raise Http404
    view = GAMES[game.kind].view(positions.played(game, number).state, who.index)
    entry = next((entry for entry in play.history(game, who.seat, since=number - 1) if entry.event.seq == number), None)
    line = page.log_lines([entry], who.names, who.index, who.language)[0] if entry else None
    highlight = page.touched(entry.facts, game.kind) if entry else ()
    board = drawing.svg(view, language=who.language, highlight=highlight)
    context = {
        "game": game, "number": number, "last": last, "line": line, "view": view,
        "before": number - 1 if number else None, "after": number + 1 if number < last else None,
        "beside": beside(view, who.language), "players": page.players(view, who.names, who.language), "board": mark_safe(board),
        "conflict": page.conflict(view, who.names, who.language),
        "decision": tell_decision(view.decision, who.language, who.names, who.index) if view.decision else "",
    }  # fmt: skip
    return render(request, "game/replay.html", context)


@never_cache
@require_safe
def game_record(request: HttpRequest, code: str) -> HttpResponse:
    who = started(request, code)
    response = HttpResponse(export(who.game, who.seat), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{who.game.kind}-{who.game.code}.txt"'
    return response


@never_cache
@require_safe
def game_verify(request: HttpRequest, code: str) -> HttpResponse:
    who = started(request, code)
    return render(request, of_game("game/verify.html", who.game.kind), {"game": who.game, "check": chance.check(who.game)})
