from __future__ import annotations

from django.urls import include, path

urlpatterns = [
    path("", include("games.lobby_urls")),
    path("", include("games.game_urls")),
]
