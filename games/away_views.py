"""The page on which a player takes days of vacation and gives them back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from accounts import absences
from accounts.models import Absence, User
from accounts.requests import PlayerRequest
from games import away, words
from games.models import Seat

DATE = {"type": "date", "class": "date"}
OVER_SHOWN = 10


class AwayForm(forms.Form):
    first = forms.DateField(label=gettext_lazy("First day away"), widget=forms.DateInput(format="%Y-%m-%d", attrs=DATE))
    last = forms.DateField(label=gettext_lazy("Last day away"), required=False, widget=forms.DateInput(format="%Y-%m-%d", attrs=DATE),
                           help_text=gettext_lazy("Empty: a single day."))


@dataclass(frozen=True)
class Row:
    """An absence as its player sees it."""

    absence: Absence
    days: str
    count: str
    now: bool
    back: bool  # something can be given back


@login_required
def page(request: PlayerRequest) -> HttpResponse:
    """The list, and the form to take days."""
    now = timezone.now()
    user = User.objects.get(pk=request.user.pk)
    form = AwayForm(request.POST or None, initial={"first": absences.today(user, now)})
    if request.method == "POST" and form.is_valid() and (taken := take(user, form, now)):
        left = absences.days_left(user, taken.first.year)
        told = _("You are away: %(days)s.") % {"days": absences.told(taken)}
        messages.success(request, f"{told} {left_in(left, taken.first.year)}")
        return redirect("away")
    return render(request, "account/away.html", {"form": form, **context(user, now)})


def take(user: User, form: AwayForm, now: datetime) -> Absence | None:
    first = form.cleaned_data["first"]
    try:
        return away.take(user, first, form.cleaned_data["last"] or first, now=now)
    except ValidationError as error:
        form.add_error("first" if error.code == "past" else "last" if error.code in ("order", "far") else None, error)
        return None


def context(user: User, now: datetime) -> dict[str, Any]:
    today = absences.today(user, now)
    rows = [row(absence, now) for absence in Absence.objects.filter(user=user) if absence.last >= absence.first]
    return {
        "ahead": [one for one in rows if one.now or one.back],
        "over": [one for one in reversed(rows) if not (one.now or one.back)][:OVER_SHOWN],
        "left": [left_in(absences.days_left(user, year), year) for year in (today.year, today.year + 1)],
        "without": [called(seat) for seat in away.clocked(user) if not away.stops(seat.game)],
        "automatic": user.auto_vacation, "today": today,
    }


def row(absence: Absence, now: datetime) -> Row:
    times = absences.interval(absence)
    today = now.astimezone(ZoneInfo(absence.zone)).date()
    count = (absence.last - absence.first).days + 1
    return Row(
        absence, absences.told(absence), ngettext("%d day", "%d days", count) % count,
        now=bool(times and times[0] <= now < times[1]), back=absence.last > today,
    )


def called(seat: Seat) -> tuple[str, str]:
    """The game's code and its title, or the name of what is played."""
    return seat.game.code, seat.game.title or str(words.GAMES[seat.game.kind][0])


def left_in(days: int, year: int) -> str:
    return ngettext("%(days)d day left in %(year)d.", "%(days)d days left in %(year)d.", days) % {"days": days, "year": year}


@require_POST
@login_required
def back(request: PlayerRequest, pk: int) -> HttpResponse:
    """Gives back what has not begun."""
    absence = get_object_or_404(Absence, pk=pk, user_id=request.user.pk)
    count = away.give_back(absence, now=timezone.now())
    if count:
        messages.success(request, ngettext("%d day came back to you.", "%d days came back to you.", count) % count)
    else:
        messages.warning(request, _("No day of it could be given back: what has begun counts."))
    return redirect("away")


@require_POST
@login_required
def automatic(request: PlayerRequest) -> HttpResponse:
    """Whether a day begins by itself when a clock would run out."""
    User.objects.filter(pk=request.user.pk).update(auto_vacation="on" in request.POST)
    messages.success(request, _("Saved."))
    return redirect("away")
