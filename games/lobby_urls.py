from __future__ import annotations

from django.urls import path

from games import lobby

urlpatterns = [
    path("games/", lobby.lobby, name="lobby"),
    path("games/new/", lobby.new, name="game_new"),
    path("games/new/<slug:kind>/", lobby.new, name="game_new_of"),
    path("tables/<slug:code>/", lobby.table, name="table"),
    path("tables/<slug:code>/<slug:action>/", lobby.table_action, name="table_action"),
    path("join/<slug:token>/", lobby.join, name="join"),
]
