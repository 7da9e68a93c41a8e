"""The rules page explains the wonder and the buildings, with a picture each."""

from __future__ import annotations

import pytest
from django.urls import reverse

pytestmark = pytest.mark.django_db


def test_the_options_are_explained_with_drawn_examples_and_their_orders(client):
    html = client.get(reverse("rules_of", args=("tigris",))).content.decode()
    for words in ("five tiles of one colour that form a cross", "nobody stands in for the king", "longer than the longest line",
                  "build wonder F6", "raise F6", "point green"):
        assert words in html
    assert "M-17 -56H17V-17" in html  # the wonder
    assert "#tb-tile-market-hall" in html
