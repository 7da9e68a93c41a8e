"""What staff can do at a running table: more time, a pause, its end, the end of the game. Everybody there is told."""

from __future__ import annotations

from datetime import timedelta

from django import forms
from django.contrib import messages
from django.contrib.admin.views.decorators import staff_member_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.requests import PlayerRequest
from games import clocks, decisions, ending, play, table_page
from games.models import Game

LONGEST = 24 * 60  # hours that can be given at once
EXTEND, PAUSE, RESUME, END = "extend", "pause", "resume", "end"


class StaffForm(forms.Form):
    """What to do and why; the reason is shown to the table."""

    do = forms.ChoiceField(label=gettext_lazy("What"), widget=forms.RadioSelect, choices=lambda: [
        (EXTEND, _("More time for who must decide")), (PAUSE, _("Pause the game")), (RESUME, _("Go on with the game")),
        (END, _("End the game as it stands"))])
    hours = forms.IntegerField(label=gettext_lazy("Hours more"), min_value=1, max_value=LONGEST, initial=24, required=False)
    reason = forms.CharField(label=gettext_lazy("Reason, for everybody at the table"), max_length=200)


@staff_member_required
def game_staff(request: PlayerRequest, code: str) -> HttpResponse:
    """No position is shown here, and nobody acts in a game of their own."""
    game = get_object_or_404(Game.objects.prefetch_related("seats__user"), code=code)
    plays = any(seat.user_id == request.user.pk for seat in game.seats.all())
    form = StaffForm(request.POST or None)
    if request.method == "POST" and form.is_valid() and not plays and game.status == Game.Status.RUNNING:
        act(game, request, form.cleaned_data)
        messages.success(request, _("Done; the table is told."))
        return redirect("game_staff", code)
    names = play.names(game)
    return render(request, "game/staff.html", {
        "game": game, "form": form, "plays": plays, "names": names, "clock": table_page.clock(game, now=timezone.now()),
        "decider": names[game.decider] if game.decider is not None else "", "running": game.status == Game.Status.RUNNING,
    }, status=422 if form.errors else 200)


def act(game: Game, request: PlayerRequest, said: dict[str, object]) -> None:
    now, by, reason = timezone.now(), request.user, str(said["reason"])
    if said["do"] == EXTEND and game.decider is not None:
        hours = int(str(said["hours"] or 24))
        clocks.extend(game, decisions.seat_of(game, game.decider), timedelta(hours=hours), now=now, by=by, reason=reason)
    elif said["do"] == PAUSE:
        clocks.pause(game, now=now, by=by, reason=reason)
    elif said["do"] == RESUME:
        clocks.resume(game, now=now, by=by, reason=reason)
    elif said["do"] == END:
        ending.end(game, ending.STAFF, now=now, by=by, reason=reason)
