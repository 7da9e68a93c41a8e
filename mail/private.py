"""Pages whose address is a key: it goes to nobody, and an old one says what to do."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def private(response: HttpResponse) -> HttpResponse:
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


def no_such_link(request: HttpRequest) -> HttpResponse:
    """None of ours, or too old; the reader may have waited long or copied half of it."""
    return private(render(request, "mail/no_such_link.html", status=404))
