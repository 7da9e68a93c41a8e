"""Plans and standing answers on a game's page. Nothing here is shown to anybody but the player of the seat."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from engine import RulesError, View
from engine.lexicon import tell_error, word
from engine.pieces import LEADERS
from games import ahead, beforehand, plans, play, standing_words
from games.models import Due, Game, Plan
from games.plan_lines import Draft
from games.spoken import spoken
from games.standing import EVERY, FAR, NEAR, SIDES
from games.visible import Reader, reader

MOST_TEXT = 2000  # characters of a plan
WORDS = re.compile(r"[\s,;]+")
CELL = re.compile(r"[A-P](?:[1-9]|1[01])")


def context(who: Reader, view: View) -> dict[str, Any]:
    """What the game's page shows: the waiting plan, or the form for one, and the standing answers in words."""
    if who.seat is None or who.game.status != Game.Status.RUNNING or "resign" not in view.legal:
        return {}
    plan = beforehand.waiting_plan(who.seat)
    answers, hidden = plans.kept(who.seat)
    mine = view.decision is not None and view.decision.seat == view.seat
    return {"ahead": {
        "plan": plan, "guard": ahead.guard_said(plan.guard) if plan else "", "form": not mine or plan is not None,
        "guards": guards(Plan.Guard.UNCHANGED), "text": "\n".join(spoken(order, who.game.kind) for order in plan.orders) if plan else "",
        "chosen": guards(plan.guard) if plan else [],
        "due": mine and Due.objects.filter(game=who.game, kind=Due.Kind.PLANNED, version=who.game.version).exists(),
        "standing": standing_words.sentences(answers, hidden, who.game.kind, who.language), "any": bool(answers),
    }}


class Choice(NamedTuple):
    value: str
    words: str | Promise
    chosen: bool


def guards(chosen: str) -> list[Choice]:
    words = {Plan.Guard.UNCHANGED: _("only if the table and my hand are still as I see them now"),
             Plan.Guard.LEGAL: _("whatever happens, if they are legal then")}
    return [Choice(guard.value, told, guard == chosen) for guard, told in words.items()]


@never_cache
@require_POST
def game_plan(request: HttpRequest, code: str) -> HttpResponse:
    """Writes a plan, in place of an older one, or withdraws it."""
    who = reader(request, code)
    if who.seat is None:
        messages.error(request, _("Only the players of this game can plan in it."))
        return redirect("game", code)
    if "withdraw" in request.POST:
        taken = plans.withdraw(who.game, who.seat, now=timezone.now())
        messages.success(request, _("Your plan is withdrawn.") if taken else _("There was no plan to withdraw."))
        return redirect("game", code)
    guard = request.POST.get("guard", "")
    try:
        orders = plans.read(request.POST.get("plan", "").replace("\0", " ")[:MOST_TEXT], who.game.kind)
        draft = Draft(orders, guard if guard in Plan.Guard.values else Plan.Guard.UNCHANGED.value, "hidden" in request.POST)
        plans.check(who.game, who.seat, draft)
    except RulesError as error:
        return refused(request, who, tell_error(error, who.language))
    seen = request.POST.get("seen", "")
    version = int(seen) if seen.isascii() and seen.isdecimal() and len(seen) < 10 else who.game.version
    key = "".join(sign for sign in request.POST.get("key", "") if sign.isalnum())[:64]
    plans.make(who.game, who.seat, draft, version=version, now=timezone.now(),
               key=f"plan:{who.game.pk}:{who.seat.index}:{key or timezone.now().timestamp()}")
    messages.success(request, _("Your plan is kept. Nobody else sees it."))
    return redirect("game", code)


def refused(request: HttpRequest, who: Reader, reason: str) -> HttpResponse:
    """The game's page with the reason, and what was typed still in its box."""
    from games import game_views  # which shows what this module gathers

    typed = {"plan_typed": request.POST.get("plan", "")[:MOST_TEXT], "plan_trouble": reason,
             "plan_guards": guards(request.POST.get("guard", "")), "plan_hidden": "hidden" in request.POST}
    return game_views.render_game(request, who, more=typed, status=422)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def game_standing(request: HttpRequest, code: str) -> HttpResponse:
    """All standing answers of a seat as one form."""
    who = reader(request, code)
    if who.seat is None or who.game.status != Game.Status.RUNNING:
        raise Http404
    answers, hidden = plans.kept(who.seat)
    trouble = ""
    if request.method == "POST":
        wanted, trouble = sent(request.POST, who.game.kind)
        hidden = "hidden" in request.POST
        if not trouble:
            plans.keep(who.game, who.seat, wanted, hidden=hidden, now=timezone.now(),
                       key=f"standing:{who.seat.pk}:{timezone.now().timestamp()}", lay=request.POST.get("lay", ""))
            messages.success(request, _("Your standing answers are kept. Nobody else sees them."))
            return redirect("game_standing", code)
        answers = wanted
    view = play.view(who.game, who.seat)
    return render(request, "game/standing.html", {
        "game": who.game, "seat": who.seat, "trouble": trouble, "hidden": hidden, "tell": bool(answers.get("tell")),
        "sides": [(side, side_words(side), rows(answers, side, who.language)) for side in SIDES],
        "leave": leave_choices(answers), "cells": cells(answers), "take": take_choices(answers),
        "lay": lay_choices(answers, view.seats[who.seat.index].asks),
        "told": standing_words.sentences(answers, hidden, who.game.kind, who.language),
    }, status=422 if trouble else 200)


class Row(NamedTuple):
    """One line of the form: a leader, or all conflicts."""

    name: str
    words: str
    choices: list[Choice]
    most: str


def side_words(side: str) -> str:
    return _("As defender") if side == "defend" else _("In attacks forced on me in others' turns")


def rows(answers: Mapping[str, Any], side: str, language: str) -> list[Row]:
    found = []
    for scope in (EVERY, *LEADERS):
        rule, _space, most = str((answers.get(side) or {}).get(scope, "")).partition(" ")
        rule = rule or ("ask" if scope == EVERY else "")
        words = {"": _("as in all conflicts")} if scope != EVERY else {}
        words |= {name: standing_words.rule_said(name, side) for name in ("ask", "least", "none", "all")}
        found.append(Row(f"{side}_{scope}", _("all conflicts") if scope == EVERY else word(scope, language),
                         [Choice(name, told, name == rule) for name, told in words.items()], most))
    return found


def cells(answers: Mapping[str, Any]) -> str:
    return " ".join(part for part in str(answers.get("leave") or "").split() if part not in (NEAR, FAR))


def leave_choices(answers: Mapping[str, Any]) -> list[Choice]:
    chosen = next((part for part in str(answers.get("leave") or "").split() if part in (NEAR, FAR)), "")
    words = {"": _("ask me"), NEAR: _("the one nearest to the trader"), FAR: _("the one farthest from the trader")}
    return [Choice(name, told, name == chosen) for name, told in words.items()]


def take_choices(answers: Mapping[str, Any]) -> list[Choice]:
    words = {"": _("ask me"), "all": _("as many as can be, from the left"), "none": _("none")}
    return [Choice(name, told, name == (answers.get("take") or "")) for name, told in words.items()]


def lay_choices(answers: Mapping[str, Any], asks: bool | None) -> list[Choice]:
    chosen = "never" if asks and answers.get("lay") == "never" else "ask" if asks else "always"
    words = {"always": _("always, if I hold one"), "ask": _("ask me"), "never": _("never")}
    return [Choice(name, told, name == chosen) for name, told in words.items()]


def sent(data: Mapping[str, str], kind: str) -> tuple[dict[str, Any], str]:
    """The answers of the form, and what is wrong with them."""
    found: dict[str, Any] = {side: {} for side in SIDES}
    trouble = ""
    for side in SIDES:
        for scope in (EVERY, *LEADERS):
            rule = data.get(f"{side}_{scope}", "")
            most = data.get(f"{side}_{scope}_most", "").strip()
            if rule == "least" and most:
                rule = f"least {int(most)}" if most.isascii() and most.isdecimal() and len(most) < 3 else "?"
            if rule and not standing_words.is_rule(rule):
                trouble = _("How many at most is a number, or nothing.")
            elif rule:
                found[side][scope] = rule
    if kind == "tigris":
        named = [cell.upper() for cell in WORDS.split(data.get("cells", "")[:200]) if cell]
        if not all(map(CELL.fullmatch, named)):
            trouble = _("Treasures are named by their cells, for example D5 H2.")
        last = [data["leave"]] if data.get("leave") in (NEAR, FAR) else []
        found["leave"] = " ".join([*named, *last])
    else:
        found["take"] = data["take"] if data.get("take") in ("all", "none") else ""
        found["lay"] = "never" if data.get("lay") == "never" else ""
    found["tell"] = "tell" in data
    return standing_words.tidy(found), trouble
