from __future__ import annotations

from django.urls import path

from games import lobby, table_views

urlpatterns = [
    path("games/", lobby.lobby, name="lobby"),
    path("games/new/", lobby.new, name="game_new"),
    path("games/new/<slug:kind>/", lobby.new, name="game_new_of"),
    path("games/open-seats/", table_views.open_seats, name="open_seats"),
    path("seat/<slug:token>/", table_views.open_seat, name="open_seat"),
    path("tables/<slug:code>/", lobby.table, name="table"),
    path("tables/<slug:code>/<slug:action>/", lobby.table_action, name="table_action"),
    path("join/<slug:token>/", lobby.join, name="join"),
]
