"""Entering with an address and a code, the first questions, and the profile."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.views import RequestLoginCodeView
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.forms import NameForm, ProfileForm
from accounts.mail_forms import MailForm
from accounts.models import User
from accounts.requests import PlayerRequest


class EntryView(RequestLoginCodeView):  # type: ignore[misc]
    """Sign up and log in are one page. An invitation may have left the address it was sent to."""

    def get_initial(self) -> dict[str, Any]:
        return {**super().get_initial(), "email": self.request.session.get("entry_address", "")}


def signup(request: HttpRequest) -> HttpResponse:
    """The page allauth sends newcomers to; ours is the same for everybody."""
    query = request.GET.urlencode()
    response = redirect("account_request_login_code")
    response["Location"] += f"?{query}" if query else ""
    return response


def player(request: PlayerRequest) -> User:
    """The one who is logged in, read anew, so that a refused form changes nothing of `request.user`."""
    return User.objects.get(pk=request.user.pk)


@login_required
def root(request: HttpRequest) -> HttpResponse:
    return redirect("profile")


@login_required
def welcome(request: PlayerRequest) -> HttpResponse:
    """The first questions: name, language, time zone."""
    next_page = request.POST.get("next") or request.GET.get("next", "")
    if not url_has_allowed_host_and_scheme(next_page, allowed_hosts={request.get_host()}):
        next_page = ""
    form = NameForm(request.POST or None, instance=player(request))
    if request.method == "POST" and form.is_valid() and form.saved():
        return redirect(next_page or "lobby")
    return render(request, "account/welcome.html", {"form": form, "next": next_page})


@login_required
def profile(request: PlayerRequest) -> HttpResponse:
    form = ProfileForm(request.POST or None, instance=player(request))
    if request.method == "POST" and form.is_valid() and form.saved():
        user = form.instance
        user.expect_overview(timezone.now())  # in the new zone
        with override(user.language):
            messages.success(request, _("Your profile is saved."))
        return redirect("profile")
    return profile_page(request, form, MailForm(instance=player(request)))


@login_required
def profile_mails(request: PlayerRequest) -> HttpResponse:
    """When mails come; a form of its own on the profile's page."""
    if request.method != "POST":
        return redirect("profile")
    mails = MailForm(request.POST, instance=player(request))
    if mails.is_valid():
        user = mails.save()
        user.expect_overview(timezone.now())
        messages.success(request, _("When mails come is saved."))
        return redirect("profile")
    return profile_page(request, ProfileForm(instance=player(request)), mails)


def profile_page(request: PlayerRequest, form: ProfileForm, mails: MailForm) -> HttpResponse:
    addresses = EmailAddress.objects.filter(user_id=request.user.pk).order_by("-primary", "email")
    key = request.user.calendar_key
    calendar = settings.SITE_URL + reverse("calendar", args=[key]) if key else ""
    return render(request, "account/profile.html", {
        "form": form, "mails": mails, "addresses": addresses, "calendar": calendar})
