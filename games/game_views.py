"""The page of a game: the position, what I may order, and the form through which orders come in.

Choosing is by address (`?piece=temple`, `?piece=temple&cell=D5`, `?order=commit 2`), so that it works without
JavaScript; with htmx the same links replace only the position. Nothing changes before the form is sent.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.middleware import HtmxDetails

import drawing
from engine import RulesError, View, orders
from engine.lexicon import tell_decision, tell_error
from games import ahead, ahead_views, aside_views, asides, page, play, table_page
from games.beside import beside
from games.lobby import choices
from games.mail_views import mail_choices
from games.models import Game, Notice
from games.preview import Preview, preview
from games.spoken import one_after_another, spoken
from games.visible import Reader, reader

LATEST = 12  # orders of the log on the game's page
SAID = 30


@never_cache
@require_safe
def game(request: HttpRequest, code: str) -> HttpResponse:
    who = reader(request, code)
    if who.game.status in (Game.Status.OPEN, Game.Status.CANCELLED):
        return redirect("table", code)
    seen = number(request.GET.get("seen"))
    return render_game(
        request, who, ordered=wanted(request.GET), piece=request.GET.get("piece", ""),
        moved_on=seen is not None and seen != who.game.version,
    )  # fmt: skip


def wanted(chosen: QueryDict) -> str:
    """The order lines that the address asks to preview."""
    if order := chosen.get("order", ""):
        return order
    if "pick" in chosen:
        return " ".join([str(chosen["pick"]), *map(str, chosen.getlist("part") or ["none"])])
    if "cell" in chosen:
        return f"{chosen.get('piece', '')} {chosen['cell']}"
    tiles = [tile for tile in page.TILES for _number in range(min(6, number(chosen.get(f"swap_{tile}")) or 0))]
    if any(f"swap_{tile}" in chosen for tile in page.TILES):
        return " ".join(("swap", *tiles))
    return ""


def number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 10 else None


def render_game(
    request: HttpRequest, who: Reader, *, ordered: str = "", piece: str = "", typed: str = "", trouble: str = "",
    moved_on: bool = False, status: int = 200, more: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """The page, or for htmx the position alone. `ordered`: lines to preview; `typed`: what stays in the box; `more`:
    of other forms."""
    view = play.view(who.game, who.seat)
    look, error = previewed(who, view, ordered)
    htmx: HtmxDetails = request.htmx  # type: ignore[attr-defined]  # set by its middleware
    part = bool(htmx) and htmx.target == "position"
    context = position_context(request, who, view, piece, look)
    context |= {
        "typed": typed, "trouble": trouble, "moved_on": moved_on, "preview_error": error,
        "resigning": look is not None and "resign" in look.orders,
    }
    if not part or moved_on or "fresh" in request.GET:
        context |= log_context(who)
        context["mail_choices"] = mail_choices(who.seat) if who.game.status == Game.Status.RUNNING else []
        context |= table_page.table_context(who, now=timezone.now())
        context |= {**ahead_views.context(who, view), **(more or {})}
    return render(request, "game/_part.html" if part else "game/game.html", context, status=status)


def previewed(who: Reader, view: View, ordered: str) -> tuple[Preview | None, str]:
    """What the lines would do, or why they can't be carried out."""
    if not ordered or who.seat is None or view.over:
        return None, ""
    try:
        lines = [order for order in orders.parse_lines(ordered, who.game.kind, view) if order.word not in ("say", "help")]
        look = preview(who.game, who.seat.index, lines) if lines else None
    except RulesError as error:
        return None, tell_error(error, who.language)
    if look is not None and look.error is not None:
        return None, f"{spoken(look.refused, who.game.kind)}: {tell_error(look.error, who.language)}"
    return look, ""


def position_context(
    request: HttpRequest, who: Reader, view: View, piece: str, look: Preview | None
) -> dict[str, Any]:
    game, language = who.game, who.language
    piece = piece or page.asked_for(view)
    last = play.history(game, who.seat, since=max(0, game.version - 1))
    tiles, others = page.pieces(view, piece, language)
    url = reverse("game", args=(game.code,))
    cells = page.cells(view, piece)
    shown = look.view if look else view
    highlight = page.touched(
        look.facts if look else [fact for entry in last for fact in entry.facts], game.kind)
    picks = page.picks(view, " ".join(look.orders) if look else "", language)
    context: dict[str, Any] = {
        "game": game, "seat": who.seat, "view": view, "names": who.names, "url": url,
        "beside": beside(view, who.language), "players": page.players(view, who.names, language),
        "decision": tell_decision(view.decision, language, who.names, who.index) if view.decision else "",
        "mine": view.decision is not None and view.seat is not None and view.decision.seat == view.seat,
        "decider": who.names[view.decision.seat] if view.decision else "",
        "conflict": page.conflict(shown, who.names, language),
        "tiles": tiles, "others": others, "piece": piece, "piece_word": page.piece_word(piece, language) if cells else "",
        "cells": cells, "chosen_cell": look.orders[0].split()[-1] if look and look.orders else "", "off": "off" in view.legal.get(piece, ()), "answers": page.answers(view, language),
        "swap": [tile for tile in tiles if tile.count] if "swap" in view.legal else [],
        "preview": look, "preview_text": "\n".join((*look.orders, *look.rest)) if look else "",
        "preview_facts": page.sentences(look.facts, who.names, who.index, language) if look else [],
        "waiting": play.waiting(game, who.seat) if who.seat else (), "dropped": dropped(who),
        "may_resign": "resign" in view.legal, "key": uuid.uuid4().hex, "results": [],
        "picks": picks, "setting": next(iter(view.legal.get("points", ())), ""),
        "said": game.chat.count() if who.seat else 0, "clock": table_page.clock(game, now=timezone.now()),
    }
    context["board"] = mark_safe(drawing.svg(
        shown, language=language, highlight=highlight,
        clickable=targets(f"{url}?seen={game.version}", piece, cells, language) or pick_targets(f"{url}?seen={game.version}", picks),
    ))
    context["text_board"] = drawing.text(view, language=language, names=who.names)
    if view.over:
        context["results"] = page.results(view, who.names, language)
    return context


def targets(url: str, piece: str, cells: tuple[str, ...], language: str) -> dict[str, dict[str, str]] | None:
    """The cells as links, which htmx follows in place."""
    if not cells:
        return None
    return {
        cell: {
            "href": f"{url}&piece={piece}&cell={cell}#send", "hx-get": f"{url}&piece={piece}&cell={cell}",
            "aria-label": f"{page.piece_word(piece, language)} {cell}",
        }
        for cell in cells
    }


def pick_targets(url: str, picks: page.Picks | None) -> dict[str, dict[str, str]] | None:
    """The heads whose treasures can be taken, each of which adds its own to the order or takes it out."""
    if picks is None or picks.word != "take":
        return None
    found = {}
    for part in picks.parts:
        query = f"{url}&{urlencode({'order': picks.turned(part.value)})}"
        found[f"{part.value}1"] = {"href": f"{query}#send", "hx-get": query, "aria-label": part.words,
                                   "class": "chosen" if part.chosen else ""}
    return found


def dropped(who: Reader) -> Notice | None:
    """Waiting orders of mine that could not go on, until I have given other ones."""
    if who.seat is None:
        return None
    notice = Notice.objects.filter(game=who.game, seat=who.seat, kind=Notice.Kind.DROPPED).order_by("-pk").first()
    if notice is None:
        return None
    later = who.game.submissions.filter(seat=who.seat.index, at__gt=notice.created, events__isnull=False)
    return None if later.exists() else notice


def log_context(who: Reader) -> dict[str, Any]:
    entries = play.history(who.game, who.seat, since=max(0, who.game.version - LATEST))
    lines = table_page.with_events(
        page.log_lines(entries, who.names, who.index, who.language), who, since=max(0, who.game.version - LATEST))
    chat = list(who.game.chat.select_related("user").order_by("-pk")[:SAID]) if who.seat else []
    return {
        "lines": lines[::-1], "chat": chat[::-1], "more": who.game.version > LATEST, "choices": choices(who.game),
        "before": table_page.at_the_start(who) if who.game.version <= LATEST else [],
    }


@never_cache
@require_POST
def game_orders(request: HttpRequest, code: str) -> HttpResponse:
    """Orders and asides, words to the table, or the withdrawal of waiting orders."""
    who = reader(request, code)
    if who.seat is None:
        messages.error(request, _("Only the players of this game can give orders."))
        return redirect("game", code)
    if "withdraw" in request.POST:
        taken = play.withdraw(who.game, who.seat)
        messages.success(request, _("Taken back: %(orders)s.") % {"orders": "; ".join(taken)} if taken
                         else _("There was nothing left to take back."))
        return redirect("game", code)
    say = " ".join(request.POST.get("say", "").split())
    text = f"say {say}" if say else request.POST.get("text", "").replace("\0", " ")  # PostgreSQL stores no NUL
    try:
        typed, (text, asked) = text, (text, []) if say else asides.part(text, who.game.kind)
        ahead.check(who.game, who.seat, asked)
    except RulesError as error:
        return render_game(request, who, typed=text, trouble=tell_error(error, who.language), status=422)
    if any(aside.word == "stop" for aside in asked):
        typed = text = "resign"
    if not say and ("preview" in request.POST or (asks_to_resign(text, who) and "sure" not in request.POST)):
        return render_game(request, who, ordered=text, typed=typed, status=200)
    if asked and not text.strip():
        return aside_views.answer(request, who, asked, version=number(request.POST.get("seen")))
    outcome = play.submit(
        game=who.game, seat=who.seat, text=text, seen=number(request.POST.get("seen")), source="page",
        key=f"page:{who.game.pk}:{who.seat.index}:{form_key(request.POST.get('key', ''))}",
        actor=who.seat.user, now=timezone.now(),
    )  # fmt: skip
    if not outcome.ok:
        who = reader(request, code)
        return refused(request, who, outcome, typed)
    report(request, who, outcome)
    reached = outcome.events[-1].seq if outcome.events else who.game.version
    return aside_views.answer(request, who, asked, version=reached) if asked else redirect("game", code)


def form_key(sent: str) -> str:
    """The form's own key as far as it can be one; a new one for a form without."""
    return "".join(sign for sign in sent if sign.isalnum())[:64] or uuid.uuid4().hex


def asks_to_resign(text: str, who: Reader) -> bool:
    try:
        return any(order.word == "resign" for order in orders.parse_lines(text, who.game.kind))
    except RulesError:
        return False  # `submit` says what is wrong


def refused(request: HttpRequest, who: Reader, outcome: play.Outcome, text: str) -> HttpResponse:
    """The new position, the reason, and what was typed."""
    if outcome.error is None:
        return render_game(request, who, typed=text, moved_on=True, status=409)
    reason = tell_error(outcome.error, who.language)
    return render_game(
        request, who, typed=text, trouble=f"{spoken(outcome.refused, who.game.kind)}: {reason}" if outcome.refused else reason, status=422
    )


def report(request: HttpRequest, who: Reader, outcome: play.Outcome) -> None:
    """What was done, in a line on the next page."""
    if outcome.repeated:
        messages.info(request, _("This came in before, and was carried out once."))
    own = [event.order for event in outcome.events if event.seat == who.index]
    if own and not outcome.repeated:
        messages.success(request, _("Done: %(orders)s.") % {"orders": one_after_another(own, who.game.kind)})
    if outcome.waiting:
        messages.info(request, _("Waiting for somebody else's decision: %(orders)s.") % {
            "orders": one_after_another(outcome.waiting, who.game.kind)})
    if outcome.voided:
        messages.warning(request, _("Void because of your new orders: %(orders)s.") % {
            "orders": one_after_another(outcome.voided, who.game.kind)})
    if outcome.help:
        messages.info(request, _("What you can order is listed on this page; the rules are linked at its head."))


@never_cache
@require_safe
def game_version(request: HttpRequest, code: str) -> HttpResponse:
    """For a page that lies open: nothing new (204), or a line that says so, and then no more asking (286)."""
    who = reader(request, code)
    seen, said = number(request.GET.get("seen")), number(request.GET.get("said"))
    moved = who.game.version != seen
    talked = who.seat is not None and said is not None and who.game.chat.count() > said
    if not moved and not talked:
        return HttpResponse(status=204)
    url = reverse("game", args=(code,))
    return render(request, "game/_news.html", {"game": who.game, "moved": moved, "url": url}, status=286)


