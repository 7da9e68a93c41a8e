"""The page of the site's statistics, for everybody."""

from __future__ import annotations

from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import statistics, words


@require_safe
def statistics_page(request: HttpRequest) -> HttpResponse:
    found = statistics.statistics(timezone.now())
    games = [
        (words.game_name(whole.game), [(_("all of them"), whole, span(whole.seconds)), *(
            (statistics.KINDS[group.kind], group, span(group.seconds)) for group in found.groups if group.game == whole.game)])
        for whole in found.games
    ]
    return render(request, "game/statistics.html", {
        "games": games, "until": found.until - timedelta(minutes=1), "days": statistics.DAYS,
        "least": statistics.LEAST, "players": statistics.PLAYERS,
    })


def span(seconds: int) -> str:
    """In words, the two largest units."""
    now = timezone.now()
    return timesince(now - timedelta(seconds=seconds), now) if seconds >= 60 else _("less than a minute")
