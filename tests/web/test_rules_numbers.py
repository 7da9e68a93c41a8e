"""The numbers that refusals name are found on the rules page of the game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from engine import GAMES

CHAPTERS_OF_PLAY = re.compile(r"rule=\"(\d+)\.")


@pytest.mark.django_db
@pytest.mark.parametrize("kind", GAMES)
def test_every_chapter_that_a_refusal_of_the_rules_names_is_marked(kind: str) -> None:
    html = Client().get(f"/rules/{kind}/").content.decode()
    marked = {number for words in re.findall(r"§ ([\d, ]+)<", html) for number in words.split(", ")}
    sources = (Path(settings.BASE_DIR) / "engine" / kind).glob("*.py")
    named = {number for path in sources for number in CHAPTERS_OF_PLAY.findall(path.read_text())}
    assert named - {"16" if kind == "tigris" else "15"} <= marked  # leaving is told under "The end"
