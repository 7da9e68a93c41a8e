"""What all pages of leagues share: finding a season, and what a visitor's browser may keep."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from accounts.models import User
from leagues.models import Season

P = ParamSpec("P")
KEPT = 60  # seconds


def for_everybody(view: Callable[Concatenate[HttpRequest, P], HttpResponse]) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """A page that needs no login and changes nothing; a visitor's browser may keep it for a moment."""

    @require_safe
    @wraps(view)
    def page(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        response = view(request, *args, **kwargs)
        if reader(request) is None and response.status_code == 200 and not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True, max_age=KEPT)
        return response

    return page  # type: ignore[return-value]


def reader(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def season_at(code: str, number: int) -> Season:
    return get_object_or_404(Season.objects.select_related("league__organiser"), league__code=code, number=number)


def number_of(text: str | None) -> int:
    """A number from a form or address; 0 for what is none."""
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 10 else 0


