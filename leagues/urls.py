"""Addresses of leagues: a season's are permanent, /leagues/CODE/NUMBER/…"""

from __future__ import annotations

from django.urls import path

from leagues import league_views, organiser_views, player_views, season_views

urlpatterns = [
    path("leagues/", league_views.leagues, name="leagues"),
    path("leagues/<slug:code>/", league_views.league, name="league"),
    path("leagues/<slug:code>/<int:number>/", season_views.season, name="season"),
    path("leagues/<slug:code>/<int:number>/standings.csv", season_views.as_csv, name="season_csv"),
    path("leagues/<slug:code>/<int:number>/standings.json", season_views.as_json, name="season_json"),
    path("leagues/<slug:code>/<int:number>/division/<int:which>/", season_views.division, name="season_division"),
    path("leagues/<slug:code>/<int:number>/round/<int:which>/", season_views.games_of_round, name="season_round"),
    path("leagues/<slug:code>/<int:number>/organise/", organiser_views.desk, name="organise"),
    path("leagues/<slug:code>/<int:number>/organise/<slug:deed>/", organiser_views.deed, name="organise_deed"),
    path("leagues/<slug:code>/<int:number>/<slug:action>/", season_views.action, name="season_action"),
    path("new-league/", league_views.new, name="league_new"),
    path("new-league/<slug:kind>/", league_views.new, name="league_new_of"),
    path("league-formats/", league_views.formats, name="league_formats"),
    path("league-formats/<slug:name>/", league_views.format_page, name="league_format"),
    path("league-mail/", league_views.mail_setting, name="league_mail_setting"),
    path("league-mail/<str:signed>/", league_views.mail, name="league_mail"),
    path("players/<int:pk>/", player_views.player, name="player"),
    path("ratings/", player_views.ratings, name="ratings"),
    path("ratings/table/<slug:code>/", player_views.table, name="rating_table"),
    path("ratings/<slug:kind>/<slug:size>/", player_views.ratings, name="ratings_of"),
]
