"""The organiser's desk: what can be done in a season, each with a page that says what will happen before it does."""

from __future__ import annotations

from datetime import datetime

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.requests import PlayerRequest
from games.tables import TableError
from leagues import organise, showing
from leagues.models import Entry, Season, Table
from leagues.organiser_forms import DEEDS, DeedForm
from leagues.season_views import of_season, tables
from leagues.seasons import LeagueError
from leagues.views import number_of, season_at

Refused = (LeagueError, TableError)


def season_of(request: PlayerRequest, code: str, number: int) -> Season:
    """The season, for its organiser alone."""
    found = season_at(code, number)
    if not organise.may(request.user, found.league):
        raise PermissionDenied
    return found


@login_required
def desk(request: PlayerRequest, code: str, number: int) -> HttpResponse:
    found = season_of(request, code, number)
    every = [table for _number, members in showing.rounds(found) for table in members if table.how != Table.How.BYE]
    return render(request, "league/organise.html", {
        **of_season(found, request),
        "deeds": [(name, deed) for name, deed in DEEDS.items() if not deed.of_table and deed.when(found)],
        "running": tables(found, [table for table in every if table.final is None]),
        "final": tables(found, [table for table in every if table.final is not None]) if found.status != Season.Status.FINISHED else [],
        "waiting": found.entries.filter(status=Entry.Status.WAITING).select_related("user").order_by("registered", "pk"),
        "apart": found.league.apart.select_related("one", "other"),
    })


@login_required
def deed(request: PlayerRequest, code: str, number: int, deed: str) -> HttpResponse:
    """The form; what it would do; done."""
    found = season_of(request, code, number)
    chosen = DEEDS.get(deed)
    if chosen is None:
        raise Http404
    table = table_of(found, number_of(request.GET.get("table"))) if chosen.of_table else None
    form = chosen.form(request.POST or None, season=found, table=table)
    context = {**of_season(found, request), "form": form, "deed": chosen, "table": table}
    if request.method != "POST" or "change" in request.POST or not form.is_valid():
        return render(request, "league/deed.html", context, status=422 if form.is_bound and form.errors else 200)
    now = timezone.now()
    try:
        if "sure" in request.POST:
            form.do(request.user, now)
            messages.success(request, _("Done. It stands in the log of the league."))
            return redirect("organise", code, number)
        tells = list(form.tells())
        trial(form, request.user, now)
    except Refused as error:
        about = getattr(error, "about", "")
        form.add_error(about if about in form.fields else None, str(error))
        return render(request, "league/deed.html", context, status=422)
    return render(request, "league/sure.html", {**context, "tells": tells})


def table_of(found: Season, pk: int) -> Table:
    table = Table.objects.filter(round__season=found, pk=pk).select_related("round__season__league__organiser", "game").first()
    if table is None:
        raise Http404
    return table


def trial(form: DeedForm, by: User, now: datetime) -> None:
    """Does it and takes it back; raises what a refusal raises."""
    with transaction.atomic():
        form.do(by, now)
        transaction.set_rollback(True)
