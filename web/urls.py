from __future__ import annotations

from django.urls import include, path

from web import metrics, views

urlpatterns = [
    path("", views.home, name="home"),
    path("rules/", views.rules, name="rules"),
    path("rules/<slug:kind>/", views.rules_of, name="rules_of"),
    path("demo/", views.demo, name="demo"),
    path("healthz", views.healthz, name="healthz"),
    path("metrics", metrics.metrics, name="metrics"),
    path("i18n/", include("django.conf.urls.i18n")),
]
