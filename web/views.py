"""The first page, the rules, the demo's entrance, and the answer for whoever watches the service."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth import login
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from engine import GAMES
from games import words
from web import pictures
from web.demo import PEOPLE, make_demo


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "web/home.html", {"board": pictures.example(get_language() or "en"), "people": PEOPLE})


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Which game's rules?"""
    shown = [(kind, *words.GAMES[kind][:2], pictures.emblem(kind, get_language() or "en")) for kind in GAMES]
    return render(request, "rules/choose.html", {"games": shown})


@require_safe
def rules_of(request: HttpRequest, kind: str) -> HttpResponse:
    if kind not in GAMES:
        raise Http404
    return render(request, f"rules/{kind}.html", {"pictures": pictures.rules(kind, get_language() or "en"), "kind": kind})


@require_http_methods(["GET", "HEAD", "POST"])
def demo(request: HttpRequest) -> HttpResponse:
    """Logs the visitor in as one of the demo's people; only where mails end in the post room anyway."""
    if not settings.POST_ROOM:
        raise Http404
    if request.method != "POST":
        return render(request, "web/demo.html", {"people": PEOPLE})
    game = make_demo(timezone.now())[0]
    name = request.POST.get("who", "")
    address = next((address for known, address in PEOPLE if known.lower() == name.lower()), PEOPLE[0][1])
    login(request, User.objects.get(email=address), backend=settings.AUTHENTICATION_BACKENDS[0])
    return redirect("game", game.code)


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """200 as long as pages can be served: the database answers."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok\n", content_type="text/plain")
