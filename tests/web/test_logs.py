"""Logs hold no keys: whoever reads them can sit down nowhere and answer for nobody."""

from __future__ import annotations

import logging
import logging.config
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.test import Client

PATHS = ("/join/Fu6VpSZwaxO4/", "/mail/mute/Mg:e6TOhk/", "/mail/answer/WzEs:Ab-c/", "/mail/stop/WzEs:Ab-c/", "/join/Fu6VpSZwaxO4/more/",
         "/calendar/k3yK3y-k3y.ics/", "/seat/Fu6VpSZwaxO4/", "/league-mail/Mg:e6TOhk/")


@pytest.fixture
def lines() -> Iterator[list[str]]:
    """What the handler of the settings would write about requests."""
    written: list[str] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            written.append(record.getMessage())

    handler, filters = Kept(), settings.LOGGING["filters"]
    for name in settings.LOGGING["handlers"]["stderr"]["filters"]:
        handler.addFilter(logging.config.DictConfigurator({"version": 1}).configure_filter(dict(filters[name])))
    logging.getLogger("django.request").addHandler(handler)
    yield written
    logging.getLogger("django.request").removeHandler(handler)


@pytest.mark.django_db
@pytest.mark.parametrize("path", PATHS)
def test_the_path_of_a_refused_request_is_logged_without_its_key(path: str, lines: list[str]) -> None:
    assert Client().put(path).status_code in (404, 405)
    (line,) = lines
    assert path.split("/")[-2 if "more" not in path else 2] not in line
    assert line.rpartition(": ")[2].startswith(path[:6])


@pytest.mark.django_db
def test_other_paths_are_logged_whole(lines: list[str]) -> None:
    Client().get("/games/nowhere/")
    assert lines == ["Not Found: /games/nowhere/"]
