from __future__ import annotations

from django.urls import path

from accounts import views

urlpatterns = [
    path("", views.root, name="accounts_root"),
    path("login/code/", views.EntryView.as_view(), name="account_request_login_code"),
    path("signup/", views.signup, name="account_signup"),
    path("welcome/", views.welcome, name="welcome"),
    path("profile/", views.profile, name="profile"),
    path("profile/mails/", views.profile_mails, name="profile_mails"),
]
