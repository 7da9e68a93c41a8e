"""Pages in the player's language and time zone, and a name for everybody."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone, translation


class PlayerSettingsMiddleware:
    """Activates the language and time zone of the profile for the length of a request.

    Who has no name yet is asked for it before anything else.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.user.is_authenticated:
            return self.get_response(request)
        with timezone.override(request.user.zone), translation.override(request.user.language):
            request.LANGUAGE_CODE = request.user.language
            if not request.user.display_name and request.method == "GET" and asks_for_a_name(request.path):
                return redirect(f"{reverse('welcome')}?{urlencode({'next': request.get_full_path()})}")
            return self.get_response(request)


def asks_for_a_name(path: str) -> bool:
    """The pages of the account itself, of the staff and for machines do without."""
    return not path.startswith((reverse("accounts_root"), "/staff/", "/static/", "/healthz", "/metrics"))
