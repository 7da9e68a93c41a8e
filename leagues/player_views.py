"""A player's page, the ratings, and what a result at an open table would change."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from accounts.models import User
from accounts.requests import PlayerRequest
from games.lobby import visible
from games.models import Game
from games.moments import span
from leagues import showing
from leagues.models import Season
from leagues.page_words import pool_list, pool_name
from leagues.plot import plot
from leagues.rated import LEAST_TURNS
from leagues.ratings import MANY, OVERALL
from leagues.views import for_everybody, reader

HISTORY = 20  # lines of the table beside a plot


@for_everybody
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """Record, ratings, recent games, punctuality, leagues: nothing that a spectator of the games could not know."""
    who = get_object_or_404(User, pk=pk, is_active=True)
    times = showing.punctuality(who)
    lines = [(line, pool_name(line.kind, line.two), plot(line.history), list(reversed(line.history))[:HISTORY])
             for line in showing.ratings_of(who)]
    entries = [(season, entry) for season, entry in showing.leagues_of(who)]
    return render(request, "league/player.html", {
        "who": who, "self": reader(request) == who, "ratings": lines,
        "tallies": [(pool_name(line.kind, line.two), line) for line in showing.tallies(who)],
        "recent": showing.recent_games(who), "times": times, "median": span(times.median) if times.median is not None else "",
        "entries": entries, "organises": who.leagues.order_by("name"),
        "over": Season.Status.FINISHED,
    })


@for_everybody
def ratings(request: HttpRequest, kind: str = OVERALL, size: str = MANY) -> HttpResponse:
    known = {(one, two): name for one, two, name in pool_list()}
    if (kind, size) not in known:
        raise Http404
    return render(request, "league/ratings.html", {
        "name": known[kind, size], "pools": pool_list(), "kind": kind, "size": size, "least": LEAST_TURNS,
        "best": showing.best(f"{kind}:{size}"), "me": reader(request),
    })


@login_required
def table(request: PlayerRequest, code: str) -> HttpResponse:
    """What each place at an open table would change, with those who sit there now."""
    game = get_object_or_404(Game, code=code)
    if game.status != Game.Status.OPEN or not visible(game, request.user):
        raise Http404
    seats = list(game.seats.select_related("user"))
    others = [seat.user for seat in seats if seat.user is not None and seat.user != request.user]
    bots = any(seat.bot for seat in seats)
    changes = showing.if_i_join(request.user, [user.pk for user in others], game.kind) if others and not bots else []
    return render(request, "league/rating_table.html", {
        "game": game, "others": others, "bots": bots, "changes": changes, "missing": game.size - 1 - len(others),
        "pool": pool_name(game.kind, len(others) == 1), "least": LEAST_TURNS,
    })
