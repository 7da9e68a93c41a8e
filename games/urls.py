from __future__ import annotations

from django.urls import include, path

from games import away_views, calendar_views, statistics_views

urlpatterns = [
    path("away/", away_views.page, name="away"),
    path("away/<int:pk>/back", away_views.back, name="away_back"),
    path("away/automatic", away_views.automatic, name="away_automatic"),
    path("calendar/new", calendar_views.renew, name="calendar_renew"),
    path("calendar/<slug:key>.ics", calendar_views.feed, name="calendar"),
    path("statistics/", statistics_views.statistics_page, name="statistics"),
    path("", include("games.lobby_urls")),
    path("", include("games.game_urls")),
]
