"""Every address of the site; each app keeps its own."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

# By the one login, with its limits of tries.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("account/", include("accounts.urls")),
    path("account/", include("allauth.urls")),
    path("staff/", admin.site.urls),
    path("", include("games.urls")),
    path("", include("mail.urls")),
    path("", include("leagues.urls")),
    path("", include("web.urls")),
]
