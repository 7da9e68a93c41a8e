"""The type of a request behind `login_required`: its user is a player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from accounts.models import User

if TYPE_CHECKING:

    class PlayerRequest(HttpRequest):
        user: User
        htmx: HtmxDetails

else:
    PlayerRequest = HttpRequest
