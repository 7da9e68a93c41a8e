from __future__ import annotations

from django.urls import path

from games import (
    ahead_views,
    aside_views,
    game_views,
    mail_views,
    pictures,
    replay_views,
    staff_views,
    table_views,
)

urlpatterns = [
    path("games/<slug:code>/", game_views.game, name="game"),
    path("games/<slug:code>/orders", game_views.game_orders, name="game_orders"),
    path("games/<slug:code>/notes", aside_views.game_notes, name="game_notes"),
    path("games/<slug:code>/plan", ahead_views.game_plan, name="game_plan"),
    path("games/<slug:code>/standing/", ahead_views.game_standing, name="game_standing"),
    path("games/<slug:code>/vote", table_views.game_vote, name="game_vote"),
    path("games/<slug:code>/pace/", table_views.game_pace, name="game_pace"),
    path("games/<slug:code>/back", table_views.game_back, name="game_back"),
    path("games/<slug:code>/staff/", staff_views.game_staff, name="game_staff"),
    path("games/<slug:code>/mails", mail_views.game_mails, name="game_mails"),
    path("games/<slug:code>/board.png", pictures.game_picture, name="game_picture"),
    path("games/<slug:code>/version", game_views.game_version, name="game_version"),
    path("games/<slug:code>/log/", replay_views.game_log, name="game_log"),
    path("games/<slug:code>/replay/", replay_views.game_replay_start, name="game_replay_start"),
    path("games/<slug:code>/replay/<int:number>/", replay_views.game_replay, name="game_replay"),
    path("games/<slug:code>/record", replay_views.game_record, name="game_record"),
    path("games/<slug:code>/verify/", replay_views.game_verify, name="game_verify"),
]
