"""Leagues: all of them and mine, founding one, the page of one with its rules and its log, the formats, their mails."""

from __future__ import annotations

from dataclasses import replace

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from accounts.requests import PlayerRequest
from engine import GAMES
from games import bell
from games import pace as paces
from games import words as game_words
from leagues import mails, organise, seasons, showing, words
from leagues.formats import FORMATS
from leagues.league_form import LeagueForm
from leagues.models import Entry, League, NoMail, Season
from leagues.page_words import happened
from leagues.seasons import LeagueError
from leagues.views import for_everybody, number_of, reader

SHOWN = 50  # leagues in a list, events of a log
DEFAULT_KIND = "tigris"
ABOUT = {"pace": "pace", "zone": "league_zone", "options": "", "divisions": "target", "settings": "format"}


@for_everybody
def leagues(request: HttpRequest) -> HttpResponse:
    """Those one can join now, those that are played, and first of all one's own."""
    user = reader(request)
    mine = [(season, entry, showing.waits_for(user, season)) for season, entry in showing.leagues_of(user)
            if season.status != Season.Status.FINISHED] if user else []
    ours = {season.pk for season, _entry, _waits in mine}
    return render(request, "league/leagues.html", {
        "mine": sorted(mine, key=lambda line: -line[2]), "past": past(user) if user else [],
        "organised": League.objects.filter(organiser=user).order_by("name") if user else [],
        "open": [season for season in showing.open_for(timezone.now())[:SHOWN] if season.pk not in ours],
        "running": [season for season in showing.running()[:SHOWN] if season.pk not in ours],
        "others": League.objects.exclude(seasons__status__in=("open", "running")).order_by("-created")[:SHOWN],
        "no_mail": user is not None and NoMail.objects.filter(user=user).exists(),
    })


def past(user: User) -> list[tuple[Season, Entry]]:
    return [(season, entry) for season, entry in showing.leagues_of(user) if season.status == Season.Status.FINISHED][:SHOWN]


@for_everybody
def league(request: HttpRequest, code: str) -> HttpResponse:
    """The rules that decide everything, the seasons, and what was done in it, for everybody to read."""
    found = get_object_or_404(League.objects.select_related("organiser"), code=code)
    start = number_of(request.GET.get("from"))
    events = organise.events(found)
    current = seasons.current(found)
    user = reader(request)
    return render(request, "league/league.html", {
        "league": found, "current": current, "seasons": found.seasons.order_by("-number"), "rules": words.rules(found),
        "format": words.format_name(found), "choices": choices(found), "pace": pace_words(found),
        "events": [happened(event) for event in events[start:start + SHOWN]],
        "more": start + SHOWN if len(events) > start + SHOWN else 0, "organiser": organise.may(user, found),
    })


def pace_words(found: League) -> list[str]:
    """As for a table whose open seats a substitute can take: here the waiting list does."""
    return paces.in_words(replace(paces.from_dict(found.pace), substitutes=True))


def choices(found: League) -> list[tuple[object, object, object]]:
    """The options of its game in words."""
    return [(game_words.option_name(found.kind, name), *game_words.value_words(found.kind, name, value))
            for name, value in found.options.items()]


@login_required
def new(request: PlayerRequest, kind: str = DEFAULT_KIND) -> HttpResponse:
    """The form that founds a league for one of the games; the others are a click away."""
    if kind not in GAMES:
        raise Http404
    now = timezone.now()
    form = LeagueForm(request.POST or None, kind=kind, user=request.user, now=now)
    if request.method == "POST" and form.is_valid():
        try:
            season = seasons.found(organiser=request.user, now=now, **form.league())
        except LeagueError as error:
            about = ABOUT.get(error.about, error.about)
            form.add_error(about if about in form.fields else None, str(error))
        else:
            bell.ring("leagues.sweep")  # registration opens
            messages.success(request, _("The league is founded. From here on it runs by itself; you can step in at any time."))
            return redirect("season", season.league.code, season.number)
    context = {"form": form, "kind": kind, "kinds": [(name, *game_words.GAMES[name][:2]) for name in GAMES]}
    return render(request, "league/new.html", context, status=422 if form.errors else 200)


@for_everybody
def formats(request: HttpRequest) -> HttpResponse:
    return render(request, "league/formats.html", {
        "formats": [(name, module.NAME, module.WORDS) for name, module in FORMATS.items()]})


@for_everybody
def format_page(request: HttpRequest, name: str) -> HttpResponse:
    """How a format goes, for tables of each size."""
    if name not in FORMATS:
        raise Http404
    module = FORMATS[name]
    sizes = [(size, module.explain(module.DEFAULTS, size)) for size in (4, 3, 2)]
    return render(request, "league/format.html", {
        "name": module.NAME, "words": module.WORDS, "sizes": sizes,
        "others": [(other, each.NAME) for other, each in FORMATS.items() if other != name]})


@csrf_exempt  # a mail program posts here without a session; the signature is the permission (RFC 8058)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mail(request: HttpRequest, signed: str) -> HttpResponse:
    """Ends the mails about leagues; `again` gives them back."""
    user = mails.reader_of(signed)
    if user is None:
        raise Http404
    if request.method == "POST":
        set_mail(user, wanted="again" in request.POST)
    with translation.override(user.language):
        return render(request, "league/mail.html", {"stopped": NoMail.objects.filter(user=user).exists()})


@login_required
@require_POST
def mail_setting(request: PlayerRequest) -> HttpResponse:
    wanted = "again" in request.POST
    set_mail(request.user, wanted=wanted)
    messages.success(request, _("You get mails about your leagues again.") if wanted else _(
        "You get no mails about leagues any more; look at their pages now and then."))
    return redirect("leagues")


def set_mail(user: User, *, wanted: bool) -> None:
    if wanted:
        NoMail.objects.filter(user=user).delete()
    else:
        NoMail.objects.get_or_create(user=user, defaults={"since": timezone.now()})
