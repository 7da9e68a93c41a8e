"""The lobby, the form for a new game, the table before the start, and the link to join."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.db.models import Count, F, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import User
from accounts.requests import PlayerRequest
from engine import GAMES
from games import substitutes, tables, words
from games.lobby_forms import NewGameForm, bot_choices
from games.models import Game, Seat
from games.tables import TableError

FINISHED_SHOWN = 10
DEFAULT_KIND = "tigris"


@dataclass(frozen=True)
class Row:
    """A game in a list, as one player sees it."""

    game: Game
    me: Seat | None
    decider: str
    mine: bool  # waits for me
    names: tuple[str, ...]  # of the others who sit there
    free: int
    kept: int  # seats for people who are invited
    open: bool = False  # a seat of it is open


def row(game: Game, user: User) -> Row:
    seats = list(game.seats.all())
    taken = [seat for seat in seats if seat.user_id is not None or seat.bot]
    me = next((seat for seat in seats if seat.user_id == user.pk), None)
    decider = next((seat for seat in seats if seat.index == game.decider), None) if game.status == "running" else None
    return Row(
        game=game, me=me, decider=words.seat_name(decider) if decider else "",
        mine=decider is not None and me is not None and decider.pk == me.pk,
        names=tuple(words.seat_name(seat) for seat in taken if seat != me),
        free=game.size - len(seats), kept=len(seats) - len(taken), open=any(seat.opened for seat in seats),
    )


def rows(games: QuerySet[Game], user: User) -> list[Row]:
    return [row(game, user) for game in games.select_related("host").prefetch_related("seats__user")]


@login_required
def lobby(request: PlayerRequest) -> HttpResponse:
    """My games, those that wait for me first; tables to join; what is over."""
    user = request.user
    mine = Game.objects.filter(seats__user=user)
    running = rows(mine.filter(status="running").order_by(F("deadline").asc(nulls_last=True), "deciding_since"), user)
    everything = request.GET.get("finished") == "all"
    finished = mine.filter(status="finished").order_by("-ended")
    shown = finished if everything else finished[:FINISHED_SHOWN]
    open_tables = Game.objects.filter(status="open").exclude(seats__user=user)
    kept = Q(seats__invited__in=tables.addresses(user), seats__user=None)
    invited = open_tables.filter(kept).distinct()
    free = open_tables.filter(public=True).exclude(pk__in=invited).annotate(taken=Count("seats"))
    return render(request, "lobby/lobby.html", {
        "running": sorted(running, key=lambda row: not row.mine),
        "waiting": rows(mine.filter(status="open").order_by("created"), user),
        "invited": rows(invited.order_by("created"), user),
        "open": rows(free.filter(taken__lt=F("size")).order_by("created")[:50], user),
        "open_seats": substitutes.open_seats().exclude(game__seats__user=user).count(),
        "finished": [row(game, user) for game in shown.prefetch_related("seats__user")],
        "more": not everything and finished.count() > FINISHED_SHOWN,
    })


@login_required
def new(request: PlayerRequest, kind: str = DEFAULT_KIND) -> HttpResponse:
    """The form for a new game of a kind; the others are a click away."""
    if kind not in GAMES:
        raise Http404
    form = NewGameForm(request.POST or None, kind=kind, initial={"zone": request.user.time_zone})
    if request.method == "POST" and form.is_valid():
        try:
            game = open_table(form, request.user)
        except TableError as error:
            form.add_error(error.about or None, str(error))
        else:
            return redirect("game" if game.status == Game.Status.RUNNING else "table", game.code)
    context = {"form": form, "kind": kind, "kinds": [(name, *words.GAMES[name][:2]) for name in GAMES]}
    return render(request, "lobby/new.html", context, status=422 if form.errors else 200)


@transaction.atomic
def open_table(form: NewGameForm, user: User) -> Game:
    """The table with its bots and invitations, as a whole or not at all."""
    now = timezone.now()
    game = tables.create(host=user, now=now, **form.table())
    try:
        for address in form.cleaned_data["invite"]:
            tables.invite(game=game, user=user, address=address, now=now)
    except TableError as error:
        raise TableError(str(error), about="invite") from None
    return game


def visible(game: Game, user: User) -> bool:
    """Private tables are for those who sit there or are expected."""
    return game.public or game.seats.filter(Q(user=user) | Q(invited__in=tables.addresses(user))).exists()


@login_required
def table(request: PlayerRequest, code: str) -> HttpResponse:
    game = get_object_or_404(Game.objects.select_related("host"), code=code)
    if not visible(game, request.user):
        raise Http404
    if game.status in {Game.Status.RUNNING, Game.Status.FINISHED}:
        if request.htmx:  # the page that waits for the start goes there as a whole
            return HttpResponse(status=204, headers={"HX-Redirect": reverse("game", args=(game.code,))})
        return redirect("game", game.code)
    return render_table(request, game)


def render_table(request: PlayerRequest, game: Game, *, typed: str = "", wrong: str = "") -> HttpResponse:
    seats = list(game.seats.select_related("user"))
    me = next((seat for seat in seats if seat.user_id == request.user.pk), None)
    link = request.build_absolute_uri(reverse("join", args=(game.invitation,)))
    return render(request, "lobby/table.html", {
        "game": game, "seats": seats, "me": me, "host": game.host_id == request.user.pk,
        "free": range(game.size - len(seats)), "link": link, "choices": choices(game), "bots": bot_choices(),
        "expected": any(seat.user_id is None and seat.invited in tables.addresses(request.user) for seat in seats),
        "typed": typed, "wrong": wrong,
    }, status=422 if wrong else 200)


def choices(game: Game) -> list[tuple[object, object, object]]:
    """The options of a game in words."""
    return [
        (words.option_name(game.kind, name), *words.value_words(game.kind, name, value))
        for name, value in game.options.items()
    ]


def do_join(request: PlayerRequest, game: Game) -> str:
    tables.join(game=game, user=request.user, now=timezone.now())
    return _("You sit at the table.")


def do_leave(request: PlayerRequest, game: Game) -> str:
    tables.leave(game=game, user=request.user, now=timezone.now())
    return _("You have left the table.")


def do_cancel(request: PlayerRequest, game: Game) -> str:
    tables.cancel(game=game, user=request.user, now=timezone.now())
    return _("The table is cancelled; those who sat there or were invited are told.")


def do_invite(request: PlayerRequest, game: Game) -> str:
    address = request.POST.get("address", "")
    tables.invite(game=game, user=request.user, address=address, now=timezone.now())
    return _("%(address)s gets a mail, and a seat is kept.") % {"address": address.strip()}


def do_bot(request: PlayerRequest, game: Game) -> str:
    seat = tables.add_bot(game=game, user=request.user, bot=request.POST.get("bot", ""), now=timezone.now())
    return _("%(bot)s sits at the table.") % {"bot": words.seat_name(seat)}


def do_remove(request: PlayerRequest, game: Game) -> str:
    number = request.POST.get("seat", "")
    seat = get_object_or_404(Seat, game=game, pk=int(number) if number.isdecimal() else 0)
    tables.remove_seat(game=game, user=request.user, seat=seat)
    return _("The seat is free again.")


ACTIONS: dict[str, Callable[[PlayerRequest, Game], str]] = {
    "join": do_join, "leave": do_leave, "cancel": do_cancel, "invite": do_invite, "bot": do_bot, "remove": do_remove,
}


@login_required
@require_POST
def table_action(request: PlayerRequest, code: str, action: str) -> HttpResponse:
    game = get_object_or_404(Game, code=code)
    if action not in ACTIONS or not visible(game, request.user):
        raise Http404
    try:
        messages.success(request, ACTIONS[action](request, game))
    except TableError as error:
        if action == "invite" and game.status == Game.Status.OPEN:
            return render_table(request, game, typed=request.POST.get("address", ""), wrong=str(error))
        messages.error(request, str(error))
    if action == "leave":
        return redirect("lobby")
    return redirect("table", game.code)


def join(request: HttpRequest, token: str) -> HttpResponse:
    """The link of an invitation: shows the table to anybody who has it, and lets them sit down."""
    seat = Seat.objects.filter(invitation=token).select_related("game").first()
    game = seat.game if seat else Game.objects.filter(invitation=token).first()
    if game is None:
        return render(request, "lobby/no_invitation.html", status=404)
    if not isinstance(request.user, User):
        if seat and seat.user_id is None:
            request.session["entry_address"] = seat.invited
        return render(request, "lobby/join.html", {**about(game, seat), "next": request.get_full_path()})
    if game.seats.filter(user=request.user).exists():
        return redirect("table", game.code)
    if request.method == "POST":
        try:
            tables.join(game=game, user=request.user, now=timezone.now(), invitation=token)
        except TableError as error:
            messages.error(request, str(error))
            return redirect("join", token)
        messages.success(request, _("You sit at the table."))
        return redirect("table", game.code)
    return render(request, "lobby/join.html", about(game, seat))


def about(game: Game, kept: Seat | None) -> dict[str, object]:
    seats = list(game.seats.select_related("user"))
    has_room = game.size > len(seats) or (kept is not None and kept.user_id is None)
    return {
        "game": game, "seats": seats, "names": [words.seat_name(seat) for seat in seats], "choices": choices(game),
        "possible": game.status == Game.Status.OPEN and has_room,
    }
