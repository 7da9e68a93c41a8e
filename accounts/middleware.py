"""Pages in the player's language and time zone."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation


class PlayerSettingsMiddleware:
    """Activates the language and time zone of the profile for the length of a request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.user.is_authenticated:
            return self.get_response(request)
        with timezone.override(request.user.zone), translation.override(request.user.language):
            request.LANGUAGE_CODE = request.user.language
            return self.get_response(request)
