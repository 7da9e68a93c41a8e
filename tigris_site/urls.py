"""Every address of the site; each app keeps its own."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("account/", include("accounts.urls")),
    path("account/", include("allauth.urls")),
    path("staff/", admin.site.urls),
    path("", include("games.urls")),
    path("", include("mail.urls")),
    path("", include("web.urls")),
]
