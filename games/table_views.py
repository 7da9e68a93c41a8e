"""What players do at a running table beside orders: vote, propose another pace, come back, take an open seat."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.models import User
from accounts.requests import PlayerRequest
from games import decisions, pace, play, substitutes, table_page, votes
from games.lobby import choices
from games.models import Game, Seat
from games.pace import Pace
from games.pace_form import OWN, PaceForm
from games.tables import TableError
from games.visible import Reader, reader


@login_required
@require_POST
def game_vote(request: PlayerRequest, code: str) -> HttpResponse:
    """Yes or no to what is on the table, or a proposal of one's own."""
    who = reader(request, code)
    on, now = request.POST.get("on", ""), timezone.now()
    try:
        to = wanted_pace(who, request.POST.get("mark", "")) if on == votes.PACE else None
        happened = votes.vote(game=who.game, user=request.user, on=on, yes=request.POST.get("yes") == "1", now=now, to=to)
    except TableError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("All agree; it is done.") if happened else _("Your vote counts; the others are asked."))
    return redirect("game", code)


def wanted_pace(who: Reader, mark: str) -> Pace:
    """The pace that was voted on on the page; raises TableError if nobody wants it any more."""
    for ballot in votes.ballots(who.game, now=timezone.now()):
        if ballot.on == votes.PACE and ballot.mark == mark:
            return pace.from_dict(ballot.wanted)
    raise TableError(_("There is nothing like that to vote on now."))


@login_required
@never_cache
def game_pace(request: PlayerRequest, code: str) -> HttpResponse:
    """The form in which a player proposes another pace."""
    who = reader(request, code)
    if who.seat is None or who.game.status != Game.Status.RUNNING:
        raise Http404
    form = PaceForm(request.POST or None, initial=as_initial(decisions.pace_of(who.game)))
    if request.method == "POST" and form.is_valid():
        try:
            happened = votes.vote(game=who.game, user=request.user, on=votes.PACE, yes=True, now=timezone.now(),
                                  to=form.cleaned_data["chosen_pace"])
        except TableError as error:
            messages.error(request, str(error))
        else:
            messages.success(request, _("All agree; it is done.") if happened else _("Your vote counts; the others are asked."))
        return redirect("game", code)
    return render(request, "game/pace.html", {"game": who.game, "form": form}, status=422 if form.errors else 200)


def as_initial(now: Pace) -> dict[str, object]:
    """The form filled in with the pace of now."""
    preset = next((name for name, known in pace.PRESETS.items() if (known.kind, known.bank, known.increment, known.cap, known.days)
                   == (now.kind, now.bank, now.increment, now.cap, now.days)), OWN)
    values: dict[str, object] = {name: value for name, value in now.as_dict().items() if value not in (None, 0) or name == "misses"}
    values |= {"pace": preset, "pace_kind": now.kind, "answer_increment": now.answer_increment}
    for name in ("vacation", "substitutes"):
        values[name] = "yes" if getattr(now, name) else "no"
    return values


@login_required
@require_POST
def game_back(request: PlayerRequest, code: str) -> HttpResponse:
    """“I'm back”: the open seat is its player's again."""
    who = reader(request, code)
    try:
        substitutes.come_back(game=who.game, user=request.user, now=timezone.now())
    except TableError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("Welcome back; the seat is yours again."))
    return redirect("game", code)


@login_required
@never_cache
def open_seats(request: PlayerRequest) -> HttpResponse:
    """Seats of public games that anybody may take who does not play there."""
    seats = list(substitutes.open_seats().prefetch_related("game__seats__user")[:100])
    rows = [(seat, [str(name) for name in play.names(seat.game)]) for seat in seats
            if request.user.pk not in {other.user_id for other in seat.game.seats.all()}]
    return render(request, "lobby/open_seats.html", {"rows": rows})


@never_cache
def open_seat(request: HttpRequest, token: str) -> HttpResponse:
    """The link to an open seat: the game in words for everybody who has it, and a button to sit down."""
    seat = get_object_or_404(Seat.objects.select_related("game"), invitation=token, opened__isnull=False)
    game = Game.objects.prefetch_related("seats__user").get(pk=seat.game_id)
    if request.method == "POST" and isinstance(request.user, User):
        try:
            substitutes.take_seat(game=game, seat=seat, user=request.user, now=timezone.now(), token=token)
        except TableError as error:
            messages.error(request, str(error))
            return redirect("open_seat", token)
        messages.success(request, _("The seat is yours. You see its hand from now on."))
        return redirect("game", game.code)
    names = play.names(game)
    return render(request, "lobby/open_seat.html", {
        "game": game, "seat": seat, "name": names[seat.index], "names": names, "choices": choices(game),
        "clock": table_page.clock(game, now=timezone.now()), "next": request.get_full_path(),
        "plays": any(other.user_id == request.user.pk for other in game.seats.all() if other.user_id),
    })
